"""Build a release and use it as a stranger would: ``python -m release``, which is ``make dist``.

Builds sdist and two wheels into dist/, one compiled and one pure, checks their metadata and contents, installs each
wheel into an empty environment without extras, and runs the demo and one command of each kind there, from a folder that
is full of files with common names; mypy reads a user's program there. Nothing of the checkout is on the path then.
Another environment gets all extras with their newest releases, and runs a command of each.

From a local index each Python that is here (3.11 to 3.14) then installs the wheel that was compiled for it, and the
pure one where there is no other; where there is no compiler, the sdist becomes a plain one. Where
``py-rattler-build`` is installed, the conda recipe is built, too. Ends with an error at the first thing that is not as
it should be.
"""

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path

from release.conda import build as build_recipe
from release.environment import COMMON, ROOT, Environment, check, say
from release.extras import LACKING, use_extras
from release.index import fill, first_use, interpreters, served, wheels_of
from smatchproof.base.version import VERSION

DIST = ROOT / "dist"
LARGEST = 60
"""Megabytes of an environment with nothing but what ``pip install`` brings, pip itself included."""
CORPORA = {
    "The Little Prince": ("lpp/lpp-v1.6.amr", "lpp/lpp-v3.0.amr"),
    "BAMBOO sts": ("bamboo/sts/main/src.dev.amr", "bamboo/sts/main/tgt.dev.amr"),
    "BAMBOO para": ("bamboo/para/main/src.dev.amr", "bamboo/para/main/tgt.dev.amr"),
}
"""Scored, and proved, where SMATCHPROOF_CORPORA names a folder that holds them."""
WORKING = (
    "--version",
    "score {a} {b} --certificates proofs.jsonl --require-proof",
    "score {a} {b} --metric sembleu",
    "score {a} {b} --fine-grained",
    "verify proofs.jsonl {a} {b}",
    "explain {a} {b} --id sample.1",
    "generate graphs --number 3 -o graphs.amr",
    "generate digraphs --nodes 12 --overlap 0.3 --number 2 --seed 3 -o left.amr right.amr",
    "score left.amr right.amr --require-proof",
    "reduce hamiltonian-cycle edges.txt -o ring.amr graph.amr",
    "score ring.amr graph.amr --top const --require-proof",
    "export {a} {b} --id sample.1 --to wcnf -o pair.wcnf",
    "experiment run experiment.toml -o rows",
    "experiment table2 rows",
    "experiment table2",
)
PROGRAM = """\
import smatchproof

result = smatchproof.score_strings("(c / cat)", "(d / dog)", convention="paper")
reveal_type(result.f1)
reveal_type(smatchproof.score_files("a.amr", "b.amr").pairs[0].alignment)
result.f1 + "percent"
"""
"""A user's program, the types of two results in it, and its error."""
TYPES = ('"float"', '"tuple[tuple[str, str], ...]"', 'error: Unsupported operand types for + ("float" and "str")')


def build(checkout: Path, folder: Path) -> tuple[Path, Path, Path]:
    """The sdist of a checkout, and its wheels: compiled, which fails where there is no compiler, and pure."""
    shutil.rmtree(folder, ignore_errors=True)
    for switch, parts in (("SMATCHPROOF_COMPILED", ()), ("SMATCHPROOF_PLAIN", ("--wheel",))):
        command = [sys.executable, "-m", "build", *parts, "--outdir", folder, checkout]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, switch: "1"})
    (sdist,), (pure,) = folder.glob("*.tar.gz"), folder.glob("*-none-any.whl")
    (compiled,) = {*folder.glob("*.whl")} - {pure}
    return sdist, compiled, pure


def is_extension(name: str) -> bool:
    """Test whether a file is a compiled module."""
    return name.endswith(tuple(EXTENSION_SUFFIXES))


def package_files() -> set[str]:
    """The files of the package that a pure wheel has to hold: all that are no leftovers of a run, nor compiled."""
    package = ROOT / "src" / "smatchproof"
    found = (path for path in package.rglob("*") if path.is_file() and not is_extension(path.name))
    return {str(path.relative_to(package.parent)) for path in found if "__pycache__" not in path.parts}


def check_contents(sdist: Path, wheel: Path) -> None:
    """The wheel holds the package and its metadata and nothing else, the sdist what it takes to build that.

    One that is not pure holds each module of the core that has C types compiled, too.
    """
    info = f"smatchproof-{VERSION}.dist-info"
    names = {name for name in zipfile.ZipFile(wheel).namelist() if not name.endswith("/")}
    record = zipfile.ZipFile(wheel).read(f"{info}/RECORD").decode().splitlines()
    tops = {line.split("/", 1)[0] for line in record}
    check(tops == {"smatchproof", info}, f"the wheel lists {', '.join(sorted(tops))}")
    compiled = {Path(name).name.partition(".")[0] for name in names if is_extension(name)}
    found = {path.stem for path in (ROOT / "src" / "smatchproof").glob("*/core/*.pxd")}
    typed = found - {"memory", "flat", "named"} | {"_cyutility"}
    check(compiled == (set() if "-none-any" in wheel.name else typed), f"compiled: {', '.join(sorted(compiled))}")
    inside = {name for name in names if name.startswith("smatchproof/") and not is_extension(name)}
    check(inside == package_files(), f"files differ: {', '.join(sorted(inside ^ package_files()))}")
    with tarfile.open(sdist) as archive:
        members = archive.getmembers()
    links = [member.name for member in members if member.issym() or member.islnk()]
    check(not links, f"links in the sdist: {', '.join(links)}")
    listed = {member.name.split("/", 1)[1] for member in members if member.isfile()}
    sources = {f"src/{name}" for name in package_files()}
    check(sources <= listed, f"not in the sdist: {', '.join(sorted(sources - listed))}")
    allowed = ("src/smatchproof/", "src/smatchproof.egg-info/", "CHANGELOG.md", "LICENSE", "MANIFEST.in", "PKG-INFO",
               "README.md", "pyproject.toml", "setup.cfg", "setup.py")  # fmt: skip
    others = sorted(name for name in listed if not name.startswith(allowed) or "__pycache__" in name)
    check(not others, f"does not belong into the sdist: {', '.join(others)}")


def without_links(folder: Path) -> Path:
    """A copy of the checkout without the links at its top."""
    leftovers = shutil.ignore_patterns("__pycache__", ".*", "dist", "build", "*.egg-info")

    def ignore(at: str, names: list[str]) -> set[str]:
        return leftovers(at, names) | {name for name in names if Path(at, name).is_symlink()}

    return Path(shutil.copytree(ROOT, folder / "checkout", ignore=ignore))


def megabytes(folder: Path) -> float:
    """The size of what lies below a folder."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file() or path.is_symlink()) / 1e6


def foreign_wheel(folder: Path, name: str) -> Path:
    """A distribution of that name with a package of that name, as others have published some."""
    path, info = folder / f"{name}-1.0-py3-none-any.whl", f"{name}-1.0.dist-info"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr(f"{name}/__init__.py", "raise SystemExit('the wrong package was imported')\n")
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        wheel.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{info}/RECORD", f"{name}/__init__.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n")
    return path


def use(wheel: Path, folder: Path) -> None:
    """Install the wheel into an empty environment and use it there."""
    stranger = Environment(folder)
    tools = megabytes(stranger.site)
    stranger.pip("install", wheel)
    whole = megabytes(stranger.bin.parent)
    say(f"environment: {whole:.1f} MB, {megabytes(stranger.site) - tools:.1f} MB of it beside pip")
    check(whole < LARGEST, f"the environment takes {whole:.1f} MB, more than {LARGEST}")
    (stranger.work / "edges.txt").write_text("a b\nb c\nc a\n")
    for words in WORKING:
        stranger.must_run(words)
        say(f"works: smatchproof {words}")
    for words, extra in LACKING.items():
        done = stranger.run(words)
        told = done.stderr.splitlines()
        good = done.returncode == 2 and len(told) == 1 and told[0].endswith(f"; pip install 'smatchproof[{extra}]'")
        check(good, f"`smatchproof {words}` ends with {done.returncode}:\n{done.stderr}")
        say(f"asks for [{extra}]: smatchproof {words}")
    check_types(stranger)
    score_corpora(stranger)
    among_others(stranger, folder)


def check_types(stranger: Environment) -> None:
    """Let mypy, with strict rules, read a user's program, for which the installed package has types."""
    program = stranger.work / "program.py"
    program.write_text(PROGRAM)
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", os.devnull, "--no-error-summary"]
    asked = [*command, "--python-executable", str(stranger.bin / "python"), "--cache-dir", os.devnull, program.name]
    told = subprocess.run(asked, cwd=stranger.work, capture_output=True, text=True)
    lines = told.stdout.splitlines()
    good = len(lines) == len(TYPES) and all(words in line for words, line in zip(TYPES, lines, strict=True))
    check(good, f"mypy says of a user's program:\n{told.stdout}{told.stderr}")
    say("py.typed: mypy knows the types of results, and finds an error in their use")


def score_corpora(stranger: Environment) -> None:
    """Prove every pair of the real corpora, if they are there."""
    corpora = os.environ.get("SMATCHPROOF_CORPORA")
    if not corpora:
        say("not scored: real corpora; SMATCHPROOF_CORPORA names no folder")
        return
    for name, files in CORPORA.items():
        left, right = (Path(corpora).resolve() / file for file in files)
        proved = next(line for line in stranger.must_run(f"score {left} {right} --require-proof").splitlines()
                      if line.startswith("proved"))  # fmt: skip
        say(f"{name}: {proved}")


def among_others(stranger: Environment, folder: Path) -> None:
    """Distributions with common names are installed beside ours, and removed again."""
    before = stranger.must_run("score {a} {b} --format json")
    stranger.pip("install", "--no-deps", *(foreign_wheel(folder, name) for name in COMMON))
    check(stranger.must_run("score {a} {b} --format json") == before, "other distributions change the score")
    stranger.pip("uninstall", "--yes", *COMMON)
    check(stranger.must_run("score {a} {b} --format json") == before, "without other distributions the score differs")
    say(f"undisturbed by distributions called {', '.join(COMMON)}")


def use_index(sdist: Path, compiled: Path, pure: Path, folder: Path) -> None:
    """Install from a local index: the compiled wheel of each Python, the pure one, and an sdist without a compiler."""
    pythons = interpreters()
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    more = wheels_of(sdist, [python for version, python in pythons.items() if version != here], folder / "compiled")
    for name, ours in (("all", [sdist, pure, compiled, *more]), ("plain", [pure])):
        (folder / name).mkdir()
        fill(folder / name, ours, pythons.values())
    with served(folder) as address:
        for version, python in pythons.items():
            told = first_use(python, folder / version, f"{address}/all/")
            check("compiled" in told, f"Python {version} did not take its wheel: {told}")
            say(f"from a local index: {told.partition(' in ')[0]}")
            told = first_use(python, folder / f"{version}-plain", f"{address}/plain/")
            check("plain" in told, f"Python {version} did not take the pure wheel: {told}")
        say(f"the pure wheel where there is no other: Python {', '.join(pythons)}")
        there, words = Path(sys.executable), ("--no-binary", "smatchproof")
        told = first_use(there, folder / "sdist", f"{address}/all/", *words, CC="no-compiler")
        check("plain" in told, f"without a compiler the sdist became {told}")
        say(f"from the sdist, without a compiler: {told.partition(' in ')[0]}")


def main() -> None:
    """Build, check and use."""
    sdist, compiled, pure = build(ROOT, DIST)
    wheels = compiled, pure
    subprocess.run([sys.executable, "-m", "twine", "check", "--strict", sdist, *wheels], check=True)
    for wheel in wheels:
        check_contents(sdist, wheel)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        _, *others = build(without_links(folder), folder / "dist")
        for wheel, other in zip(wheels, others, strict=True):
            same = zipfile.ZipFile(wheel).namelist() == zipfile.ZipFile(other).namelist()
            check(same, "a checkout without the links builds another wheel")
        for number, wheel in enumerate(wheels):
            say(f"== {wheel.name}")
            (folder / str(number)).mkdir()
            use(wheel, folder / str(number))
        (folder / "extras").mkdir()
        use_extras(compiled, folder / "extras")
        (folder / "index").mkdir()
        use_index(sdist, compiled, pure, folder / "index")
    if find_spec("rattler_build") is None:
        say("not built: the conda recipe; pip install py-rattler-build")
    else:
        say(f"the conda recipe is built and tested: {build_recipe(ROOT / 'build' / 'conda').name}")
    say(f"{sdist.name} and {' and '.join(wheel.name for wheel in wheels)} are in dist/")


if __name__ == "__main__":
    main()
