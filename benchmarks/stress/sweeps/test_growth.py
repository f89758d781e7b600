"""Twice the size costs less than 2.5 times, for every command that reads or makes graphs.

The cost is the number of lines of the package that run: the same on every machine, however busy. What libraries and
compiled code do is not counted. In a pair of one size each triple has one counterpart, or five, so that the problem
itself grows as the graphs do; some files have to grow faster, and then the cost may grow as they do.
"""

import sys
from itertools import count
from pathlib import Path
from typing import NamedTuple

import pytest

import smatchproof
from smatchproof.heuristics import HEURISTICS
from smatchproof.reductions.registry import SOURCES
from tests.commands.running import run

PACKAGE = str(Path(smatchproof.__file__).parent)
MOST = 2.5
SALT = count()
GRAPHLESS = "judge", "experiment suite", "completion"
"""The commands that neither read nor make graphs of a size that one can say."""


def lines_of(*arguments, cwd):
    """How many lines of the package a command runs."""
    count = 0

    def line(frame, event, arg):
        nonlocal count
        count += event == "line"
        return line

    def call(frame, event, arg):
        return line if frame.f_code.co_filename.startswith(PACKAGE) else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        done = run(*arguments, cwd=cwd)
    finally:
        sys.settrace(before)
    assert done.returncode in (0, 1) and "error" not in done.stderr, done.stderr
    return count


# ---- what grows


def tree(size, letter, concept, odd, each=1):
    """A binary tree in which every concept and role comes `each` times; every tenth concept is an odd one."""

    def written(at):
        below = "".join(f" :r{child // each} {written(child)}" for child in (2 * at + 1, 2 * at + 2) if child < size)
        return f"({letter}{at} / {odd if at % 10 == 9 else concept}{at // each}{below})"

    return written(0)


def one_pair(folder, size, each=1):
    """A pair of graphs of that size, with concepts of its own: what is remembered of other pairs does not help."""
    salt = f"c{next(SALT)}c"
    (folder / "a.amr").write_text(tree(size, "x", salt, salt, each) + "\n")
    (folder / "b.amr").write_text(tree(size, "y", salt, f"{salt}d", each) + "\n")


def much_alike(folder, size):
    """A pair of graphs of that size with a choice of five counterparts for every variable."""
    one_pair(folder, size, 5)


def many_pairs(folder, number, size=12):
    """So many pairs of small graphs in three groups, no two of them equal."""
    for name, odd in (("a", "c"), ("b", "d")):
        graphs = [f"# ::id g{at % 3}.{at}\n{tree(size, name, f'c{at}c', f'c{at}{odd}')}" for at in range(number)]
        (folder / f"{name}.amr").write_text("\n\n".join(graphs) + "\n")


def tiny_pairs(folder, number):
    """So many pairs of graphs of three variables."""
    many_pairs(folder, number, 3)


def experiment(folder, number):
    """An experiment with so many pairs."""
    many_pairs(folder, number)
    files = '{ A = "a.amr", B = "b.amr" }'
    source = f'[[sources]]\nkind = "annotators"\nfiles = {files}\ngroup_from_id = true\n'
    (folder / "x.toml").write_text(f'name = "x"\nmethods = ["Base", "S"]\n{source}')


def instance(source):
    """A function that writes an instance of a problem, as large as is asked for."""

    def write(folder, size):
        ring = "".join(f"v{at} v{(at + 1) % size}\n" for at in range(size))
        clauses = "".join(f"{at + 1} -{(at + 1) % size + 1} 0\n" for at in range(size))
        matrix = "\n".join(" ".join(str(int(at != to)) for to in range(size)) for at in range(size))
        assigned = "".join(f"a {at} {at} {at} -2\n" for at in range(size))
        assigned += "".join(f"e {at} {at + 1} 1\n" for at in range(size - 1))
        texts = {
            "sat": f"p cnf {size} {size}\n{clauses}",
            "packing": f"{size} 6\n{'1 5 ' * size}\n",
            "common-partition": f"{'ab' * size}\n{'ba' * size}\n",
            "graph-matching": f"p {size} {size} {size} {size - 1}\n{assigned}",
            "max-qap": f"{size}\n{matrix}\n\n{matrix}\n",
        }
        like = {"max-sat": "sat", "packing-degree-3": "packing", "qap": "max-qap"}.get(source, source)
        for name in ("one.txt", "two.txt"):
            (folder / name).write_text(texts.get(like, ring))

    return write


class Case(NamedTuple):
    """A command in a folder with something that grows, after others that are not counted."""

    words: str
    made: object = one_pair
    size: int = 150
    before: tuple = ()
    by_bytes: bool = False
    warm: bool = True


CERTIFIED = "score a.amr b.amr --certificates c.jsonl"
MADE = "generate graphs --number 1 --variables {size} -o g.amr"
RUN = "experiment run x.toml -o out --jobs 1"
STEPS = ("table1", "table2", "figure1", "gaps", "growth", "report")
FILES = {
    "clique": "one.txt --size 3",
    **dict.fromkeys(("subgraph", "acyclic-subgraph", "common-subgraph", "ged"), "one.txt two.txt"),
}
CASES = [
    *(Case(f"score a.amr b.amr --method {name}", much_alike) for name in HEURISTICS if name != "ILS"),
    Case(
        "score a.amr b.amr --method ILS --jobs 1", many_pairs, 20
    ),  # ten kicks for each variable, the longer the larger it is
    *(Case(f"score a.amr b.amr --method {name}") for name in ("exact", "primal")),
    *(Case(f"score a.amr b.amr --method {name} --jobs 1", many_pairs, 5) for name in ("ilp", "ilp-tight", "ILP")),
    Case("score a.amr b.amr --method brute-force --jobs 1", tiny_pairs, 10),
    Case("score a.amr b.amr --jobs 1", many_pairs, 40),
    Case("score a.amr b.amr --jobs 1 --fine-grained", many_pairs, 10),  # without roles all relations match all
    Case("differences a.amr b.amr --jobs 1", many_pairs, 10),
    Case("score a.amr b.amr --metric sembleu"),
    Case("compare b.amr a.amr"),
    Case("compare b.amr a.amr --jobs 1 -o out", many_pairs, 8, warm=False),
    Case("check a.amr b.amr"),
    Case("decide a.amr b.amr --at-least 5 --jobs 1", many_pairs, 10),
    Case("matrix a.amr b.amr"),
    Case("matrix a.amr b.amr --jobs 1", many_pairs, 40),
    Case("smatch -f a.amr b.amr"),
    Case("verify c.jsonl a.amr b.amr", before=(CERTIFIED,)),
    Case("verify out", many_pairs, 6, ("compare b.amr a.amr --jobs 1 -o out",)),
    Case("explain a.amr b.amr"),
    Case("errors a.amr b.amr --jobs 1", many_pairs, 10),
    Case("explain a.amr b.amr --html out"),
    Case("generate graphs --number 1 --variables {size} -o out"),
    Case("generate annotations g.amr -o out", size=400, before=(MADE,)),
    Case("generate annotations g.amr --noise sts -o out", size=400, before=(MADE,)),
    Case("generate digraphs --nodes {size} --number 1 -o out two"),
    Case("generate trap ring size={size} -o out two"),
    Case("generate family common-subgraph size={size} -o out two"),
    Case("generate adversary --method R --evaluations {size} -o out two", size=30, warm=False),
    *(Case(f"export a.amr b.amr --to {name} -o out") for name in ("lp", "mps", "qap", "wcnf", "opb", "dd", "veripb")),
    Case("export a.amr b.amr --to clique -o out", size=40, by_bytes=True),  # every two pairs that agree are an edge
    Case("export a.amr b.amr --all --to lp -o out", many_pairs, 20),
    Case(RUN, experiment, 8, warm=False),
    *(Case(f"experiment {step} out", experiment, 8, (RUN,), warm=step != "report") for step in STEPS),
    Case("experiment export out --to ioh -o rows.csv", experiment, 8, (RUN,)),
    Case("audit a.amr b.amr --no-bias --runs 2 --jobs 1", many_pairs, 5, warm=False),
    *(Case(f"reduce {name} {FILES.get(name, 'one.txt')} -o out two", instance(name), 20, (), True) for name in SOURCES),
]


class Cost(NamedTuple):
    """Lines that a command runs, bytes that it finds, and bytes that it makes."""

    lines: int
    read: int
    written: int


def costs(case, folder):
    """The cost for one size and for twice as much; before that for little, unless lines of imports weigh nothing."""
    found = []
    for place, size in (("warm", min(25, case.size)), ("once", case.size), ("twice", 2 * case.size))[not case.warm :]:
        here = folder / place
        here.mkdir()
        case.made(here, size)
        for words in case.before:
            assert run(*words.format(size=size).split(), cwd=here).returncode in (0, 1), words
        before = bytes_in(here)
        lines = lines_of(*case.words.format(size=size).split(), cwd=here)
        found.append(Cost(lines, before, bytes_in(here) - before))
    return found[-2:]


def bytes_in(folder):
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def check_growth(case, folder):
    """Twice the size costs less than two and a half times."""
    once, twice = costs(case, folder)
    growth = max(2, twice.read / once.read, twice.written / once.written) if case.by_bytes else 2
    assert twice.lines < MOST / 2 * growth * once.lines, f"{once}, then {twice}"


@pytest.mark.parametrize("case", CASES, ids=[case.words for case in CASES])
def test_twice_the_size_costs_less_than_two_and_a_half_times(case, tmp_path):
    check_growth(case, tmp_path)
