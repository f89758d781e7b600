"""Every command without every optional package: it works, or says in one line which extra brings the package."""

import logging
import re
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from smatchproof.base.optional import EXTRA_OF, install
from smatchproof.cli import main
from smatchproof.lab.reductions.from_smatch.formats import FORMATS

ROOT = Path(__file__).parents[2]
BUILT_ON = {"numpy": ("matplotlib", "mip", "scipy"), "jinja2": ("distributed",)}
"""Where a package is missing, those built on it cannot be there either."""


def absent(package):
    """The optional packages that cannot be there where `package` is not."""
    return {package, *BUILT_ON.get(package, ())}


@pytest.fixture
def without(monkeypatch):
    """A function that makes packages some that are not installed."""

    def remove(*packages):
        for name in {gone for package in packages for gone in absent(package)}:
            for loaded in [module for module in sys.modules if module == name or module.startswith(f"{name}.")]:
                monkeypatch.delitem(sys.modules, loaded)
            monkeypatch.setitem(sys.modules, name, None)

    return remove


class Command(NamedTuple):
    """A command line, in which {name} stands for a file of :func:`files`, and the optional packages that it takes."""

    words: str
    takes: frozenset[str]


COMMANDS = [
    Command(words, frozenset(takes))
    for words, *takes in (
        ("score {a} {b} --format json --per-pair --jobs 2",),
        ("score {a} {b} --metric graded-smatch --similarities {table} --fine-grained",),
        ("score {a} {b} --method ilp-tight", "mip"),
        ("score {a} {b} --interval", "scipy"),
        ("verify {certificates} {a} {b}",),
        ("verify {bundle}", "numpy", "scipy"),
        ("verify {bundle} --write", "jinja2", "numpy", "scipy"),
        ("compare {a} {b} --jobs 1 -o {out}/bundle", "jinja2", "numpy", "scipy"),
        ("errors {a} {b} --html {out}/errors.html", "jinja2"),
        ("explain {a} {b} --id 1 --html {out}/pair.html", "jinja2"),
        ("generate digraphs --nodes 5 -o {out}/left.amr {out}/right.amr",),
        ("reduce hamiltonian-cycle {edges} -o {out}/left.amr {out}/right.amr",),
        *((f"export {{a}} {{b}} --id 1 --to {name}",) for name in FORMATS),
        ("experiment run {experiment} -o {out}/rows",),
        ("experiment table1 {rows}",),
        ("experiment report {rows}", "jinja2", "matplotlib", "networkx", "numpy", "scipy"),
        ("audit {a} {b} --no-bias --runs 2 -o {out}/audit", "matplotlib", "numpy", "scipy"),
    )
]

GRAPHS = {
    "a": ["(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))", "(s / see-01 :ARG1 (m / moon))"],
    "b": ["(w / want-01 :ARG0 (b / boy) :ARG1 (f / football))", "(s / see-01 :ARG0 (g / girl) :ARG1 (s2 / sun))"],
}
FILES = {
    **{name: "\n\n".join(graphs) + "\n" for name, graphs in GRAPHS.items()},
    **{"edges": "a b\nb c\nc a\n", "table": "moon\tsun\t0.5\n"},
    "experiment": """name = "two"\nmethods = ["S+4R"]\n[[sources]]\nkind = "corpus"\nleft = "a"\nright = "b"\n""",
}


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The input files of the commands, by name."""
    folder = tmp_path_factory.mktemp("packages")
    for name, text in FILES.items():
        (folder / name).write_text(text)
    paths = {name: folder / name for name in (*FILES, "certificates", "bundle", "rows")}
    assert main(["score", str(paths["a"]), str(paths["b"]), "--certificates", str(paths["certificates"])]) == 0
    assert main(["compare", str(paths["a"]), str(paths["b"]), "--jobs", "1", "-o", str(paths["bundle"])]) == 0
    assert main(["experiment", "run", str(paths["experiment"]), "-o", str(paths["rows"])]) == 0
    return paths


def run(line, files, folder):
    words = [word.format(**files, out=folder) for word in line.words.split()]
    try:
        return main(words)
    except SystemExit as stopped:
        return stopped.code


@pytest.mark.usefixtures("processes")
@pytest.mark.parametrize("line", COMMANDS, ids=lambda line: line.words)
def test_a_command_works_with_what_it_takes_alone(line, files, without, tmp_path, capfd):
    built_on = {package for package, others in BUILT_ON.items() if not line.takes.isdisjoint(others)}
    without(*EXTRA_OF.keys() - line.takes - built_on)
    code = run(line, files, tmp_path)
    told = capfd.readouterr().err
    assert code == 0, told
    assert "pip install" not in told


@pytest.mark.parametrize(
    ("line", "package"),
    [
        pytest.param(line, package, id=f"{line.words} - {package}")
        for line in COMMANDS
        for package in sorted(line.takes)
    ],
)
def test_a_command_says_in_one_line_what_it_lacks(line, package, files, without, tmp_path, capfd):
    without(package)
    code = run(line, files, tmp_path)
    told = capfd.readouterr().err
    lacking = line.takes & absent(package)
    assert code == 2
    assert re.fullmatch(r"error: (?!this ).+ needs .+; .+\n", told)
    assert told.rstrip("\n").rsplit("; ", 1)[1] in {install(EXTRA_OF[name]) for name in lacking}
    assert not [*tmp_path.iterdir()], "something was begun"


def test_the_extras_are_those_that_the_package_declares():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    declared = {
        extra: {re.split(r"[\[>=]", line)[0].lower() for line in lines}
        for extra, lines in project["optional-dependencies"].items()
    }
    for package, extra in EXTRA_OF.items():
        assert package in declared[extra]
    light = {re.split(r"[\[>=]", line)[0].lower() for line in project["dependencies"]}
    assert light.isdisjoint(EXTRA_OF)
    assert len(light) <= 2
    everything = re.search(r"\[(.+)\]", project["optional-dependencies"]["all"][0])[1].split(",")
    apart = {"all", "dev", "fast", "site"}  # "fast" is empty, and the site is built from a checkout
    assert {*everything} == {*declared} - apart


@pytest.fixture(autouse=True)
def logging_as_before():
    """The command line shows what the package logs; other tests should not see that."""
    before = logging.getLogger("smatchproof").handlers
    yield
    logging.getLogger("smatchproof").handlers = before
