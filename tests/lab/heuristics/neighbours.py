"""The neighbourhood of an alignment in plain words: slow, and the specification of the fast searches."""

from collections.abc import Iterator

from smatchproof.lab.generators import TRAPS
from smatchproof.problem.problem import AlignmentProblem, recount

COPIES = {
    "ring of 16": TRAPS["ring"].make(size=16),
    "ring of 21": TRAPS["ring"].make(size=21),
    "12 people": TRAPS["names"].make(persons=12),
    "20 people": TRAPS["names"].make(persons=20),
    "tangle of 24": TRAPS["digraph"].make(size=24, density=0.17, seed=1),
    "tangle of 30": TRAPS["digraph"].make(size=30, density=0.13),
}
"""Graphs against shuffled copies of themselves, on which heuristics go astray."""

Places = list[int]
"""The right variable of each left one, or -1."""


def value(problem: AlignmentProblem, places: Places) -> int:
    return recount(problem, [None if place < 0 else place for place in places])


def moves(problem: AlignmentProblem, places: Places) -> Iterator[Places]:
    """One left variable goes to a free right variable; in lexicographic order."""
    for left in range(problem.left_size):
        for right in range(problem.right_size):
            if right not in places:
                yield [right if number == left else place for number, place in enumerate(places)]


def swaps(problem: AlignmentProblem, places: Places) -> Iterator[Places]:
    """Two left variables take each other's place, also if one has none; in lexicographic order."""
    for left in range(problem.left_size):
        for other in range(left + 1, problem.left_size):
            swapped = list(places)
            swapped[left], swapped[other] = places[other], places[left]
            if swapped != places:
                yield swapped


def best_neighbour(problem: AlignmentProblem, places: Places) -> Places:
    """The best neighbour: the first one of the best, moves before swaps; the same places if none is better."""
    return max([places, *moves(problem, places), *swaps(problem, places)], key=lambda around: value(problem, around))


def is_local_optimum(problem: AlignmentProblem, mapping: tuple[int | None, ...]) -> bool:
    places = [-1 if right is None else right for right in mapping]
    return best_neighbour(problem, places) == places
