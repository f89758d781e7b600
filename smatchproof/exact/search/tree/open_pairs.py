"""What the root leaves open, handed to the compiled tree search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from smatchproof.exact.search.parts import restricted
from smatchproof.exact.search.tree.tree_search import TreeResult, search
from smatchproof.problem.problem import AlignmentProblem, picked
from smatchproof.problem.proof import Branch, ProofNode, WrittenNode, each_changed
from smatchproof.problem.solution import SolveParams


def solve_open(
    problem: AlignmentProblem,
    alive: Sequence[int],
    mapping: Sequence[int | None],
    known: int,
    params: SolveParams,
) -> TreeResult:
    """The best alignment of these candidates alone, as :mod:`smatchproof.exact.search.tree.tree_search` answers.

    Only what is worth more than `known` is looked for, which is what the best alignment known is worth, or more.
    `mapping` is that alignment, which need not be made of these candidates. In the answer there are no pairs that are
    no candidates: they earn nothing and may be in the way.
    """
    part = restricted(problem, alive)
    is_whole = len(alive) == len(problem.candidates)
    result = search(part, _on(part, mapping), params, known, is_whole)
    proof = result.proof and each_changed(result.proof, lambda node: _renumbered(node, alive))
    return replace(result, mapping=_on(part, result.mapping), proof=proof)


def _on(part: AlignmentProblem, mapping: Sequence[int | None]) -> tuple[int | None, ...]:
    """The pairs of an alignment that are candidates of a part."""
    return part.alignment(picked(part, mapping))


def _renumbered(node: ProofNode | WrittenNode, original: Sequence[int]) -> ProofNode | WrittenNode:
    """A node of a part's proof, with the number that a candidate has in the whole problem; duals name no candidates."""
    return Branch(original[node.candidate]) if isinstance(node, Branch) else node
