"""Every heuristic: what it answers, that it repeats itself, that it climbs to the end, and what the names mean."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from smatchproof.conventions.conventions import convention
from smatchproof.conventions.triples import is_one_to_one
from smatchproof.exact.search.star_search import primal
from smatchproof.graphs.reading import parse_graph
from smatchproof.lab.heuristics import HEURISTICS
from smatchproof.lab.heuristics.climbing import base, starting_states
from smatchproof.lab.heuristics.search_index import SearchIndex
from smatchproof.lab.heuristics.starts import smart_start
from smatchproof.problem.problem import AlignmentProblem, build_problem, recount
from smatchproof.problem.solution import Solution, SolveParams, Status
from smatchproof.scoring.methods.registry import method
from tests.lab.heuristics.neighbours import COPIES, is_local_optimum
from tests.strategies import problems

THREE = "R:restarts=3"
SOLVERS = {name: entry.solve for name, entry in HEURISTICS.items()} | {THREE: method(THREE).solve, "primal": primal}
BASES = "Base", "F-Base"
CLIMBERS = [name for name in SOLVERS if name not in BASES]


def solved(name: str, problem: AlignmentProblem, params: SolveParams = SolveParams()) -> Solution:
    """The solution of a heuristic, after every check that holds for all of them."""
    solution = SOLVERS[name](problem, params)
    assert is_one_to_one(solution.mapping, problem.left_size, problem.right_size)
    assert {pair for pair in enumerate(solution.mapping) if pair[1] is not None} <= set(problem.candidates)
    assert solution.matched == recount(problem, solution.mapping)
    assert 0 <= solution.matched <= solution.upper_bound <= problem.trivial_bound()
    assert name == "primal" or solution.upper_bound == problem.trivial_bound()
    met = solution.matched == solution.upper_bound
    assert solution.status is (Status.OPTIMAL if met else Status.HEURISTIC)
    assert solution.nodes == 0 and solution.seconds >= 0 and solution.proof is None
    return solution


# ---- what it answers


@pytest.mark.parametrize("name", CLIMBERS)
@given(problem=problems(5, 5), seed=st.integers(0, 3))
@settings(max_examples=15)
def test_no_move_and_no_swap_improves_the_answer(name, problem, seed):
    assert is_local_optimum(problem, solved(name, problem, SolveParams(seed=seed)).mapping)


def test_base_is_the_start_of_the_climb_and_no_climb():
    #    0 --1--> 0, 1      the first in the text is taken, though the second is better
    problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (0, 1): 2, (1, 0): 2}, {})
    assert base(problem).mapping == (0, None)
    assert SOLVERS["S"](problem, SolveParams()).mapping == (1, 0)


def test_a_climb_moves_from_nowhere_and_swaps_with_nowhere():
    #    row 0 holds the only column, which is worth more to row 1
    problem = AlignmentProblem.from_weights(2, 1, {(0, 0): 1, (1, 0): 2}, {})
    assert SOLVERS["S"](problem, SolveParams()).mapping == (None, 0)


# ---- seeds


@pytest.mark.parametrize("name", ["R", THREE, "10R"])
def test_other_seeds_go_other_ways(name):
    problem = COPIES["ring of 16"].pair.problem()
    assert len({solved(name, problem, SolveParams(seed=seed)).mapping for seed in range(10)}) > 5


def test_the_smart_start_asks_for_the_same_concept():
    """The roots share TOP, and a and q an attribute; only the two cats share a concept."""
    rule = convention("smatch")
    left = rule.triples(parse_graph("(a / ant :quant 2 :mod (c / cat))"))
    right = rule.triples(parse_graph("(d / cat :mod (q / queen :quant 2) :mod (e / cat))"))
    problem = build_problem(left, right, rule.duplicates)
    assert problem.same_concept == {(1, 0), (1, 2)}
    starts = {tuple(smart_start(SearchIndex(problem), random.Random(seed))) for seed in range(20)}
    # cat takes the first cat, d; ant then has q, with the same quant, or e, with the same edge to a cat.
    assert {start[1] for start in starts} == {0} and {start[0] for start in starts} <= {1, 2}
    unknown = replace(problem, concept_keys=None)
    assert smart_start(SearchIndex(unknown), random.Random(0))[0] == 0  # TOP counts as a concept there


def test_the_starts_of_a_method_differ_and_do_not_depend_on_how_many_there_are():
    search_index = SearchIndex(COPIES["ring of 16"].pair.problem())

    def starts(smart, number):
        return [tuple(state.place) for state in starting_states(search_index, SolveParams(seed=7), smart, number)]

    assert len(set(starts(smart=False, number=10))) == 10
    assert starts(smart=False, number=9) == starts(smart=False, number=10)[:9] == starts(smart=True, number=9)[1:]
    assert starts(smart=True, number=0) == starts(smart=True, number=4)[:1]


def test_the_first_available_partner_is_that_of_the_text_or_that_of_a_set():
    for rights, of_set in (((1, 8), 8), ((7, 9), 9)):  # a small set has 8 places: 8 lies in the first, 9 in the second
        problem = AlignmentProblem.from_weights(1, 10, dict.fromkeys([(0, right) for right in rights], 1), {})
        assert (SOLVERS["F-Base"](problem).mapping, SOLVERS["Base"](problem).mapping) == ((rights[0],), (of_set,))


# ---- names


@pytest.mark.parametrize("start", ["R", "S", "F"])
@pytest.mark.parametrize("number", [1, 4, 10, 120, 999_999])
def test_restarts_are_a_parameter(start, number):
    found = method(start, restarts=number)
    assert found.solve.args[2:] == (start != "R", number, start == "F")
    paper = {("R", 1): "R", ("R", 10): "10R", ("S", 4): "S+4R"}
    assert found.name == paper.get((start, number), f"{start}:restarts={number}")
    assert method(found.name).solve.args == method(f"{start}:restarts={number}").solve.args == found.solve.args


@pytest.mark.parametrize(("name", "args"), [("R", (False, 1, False)), ("S", (True, 0, False)), ("F", (True, 0, True))])
def test_without_restarts(name, args):
    assert method(name).solve.args[2:] == args


# ---- what the better methods are for


def missed(name: str, problem: AlignmentProblem, optimum: int, seeds: int = 5) -> int:
    """The number of runs in which a method misses the optimum."""
    return sum(solved(name, problem, SolveParams(seed=seed)).matched < optimum for seed in range(seeds))


@pytest.mark.parametrize("copy", COPIES)
def test_copies_that_stop_a_climb_do_not_stop_iterated_search_and_the_primal_heuristic(copy):
    problem, optimum = COPIES[copy].pair.problem(), COPIES[copy].optimum
    assert missed("S+9R", problem, optimum) >= 2
    assert missed("ILS", problem, optimum) == 0
    assert missed("primal", problem, optimum, seeds=1) == 0
