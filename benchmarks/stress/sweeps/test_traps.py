"""Traps: the real ``smatch`` is led into each of them, as often as is predicted.

The program draws from a generator of its own here, whose seed it cannot undo, so that every number is reproducible.
"""

import random
from collections import Counter
from contextlib import contextmanager

import pytest

from smatchproof.lab.generators.traps import TRAPS
from smatchproof.lab.heuristics.search_index import SearchIndex
from smatchproof.lab.heuristics.starts import concept_start
from smatchproof.public import write_graph
from tests.peers import real_smatch


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
    """Test whether an exact binomial test lets the prediction stand."""
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
