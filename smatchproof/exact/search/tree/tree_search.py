"""Tree search for hard pairs: branch and bound on linear programs, whose duals are the proof."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from smatchproof.exact.search.limits import OUTCOMES, Clock, LimitReached
from smatchproof.exact.search.magnitude import largest_scale
from smatchproof.exact.search.tree.dense_block import DenseBlock
from smatchproof.exact.search.tree.incumbent import Asked
from smatchproof.exact.search.tree.program_tree import ProgramTree
from smatchproof.exact.search.turned import columns_of, mapping_of, turned
from smatchproof.problem.problem import AlignmentProblem, recount
from smatchproof.problem.proof import Proof, ProofOutcome
from smatchproof.problem.solution import SolveParams, Status

SCALE = 10_000
"""Bounds are integers in steps of 1 / SCALE, or of less where 64 bits would not hold them."""


@dataclass(frozen=True, slots=True)
class TreeResult:
    """The answer of :func:`search`.

    * `mapping`: the right partner of each left variable, ``None`` where there is none; `matched`: its recounted value.
    * `upper_bound`: no alignment is worth more; when the tree was finished, `matched` or, if that is more, what was
      known before.
    * `nodes`: of the tree, the root included; `status`: OPTIMAL, TIME_LIMIT, NODE_LIMIT, or DECIDED at a goal.
    * `proof`: see :mod:`smatchproof.problem.proof`; it proves the `proved_bound`, which is more than `upper_bound`
      where the tree is too long for it; `outcome` says why. ``None`` if not asked for, or before the first bound.
    """

    mapping: tuple[int | None, ...]
    matched: int
    upper_bound: int
    nodes: int
    status: Status
    proof: Proof | None = None
    proved_bound: int = 0
    outcome: ProofOutcome = ProofOutcome.NOT_ASKED


def search(
    problem: AlignmentProblem,
    mapping: Sequence[int | None],
    params: SolveParams,
    known: int = 0,
    is_whole: bool = True,
) -> TreeResult:
    """The best alignment, proved by a tree search; `mapping` is an alignment to start from, which may be poor.

    Branch and bound on the options of a row or column, those with hardly any slack one by one and all others together:
    see ``branching.py``. The incumbent comes from robust tabu search (Taillard 1991). The time grows exponentially
    with the gap between the optimum and the bound at the root; memory is that of the matches, and of the linear
    programs of open nodes.

    `known` is a value that needs no search: of alignments that are not worth more, none is looked for, and the upper
    bound is at least `known` even where `mapping` and what is found are worth less. With an alignment that is worth
    ``params.at_least`` the search ends.

    The proof of a part of a problem, which then is not `is_whole`, covers no lines.

    With ``params.proof`` the tree is the proof, unless that is longer than :attr:`SolveParams.longest_tree`. The
    answer of a limited search is an interval. 64 bits have to hold all numbers (``magnitude.py``). Raises
    ``ValueError`` when `mapping` is no alignment. Deterministic, but for the time limit.
    """
    start = time.perf_counter()
    # recounted, since all that is not worth more is left out
    incumbent = max(known, recount(problem, mapping))
    scale = largest_scale(problem, SCALE)
    assert scale, "64 bits do not hold what the compiled search would compute"
    candidates, most = turned(problem), problem.trivial_bound()
    clock = Clock(params.deadline(start), params.node_limit)
    longest = max(1, params.longest_tree) if params.proof else 0  # 0 where no proof is wanted
    # one more than counting allows is never reached: the search goes on to the optimum
    goal = most + 1 if params.at_least is None else params.at_least
    columns = columns_of(candidates, mapping)
    asked = Asked(scale, params.seed, incumbent, most=scale * most, goal=goal, longest=longest)
    tree = ProgramTree(candidates, clock, asked, columns)
    try:
        _grow(tree, is_whole and params.in_full)
        status = Status.OPTIMAL
    except LimitReached as limit:
        status = limit.status
    best = mapping_of(candidates, tree.incumbent.columns)
    matched = recount(problem, best)
    # whatever has ended it: a limit may come when what is left of the gap is less than one
    is_solved = tree.bound < tree.incumbent.target()
    # between `matched` and `known` nothing was looked for, so that no bound below `known` is claimed
    upper_bound = max(matched, known if is_solved else tree.bound // scale)
    result = TreeResult(best, matched, upper_bound, clock.nodes, Status.OPTIMAL if is_solved else status)
    return _with_proof(result, tree, max(matched, known), OUTCOMES[status]) if longest else result


def _with_proof(result: TreeResult, tree: ProgramTree, goal: int, otherwise: ProofOutcome) -> TreeResult:
    """The answer with the proof of the tree that nothing is worth more than the goal, or than what was reached."""
    if tree.proof is None:
        return replace(result, outcome=otherwise)
    tree.proof.goal = goal  # the proof began with the first incumbent
    bound = tree.proof.proved_bound
    is_complete = result.status is Status.OPTIMAL and bound <= result.upper_bound
    outcome = ProofOutcome.COMPLETE if is_complete else otherwise
    proof = tree.proof.whole_proof()
    return replace(result, proof=proof, proved_bound=bound, outcome=outcome)


def _grow(tree: ProgramTree, may_cover: bool) -> None:
    """Search the tree of a problem, or its dense block, if there is one, by stronger programs.

    Where a proof is wanted that cannot be one of the block, the tree itself follows.
    """
    block = DenseBlock.of(tree.problem)
    tree.clock.count_node()
    has_proof = block is not None and may_cover and block.is_provable
    needs_tree = block is None or (tree.longest > 0 and not has_proof)
    if needs_tree:
        tree.begin()
    if block is not None:
        _solve_block(tree, block, 0 if needs_tree else tree.longest)
        # the optimum is known: nodes of a second tree, which only proves it, do not count as search
        tree.clock = Clock(tree.clock.deadline, None)
    if needs_tree:
        tree.grow()


def _solve_block(tree: ProgramTree, block: DenseBlock, longest: int) -> None:
    """Find the optimum of a tree whose problem has a dense block, by a tree of the block; maybe its proof, too."""
    known = tree.incumbent
    asked = Asked(tree.scale, known.seed, known.value, tree.bound, known.goal, longest)
    inner = ProgramTree(block.candidates(), tree.clock, asked, [None] * block.size, block)
    try:
        inner.begin()
        inner.grow()
    finally:
        # after a limit as well: what the block has found and proved until then holds
        tree.incumbent.accept(block.whole(inner.incumbent.columns))
        tree.incumbent.most = min(tree.incumbent.most, inner.bound)
        if longest:
            tree.proof = inner.proof
