"""The exercises of the tutorial: a right answer is accepted, wrong ones are refused with a hint."""

import itertools
import json
import math
import re
import tomllib
from fractions import Fraction
from importlib import resources

import networkx
import pytest

from smatchproof.exact import exact
from smatchproof.graphs.reading import parse_graph
from smatchproof.lab.reductions.problems.satisfiability import Formula, MaxSat
from smatchproof.lab.teaching import EXERCISES, check, hint
from smatchproof.problem.pairs import GraphPair
from smatchproof.problem.solution import SolveParams
from tests.docs.exercise_answers import RIGHT, WRONG


@pytest.mark.parametrize("number", EXERCISES)
def test_a_right_answer_is_accepted_and_wrong_ones_are_refused(number):
    verdict = check(number, RIGHT[number])
    assert verdict and repr(verdict) == f"Exercise {number}: right."
    assert len(WRONG[number]) >= 3
    for answer in WRONG[number]:
        verdict = check(number, answer)
        assert not verdict and len(verdict.words) > len("not yet. ") + 10


def test_the_proof_of_a_no_need_not_come_with_an_optimal_alignment():
    record = json.loads(RIGHT[5])
    record |= {"matched": 0, "at_most": 4, "alignment": []}
    assert check(5, json.dumps(record))


NATURAL = [
    *((1, form) for form in ("24", 24.0, " 24 ", Fraction(24))),
    *((2, form) for form in ("8/11", "8 / 11", 8 / 11, "0.7272727272727273", "0.72727273")),
    *((6, form) for form in ([6, 9], ("6", "9"), (6.0, 9.0))),
    (8, [[1, 2], [1.0, -2.0], ["-1", "2"], (-1, -2)]),
    (9, ([[0, 2], [1, 2]], [{0, 1}, (0, 2)])),
    *((11, form) for form in ("FTF", "010", [0, 1, 0])),
    *((12, form) for form in ([1.0, 0.0, 2.0], ("1", "0", "2"), (Fraction(1), 0, 2))),
    *((13, form) for form in (("3", {0}), (3, [1]), [3.0, (2,)])),
    (14, [0, 1, 6, 8, 5, 7, 2, 3, 4, 0]),
    (15, ((4, 2, 2), (3, 3, 2))),
    *((16, form) for form in ([0, 2], ["0", "2"])),
    (25, " (C) "),
    (19, "18"),
]


@pytest.mark.parametrize(("number", "answer"), NATURAL)
def test_right_answers_may_be_written_in_any_natural_way(number, answer):
    assert check(number, answer), check(number, answer)


class Raising:
    """An answer of anybody's code, which fails wherever it is looked at."""

    def __init__(self, error):
        self.error = error

    def fail(self, *_):
        raise self.error

    __iter__ = __eq__ = __bool__ = __len__ = __call__ = __getitem__ = __int__ = __str__ = __hash__ = keys = fail


NONSENSE = [
    (0, math.nan, 0), ([], [0], {}), (None, 5, None), {0: 1, 1: 1, "": 1}, "1e99999999", 10**400, "9" * 10_000, b"6",
    math, {}, [[[[]]]], object(), Raising(RuntimeError("no")), Raising(OSError()), Raising(RecursionError()),
    Raising(SystemExit(1)), Raising(StopIteration()), Raising(MemoryError()), "\ud800", True,
]  # fmt: skip


@pytest.mark.parametrize("number", EXERCISES)
def test_nonsense_is_refused_at_once_on_one_line(number):
    for answer in [*NONSENSE, itertools.repeat((1, 2)), (each for each in (1, Raising(OSError())))]:
        verdict = check(number, answer)
        assert not verdict and verdict.words.startswith("not yet. ") and verdict.words.isprintable()


def test_what_was_to_be_given_is_said():
    assert check(3, "c=s").words == "not yet. A dictionary or a list of pairs is asked for."
    for words, which in (("exercises 1 to 29, not 0", (0,)), ("hints 1 and 2, not 3", (2, 3))):
        with pytest.raises(ValueError, match=words):
            hint(*which)


def greedy(size, edges):
    """No reduction: it lets a greedy colouring decide."""
    colours = {}
    for vertex in range(size):
        near = {colours[a + b - vertex] for a, b in edges if vertex in (a, b) and a + b - vertex in colours}
        colours[vertex] = min({0, 1, 2, 3, 4, 5, 6, 7} - near)
    return "(a / x)", "(b / x)", 2 if max(colours.values()) < 3 else 3


def test_a_reduction_that_is_wrong_for_larger_graphs_is_refused():
    assert "the instance: vertices 7, edges [" in check(20, greedy).words

    def careless(size, edges):
        return RIGHT[20](size, edges) if size < 7 else ("(a / x)", "(b / x)", 2)

    assert "the instance: vertices 7, edges [" in check(20, careless).words


# ---- Exercises with few answers: each of these is judged as the definition says


def accepted(number, answers):
    return [answer for answer in answers if check(number, answer)]


def test_all_assignments_all_sets_and_all_permutations_are_judged():
    clause = [bits for bits in itertools.product((False, True), repeat=3) if not (bits[0] or not bits[1] or bits[2])]
    assert accepted(11, itertools.product((False, True), repeat=3)) == clause
    ring = networkx.cycle_graph(5)
    sets = [[*some] for size in range(6) for some in itertools.combinations(ring, size)]
    assert accepted(16, sets) == [some for some in sets if networkx.cut_size(ring, some) == 4]
    rows = [[int(digit) for digit in row] for row in re.findall(r"\b[01]{3}\b", EXERCISES[12].text)]
    one, other = rows[:3], rows[3:]
    worth = {
        each: sum(one[i][k] * other[each[i]][each[k]] for i, k in itertools.product(range(3), repeat=2))
        for each in itertools.permutations(range(3))
    }
    assert accepted(12, worth) == [each for each in worth if worth[each] == max(worth.values())]


def test_all_tours_of_the_petersen_graph_without_a_vertex_are_right_and_no_others():
    graph = networkx.petersen_graph()
    tours = [(0, *rest) for rest in itertools.permutations(range(1, 9)) if graph.has_edge(0, rest[0])]
    right = [tour for tour in tours if networkx.is_path(graph, [*tour, 0])]
    assert right and [tour for tour in tours if check(14, [*tour])] == right


# ---- What is said of wrong answers


def colourable(size, edges):
    return any(all(c[a] != c[b] for a, b in edges) for c in itertools.product(range(3), repeat=size))


@pytest.mark.parametrize("function", WRONG[20])
def test_the_first_counterexample_is_the_smallest_there_is(function):
    for size in range(1, 5):
        couples = [*itertools.combinations(range(size), 2)]
        for edges in itertools.chain(*(itertools.combinations(couples, m) for m in range(len(couples) + 1))):
            left, right, least = function(size, [*edges])
            best = exact(GraphPair(parse_graph(left), parse_graph(right)).problem(), SolveParams()).matched
            if (best >= least) != colourable(size, edges):
                shown = re.search(r"the instance: vertices (\d+), edges (\[.*?\])[:;]", check(20, function).words)
                assert int(shown[1]) == size and len(eval(shown[2])) == len(edges)
                return
    raise AssertionError("right for all graphs of four vertices")


# ---- Steps of proofs


def proofs():
    text = resources.files("smatchproof.lab.teaching").joinpath("exercises.toml").read_text(encoding="utf-8")
    for number, stated in enumerate(tomllib.loads(text)["exercises"], 1):
        if "steps" in stated:
            yield number, dict(zip("abcdefghij", stated["steps"], strict=False))


@pytest.mark.parametrize(("number", "steps"), [*proofs()])
def test_every_order_is_right_in_which_each_step_follows_what_it_uses(number, steps):
    parts = [letter for letter in steps if "flaw" not in steps[letter]]
    graph = networkx.DiGraph((used, letter) for letter in parts for used in steps[letter]["uses"])
    right = {"".join(order) for order in networkx.all_topological_sorts(graph)}
    assert {*graph} == {*parts} and len(right) >= 3 and networkx.is_directed_acyclic_graph(graph)
    assert [each for each in parts if networkx.ancestors(graph, each) == {*parts} - {each}], "no step ends the proof"
    for order in map("".join, itertools.permutations(parts)):
        verdict = check(number, order)
        assert bool(verdict) == (order in right)
        if order not in right:
            early = (at for at, each in enumerate(order) if networkx.ancestors(graph, each) - {*order[:at]})
            assert f"Step {order[next(early)]} is the first that stands too early" in verdict.words
    [astray] = {*steps} - {*parts}
    some = min(right)
    for at in range(len(some) + 1):
        assert f"Step {astray} is the first that is out of place" in check(number, some[:at] + astray + some[at:]).words
        assert bool(check(number, some[:at])) == (at == len(some))


# ---- Assumptions: the statement fails on what is said of each that is needed


def optimum(left, right):
    return exact(GraphPair(parse_graph(left), parse_graph(right)).problem(), SolveParams()).matched


def spider(legs, name):
    below = "".join("".join(f" :next ({name}{leg}u{at} / unit" for at in range(size)) + ")" * size
                    for leg, size in enumerate(legs))  # fmt: skip
    return f"({name} / unit{below})"


def is_19_fold(variables, *clauses):
    problem = MaxSat(Formula(variables, tuple(map(tuple, clauses))))
    most = problem.value(problem.brute_force())
    return 2 + 2 * (variables + len(clauses)) + most <= 19 * most


SAID = {
    (25, "a"): lambda: (2, optimum("(a / x)", "(b / y :r (c / x))")) == (2, 1),  # TOP by b, the concept by c
    (25, "b"): lambda: (3, optimum("(a / x :r (b / x))", "(c / x)")) == (3, 2),  # TOP and both concepts by c
    (26, "a"): lambda: check(9, ([(0, 2), (1, 2)], [(0, 1), (0, 2)])),
    (26, "b"): lambda: optimum("(a / v :e (b / v) :e (c / v))", "(d / v :e (f / v :e d :e (g / v :e f)))") < 6,
    (27, "a"): lambda: not is_19_fold(0),
    (27, "b"): lambda: not is_19_fold(8, range(1, 9)),
    (27, "c"): lambda: not is_19_fold(8, [1]),
    (28, "a"): lambda: optimum(spider((2, 2, 2, 0), "r"), spider((3, 3), "s")) == 2 * 6 + 2 - 4 + 2 == 12,
    (28, "b"): lambda: optimum(spider((1, 1), "r"), spider((1,), "s")) >= 2 * 1 + 2 - 2 + 1 == 3,
    (28, "d"): lambda: optimum(spider((), "r"), spider((0,), "s")) == 2 < 0 + 2 - 0 + 1 == 3,
    (29, "b"): lambda: optimum("(a / x :r (b / y))", "(c / x :r (d / z))") == 3,  # only the roots have equal concepts
    (29, "c"): lambda: optimum("(a / x)", "(b / y)") == 1,
}


@pytest.mark.parametrize(("number", "letter"), SAID)
def test_who_drops_an_assumption_that_is_needed_is_told_a_counterexample(number, letter):
    assert check(number, letter).words.startswith(f"not yet. Without ({letter}) the statement fails: ")
    assert SAID[number, letter]()


def test_all_assumptions_but_one_are_needed():
    for number, exercise in EXERCISES.items():
        if exercise.level == "assume":
            letters = re.findall(r"\n  - \((.)\) ", exercise.text)
            assert {letter for letter in letters if not check(number, letter)} == {*letters} - {RIGHT[number]}
            assert {letter for other, letter in SAID if other == number} == {*letters} - {RIGHT[number]}
