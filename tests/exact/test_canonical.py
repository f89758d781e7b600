"""The canonical optimum: against the enumeration of all optima, and whatever found the first one."""

import random
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, strategies as st

from smatchproof.exact import exact, optima
from smatchproof.exact.optima import canonical_optimum, every_optimum
from smatchproof.graphs.reading import parse_graph
from smatchproof.problem.problem import AlignmentProblem
from smatchproof.problem.solution import SolveParams
from smatchproof.scoring.metrics.smatch import score_pair
from smatchproof.scoring.pairs import optima_claims
from smatchproof.scoring.settings import ScoreSettings
from tests.exact.test_optima import links_of_all
from tests.strategies import NAMES, problems, sketches

CANONICAL = ScoreSettings(canonical=True)


def sparse_problem(rng: random.Random) -> AlignmentProblem:
    """A small problem in which half of the candidates earn nothing alone."""
    rows, columns = rng.randint(1, 4), rng.randint(1, 4)
    pairs = [(i, j) for i in range(rows) for j in range(columns)]
    couples = [(p, q) for p in pairs for q in pairs if p < q and p[0] != q[0] and p[1] != q[1]]
    alone = {pair: rng.choice([0, 0, 0, 1, 2]) for pair in pairs if rng.random() < 0.5}
    return AlignmentProblem.from_weights(
        rows, columns, alone, {c: rng.randint(1, 2) for c in couples if rng.random() < 0.4}
    )


def first_by_enumeration(problem: AlignmentProblem, rank: dict) -> tuple[frozenset, int]:
    """The links of the first optimum by definition, and the number of optima."""
    known = links_of_all(problem)
    return min(known, key=lambda some: sorted(map(rank.__getitem__, some))), len(known)


def agrees(problem: AlignmentProblem, rng: random.Random) -> bool:
    """Compare with the definition under a random order; returns whether there are several optima."""
    order = rng.sample(range(len(problem.candidates)), len(problem.candidates))
    rank = {problem.candidates[p]: at for at, p in enumerate(order)}
    truth, number = first_by_enumeration(problem, rank)
    found = canonical_optimum(every_optimum(problem, exact(problem).mapping), order)
    assert {(i, j) for i, j in enumerate(found) if j is not None} == truth
    return number > 1


def test_it_is_the_first_of_all_optima(monkeypatch):
    """Also where a link earns nothing alone, and has to have one neighbour of several."""
    rows, wanting = [], optima._wanting

    def counted(problem, *rest):
        question, bound = wanting(problem, *rest)
        rows.append(question.left_size - problem.left_size)
        return question, bound

    monkeypatch.setattr(optima, "_wanting", counted)
    rng = random.Random(3)
    assert sum(agrees(sparse_problem(rng), rng) for _ in range(800)) > 100
    assert sum(map(bool, rows)) > 10


@given(problems(max_left=4, max_right=4), st.randoms(use_true_random=False))
def test_it_is_the_first_of_all_optima_under_any_weights(problem, rng):
    agrees(problem, rng)


@given(sketches(), sketches(), st.randoms(use_true_random=False))
def test_it_does_not_depend_on_the_order_of_lines(left, right, rng):
    """Branches are listed in another order; names of variables remain."""

    def written(sketch, order):
        return parse_graph(sketch.penman(NAMES, order))

    def shuffled(sketch):
        number = len(sketch.branches())
        return rng.sample(range(number), number)

    first = score_pair(written(left, None), written(right, None), CANONICAL)
    again = score_pair(written(left, shuffled(left)), written(right, shuffled(right)), CANONICAL)
    assert first.canonical and again.canonical
    assert {*first.alignment} == {*again.alignment}


TWINS = parse_graph("(a / and :op1 (d / cat) :op1 (c / cat) :op1 (b / cat))")
ONE = parse_graph("(a / and :op1 (x / cat))")


@pytest.mark.parametrize("start", ["b", "c", "d"])
def test_it_does_not_depend_on_the_solver(monkeypatch, start):
    """Whatever optimum the method finds first."""
    solved, variables = optima_claims.solved, CANONICAL.convention.triples(TWINS).variables

    def other(*question, **options):
        found = solved(*question, **options)
        mapping = tuple({"a": 0, start: 1}.get(name) for name in variables)
        return replace(found, solution=replace(found.solution, mapping=mapping))

    monkeypatch.setattr(optima_claims, "solved", other)
    assert score_pair(TWINS, ONE, CANONICAL).alignment == (("a", "a"), ("b", "x"))
    assert (start, "x") in score_pair(TWINS, ONE, ScoreSettings(every_optimum=True)).alignment


@pytest.mark.parametrize("start", [[0, 1], [1, 0]])
def test_the_first_of_the_known_optima_needs_no_search_if_nothing_comes_before_it(monkeypatch, start):
    found = every_optimum(AlignmentProblem.from_weights(2, 2, dict.fromkeys(product(range(2), repeat=2), 1), {}), start)
    monkeypatch.setattr(optima, "exact", None)
    assert len(found.alignments) == 2 and canonical_optimum(found, range(4)) == (0, 1)


def test_under_a_limit_it_is_not_called_canonical():
    problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (0, 1): 1, (1, 0): 1, (1, 1): 1}, {})
    found = every_optimum(problem, [1, 0], SolveParams(time_limit=0))
    assert canonical_optimum(found, range(4)) is None
    decided = every_optimum(problem, [1, 0])
    decided = replace(decided, alignments=decided.alignments[:1])  # so that there is a question left
    assert canonical_optimum(decided, range(4), SolveParams(time_limit=0)) is None
    found = score_pair(TWINS, ONE, replace(CANONICAL, params=SolveParams(time_limit=0)))
    assert not found.canonical
