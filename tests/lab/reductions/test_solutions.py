"""Solutions as programs have written them of the pair below: files ``solutions/FORMAT.PROGRAM-VERSION.SUFFIX``."""

import re
from pathlib import Path

import pytest

from smatchproof.base.errors import InputError
from smatchproof.conventions.conventions import convention
from smatchproof.graphs.reading import parse_graph
from smatchproof.lab.reductions.from_smatch.base import TripleGraphPair
from smatchproof.lab.reductions.from_smatch.formats import FORMATS
from smatchproof.problem.problem import recount

LEFT = "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b :ARG1 (c / city)))"
RIGHT = "(w10 / want-01 :ARG0 (b20 / boy :mod (y20 / young)) :ARG1 (g30 / go-02 :ARG0 b20 :ARG1 (s40 / school)))"

FILES = sorted(Path(__file__).with_name("solutions").iterdir())
FINISHED = [path for path in FILES if "stopped" not in path.name]
BEST, MATCHED = (0, 1, 3, 4), 8

STOPPED = {
    "lp.cbc": (BEST, "Stopped on iterations"),
    "lp.cplex": ((None,) * 4, "solution limit exceeded"),
    "lp.glpsol": ((None,) * 4, "INTEGER UNDEFINED"),
    "lp.gurobi": ((0, 1, 3, None), "status 10"),
    "lp.highspy": (None, "Time limit reached"),
    "opb.clasp": ((None, None, None, 4), "SATISFIABLE"),
    "opb.minisat+": ((0, 1, 3, None), "SATISFIABLE"),
    "wcnf.clasp": ((None, 1, 4, 3), "SATISFIABLE"),
}
"""The alignment (``None`` if no variable has a value) and the status of each program that was stopped."""


def amr_pair():
    """The pair whose solutions these are. Names of matches are too long for the tables of glpsol, which break there."""
    rule = convention("smatch")
    return TripleGraphPair(*(rule.triples(parse_graph(text)) for text in (LEFT, RIGHT)), rule.duplicates)


def read(path):
    reduction = FORMATS[path.name.split(".")[0]].of_triples(amr_pair())
    return reduction, reduction.read_solution(path.read_text(encoding="utf-8"), path.name)


@pytest.mark.parametrize("path", FINISHED, ids=lambda path: path.name)
def test_the_optimum_comes_back(path):
    reduction, found = read(path)
    assert found.alignment == BEST
    assert recount(reduction.source, BEST) == MATCHED
    says_nothing = any(name in path.name for name in ("toulbar2", "minisat+"))
    assert found.claim == (None if says_nothing else MATCHED)
    no_status = any(name in path.name for name in ("toulbar2", "gurobi-sol", "pyscipopt", "lp-solve", "cliquer"))
    called = "not proved to be the most" if no_status else "the most within the gap of the solver, which says"
    assert found.remark(MATCHED).startswith(called)


@pytest.mark.parametrize("path", [path for path in FILES if path not in FINISHED], ids=lambda path: path.name)
def test_what_was_stopped_is_a_lower_bound(path):
    mapping, status = STOPPED[path.name.split("-stopped")[0]]
    if mapping is None:
        with pytest.raises(InputError, match=f"no values: the solver says '{status}'; solve the problem first"):
            read(path)
        return
    _, found = read(path)
    assert found.alignment == mapping
    assert found.remark(0).startswith(f"a lower bound: the solver says '{status}'")


@pytest.mark.parametrize("path", [path for path in FILES if path.name[:2] == "lp"], ids=lambda path: path.name)
def test_names_of_another_pair_are_an_error(path):
    """The graphs change sides: numbers would mean the same, names do not."""
    couple = amr_pair()
    other = FORMATS["lp"].of_triples(TripleGraphPair(couple.right, couple.left))
    with pytest.raises(InputError, match=r"is no variable of this problem|no values"):
        other.read_solution(path.read_text(encoding="utf-8"), path.name)


def test_an_infeasible_status_is_an_error_with_its_place():
    text = Path(__file__).with_name("solutions").joinpath("lp.cbc-2.10.8.sol").read_text(encoding="utf-8")
    with pytest.raises(InputError) as caught:
        FORMATS["lp"].of_triples(amr_pair()).read_solution(re.sub("^Optimal", "Integer infeasible", text), "s")
    assert caught.value.headline.startswith("s:1:1: the solver says 'Integer infeasible', but every exported problem")


def test_a_claimed_part_of_a_triple_counts_as_a_triple():
    """Else a false claim of less than one triple would pass."""
    lp = FORMATS["lp"].of_triples(amr_pair())
    assert [lp.claimed(value) for value in (7, 7.0000001, 7.4)] == [7, 7, 8]
