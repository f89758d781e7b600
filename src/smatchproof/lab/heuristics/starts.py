"""Initial alignments of searches: random ones, and the smart start of Cai & Knight (2013, Section 3)."""

from __future__ import annotations

import random

from smatchproof.lab.heuristics.search_index import SearchIndex
from smatchproof.public import Pair, SolveParams


def stream(params: SolveParams, purpose: str) -> random.Random:
    """Return a generator of random numbers for one purpose: it depends on the seed and on the purpose only.

    So the random numbers of one part of a method do not change those of another part.

    >>> [stream(SolveParams(seed=1), purpose).randrange(100) for purpose in ("smart", "random", "smart")]
    [90, 65, 90]
    """
    return random.Random(f"{params.seed}/{purpose}")


def run_seed(seed: int, source: str, pair: str) -> int:
    """Return the seed of methods for a pair when a row says `seed`.

    Different pairs get different random numbers, and methods with the same seed the same ones, so that on every pair
    ``S+4R`` never finds less than ``S``. The result is valid for ``smatchproof score --seed``.

    >>> run_seed(0, "news", "s.1") == run_seed(0, "news", "s.1") != run_seed(0, "news", "s.2")
    True
    """
    return random.Random(f"run {seed} {source!r} {pair!r}").randrange(2**31)


def random_start(search_index: SearchIndex, rng: random.Random) -> list[int]:
    """Return a random place of each left variable, or -1. Linear in the number of candidates.

    Each left variable in turn takes one of its free candidates, all equally likely, or -1 if none is free.

    >>> from smatchproof.public import AlignmentProblem
    >>> search_index = SearchIndex(AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (0, 1): 1, (1, 1): 1}, {}))
    >>> sorted({tuple(random_start(search_index, random.Random(seed))) for seed in range(20)})
    [(0, 1), (1, -1)]
    """
    return _completed(search_index, [-1] * len(search_index.rows), rng)


def smart_start(search_index: SearchIndex, rng: random.Random, in_order: bool = False) -> list[int]:
    """Return the :func:`concept_start`, with the other variables placed at random as in :func:`random_start`.

    >>> from smatchproof.public import AlignmentProblem
    >>> problem = AlignmentProblem.from_weights(3, 3, {(0, 1): 1, (0, 2): 3, (2, 1): 1, (2, 2): 1}, {})
    >>> smart_start(SearchIndex(problem), random.Random(0))
    [1, -1, 2]
    """
    return _completed(search_index, concept_start(search_index, in_order), rng)


def concept_start(search_index: SearchIndex, in_order: bool = False) -> list[int]:
    """Return places where each left variable in turn takes a free right variable with the same concept, or -1.

    This is the start of Cai & Knight (2013). If several right variables have the concept, the paper takes the first
    available one (`in_order`: in the order of the text). Their program takes the first one in a Python set of the
    candidates' numbers: up to 4 candidates come in the order of their remainders by 8, and so on with powers of two for
    more (in CPython). Such a set is made here, too, so that both starts are equal.
    In a problem without concepts (:attr:`~smatchproof.problem.problem.AlignmentProblem.same_concept`) a positive unary
    weight counts as a common concept. Linear in the number of candidates.
    """
    places = [-1] * len(search_index.rows)
    taken, known = set(), search_index.problem.same_concept
    for left, candidates in enumerate(search_index.rows):
        alike = _alike(search_index, candidates, known)
        for right in sorted(alike) if in_order else _as_visited(search_index, candidates, alike):
            if right in alike and right not in taken:
                places[left] = right
                taken.add(right)
                break
    return places


def _alike(search_index: SearchIndex, candidates: list[int], known: frozenset[Pair] | None) -> list[int]:
    """The right variables with the concept of a left one, given its candidates."""
    problem = search_index.problem
    pairs = problem.candidates
    if known is None:
        return [pairs[p][1] for p in candidates if problem.unary[p]]
    return [pairs[p][1] for p in candidates if pairs[p] in known]


def _as_visited(search_index: SearchIndex, candidates: list[int], alike: list[int]) -> set[int]:
    """A set of the right variables of candidates, filled in the order of the program: first those with the same
    concept, then those with a common attribute, then the others.
    """
    right, unary = search_index.right, search_index.problem.unary
    visited = set(alike)
    for has_own in (True, False):
        for p in candidates:
            if bool(unary[p]) is has_own:
                visited.add(right[p])
    return visited


def _completed(search_index: SearchIndex, places: list[int], rng: random.Random) -> list[int]:
    """The same places, with random ones for variables without a place that have free candidates."""
    right = search_index.right
    taken = set(places)
    for left, candidates in enumerate(search_index.rows):
        if places[left] < 0:
            free = [right[p] for p in candidates if right[p] not in taken]
            if free:
                places[left] = rng.choice(free)
                taken.add(places[left])
    return places
