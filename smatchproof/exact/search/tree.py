"""Tree search for hard pairs: branch and bound on the star bound, compiled."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from smatchproof.alignment import AlignmentProblem, SolveParams, Status, recount
from smatchproof.alignment.proof import Leaf, Proof, ProofOutcome
from smatchproof.exact.search.limits import Clock, TooLargeError
from smatchproof.exact.search.magnitude import largest_scale
from smatchproof.exact.search.optimum_pass import OptimumPass
from smatchproof.exact.search.proof_pass import ProofPass
from smatchproof.exact.search.turned import columns_of, mapping_of, turned

__all__ = ["PROOF_SCALE", "SCALE", "TooLargeError", "TreeResult", "search"]

SCALE = 10_000
"""Multipliers and bounds are integers in units of 1 / SCALE, or of less where 64 bits would not hold them."""
PROOF_SCALE = 840
"""The same in proofs, where small numbers are worth more than fine steps."""


@dataclass(frozen=True, slots=True)
class TreeResult:
    """The answer of :func:`search`.

    * `mapping`: the right partner of each left variable, ``None`` where there is none; `matched`: its recounted value.
    * `upper_bound`: no alignment is worth more; when the tree was finished, `matched` or, if that is more, what was
      known before.
    * `nodes`: of the tree, the root included; `status`: OPTIMAL, TIME_LIMIT, NODE_LIMIT, or DECIDED at a goal.
    * `proof`: see :mod:`smatchproof.alignment.proof`; ``None`` if not asked for, if the tree was not finished, or if
      too long. `outcome` says which.
    * `leaf`: where a proof was asked for, duals that prove `leaf_bound`, which may be higher than `upper_bound`.
    """

    mapping: tuple[int | None, ...]
    matched: int
    upper_bound: int
    nodes: int
    status: Status
    proof: Proof | None = None
    outcome: ProofOutcome = ProofOutcome.NOT_ASKED
    leaf: Leaf | None = None
    leaf_bound: int = 0


def search(problem: AlignmentProblem, mapping: Sequence[int | None], params: SolveParams, known: int = 0) -> TreeResult:
    """The best alignment, proved by a tree search; `mapping` is an alignment to start from, which may be poor.

    Branch and bound, branching on all options of a row or column. A node's bound is Lagrangian: the weight of a
    match is divided between its two pairs, and what a pair's share of its matches can earn at most is a small
    assignment problem (Swoboda et al. 2017, Hutschenreiter et al. 2021, "Fusion moves for graph matching"); the dual
    steps follow Hahn & Grant 1998 in fixing by reduced costs as they go. Where no proof is asked for, and where one
    takes many nodes, linear programs divide the weights, and all processors share the nodes:
    :mod:`smatchproof.exact.search.program_tree`. The incumbent comes from robust tabu search (Taillard 1991). The time
    grows exponentially with the gap between the optimum and the bound at the root; memory is that of the matches (up to
    1 kB each) and, for each level of the tree, of the words that have changed there, or of the linear programs of open
    nodes (:data:`smatchproof.exact.search.program_tree.MOST_MATCHES`).

    `known` is a value that needs no search: of alignments that are not worth more, none is looked for, and the upper
    bound is at least `known` even where `mapping` and what is found are worth less. With an alignment that is worth
    ``params.at_least`` the search ends.

    With ``params.proof`` a second pass writes a proof, unless :meth:`SolveParams.longest_proof` is 0. The time limit is
    for the whole; the answer of a limited search is an interval. Raises ``ValueError`` when `mapping` is no
    alignment, and :class:`TooLargeError` where 64 bits do not hold all intermediate values. Deterministic, but for the
    time limit. The first call on a machine compiles for some seconds.
    """
    start = time.perf_counter()
    recount(problem, mapping)
    scales = [largest_scale(problem, scale) for scale in (SCALE, PROOF_SCALE)]
    if not all(scales):
        raise TooLargeError("64 bits do not hold what the compiled search would compute")
    longest = params.longest_proof(len(problem.candidates) + len(problem.matches)) if params.proof else 0
    params = replace(params, proof=longest > 0)
    candidates = turned(problem)
    clock = Clock(None if params.time_limit is None else start + params.time_limit, params.node_limit)
    columns = columns_of(candidates, mapping)
    run = OptimumPass(problem, candidates, clock, scales[0], columns, params, known)
    status = run.run()
    best = mapping_of(candidates, run.columns)
    matched = recount(problem, best)
    if status is not Status.OPTIMAL:
        bound = max(matched, run.upper_bound())
        outcome = _OUTCOMES[status]
        return TreeResult(best, matched, bound, clock.nodes, status, None, outcome, run.leaf, run.leaf_bound)
    if not params.proof:
        return TreeResult(best, matched, max(matched, known), clock.nodes, status)
    last = Clock(clock.deadline, None)
    proof, outcome = ProofPass(candidates, last, scales[1], max(matched, known), run.most, longest).run()
    bound = max(matched, known)
    return TreeResult(best, matched, bound, clock.nodes, status, proof, outcome, run.leaf, run.leaf_bound)


_OUTCOMES = {
    Status.TIME_LIMIT: ProofOutcome.TIME,
    Status.NODE_LIMIT: ProofOutcome.NODES,
    Status.DECIDED: ProofOutcome.DECIDED,
}
