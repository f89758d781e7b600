"""Problems of some candidates of a problem."""

from __future__ import annotations

from collections.abc import Sequence

from smatchproof.problem.problem import AlignmentProblem


def restricted(problem: AlignmentProblem, alive: Sequence[int]) -> AlignmentProblem:
    """The problem with these candidates only, in their order; they stay candidates even if they earn nothing now."""
    # order stays: p < q of every match does, and a proof of the part needs its numbers replaced, no more
    number = {old: new for new, old in enumerate(alive)}
    return AlignmentProblem(
        problem.left_size,
        problem.right_size,
        tuple(problem.candidates[old] for old in alive),
        tuple(problem.unary[old] for old in alive),
        tuple((number[p], number[q], weight) for p, q, weight in problem.matches if p in number and q in number),
        problem.unit,
    )
