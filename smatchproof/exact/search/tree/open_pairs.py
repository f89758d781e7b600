"""What the root leaves open: closed by a linear program at once, or handed to the compiled tree search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from smatchproof.exact.core.node_bound import NodeBound
from smatchproof.exact.search.magnitude import largest_scale
from smatchproof.exact.search.parts import restricted
from smatchproof.exact.search.tree.dense_block import NONE
from smatchproof.exact.search.tree.node_bounding import ROOT_ITERATIONS, whole_program
from smatchproof.exact.search.tree.tree_search import SCALE, TreeResult, search
from smatchproof.exact.search.turned import turned
from smatchproof.problem.problem import AlignmentProblem, picked
from smatchproof.problem.proof import Branch, Duals, ProofNode, WrittenNode, each_changed
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


def closing_duals(problem: AlignmentProblem, alive: Sequence[int], known: int) -> Duals | None:
    """The duals which prove that no alignment of these candidates is worth more than `known`; ``None`` if not at once.

    They are those of one linear program after few iterations. Linear in the problem, but for an assignment.
    """
    scale = largest_scale(problem, SCALE)
    if not scale:
        return None
    candidates = turned(problem)
    program = whole_program(candidates)
    is_alive = {*alive}
    program.keep({p for p in range(program.candidates) if candidates.original_number(p) in is_alive})
    program = program.child(NONE, NONE)
    program.iterate(ROOT_ITERATIONS)
    proved, target = NodeBound(program, scale), scale * (known + 1)
    return Duals(scale, *map(list, proved.duals(candidates, (), target))) if proved.bound < target else None


def _on(part: AlignmentProblem, mapping: Sequence[int | None]) -> tuple[int | None, ...]:
    """The pairs of an alignment that are candidates of a part."""
    return part.alignment(picked(part, mapping))


def _renumbered(node: ProofNode | WrittenNode, original: Sequence[int]) -> ProofNode | WrittenNode:
    """A node of a part's proof, with the number that a candidate has in the whole problem; duals name no candidates."""
    return Branch(original[node.candidate]) if isinstance(node, Branch) else node
