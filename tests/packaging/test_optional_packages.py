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
from smatchproof.reductions.from_smatch.formats import FORMATS

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
    takes: frozenset[str] = frozenset()


def command(words, *takes):
    return Command(words, frozenset(takes))


COMMANDS = [
    command("--version"),
    command("score {a} {b}"),
    command("score {a} {b} --format json --per-pair --jobs 2"),
    command("score {a} {b} --fine-grained"),
    command("score {a} {b} --metric sembleu"),
    command("score {a} {b} --metric graded-smatch --similarities {table}"),
    *(command(f"score {{a}} {{b}} --method {name}") for name in ("S+4R", "ILS", "primal")),
    *(command(f"score {{a}} {{b}} --method {name}", "mip") for name in ("ilp", "ilp-tight")),
    command("score {a} {b} --interval", "scipy"),
    command("score {a} {b} --versus {b}", "scipy"),
    command("verify {certificates}"),
    command("verify {certificates} {a} {b}"),
    command("explain {a} {b} --id 1"),
    command("explain {a} {b} --id 1 --html {out}/pair.html", "jinja2"),
    command("generate graphs --number 3 --variables 5-9 -o {out}/graphs.amr"),
    command("generate annotations {a} -o {out}/noisy.amr"),
    command("generate digraphs --nodes 5 -o {out}/left.amr {out}/right.amr"),
    command("generate trap circle persons=8 -o {out}/left.amr {out}/right.amr"),
    command("generate family max-qap size=4 -o {out}/left.amr {out}/right.amr --map {out}/map.json"),
    command("generate adversary --method Base --variables 5 --evaluations 40 -o {out}/left.amr {out}/right.amr"),
    command("reduce sat {cnf} -o {out}/left.amr {out}/right.amr"),
    command("reduce max-cut {graph6} -o {out}/left.amr {out}/right.amr"),
    command("reduce hamiltonian-cycle {edges} -o {out}/left.amr {out}/right.amr"),
    command("reduce qap {dat} -o {out}/left.amr {out}/right.amr"),
    *(command(f"export {{a}} {{b}} --id 1 --to {name}") for name in FORMATS),
    command("experiment run {experiment} -o {out}/rows"),
    command("experiment run {ilp_experiment} -o {out}/ilp", "mip"),
    command("experiment table1 {rows}"),
    command("experiment table2 {rows}"),
    command("experiment gaps {rows}", "numpy", "scipy"),
    command("experiment report {rows}", "jinja2", "matplotlib", "networkx", "numpy", "scipy"),
    command("audit {a} {b} --no-bias --runs 2", "numpy", "scipy"),
    command("audit {a} {b} --no-bias --runs 2 -o {out}/audit", "matplotlib", "numpy", "scipy"),
]

GRAPHS = {
    "a": ["(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))", "(s / see-01 :ARG1 (m / moon))"],
    "b": ["(w / want-01 :ARG0 (b / boy) :ARG1 (f / football))", "(s / see-01 :ARG0 (g / girl) :ARG1 (s2 / sun))"],
}
FILES = {
    "cnf": "p cnf 2 2\n1 -2 0\n2 0\n",
    "graph6": "Bw\n",
    "edges": "a b\nb c\nc a\n",
    "dat": "2\n\n0 1\n1 0\n\n0 2\n2 0\n",
    "table": "moon\tsun\t0.5\n",
}
EXPERIMENT = """\
name = "two"
methods = ["{method}"]
[[sources]]
kind = "corpus"
left = "a"
right = "b"
"""


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """What the commands read, by name."""
    folder = tmp_path_factory.mktemp("packages")
    contents = {name: "\n\n".join(graphs) + "\n" for name, graphs in GRAPHS.items()} | FILES
    contents["experiment"] = EXPERIMENT.format(method="S+4R")
    contents["ilp_experiment"] = EXPERIMENT.format(method="ilp-tight")
    paths = {name: folder / (f"{name}.g6" if name == "graph6" else name) for name in contents}
    for name, text in contents.items():
        paths[name].write_text(text)
    made = {name: folder / name for name in ("hard_left", "hard_right", "certificates", "rows")}
    hard = ["generate", "digraphs", "--nodes", "12", "--overlap", "0.3", "--number", "2", "--seed", "3", "-o"]
    assert main([*hard, str(made["hard_left"]), str(made["hard_right"])]) == 0
    assert main(["score", str(paths["a"]), str(paths["b"]), "--certificates", str(made["certificates"])]) == 0
    assert main(["experiment", "run", str(paths["experiment"]), "-o", str(made["rows"])]) == 0
    return paths | made


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
    assert re.fullmatch(r"error: .+ needs .+; .+\n", told)
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
