"""A quick first alignment: never worse than the start of hill-climbing, and often the optimum."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush
from operator import itemgetter

from smatchproof.problem.problem import AlignmentProblem, Pair, recount

Partners = Callable[[int, int], Iterable[tuple[Pair, int]]]
"""The function that yields the pairs that a pair has matches with, each with the weight of the match."""


def grow(
    seeds: Iterable[tuple[Pair, int]],
    partners: Partners,
    own: Callable[[Pair], int],
    right_of: dict[int, int] | None = None,
) -> dict[int, int]:
    """Take pairs one by one, from a seed on always the one that adds most to those already taken.

    Seeds come best first, each with its own worth; `own` returns the own worth of other pairs. A new seed is taken when
    no pair is left that has a match with those taken. Each pair that `partners` yields costs a logarithm. A dictionary
    given as `right_of` is filled as pairs are taken, so that seeds may depend on it.
    """
    right_of = {} if right_of is None else right_of
    taken = set(right_of.values())
    gain: dict[Pair, int] = {}
    for seed, worth in seeds:
        heap = [(-worth, seed)]
        while heap:
            _, (left, right) = heappop(heap)
            # a pair is pushed again with each gain: its older entries come later, and end here like those in the way
            if left in right_of or right in taken:
                continue
            right_of[left] = right
            taken.add(right)
            for pair, weight in partners(left, right):
                if pair[0] not in right_of and pair[1] not in taken:
                    gain[pair] = (gain[pair] if pair in gain else own(pair)) + weight
                    heappush(heap, (-gain[pair], pair))
    return right_of


def greedy(problem: AlignmentProblem) -> tuple[int, tuple[int | None, ...]]:
    """Return the better of two alignments: its value, and the partner of each left variable.

    The first is grown along the matches (:func:`grow`); in the second each left variable in turn takes the first free
    candidate with an own worth, as at the start of hill-climbing. Linear in the problem, but for sorting.

    >>> greedy(AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (0, 1): 2, (1, 0): 2}, {}))
    (4, (1, 0))
    """
    problem = problem.listed()
    pairs, unary = problem.candidates, problem.unary
    number = {pair: p for p, pair in enumerate(pairs)}
    matches: list[list[tuple[int, int, int]]] = [[] for _ in pairs]
    for match in problem.matches:
        matches[match[0]].append(match)
        matches[match[1]].append(match)

    def partners(left: int, right: int) -> Iterator[tuple[Pair, int]]:
        own = number[left, right]
        return ((pairs[q if p == own else p], weight) for p, q, weight in matches[own])

    # a stable sort: ties go to the first candidate, so that the result is always the same
    seeds = ((pairs[p], unary[p]) for p in sorted(range(len(pairs)), key=unary.__getitem__, reverse=True))
    grown = grow(seeds, partners, lambda pair: unary[number[pair]])
    # without partners each row takes its first free seed, so that no answer is below hill-climbing's start
    first = grow(((pair, worth) for pair, worth in zip(pairs, unary, strict=True) if worth), lambda *_: (), lambda _: 0)
    found = [tuple(map(right_of.get, range(problem.left_size))) for right_of in (grown, first)]
    # recounted from the problem: sums on the way decide only which pair comes next
    return max(((recount(problem, mapping), mapping) for mapping in found), key=itemgetter(0))
