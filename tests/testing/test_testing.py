"""The checks for users: all of ours pass them, and each finds what is wrong."""

import random
from dataclasses import replace

import pytest

from smatchproof.conventions.conventions import CONVENTIONS
from smatchproof.conventions.triple_draft import TripleDraft
from smatchproof.experiments.sources import DigraphsSource, GraphsSource, SourcePair, TrapSource
from smatchproof.graphs.reading import parse_graph
from smatchproof.problem.solution import Solution, Status
from smatchproof.reductions.problems.graphs import SimpleGraph
from smatchproof.reductions.problems.subgraphs import Clique
from smatchproof.reductions.to_smatch.clique import CliqueToSmatch
from smatchproof.scoring.methods.registry import METHODS
from smatchproof.scoring.metrics import entries
from smatchproof.testing import (
    check_convention,
    check_method,
    check_metric,
    check_reduction,
    check_similarity,
    check_source,
    random_graph,
    random_problem,
)
from tests.reductions.broken import VertexAsRoot, connected

SLOW = {"ilp": 20, "ilp-tight": 20}


# ---- ours pass


@pytest.mark.parametrize("name", METHODS)
def test_every_method_of_ours_passes(name):
    check_method(name, instances=SLOW.get(name, 60))


@pytest.mark.parametrize("name", CONVENTIONS)
def test_every_convention_of_ours_passes(name):
    check_convention(name, instances=150)


@pytest.mark.parametrize(
    "name", ["smatch@S+4R", *(name for entry in entries() if not entry.is_graded for name in entry.examples)]
)
def test_metrics_of_ours_pass(name):
    check_metric(name)


def test_sources_of_ours_pass():
    for source in (
        GraphsSource("graphs", 5),
        DigraphsSource("digraphs", 2, (4, 6)),
        TrapSource("circles", "circle", (("persons", (4, 8)),)),
    ):
        check_source(source)


def test_instances_are_of_all_kinds_and_the_same_for_a_seed():
    problems = [random_problem(random.Random(seed)) for seed in range(200)]
    assert problems == [random_problem(random.Random(seed)) for seed in range(200)]
    assert any(not problem.left_size for problem in problems) and any(not problem.right_size for problem in problems)
    assert any(problem.left_size and not problem.candidates for problem in problems)
    assert any(problem.matches for problem in problems)
    graphs = [random_graph(random.Random(seed)) for seed in range(50)]
    assert {len(graph.variables) for graph in graphs} == {1, 2, 3, 4}


# ---- what is wrong is found


def nothing(problem, params):
    """The method that aligns nothing, and is right about it."""
    return [None] * problem.left_size


def test_a_method_may_be_bad_but_not_wrong():
    check_method(nothing)


STATE = random.Random(0)


def test_a_method_that_depends_on_more_than_its_seed_is_found():
    with pytest.raises(AssertionError, match="with the same seed") as caught:
        check_method(lambda problem, params: [STATE.choice([None, 0]), *[None] * problem.left_size][: problem.left_size]
                     if problem.right_size else nothing(problem, params))  # fmt: skip
    assert "AlignmentProblem(left_size=" in str(caught.value)


def test_a_method_that_raises_on_what_is_empty_is_found():
    with pytest.raises(AssertionError, match="raised IndexError"):
        check_method(lambda problem, params: [problem.candidates[0][1], *[None] * (problem.left_size - 1)])


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda found: replace(found, matched=found.matched + 1, upper_bound=found.matched + 1), "claims .* worth"),
        (
            lambda found: replace(found, upper_bound=0, matched=0, mapping=(None,) * len(found.mapping)),
            "claims the bound",
        ),
        (lambda found: replace(found, status=Status.HEURISTIC), "has status heuristic, bound met: True"),
    ],
)
def test_a_built_in_method_that_lies_is_found(monkeypatch, wrong, message):
    solve = METHODS["exact"].solve
    monkeypatch.setitem(METHODS, "exact", replace(METHODS["exact"], solve=lambda *given: wrong(solve(*given))))
    with pytest.raises(AssertionError, match=message):
        check_method("exact")


def test_a_convention_that_is_wrong_is_found():
    def half(graph):
        return TripleDraft.of_concepts(graph.variables, graph.concepts[: len(graph.concepts) // 2 + 1])

    def lost(graph):
        draft = TripleDraft.of_concepts(graph.variables, graph.concepts)
        return replace(draft, variables=draft.variables[:-1])

    def twofold(graph):
        return TripleDraft.of_concepts(graph.variables, [str(STATE.random()) for _ in graph.variables])

    check_convention(half)
    with pytest.raises(AssertionError, match="of a variable that is not among its variables"):
        check_convention(lost)
    with pytest.raises(AssertionError, match="in two ways"):
        check_convention(twofold)


class Far:
    """A metric that says how far graphs are from each other."""

    name, signature = "far", "far"

    def score(self, left, right, seed=0):
        from smatchproof.problem.score import Counts

        return Counts(0, 0, 0, 0) if left == right else Counts(1, 1, 1, 1)


def test_a_distance_is_no_metric():
    with pytest.raises(AssertionError, match="far of a graph with itself"):
        check_metric(Far())


def test_a_similarity_that_is_wrong_is_found():
    check_similarity(lambda left, right: 0.5)
    with pytest.raises(AssertionError, match="expected a number from 0 to 1"):
        check_similarity(lambda left, right: 2)
    with pytest.raises(AssertionError, match="make the function symmetric"):
        check_similarity(lambda left, right: float(len(left) > len(right)))


def test_a_source_that_is_wrong_is_found():
    graph = parse_graph("(b / boy)")
    check_source(lambda number: [(graph, graph)] * number, number=3)
    with pytest.raises(AssertionError, match=r"pair 1 of .* is not that of its first call"):
        check_source(lambda: [(graph, parse_graph(f"(b / boy{STATE.random()})"))])
    with pytest.raises(AssertionError, match="expected two graphs"):
        check_source(lambda: [graph])
    with pytest.raises(AssertionError, match="raised KeyError"):
        check_source(lambda: {}["x"])
    with pytest.raises(AssertionError, match="two pairs with the id 1"):
        check_source(lambda: [SourcePair("s", "1", "", "l", "r", graph, graph)] * 2)
    with pytest.raises(AssertionError, match="planted with what is no alignment"):
        both = parse_graph("(a / x :ARG0 (b / y))")
        check_source(lambda: [SourcePair("s", "1", "", "l", "r", both, both, {"a": "a", "b": "a"})])


def test_a_reduction_that_is_wrong_is_found():
    with pytest.raises(AssertionError, match="the optimum"):
        check_reduction(VertexAsRoot, connected, instances=40, lost=0)


@pytest.mark.parametrize(
    ("read", "words"), [(lambda *_: None, "an alignment gives no evidence"), (lambda *_: 1 // 0, "ZeroDivisionError")]
)
def test_what_a_reduction_raises_or_leaves_out_is_shown_with_the_source(read, words):
    with pytest.raises(AssertionError, match=rf"{words}.*\n  Clique\("):
        check_reduction(type("Reads", (CliqueToSmatch,), {"read": read}), lambda _: Clique(SimpleGraph.of(1, []), 1))


def test_gadgets_that_are_missing_are_named():
    class Forgets(VertexAsRoot):
        @classmethod
        def apply(cls, source, **options):
            made = super().apply(source, **options)
            del made.gadgets["left h0"]
            return made

    with pytest.raises(AssertionError, match="the gadgets of broken and the variables of its graphs differ in left h0"):
        check_reduction(Forgets, connected)


def test_a_solution_needs_no_more_than_its_alignment():
    check_method(lambda problem, params: Solution((None,) * problem.left_size, 99, 99, Status.OPTIMAL))
    with pytest.raises(AssertionError, match="returned no one-to-one alignment"):
        check_method(
            lambda problem, params: [0] * problem.left_size if problem.right_size else nothing(problem, params)
        )
