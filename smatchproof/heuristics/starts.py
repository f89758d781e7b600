"""Initial alignments of searches: random ones, and the smart start of Cai & Knight (2013, Section 3)."""

from __future__ import annotations

import random

from smatchproof.alignment import SolveParams
from smatchproof.heuristics.search_index import SearchIndex


def stream(params: SolveParams, purpose: str) -> random.Random:
    """The random numbers for one purpose: they depend on the seed and on the purpose only.

    So what one part of a method draws does not change what another part draws after it.

    >>> [stream(SolveParams(seed=1), purpose).randrange(100) for purpose in ("smart", "random", "smart")]
    [90, 65, 90]
    """
    return random.Random(f"{params.seed}/{purpose}")


def random_start(search_index: SearchIndex, rng: random.Random) -> list[int]:
    """Each left variable in turn takes one of its candidates that are still free, all equally likely; -1 if none is.

    The right variable of each left variable. Linear in the number of candidates.

    >>> from smatchproof.alignment import AlignmentProblem
    >>> search_index = SearchIndex(AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (0, 1): 1, (1, 1): 1}, {}))
    >>> sorted({tuple(random_start(search_index, random.Random(seed))) for seed in range(20)})
    [(0, 1), (1, -1)]
    """
    return _completed(search_index, [-1] * len(search_index.rows), rng)


def smart_start(search_index: SearchIndex, rng: random.Random) -> list[int]:
    """Each left variable in turn takes the first free right variable with which it has something of its own in common;
    then those left over start at random, like in :func:`random_start`.

    In common of its own are a concept, an attribute or the top: a positive unary weight. Cai & Knight (2013) and their
    program ask for the same concept; an alignment problem does not hold what its weights come from, so that here a
    variable may also take one with which it has only an attribute in common. Linear in the number of candidates.

    >>> from smatchproof.alignment import AlignmentProblem
    >>> problem = AlignmentProblem.from_weights(3, 3, {(0, 1): 1, (0, 2): 3, (2, 1): 1, (2, 2): 1}, {})
    >>> smart_start(SearchIndex(problem), random.Random(0))
    [1, -1, 2]
    """
    right, unary = search_index.right, search_index.problem.unary
    places = [-1] * len(search_index.rows)
    taken = set()
    for left, candidates in enumerate(search_index.rows):
        for p in candidates:
            if unary[p] and right[p] not in taken:
                places[left] = right[p]
                taken.add(right[p])
                break
    return _completed(search_index, places, rng)


def _completed(search_index: SearchIndex, places: list[int], rng: random.Random) -> list[int]:
    """The same places, and random ones for those without, as far as there are free candidates."""
    right = search_index.right
    taken = set(places)
    for left, candidates in enumerate(search_index.rows):
        if places[left] < 0:
            free = [right[p] for p in candidates if right[p] not in taken]
            if free:
                places[left] = rng.choice(free)
                taken.add(places[left])
    return places
