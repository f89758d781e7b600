"""The adversary: what it makes is natural, what it finds is bad for the method and stays so when it is run again."""

import random
import time
from collections import Counter
from dataclasses import replace
from functools import lru_cache
from math import sqrt

import pytest

from smatchproof.base.errors import UsageError
from smatchproof.conventions.conventions import convention
from smatchproof.exact import exact
from smatchproof.lab.experiments.method_adversary import search_against
from smatchproof.lab.experiments.rows import alike_variables, reentrancies, repeated_concepts
from smatchproof.lab.generators.adversary import AdversarialSearch, AdversaryParams
from smatchproof.lab.generators.adversary_graphs import EVERYDAY, Sketch, SketchSpace, _Relation
from smatchproof.lab.heuristics import HEURISTICS
from smatchproof.problem.pairs import GraphPair
from smatchproof.problem.solution import SolveParams, Status
from smatchproof.scoring.methods.registry import allowed_method
from tests.lab.reductions.checks import check_amrs
from tests.tables import tables

SPACE = SketchSpace(variables=8)


# ---- a hill-climber: one random start, then the best move or swap while it gains

problem_of = lru_cache(maxsize=2000)(GraphPair.problem)


def climb(pair, seed):
    return HEURISTICS["R"].solve(problem_of(pair), SolveParams(seed=seed)).matched


def proved(pair):
    solution = exact(pair.problem(), SolveParams())
    return solution.matched if solution.status is Status.OPTIMAL else None


# ---- what it makes


def test_its_graphs_are_natural_and_stay_so():
    rng = random.Random(1)
    sizes, concepts, changes = set(), set(), 0
    for _ in range(60):
        sketch = SPACE.random_sketch(rng)
        for _ in range(10):
            assert SPACE.allows(sketch)
            left, right = sketch.graph(), sketch.copy_graph()
            triples = convention("smatch").triples(left)
            size = len(left.variables)
            assert reentrancies(triples) <= max(1, 0.3 * size) and repeated_concepts(triples) <= max(1, 0.3 * size)
            assert max(Counter(left.concepts).values()) <= 4 and not alike_variables(triples)
            assert max(Counter(each.source for each in triples.relations).values()) <= 4
            check_amrs(GraphPair(left, right))
            pair = GraphPair(left, right)
            same = {name: name + "c" for name in left.variables}
            assert pair.matched(same) == pair.triples()[0].size == pair.triples()[1].size
            sizes.add(len(left.variables))
            concepts.update(left.concepts)
            changed = SPACE.mutated(sketch, rng)
            changes += changed != sketch
            sketch = changed
    assert max(sizes) == 8 and len(sizes) > 2
    assert concepts == set(EVERYDAY)
    assert changes == 600


def test_unnatural_graphs_are_refused():
    def allows(concepts, relations):
        return SPACE.allows(Sketch(tuple(concepts.split()), tuple(_Relation(*each, 0.0) for each in relations)))

    assert allows("want-01 boy", [("ARG0", 0, 1)]) and allows("and boy dog", [("op1", 0, 1), ("op2", 0, 2)])
    assert not [wrong for wrong in tables(__file__)["unnatural"] if allows(*wrong)]


# ---- what it finds


def test_it_finds_a_graph_whose_copy_is_missed_far_more_than_that_of_random_graphs():
    params = AdversaryParams(evaluations=300, variables=6, copies=True)
    worst = AdversarialSearch(climb, params=params).run()
    left, right = worst.pair.triples()
    assert proved(worst.pair) == worst.optimum == left.size == right.size
    assert len(left.variables) <= 6
    check_amrs(worst.pair)
    assert worst.missed == sum(end < worst.optimum for end in worst.ends) and len(worst.ends) == 300
    low, high = worst.band
    assert low < worst.miss_rate == worst.missed / 300 < high < low + 0.13
    again = sum(climb(worst.pair, 10**6 + number) < worst.optimum for number in range(300)) / 300
    assert abs(again - worst.miss_rate) <= 4 * sqrt(2 * 0.25 / 300)
    assert worst.miss_rate > worst.random_missed + 0.15


def test_pairs_of_different_graphs_are_judged_by_their_proved_optimum():
    asked, params = [], AdversaryParams(variables=6)
    worst = AdversarialSearch(climb, lambda pair: asked.append(pair) or proved(pair), params).run()
    assert worst.optimum == proved(worst.pair)
    assert worst.pair in asked and len(asked) <= params.budget == 240
    left, right = worst.pair.triples()
    assert any(pair.triples()[0].size != pair.triples()[1].size for pair in asked)
    assert left.size + right.size <= 4 * worst.optimum
    assert worst.miss_rate > worst.random_missed + 0.3


@pytest.mark.parametrize("name", ["S", "test_adversary.py:aligns_nothing"])
def test_methods_of_the_registry_and_of_users_are_searched_against(name):
    params = AdversaryParams(evaluations=80, fresh=40, variables=6)
    found = search_against(name if name == "S" else allowed_method(aligns_nothing), params).run()
    assert found.optimum == proved(found.pair) and found.missed > 0


def aligns_nothing(problem, params):
    """A user's method: it aligns nothing."""
    return [None] * problem.left_size


def test_pairs_without_a_proof_are_left_out():
    small = lambda pair: proved(pair) if len(pair.right.variables) < 6 else None  # noqa: E731
    worst = AdversarialSearch(climb, small, AdversaryParams(evaluations=60, seeds=2, variables=6, copies=False)).run()
    assert len(worst.pair.right.variables) < 6
    few = AdversaryParams(evaluations=20, seeds=1, copies=False)
    with pytest.raises(ValueError, match="had a proved optimum"):
        AdversarialSearch(climb, lambda pair: None, few).run()
    # a copy needs no proof, and a method that claims more than it has is refused
    assert AdversarialSearch(climb, None, replace(few, copies=True)).run().optimum > 0
    with pytest.raises(ValueError, match="the method claims"):
        AdversarialSearch(lambda pair, seed: pair.triples()[0].size + 1, None, replace(few, copies=True)).run()


def test_the_same_arguments_find_the_same():
    params = [AdversaryParams(evaluations=30, seeds=2, seed=seed, copies=True) for seed in (0, 0, 1)]
    found = [AdversarialSearch(climb, params=each).run() for each in params]
    assert found[0] == found[1] != found[2]


def test_the_budget_is_kept():
    shown, params = [], AdversaryParams(evaluations=40, seeds=3, fresh=7, variables=5, copies=True)
    AdversarialSearch(lambda *asked: shown.append(asked) or climb(*asked), params=params).run()
    assert len(set(shown)) == len(shown) <= 40 * 3 + 7


@pytest.mark.parametrize(
    ("params", "complaint"),
    [
        (AdversaryParams(evaluations=19, copies=True), "needs 20 evaluations or more, not 19"),
        (AdversaryParams(seeds=0, copies=True), "needs a seed or more"),
        (AdversaryParams(copies=False), "give a function that proves"),
        (AdversaryParams(variables=1, evaluations=40, copies=True), "room for two variables"),
    ],
)
def test_a_search_that_cannot_be_is_refused(params, complaint):
    with pytest.raises(UsageError, match=complaint):
        AdversarialSearch(climb, params=params).run()


# ---- limits, interrupts, and methods that draw nothing


def by_position(pair, seed):
    return pair.matched(dict(zip(pair.left.variables, pair.right.variables, strict=False)))


def test_a_method_that_draws_nothing_has_no_interval_and_few_runs():
    worst = AdversarialSearch(by_position, params=AdversaryParams(evaluations=60, variables=5, copies=True)).run()
    assert worst.is_deterministic and worst.band is None and len(worst.ends) == 20 and worst.miss_rate == 1
    drawn = AdversarialSearch(climb, params=AdversaryParams(evaluations=60, variables=6, copies=True)).run()
    assert not drawn.is_deterministic and drawn.band is not None


def test_a_limit_ends_the_search_with_the_worst_pair_so_far():
    begin = time.monotonic()
    params = AdversaryParams(evaluations=100_000, variables=5, copies=True, time_limit=1.0)
    worst = AdversarialSearch(lambda *asked: time.sleep(0.005) or by_position(*asked), params=params).run()
    assert time.monotonic() - begin < 4 and worst.missed == len(worst.ends) >= 5
