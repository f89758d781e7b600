"""Compiles the core of the solver where there are Cython and a C compiler; elsewhere the same sources run as they are.

``SMATCHPROOF_PLAIN=1`` compiles nothing. ``SMATCHPROOF_COMPILED=1``, for releases, fails where it cannot compile.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

CORE = "smatchproof/exact/core"
DIRECTIVES = {
    "language_level": "3",
    "annotation_typing": False,  # `int` in the sources is a Python integer; types of C are in the .pxd files alone
    "infer_types": True,  # so that locals need no declarations
    "cdivision": True,
}


class BuildIfPossible(build_ext):
    """`optional=True` is not enough: where there is no compiler at all, setuptools still fails."""

    def build_extension(self, extension: Extension) -> None:
        """Compile a module; what prevents that is told, and the module runs as it is."""
        try:
            super().build_extension(extension)
        except Exception as error:
            if os.environ.get("SMATCHPROOF_COMPILED"):
                raise
            print(f"warning: {extension.name} is not compiled and runs as it is: {error}", file=sys.stderr)

    def copy_extensions_to_source(self) -> None:
        """After a build in place: only what was built."""
        built = [os.path.join(self.build_lib, self.get_ext_filename(each.name)) for each in self.extensions]
        self.extensions = [each for each, path in zip(self.extensions, built) if os.path.exists(path)]
        super().copy_extensions_to_source()
        for each in self.extensions:  # all are up to date, also those that had not to be compiled anew
            Path(self.get_ext_filename(each.name)).touch()


def extensions() -> list[Extension]:
    """The modules to compile: those with a .pxd file beside them."""
    if os.environ.get("SMATCHPROOF_PLAIN"):
        return []
    try:
        from Cython.Build import cythonize
    except ImportError:
        if os.environ.get("SMATCHPROOF_COMPILED"):
            raise
        return []
    names = sorted(path.stem for path in Path(CORE).glob("*.pxd") if path.stem != "memory")
    found = [Extension(f"{CORE.replace('/', '.')}.{name}", [f"{CORE}/{name}.py"], extra_compile_args=["-g0"]) for name in names]
    return cythonize(found, build_dir="build", compiler_directives=DIRECTIVES)


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildIfPossible})
