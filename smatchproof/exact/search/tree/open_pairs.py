"""What the root leaves open: made smaller where that leaves no trace, and handed to the compiled tree search."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from smatchproof.exact.search.parts import restricted
from smatchproof.exact.search.presolve import components, is_dense, persistent, without, without_symmetry
from smatchproof.exact.search.tree.tree_search import TreeResult, search
from smatchproof.problem.problem import AlignmentProblem, picked, recount
from smatchproof.problem.proof import Branch, ProofNode, each_changed
from smatchproof.problem.solution import SolveParams, Status

_LARGEST_TO_REDUCE = 20_000
"""Looking for persistent candidates takes longer than it saves where there are more candidates than this."""


def solve_open(
    problem: AlignmentProblem,
    alive: Sequence[int],
    mapping: Sequence[int | None],
    known: int,
    params: SolveParams,
) -> TreeResult:
    """The best alignment of these candidates alone, as :mod:`smatchproof.exact.search.tree.tree_search` answers.

    Only what is worth more than `known` is looked for, which is what the best alignment known is worth, or more.
    `mapping` is that alignment, which need not be made of these candidates. A search that leaves no proof is given the
    independent parts of what persistency leaves undecided, without its symmetries, unless it is to stop at a goal.
    """
    part = restricted(problem, alive)
    start = _on(part, mapping)
    if params.proof:
        result = _tree(part, start, params, known, len(alive) == len(problem.candidates))
        if result.proof is None:
            return result
        return replace(result, proof=each_changed(result.proof, lambda node: _renumbered(node, alive)))
    # a goal is about the sum of all parts: none of them could say that it has been reached
    if len(alive) > _LARGEST_TO_REDUCE or params.at_least is not None:
        return _tree(part, start, params, known)
    return _by_components(part, start, params, known)


def _by_components(
    problem: AlignmentProblem, mapping: Sequence[int | None], params: SolveParams, known: int
) -> TreeResult:
    """Take what is persistent, solve the parts of the rest one by one, and put the alignments together."""
    deadline = None if params.time_limit is None else time.perf_counter() + params.time_limit
    taken = persistent(problem)
    found = problem.alignment(taken)
    upper_bound = value = recount(problem, found)
    rest = without(problem, taken)
    parts = components(rest)
    if not any(_is_dense(part) for part in parts):  # a dense part is searched with better means, as it is
        parts = components(without_symmetry(rest))
    nodes, status = 0, Status.OPTIMAL
    for part in parts:
        limits = replace(
            params,
            time_limit=None if deadline is None else max(0.0, deadline - time.perf_counter()),
            # one node at least: a part that is not searched would have the bound of counting alone
            node_limit=None if params.node_limit is None else max(1, params.node_limit - nodes),
        )
        # of several parts none knows what the others will earn, so that only one alone is held to `known`
        result = _tree(part, _on(part, mapping), limits, max(0, known - value) if len(parts) == 1 else 0)
        found = tuple([one if other is None else other for one, other in zip(result.mapping, found, strict=True)])
        upper_bound += result.upper_bound  # parts share no variable and no match
        nodes += result.nodes
        status = result.status if status is Status.OPTIMAL else status
    # where a limit has ended a part, the alignment of the beginning may still be the better one
    best = max(found, tuple(mapping), key=lambda alignment: recount(problem, alignment))
    return TreeResult(best, recount(problem, best), max(upper_bound, known), nodes, status)


def _is_dense(part: AlignmentProblem) -> bool:
    rows, columns = sorted(len({pair[side] for pair in part.candidates}) for side in (0, 1))
    return is_dense(rows, columns, len(part.candidates), len(part.matches))


def _tree(
    problem: AlignmentProblem, mapping: Sequence[int | None], params: SolveParams, known: int, is_whole: bool = False
) -> TreeResult:
    """The tree search, its alignment without pairs that are no candidates: they earn nothing and may be in the way."""
    result = search(problem, mapping, params, known, is_whole)
    return replace(result, mapping=_on(problem, result.mapping))


def _on(part: AlignmentProblem, mapping: Sequence[int | None]) -> tuple[int | None, ...]:
    """The pairs of an alignment that are candidates of a part."""
    return part.alignment(picked(part, mapping))


def _renumbered(node: ProofNode, original: Sequence[int]) -> ProofNode:
    """A node of a part's proof, with the number that a candidate has in the whole problem; duals name no candidates."""
    return Branch(original[node.candidate]) if isinstance(node, Branch) else node
