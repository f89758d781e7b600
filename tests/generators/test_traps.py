"""Traps: what a pair claims is checked by solvers and by enumeration, and the real ``smatch`` is led into each of them.

The program draws from a generator of its own here, whose seed it cannot undo, so that every number is reproducible.
"""

import json
import random
from collections import Counter
from contextlib import contextmanager
from itertools import permutations
from math import comb
from typing import NamedTuple

import pytest

from smatchproof.base.errors import UsageError
from smatchproof.exact import exact
from smatchproof.exact.certificate import certificate
from smatchproof.exact.checker import check
from smatchproof.generators.traps import TRAPS
from smatchproof.generators.traps.copies import smart_start
from smatchproof.graphs.writing import write_graph
from smatchproof.problem.solution import SolveParams
from tests.peers import real_smatch, smatch_triples
from tests.reductions.case import check_amrs

SMALL = [
    ("decoys", {"size": 4}),
    ("decoys", {"size": 5, "decoys": 5}),
    ("decoys", {"size": 6, "decoys": 12, "shared": 1}),
    ("decoys", {"size": 10, "decoys": 12, "shared": 3}),
    ("bundle", {"size": 2, "relations": 1}),
    ("bundle", {"size": 5}),
    ("tournament", {"hidden": 2}),
    ("tournament", {"hidden": 5}),
    ("tournament", {"hidden": 4, "size": 5}),
    ("ring", {"size": 5}),
    ("ring", {"size": 8, "labels": 5}),
    ("circle", {"persons": 3}),
    ("circle", {"persons": 6}),
    ("names", {"persons": 2}),
    ("names", {"persons": 14}),
    ("digraph", {"size": 9, "density": 0.4, "seed": 3}),
    ("digraph", {"size": 2, "density": 0.0}),
    ("chains", {"chains": 2, "length": 2}),
    ("chains", {"chains": 5}),
    ("arms", {"arm": 3}),
    ("arms", {"arm": 4, "labels": 1}),
]
small = pytest.mark.parametrize(("family", "parameters"), SMALL, ids=str)
PROVED = ("decoys", "bundle", "tournament")


class Draws(random.Random):
    """A generator that keeps to its seed when the program asks for a new one."""

    def seed(self, *arguments):
        if arguments and arguments[0] is not None:
            super().seed(*arguments)


@contextmanager
def climber(pair, seed=1):
    """A function that has the real program climb from so many starts: the smart one and random ones, or these only."""
    with real_smatch() as (module, _), pytest.MonkeyPatch.context() as patch:
        import amr

        graphs = [amr.AMR.parse_AMR_line(write_graph(graph).replace("\n", " ")) for graph in (pair.left, pair.right)]
        for graph, prefix in zip(graphs, "ab", strict=True):
            graph.rename_node(prefix)
        triples = [each for graph in graphs for each in graph.get_triples()]
        pool = module.compute_pool(*triples, "a", "b")  # the same for all climbs, and slow
        smart = module.smart_init_mapping
        patch.setattr(module, "compute_pool", lambda *_, **__: pool)
        patch.setattr(module, "random", Draws(seed))

        def climb(starts, with_smart=True):
            module.match_triple_dict.clear()
            patch.setattr(module, "iteration_num", starts)
            by_lot = lambda candidates, *_: module.random_init_mapping(candidates)  # noqa: E731
            patch.setattr(module, "smart_init_mapping", smart if with_smart else by_lot)
            return module.get_best_match(*triples, "a", "b")[1]

        climb.smart = lambda: smart(pool[0], triples[0], triples[3])
        yield climb


def found(trap, runs, seed=1):
    """What so many runs of the program find, each of a smart and four random starts, which is its default."""
    with climber(trap.pair, seed) as climb:
        return [climb(5) for _ in range(runs)]


# ---- what a trap says of itself


@small
def test_the_pair_is_made_as_it_says(family, parameters):
    trap = TRAPS[family].make(**parameters)
    check_amrs(trap.pair)
    sizes = [triples.size for triples in trap.pair.triples()]
    lines = [write_graph(graph).replace("\n", " ") for graph in (trap.pair.left, trap.pair.right)]
    assert [smatch_triples(line) for line in lines] == sizes
    assert trap.pair.matched(trap.planted) == trap.optimum
    assert trap.name == family and parameters.items() <= trap.parameters.items()
    assert TRAPS[family].make(**trap.parameters) == trap
    if family != "decoys":
        assert sizes == [trap.optimum] * 2 and str(trap.optimum) in trap.why_optimal


@small
def test_no_alignment_is_better(family, parameters):
    trap = TRAPS[family].make(**parameters)
    solution = exact(trap.pair.problem(), SolveParams())
    assert solution.matched == solution.upper_bound == trap.optimum


@pytest.mark.parametrize(("size", "shared"), [(n, u) for u in range(3) for n in range(2 * u + 4, 2 * u + 8)])
def test_the_decoys_by_formula(size, shared):
    trap = TRAPS["decoys"].make(size=size, decoys=3 * size, shared=shared)
    left, right = trap.pair.triples()
    assert left.size == 2 + 2 * size + comb(size, 2) + size * shared
    assert right.size == 2 + 8 * size + comb(size, 2) + 3 * size * shared
    assert exact(trap.pair.problem(), SolveParams()).matched == trap.optimum == 2 + comb(size, 2)
    at_decoys = {"r": "r", **{f"x{number}": f"y{number}" for number in range(1, size + 1)}}
    assert trap.pair.matched(at_decoys) == trap.stuck < trap.optimum


def test_every_family_has_defaults_and_explains_itself():
    for name, family in TRAPS.items():
        trap = family.make()
        assert family.name == trap.name == name and family.summary and trap.why_optimal
        assert list(trap.parameters) == [parameter.name for parameter in family.parameters]
        assert all(parameter.meaning for parameter in family.parameters)
        assert (trap.stuck is not None) == (trap.failure(4) is not None) == (name in PROVED)


@pytest.mark.parametrize(
    ("family", "parameters", "complaint"),
    [
        ("ring", {"persons": 8}, "no parameter 'persons'; it has size, labels"),
        ("ring", {"size": 4}, "needs size from 5 to 1,000,000, not 4"),
        ("ring", {"size": 8.0}, "needs a whole number for size, not 8.0"),
        ("digraph", {"density": float("nan")}, "needs density from 0.0 to 1.0, not"),
        ("digraph", {"density": 1.5}, "needs density from 0.0 to 1.0, not"),
        ("decoys", {"size": 9, "shared": 3}, "no trap for less than 10 boys"),
        ("decoys", {"size": 9, "decoys": 8}, "9 boys need as many decoys"),
        ("tournament", {"hidden": 6, "size": 6}, "hide among more than 6"),
    ],
)
def test_what_is_no_trap_is_refused(family, parameters, complaint):
    with pytest.raises(UsageError, match=complaint):
        TRAPS[family].make(**parameters)


# ---- the predictions, by enumeration


def test_the_chance_of_a_start_among_decoys_is_that_of_all_its_draws():
    def few_at_home(boys, decoys, most):
        """The chance that at most so many are at home: each boy draws his girl or one of the decoys that are left."""
        if not boys:
            return most >= 0
        return (few_at_home(boys - 1, decoys, most - 1) + decoys * few_at_home(boys - 1, decoys - 1, most)) / (
            decoys + 1
        )

    for size, decoys, shared in ((4, 4, 0), (5, 9, 0), (7, 7, 1), (8, 20, 2)):
        trap = TRAPS["decoys"].make(size=size, decoys=decoys, shared=shared)
        assert trap.failure(1) == pytest.approx(few_at_home(size, decoys, shared + 1))
        bound = comb(size, shared + 2) / (decoys - size + 2) ** (shared + 2)
        assert 0 < 1 - trap.failure(1) <= bound


@pytest.mark.parametrize(("hidden", "size"), [(2, 3), (3, 4), (4, 7), (5, 6), (6, 8)])
def test_the_chance_of_a_start_in_a_tournament_is_that_of_all_permutations(hidden, size):
    stuck = sum(
        all(there[i] != i and not (there[i] < hidden and there[there[i]] == i) for i in range(hidden))
        for there in permutations(range(size))
    )
    chance = TRAPS["tournament"].make(hidden=hidden, size=size).failure(1)
    assert chance == pytest.approx(stuck / len(list(permutations(range(size)))))


@pytest.mark.parametrize(
    ("family", "parameters"),
    [
        ("decoys", {"size": 5, "decoys": 5}),
        ("decoys", {"size": 8, "decoys": 9, "shared": 1}),
        ("bundle", {"size": 2, "relations": 1}),
        ("bundle", {"size": 4, "relations": 3}),
        ("tournament", {"hidden": 3}),
        ("tournament", {"hidden": 6}),
        ("tournament", {"hidden": 6, "size": 7}),
    ],
    ids=str,
)
def test_a_climb_ends_stuck_or_at_the_optimum_as_often_as_predicted(family, parameters):
    trap = TRAPS[family].make(**parameters)
    with climber(trap.pair) as climb:
        assert climb(1) == trap.stuck
        ends = Counter(climb(1, with_smart=False) for _ in range(300))
    assert ends.keys() <= {trap.stuck, trap.optimum}
    assert as_predicted(ends[trap.stuck], 300, trap.failure(1))


def as_predicted(count, runs, chance):
    """Whether an exact binomial test lets the prediction stand."""
    from scipy.stats import binomtest

    return binomtest(count, runs, chance).pvalue >= 1e-4


# ---- the real program


def growing(family, name, sizes, **others):
    return [(family, {name: size, **others}) for size in sizes]


@pytest.mark.parametrize(
    ("family", "parameters"),
    [
        *growing("decoys", "size", [4, 9, 16], shared=0),
        *growing("bundle", "size", [2, 4, 7, 16, 20, 21], relations=5),
        *growing("tournament", "hidden", [2, 3, 4, 5, 7, 12, 16]),
        *growing("ring", "size", [5, 6, 12]),
        *growing("ring", "size", [5, 8], labels=3),
        *growing("circle", "persons", [3, 4, 8, 12]),
        *growing("names", "persons", [2, 3, 5, 8, 16, 17, 24]),
        *growing("chains", "chains", [2, 3, 5, 9]),
        *growing("chains", "chains", [2, 4], length=2),
        *growing("arms", "arm", [3, 5, 8]),
        *growing("arms", "arm", [3, 6], labels=1),
    ],
    ids=str,
)
def test_the_smart_start_misses_whatever_order_the_set_has(family, parameters):
    trap = TRAPS[family].make(**parameters)
    with climber(trap.pair) as climb:
        assert tuple(climb.smart()) == smart_start(*trap.pair.triples())
        end = climb(1)
    assert end < trap.optimum
    assert trap.stuck in (None, end)


def test_among_decoys_the_real_program_finds_a_tenth():
    trap = TRAPS["decoys"].make(size=24)
    assert [end / trap.optimum for end in found(trap, 3)] == [26 / 278] * 3
    assert 26 / 278 < 0.12
    assert trap.failure(4) > 0.99


def test_eight_persons_in_a_circle_are_missed_and_their_optimum_is_certified():
    trap = TRAPS["circle"].make(persons=8)
    assert sum(end < trap.optimum for end in found(trap, 30)) >= 28
    problem = trap.pair.problem()
    solution = exact(problem, SolveParams(proof=True))
    left, right = trap.pair.triples()
    assert solution.matched == solution.upper_bound == left.size == right.size == 33
    line = certificate("circle", trap.pair.convention.signature, left, right, problem, solution)
    assert check(line)["matched"] == 33 and json.loads(line)["proof"]


# ---- measured once, by another program of the same making: (found below optimum) of (runs), smallest, mean, largest


class Row(NamedTuple):
    """Runs of ``smatch`` 1.0.4 with a smart and four random starts each, and how many runs are made to compare."""

    family: str
    parameters: dict[str, int]
    optimum: int
    smallest: int
    mean: float | None
    largest: int
    below: int
    runs: int
    again: int
    seeds: tuple[int, ...] = ()


def decoys(size, optimum, *measured):
    return Row("decoys", {"size": size}, optimum, *measured)
