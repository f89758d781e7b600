"""Alignments near the solution of a linear program: rounded, climbed from, and changed where it is undecided."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from smatchproof.exact.core.candidates import Candidates
from smatchproof.exact.core.climb import Climb
from smatchproof.exact.search.slices import CANDIDATES, in_slices

Tick = Callable[[], object]

STEPS_IN_VAIN = 2000
"""A random walk ends after so many steps without a gain: a tenth of a second for a document. After 500, one in ten
documents of 30 pairs of sentences (PARA) has not found its optimum at the root, and takes 27 nodes, not 3."""
CHANGED = 4
"""A step of it takes so many candidates that match each other, at most."""


def climb_on(climb: Climb, candidates: int, tick: Tick) -> int:
    """Climb as far as changes gain. Answers what the alignment is worth."""
    gained = 1
    while gained:  # a change may make room for others that a sweep has passed
        gained = 0
        for first, last in in_slices(candidates, CANDIDATES):
            tick()
            gained += climb.sweep(first, last)
    return climb.value


def wander(
    climb: Climb, part: Candidates, begin: Sequence[int], undecided: Sequence[int], seed: int, tick: Tick
) -> tuple[int, list[int]]:
    """The best alignment of a random walk from one of a part: what it is worth, and the column of each row, or -1.

    A step takes an undecided candidate, some that match along a path from it, and of the alignment what competes with
    none of these, and climbs; where that loses nothing the walk goes on from there (iterated local search, Lourenco et
    al. 2003).
    """
    rng = Random(seed)
    climb.begin(begin)
    best, rest = climb.value, STEPS_IN_VAIN if undecided else 0
    climb.save()
    while rest:
        rest -= 1
        path = [rng.choice(undecided)]
        while len(path) < CHANGED and (partners := part.partners(path[-1])):
            path.append(rng.choice(partners))
        climb.begin_near(path)
        value = climb_on(climb, part.candidates, tick)
        # >=: many alignments are worth the same, and a better one may be next to any of them
        if value >= best:
            rest = STEPS_IN_VAIN if value > best else rest
            best = value
            climb.save()
    return best, climb.columns_of(is_kept=True)
