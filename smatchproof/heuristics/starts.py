"""Where searches start: at random, or with variables that have something in common, in the order of the text."""

from __future__ import annotations

import random

from smatchproof.alignment import SolveParams
from smatchproof.heuristics.landscape import Landscape


def stream(params: SolveParams, purpose: str) -> random.Random:
    """The random numbers for one purpose: they depend on the seed and on the purpose only.

    So what one part of a method draws does not change what another part draws after it.
    """
    return random.Random(f"{params.seed}/{purpose}")


def random_start(landscape: Landscape, rng: random.Random) -> list[int]:
    """Each left variable in turn takes one of its candidates that are still free, all equally likely; -1 if none is.

    >>> from smatchproof.alignment import AlignmentProblem
    >>> landscape = Landscape(AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (0, 1): 1, (1, 1): 1}, {}))
    >>> sorted({tuple(random_start(landscape, random.Random(seed))) for seed in range(20)})
    [(0, 1), (1, -1)]
    """
    return _completed(landscape, [-1] * len(landscape.rows), rng)


def smart_start(landscape: Landscape, rng: random.Random) -> list[int]:
    """Each left variable in turn takes the first free right variable with which it has something of its own in common;
    then those left over start at random, like in :func:`random_start`.

    In common of its own are a concept, an attribute or the top: a positive unary weight. Cai & Knight (2013) and their
    program ask for the same concept; an alignment problem does not tell what its weights come from, so that here a
    variable may also take one with which it has only an attribute in common.

    >>> from smatchproof.alignment import AlignmentProblem
    >>> landscape = Landscape(AlignmentProblem.from_weights(3, 3, {(0, 1): 1, (0, 2): 3, (2, 1): 1, (2, 2): 1}, {}))
    >>> smart_start(landscape, random.Random(0))
    [1, -1, 2]
    """
    right, unary = landscape.right, landscape.problem.unary
    places = [-1] * len(landscape.rows)
    taken = set()
    for left, candidates in enumerate(landscape.rows):
        for p in candidates:
            if unary[p] and right[p] not in taken:
                places[left] = right[p]
                taken.add(right[p])
                break
    return _completed(landscape, places, rng)


def _completed(landscape: Landscape, places: list[int], rng: random.Random) -> list[int]:
    """The same places, and random ones for those without, as far as there are free candidates."""
    right = landscape.right
    taken = set(places)
    for left, candidates in enumerate(landscape.rows):
        if places[left] < 0:
            free = [right[p] for p in candidates if right[p] not in taken]
            if free:
                places[left] = rng.choice(free)
                taken.add(places[left])
    return places
