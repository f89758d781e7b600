"""Compiles the core of the solver where there are Cython and a C compiler; elsewhere the same sources run as they are.

``SMATCHPROOF_PLAIN=1`` compiles nothing: the wheel is pure. ``SMATCHPROOF_COMPILED=1``, for releases, fails where it
cannot compile. ``SMATCHPROOF_CHECKED=1`` gives each list a block of memory of its own and lets the compiler's address
sanitizer watch their bounds.
"""

from __future__ import annotations

import os
import sys
import tempfile
import tomllib
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

DIRECTIVES = {
    "language_level": "3",
    "annotation_typing": False,  # `int` in the sources is a Python integer; types of C are in the .pxd files alone
    "cdivision": True,  # all that is divided is known not to be negative, or rounded down by hand
    "infer_types": True,  # so that locals need no declarations
}
ALL_TYPED = ("memory", "flat", "named")
"""All of these modules is in their .pxd files, in the place where it is used."""
OPTIONS = ("-g0", "-O3", "-ffp-contract=off")
"""Without symbols; hard pairs take 6 % less than at -O2, compiling 7 % more. Floats are rounded as Python's are."""
SHARED = "smatchproof.base._cyutility"
"""What Cython puts into each module otherwise: without it all takes twice as long to compile."""
SOURCES = Path("src")
IS_STRICT = bool(os.environ.get("SMATCHPROOF_COMPILED"))


class TouchingBuild(build_ext):
    """In a checkout nothing that was compiled looks older than a source of another module."""

    def build_extensions(self) -> None:
        """Compile, with the options of the compiler that was found."""
        if self.compiler.compiler_type == "msvc":  # it optimises and rounds in this way by itself
            for extension in self.extensions:
                extension.extra_compile_args = []
        super().build_extensions()

    def copy_extensions_to_source(self) -> None:
        """Copy what was compiled to its sources, and date it now."""
        super().copy_extensions_to_source()
        for extension in self.extensions:
            Path(SOURCES, self.get_ext_filename(extension.name)).touch()


def can_compile() -> bool:
    """Whether a small extension module can be compiled here; says what is missing."""
    from setuptools._distutils.ccompiler import new_compiler
    from setuptools._distutils.sysconfig import customize_compiler, get_python_inc

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "trial.c")
        source.write_text("#include <Python.h>\nint trial(void) { return PY_VERSION_HEX; }\n")
        try:
            compiler = new_compiler()
            customize_compiler(compiler)
            compiler.compile([str(source)], output_dir=folder, include_dirs=[get_python_inc()])
        except Exception as error:  # each compiler has errors of its own
            sys.stderr.write(f"warning: the core is not compiled and runs as it is, slower: {error}\n")
            return False
    return True


def extensions() -> list[Extension]:
    """The modules to compile: those with a .pxd file beside them."""
    if os.environ.get("SMATCHPROOF_PLAIN") or not (IS_STRICT or can_compile()):
        return []
    try:
        from Cython.Build import cythonize
    except ImportError:
        if IS_STRICT:
            raise
        return []
    is_checked = bool(os.environ.get("SMATCHPROOF_CHECKED"))
    watched = ["-fsanitize=address", "-DSMATCHPROOF_BLOCK=1"] if is_checked else []
    names = [
        ".".join(path.relative_to(SOURCES).with_suffix("").parts)
        for path in sorted(SOURCES.rglob("*.py"))
        if path.with_suffix(".pxd").exists() and path.stem not in ALL_TYPED
    ]
    places = {name: str(Path(SOURCES, *name.split(".")).with_suffix(".py")) for name in names}
    places[SHARED] = "build/_cyutility.c"  # which cythonize writes
    found = [
        Extension(name, [place], extra_compile_args=[*OPTIONS, *watched], extra_link_args=watched[:1])
        for name, place in places.items()
    ]
    threads = len(os.sched_getaffinity(0)) if sys.platform == "linux" else 0  # where processes fork
    sys.stderr.write(f"compiling {len(found)} modules of smatchproof, which takes a minute or two\n")
    return cythonize(
        found,
        build_dir="build",
        compiler_directives=DIRECTIVES,
        force=is_checked,
        nthreads=threads,
        shared_utility_qualified_name=SHARED,
    )


def project_urls() -> dict[str, str]:
    """The addresses that an index shows; none while pyproject.toml has none."""
    with Path("pyproject.toml").open("rb") as file:
        repository = tomllib.load(file)["tool"]["smatchproof"]["repository"].rstrip("/")
    pages = {"Repository": "", "Issues": "/issues", "Changelog": "/blob/HEAD/CHANGELOG.md", "Documentation": "#readme"}
    return {name: repository + rest for name, rest in pages.items() if repository}


setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": TouchingBuild},
    options={"build_ext": {"parallel": True}},
    project_urls=project_urls(),
)
