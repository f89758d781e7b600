"""Problems of some candidates of a problem, and proofs about them in the numbers of the whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from smatchproof.alignment import AlignmentProblem


def aligned(problem: AlignmentProblem, picks: Iterable[int]) -> tuple[int | None, ...]:
    """The alignment that takes these candidates: the partner of each left variable.

    >>> aligned(AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (1, 0): 1}, {}), [1])
    (None, 0)
    """
    pairs = problem.candidates
    partner = dict([pairs[p] for p in picks])
    return tuple(map(partner.get, range(problem.left_size)))


def restricted(problem: AlignmentProblem, alive: Sequence[int]) -> AlignmentProblem:
    """The problem with these candidates only, in their order; they stay candidates even if they earn nothing now."""
    number = {old: new for new, old in enumerate(alive)}
    return AlignmentProblem(
        problem.left_size,
        problem.right_size,
        tuple(problem.candidates[old] for old in alive),
        tuple(problem.unary[old] for old in alive),
        tuple((number[p], number[q], weight) for p, q, weight in problem.matches if p in number and q in number),
        problem.unit,
    )
