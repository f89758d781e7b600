"""Traps: what a pair claims is checked by solvers and by enumeration, and the real ``smatch`` is led into each of them.

The program draws from a generator of its own here, whose seed it cannot undo, so that every number is reproducible.
"""

import json
import random
from collections import Counter
from contextlib import contextmanager
from itertools import permutations
from math import comb, sqrt
from statistics import fmean, mean, stdev, variance
from typing import NamedTuple

import pytest

from smatchproof.exact import exact
from smatchproof.exact.certificate import certificate, check_text
from smatchproof.generators.adversary import AdversarialSearch, AdversaryParams
from smatchproof.generators.traps import TRAPS
from smatchproof.graphs.writing import write_graph
from smatchproof.heuristics.search_index import SearchIndex
from smatchproof.heuristics.starts import concept_start
from smatchproof.problem.solution import SolveParams
from tests.generators.test_adversary import climb
from tests.generators.test_traps import PROVED
from tests.peers import real_smatch


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


def few_decoys(size, optimum, *measured):
    return Row("decoys", {"size": size, "decoys": 2 * size, "shared": 3}, optimum, *measured)


def rows(family, name, *measured, **others):
    return [Row(family, {name: size, **others}, *rest) for size, *rest in measured]


# Random digraphs are not the ones that were measured: these have as many triples.
DIGRAPHS = {16: (143, 230, 264, 367, 372, 405), 24: (35, 47, 54, 81, 86, 94), 40: (71, 75, 83)}

MEASURED = [
    decoys(4, 8, 6, 6.2, 8, 91, 100, 200),
    decoys(8, 30, 10, 10.8, 30, 96, 100, 200),
    decoys(12, 68, 14, 15.1, 68, 98, 100, 100),
    decoys(16, 122, 18, 19.0, 122, 99, 100, 50),
    decoys(24, 278, 26, 26, 26, 30, 30, 12),
    decoys(32, 498, 34, 34, 34, 12, 12, 6),
    decoys(40, 782, 42, 42, 42, 12, 12, 3),
    few_decoys(12, 68, 50, 50, 50, 100, 100, 100),
    few_decoys(24, 278, 98, 98, 98, 30, 30, 30),
    few_decoys(40, 782, 162, 162, 162, 12, 12, 12),
    *rows(
        "bundle",
        "size",
        (4, 34, 18, 32.2, 34, 11, 100, 200),
        (8, 98, 34, 77.5, 98, 32, 100, 200),
        (16, 322, 66, 165.8, 322, 61, 100, 100),
        (24, 674, 98, 251.6, 674, 22, 30, 60),
        (32, 1154, 130, None, 130, 320, 400, 40),
        (40, 1762, 162, None, 162, 336, 400, 20),
    ),
    *rows(
        "tournament",
        "hidden",
        (8, 76, 48, 71.5, 76, 16, 100, 200),
        (12, 152, 86, 128.9, 152, 35, 100, 100),
        (24, 514, 238, 363.5, 514, 6, 11, 10),
    ),
    *rows(
        "ring",
        "size",
        (6, 13, 12, 12.3, 13, 20, 30, 200),
        (8, 17, 14, 15.1, 17, 26, 30, 200),
        (16, 33, 27, 27.9, 32, 30, 30, 100),
        (40, 81, 67, 67.2, 70, 12, 12, 12),
    ),
    Row("ring", {"size": 40, "labels": 5}, 241, 171, 173.9, 190, 12, 12, 12),
    *rows(
        "circle",
        "persons",
        (4, 17, 14, 16.0, 17, 21, 30, 200),
        (8, 33, 27, 28.7, 30, 30, 30, 100),
        (20, 81, 67, 67.8, 70, 30, 30, 20),
    ),
    *rows(
        "names",
        "persons",
        (8, 42, 37, 39.3, 42, 27, 30, 100),
        (20, 102, 85, 89.2, 94, 30, 30, 30),
        (40, 202, 167, 169.3, 176, 12, 12, 8),
    ),
    Row("digraph", {"size": 16}, 114, 81, 102.6, 114, 11, 30, 15, DIGRAPHS[16]),
    Row("digraph", {"size": 24}, 217, 144, 163.7, 217, 22, 30, 10, DIGRAPHS[24]),
    Row("digraph", {"size": 40}, 564, 324, 326.7, 330, 6, 6, 3, DIGRAPHS[40]),
    *rows("chains", "chains", (4, 30, 26, 27.9, 30, 25, 30, 200), (13, 93, 80, 80.8, 85, 30, 30, 40)),
    *rows("arms", "arm", (4, 50, 39, 41.8, 50, 29, 30, 200), (20, 242, 172, 174.4, 196, 30, 30, 20)),
]


@pytest.mark.parametrize("row", MEASURED, ids=lambda row: f"{row.family} {row.parameters}")
def test_the_measured_rows(row):
    """Where the theorem predicts, both measurements are binomial; elsewhere they are samples of one distribution.

    For the latter: Fisher's exact test for the runs below the optimum and for those outside of the measured range
    (level 1e-4), and the means within four standard errors of their difference. The range is that of one digraph, so
    that other digraphs may leave it.
    """
    groups = [found(trap, row.again) for trap in traps(row)]
    assert {trap.optimum for trap in traps(row)} == {row.optimum}
    ends = [end for group in groups for end in group]
    below = sum(end < row.optimum for end in ends)
    report = f"{min(ends)}/{mean(ends):.1f}/{max(ends)} {mean(ends) / row.optimum:.3f} {below}/{len(ends)}"
    if row.family in PROVED:
        [trap] = traps(row)
        assert {*ends, row.smallest, row.largest} <= {trap.stuck, trap.optimum}
        expected = (row.below * trap.stuck + (row.runs - row.below) * trap.optimum) / row.runs
        assert row.mean is None or row.mean == pytest.approx(expected, abs=0.06)
        for count, runs in ((below, len(ends)), (row.below, row.runs)):
            assert as_predicted(count, runs, trap.failure(4)), report
        return
    assert same_chance(below, len(ends), row.below, row.runs), report
    if not row.seeds:
        assert same_chance(sum(end < row.smallest for end in ends), len(ends), 0, row.runs), report
        assert same_chance(sum(end > row.largest for end in ends), len(ends), 0, row.runs), report
    assert abs(mean(ends) - row.mean) <= 4 * standard_error(groups, row.runs) + 0.05, report


def traps(row):
    """The trap of a row; of random ones, one for each seed."""
    return [TRAPS[row.family].make(**row.parameters, **seed) for seed in [{"seed": each} for each in row.seeds] or [{}]]


def same_chance(count, runs, other, others):
    """Whether Fisher's exact test lets two counts have one probability."""
    from scipy.stats import fisher_exact

    return fisher_exact([[count, runs - count], [other, others - other]]).pvalue >= 1e-4


def standard_error(groups, others):
    """Of the difference between our mean and that of so many other runs, which were of another group if we have some.

    Then the means of groups vary by more than their runs: what is found on one digraph is not what is on the next.
    """
    if len(groups) == 1:
        return stdev(groups[0]) * sqrt(1 / len(groups[0]) + 1 / others)
    between = variance([mean(group) for group in groups])
    return sqrt(between * (1 + 1 / len(groups)))


def test_what_it_finds_is_bad_for_the_real_program_too():
    worst = AdversarialSearch(climb, params=AdversaryParams(evaluations=300, variables=6, copies=True)).run()
    with climber(worst.pair) as real:
        ends = [real(1, with_smart=False) / worst.optimum for _ in range(300)]
    assert fmean(ends) < 0.95
    assert max(ends) == 1


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
        own = concept_start(SearchIndex(trap.pair.problem()))
        assert tuple(climb.smart()) == tuple(None if place < 0 else place for place in own)
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
    assert check_text(line)["matched"] == 33 and json.loads(line)["proof"]
