"""The rows of a pair, and that only the solving is timed."""

import json
from dataclasses import replace

import pytest
from msgspec import structs

from smatchproof.base.errors import InputError
from smatchproof.conventions.conventions import convention
from smatchproof.conventions.triples import Duplicates
from smatchproof.graphs.reading import parse_graph
from smatchproof.lab.experiments import pair_rows
from smatchproof.lab.experiments.made_pairs import TrapSource
from smatchproof.lab.experiments.pair_rows import run_pair
from smatchproof.lab.experiments.rows import append, flat, pair_features, read_rows, reentrancies
from smatchproof.lab.experiments.sources import SourcePair
from smatchproof.lab.generators import overlapping_digraph_pair
from smatchproof.lab.generators.colour_refinement import alike
from smatchproof.problem.problem import build_problem
from smatchproof.problem.solution import SolveParams
from smatchproof.scoring.methods.registry import METHODS, Method
from tests.lab.experiments.test_runner import plan

RINGS = TrapSource("rings", "ring", (("size", (16,)),))


def triples(text):
    return convention("smatch").triples(parse_graph(text))


# ---- features


def test_features_by_hand():
    """Two boys below `and`, one of them mentioned by the other; the other side has one boy."""
    left, right = triples("(a / and :op1 (b / boy) :op1 (c / boy :mod b))"), triples("(a / and :op1 (b / boy))")
    problem = build_problem(left, right, Duplicates.SET)
    features = pair_features(left, right, problem)
    assert (features.left_relations, features.right_relations) == (3, 1)
    assert (features.left_reentrancies, features.right_reentrancies) == (1, 0)
    assert (features.left_repeated, features.right_repeated) == (1, 0)
    assert (features.left_alike, features.right_alike) == (0, 0)
    assert (features.candidates, features.matches) == (3, 2)  # a-a, b-b, c-b; op1 with either


def test_relations_beyond_a_tree():
    assert reentrancies(triples("(a / and :op1 (b / boy :r (c / cat)) :op2 c :op3 b)")) == 2
    assert reentrancies(triples("(a / and :op1 (b / boy :r b))")) == 0  # a loop is no re-entrancy
    assert alike("xx", [("r", 0, 1)]) == 0 and alike("xx", [("r", 0, 1), ("r", 1, 0)]) == 2  # directions count


# ---- traces


def test_a_trace_tells_each_restart_that_found_more_and_the_end():
    made = overlapping_digraph_pair(12, 3, 1, 1, 0.7, 1)
    problem = build_problem(made.left, made.right, Duplicates.SET)
    for name in ("R", "S", "S+9R", "ILS"):
        solution = METHODS[name].solve(problem, SolveParams(seed=3))
        values = [moment.matched for moment in solution.trace]
        assert values[-1] == solution.matched and values == sorted(values)
        assert len({*values[:-1]}) == len(values[:-1])  # each but the last is an improvement
        for before, after in zip(solution.trace, solution.trace[1:], strict=False):
            assert before.restarts < after.restarts or name == "ILS"
            assert before.steps <= after.steps and before.seconds <= after.seconds
        assert 0 < solution.trace[-1].seconds <= solution.seconds
        assert solution == replace(solution, trace=())
    more = METHODS["S+9R"].solve(problem, SolveParams(seed=3))
    assert more.trace[-1].restarts == 10
    assert more.trace[0][:3] == METHODS["S"].solve(problem, SolveParams(seed=3)).trace[0][:3]


def test_rows_carry_traces_and_come_back_from_a_file_of_this_version(tmp_path):
    row, exact_row = run_pair(next(RINGS.pairs()), plan("S+4R", "exact"))
    assert row.trace[-1].matched == row.matched and exact_row.trace == ()
    assert flat(row)["gap"] == row.gap and flat(structs.replace(row, matched=-1))["gap"] is None
    path = tmp_path / "rows.jsonl"
    with path.open("w") as file:
        append(row, file)
    assert next(read_rows(path)) == row
    old = json.loads(path.read_text())
    del old["cluster"]
    path.write_text(json.dumps(old) + "\n")
    with pytest.raises(InputError, match=r"cluster.*run it again if its rows are those of an older"):
        list(read_rows(path))


# ---- time


def test_methods_take_turns_in_who_is_first(monkeypatch):
    asked = []

    def solver(name):
        return lambda problem, params: asked.append(name) or METHODS["S"].solve(problem, params)

    names = ("one", "two", "three")
    for name in names:
        monkeypatch.setitem(METHODS, name, Method(name, "notes that it was asked", solver(name)))
    pair_rows.load_methods(names)
    orders, graph = set(), parse_graph("(a / x)")
    for id in range(20):
        asked.clear()
        rows = run_pair(SourcePair("s", str(id), "", "l", "r", graph, graph), plan(*names))
        assert [row.method for row in rows] == [*names]
        orders.add(tuple(asked))
    assert orders == {names, ("two", "three", "one"), ("three", "one", "two")}
