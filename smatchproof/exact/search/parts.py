"""Problems of some candidates of a problem, and proofs about them in the numbers of the whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from smatchproof.alignment import AlignmentProblem
from smatchproof.alignment.proof import Branch, Duals, Fix, Leaf, ProofNode, StarDuals


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


def renumbered(node: ProofNode, original: Sequence[int]) -> ProofNode:
    """A node of a part's proof in the numbers of the problem that the part was taken from."""
    match node:
        case Branch(candidate):
            return Branch(original[candidate])
        case Leaf(duals):
            return Leaf(with_numbers(duals, original))
        case Fix(duals):
            return Fix(with_numbers(duals, original))
        case _:
            return node


def with_numbers(duals: Duals | StarDuals, original: Sequence[int]) -> Duals | StarDuals:
    """Duals of a part in the numbers of the problem; rows and columns are those of the problem already."""
    if isinstance(duals, Duals):
        return duals
    return replace(duals, stars={original[candidate]: star for candidate, star in duals.stars.items()})
