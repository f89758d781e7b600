"""The certified solver: bound, alignment and proof, by the search that suits the problem.

Almost every pair of AMRs is closed at the root: after a few multiplier steps the bound meets the alignment that the
steps themselves suggest (``search.stars``). What is left of a pair goes to the tree search (``search.tree``), of a
document to linear programs (``search.documents``). Both need numbers that 64 bits hold. Where those are larger, and for
pairs where nothing is compiled, the star relaxation bounds a whole tree.

Weights are first divided by what they have in common. Whatever ends the search, the best bound so far is proved by
a leaf, so that an interval has a proof, too.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import replace
from mmap import mmap
from typing import NamedTuple

from smatchproof.base.gc_pause import gc_paused
from smatchproof.exact.core.forms import is_compiled
from smatchproof.exact.search.limits import LARGEST_TABLE, OUTCOMES, is_dense
from smatchproof.exact.search.magnitude import largest_scale
from smatchproof.exact.search.stars.branch_and_bound import LARGE, Search
from smatchproof.problem.method import Method
from smatchproof.problem.problem import AlignmentProblem, ProblemSize
from smatchproof.problem.proof import LongProof, Proof, ProofOutcome, behind, multiplied, proof_size
from smatchproof.problem.solution import Solution, SolveParams, Status

_log = logging.getLogger("smatchproof")
_TOLD = mmap(-1, 1)
"""Whether a user knows that hard pairs take longer than they need to. Forked workers share it: one of them tells."""


def exact(problem: AlignmentProblem, params: SolveParams = SolveParams()) -> Solution:
    """The optimum and, if ``params.proof`` asks for it, a proof that an independent checker can follow.

    Without limits the answer is always optimal. A time, node or memory limit returns the best alignment found with a
    proved bound, which is never above the counting bound (``AlignmentProblem.trivial_bound``). With
    ``params.at_least`` the search ends as soon as it is known whether so much can be matched, and a no has a proof of a
    bound that the alignment need not meet. The same problem and params give the same answer (a time limit aside).
    Typical AMR pairs take a fraction of a millisecond; the worst case is exponential, as it must be unless P = NP.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (1, 1): 1}, {((0, 0), (1, 1)): 1})
    >>> solution = exact(problem)
    >>> solution.mapping, solution.matched, solution.upper_bound
    ((0, 1), 3, 3)
    """
    start = time.perf_counter()
    step = problem.step
    with gc_paused():
        if step == 1:
            return _solved(problem, params, start)
        if params.at_least is not None:
            # rounded up: all values are multiples of the step, so that K asks for the next one
            params = replace(params, at_least=-(-params.at_least // step))
        # a bound is then floored to a multiple of the step, which may close the gap
        problem = problem.divided(step)
        solution = _solved(problem, params, start)
    return replace(
        solution,
        matched=step * solution.matched,
        upper_bound=step * solution.upper_bound,
        proved_bound=None if solution.proved_bound is None else step * solution.proved_bound,
        proof=None if solution.proof is None else multiplied(solution.proof, step),
    )


EXACT = Method(
    "exact",
    "certified branch and bound on the star relaxation",
    exact,
    leaves_proof=True,
    options=frozenset({"time_limit", "memory_limit", "node_limit", "proof_limit", "seed", "at_least"}),
    searches_all=True,
)


def _solved(problem: AlignmentProblem, params: SolveParams, start: float) -> Solution:
    """The solution of a problem whose weights have nothing in common."""
    search = Search(problem, params, start)
    if params.memory_limit is not None and _size(problem).memory > params.memory_limit:
        search.begin()
        return _limited(search, Status.MEMORY_LIMIT)
    # a dense block is no document, however many matches it has: RLT-1 in the tree search bounds it far better
    rows, columns = problem.left_size, problem.right_size
    is_large = search.size > LARGE and not is_dense(min(rows, columns), max(rows, columns), *_size(problem))
    if is_large:
        # first: a question for all of the left graph needs no bound where sets of bits answer it
        found = _by_containment(search)
        if found is None and is_compiled():
            found = _by_linear_programs(search)
        if found is not None:
            return found
        # from here on read one by one, at which tuples are faster
        search = Search(problem.listed(), params, start)
    status = search.run()
    if status is None and params.node_limit is not None and search.nodes >= params.node_limit:
        status = Status.NODE_LIMIT
    if status is not None:
        return _closed(search, status)
    is_wide = rows * columns > LARGEST_TABLE and is_compiled()  # uncompiled, linear programs take ten times as long
    # a large pair comes here if nothing is compiled: the root went first, as linear programs are slow then
    if (is_large or is_wide) and (found := _by_linear_programs(search)):
        return found
    if not is_wide and _has_tree_search(problem):
        return _finish(search)
    return _closed(search, search.grow())


def _size(problem: AlignmentProblem) -> ProblemSize:
    return ProblemSize(len(problem.candidates), len(problem.matches))


def _closed(search: Search, status: Status) -> Solution:
    """The solution of a search that has ended by itself or at a limit."""
    if status is Status.OPTIMAL:
        return _answer(
            search, search.floor, status, _Evidence(search.floor, tuple(search.proof)), ProofOutcome.COMPLETE
        )
    return _limited(search, status)


def _by_containment(search: Search) -> Solution | None:
    """The answer where all of the left graph is asked for, of a large problem; ``None`` where that leaves it open."""
    asked = search.params.at_least
    if asked is None or search.params.is_close:
        return None
    from smatchproof.exact.search.stars.containment import asks_for_all  # seldom asked for

    if not asks_for_all(search.problem, asked):
        return None
    search = Search(search.problem.listed(), search.params, search.start)
    status = search.decide()
    return _closed(search, status) if status is not None else _refused(search, _best_evidence(search))


def _refused(search: Search, evidence: _Evidence) -> Solution | None:
    """The answer that nothing is worth what was asked for, which a search has told whose proof is too long."""
    return _answer(search, search.floor, Status.OPTIMAL, evidence, ProofOutcome.SIZE) if search.is_refused else None


def _has_tree_search(problem: AlignmentProblem) -> bool:
    """Whether the tree search and the linear programs can be used: compiled, with 64 bits that hold their numbers."""
    # scale 1 is the coarsest: where even that may overflow, Python's integers go on
    if not largest_scale(problem, 1):
        return False
    if not is_compiled() and not _TOLD[0]:
        _TOLD[0] = 1
        _log.warning(
            "a hard pair: it takes longer where the core is not compiled; install a C compiler, and this again"
        )
    return is_compiled()


class _Evidence(NamedTuple):
    """A bound that is proved, and its proof, which may be built when it is wanted."""

    bound: int
    proof: Proof | Callable[[], Proof]


def _best_evidence(search: Search) -> _Evidence:
    """The best bound that the root of the search has proved, or that counting proves."""
    search.count()
    # not called yet: a proof is built only if it is wanted and nothing better is found
    return _Evidence(search.bound, search.bounding_proof)


def _limited(search: Search, status: Status) -> Solution:
    """What is known when a limit has ended the search."""
    # an answer always has an alignment: where there was time for none, the greedy one
    if search.best < 0:
        search.begin()
    evidence = _best_evidence(search)
    return _refused(search, evidence) or _answer(search, evidence.bound, status, evidence)


def _answer(
    search: Search, upper_bound: int, status: Status, evidence: _Evidence | None, outcome: ProofOutcome | None = None
) -> Solution:
    """The solution with that bound. `outcome` says why the evidence falls short of the best alignment, if it does.

    Without evidence a proof was too long. A search that was over decides, where its bound is not met, that nothing is
    worth what was asked for.
    """
    params, is_over = search.params, status is Status.OPTIMAL
    if is_over and upper_bound > search.best:
        status = Status.DECIDED
        if (counted := _best_evidence(search)).bound < upper_bound:  # less than was asked for: counting says no, too
            upper_bound, evidence, outcome = counted.bound, counted, None
    proof, proved, result = None, None, ProofOutcome.SIZE if params.proof else ProofOutcome.NOT_ASKED
    if params.proof and evidence is not None:
        proved, proof = evidence.bound, evidence.proof() if callable(evidence.proof) else evidence.proof
        if outcome is ProofOutcome.COMPLETE and status is Status.DECIDED:
            outcome = None  # complete, and about more than the alignment is worth
        result = ProofOutcome.COMPLETE if proved == search.best else outcome or OUTCOMES[status]
        longest = params.longest_tree if isinstance(proof, LongProof) else params.longest_proof(search.size)
        if proof_size(proof) > longest:  # with what the root has fixed before a tree
            proof, proved, result = None, None, ProofOutcome.SIZE
        elif not is_over:
            # the upper end of an interval is the bound that a checker can confirm
            upper_bound = proved
    mapping, seconds = search.mapping, time.perf_counter() - search.start
    return Solution.of(search.problem, mapping, upper_bound, status, search.nodes, seconds, proof, proved, result)


def _by_linear_programs(search: Search) -> Solution | None:
    """The solution of a large problem; ``None`` where 64 bits do not hold its numbers."""
    from smatchproof.exact.search.documents.document_node import scale_of
    from smatchproof.exact.search.documents.document_search import DocumentSearch  # few problems are as large

    problem, params = search.problem, search.params
    if not scale_of(problem):
        return None
    run = DocumentSearch(problem, params, search.start)
    status = run.run()
    # a greedy or constraint search may have found a better one before
    if run.best > search.best:
        search.take(run.mapping(), run.best)
    search.nodes = run.nodes
    search.counted = search.counted if run.counted is None else run.counted
    run.rest()  # before the answer is counted anew from the problem, which is large, too
    if run.proved_bound is None or run.upper_bound is None:  # the time was up before the first bound
        return _limited(search, status)
    if params.proof and not run.has_proof:
        return _answer(search, max(search.floor, run.upper_bound), status, None)
    # nodes are closed at the floor: no tree is asked to prove less
    evidence = _Evidence(max(search.floor, run.proved_bound), run.proof)
    if status is Status.OPTIMAL:
        outcome = ProofOutcome.COMPLETE if run.keeps_proof else ProofOutcome.SIZE
        return _answer(search, max(search.floor, run.upper_bound), status, evidence, outcome)
    # stopped early, linear programs may still be above what counting proves
    counted = _best_evidence(search)
    evidence = min(evidence, counted, key=lambda one: one.bound)
    return _answer(search, min(run.upper_bound, counted.bound), status, evidence)


def _finish(search: Search) -> Solution:
    """Let the tree search finish what the root has left open."""
    from smatchproof.exact.search.tree.open_pairs import solve_open

    params = search.params
    # limits are those of the pair: what the root has used is gone
    rest = replace(
        params,
        time_limit=params.seconds_left(search.start),
        node_limit=None if params.node_limit is None else params.node_limit - search.nodes,
    )
    assert search.open is not None
    result = solve_open(search.problem, search.open.alive, search.mapping, search.floor, rest)
    prefix = tuple(search.proof)  # the tree begins with what the root has fixed: its proof holds only below these nodes
    evidence = _best_evidence(search)
    if result.matched > search.best:
        search.take(result.mapping, result.matched)
    search.nodes += result.nodes
    # a tree that proves no less than the root is not worth its length
    if result.proof is not None and (bound := max(search.floor, result.proved_bound)) < evidence.bound:
        # nothing comes before lines that are covered: the tree says so only where the root has fixed nothing
        evidence = _Evidence(bound, behind(prefix, result.proof))
    upper_bound = min(result.upper_bound, search.bound, evidence.bound)
    # a constraint search may have said no already, without a proof
    if upper_bound > search.floor and (refused := _refused(search, evidence)):
        return refused
    return _answer(search, upper_bound, result.status, evidence, result.outcome)
