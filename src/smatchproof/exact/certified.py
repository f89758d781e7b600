"""The certified solver: bound, alignment and proof, by the search that suits the problem.

Almost every pair of AMRs is closed at the root: after a few multiplier steps the bound meets the alignment that the
steps themselves suggest (``search/star_search.py``). What is left of a pair goes to the tree search
(``search/lp_tree.py``), of a document to linear programs (``search/documents``). Both need numbers that 64 bits hold.
Where those are larger, and for pairs where nothing is compiled, the star relaxation bounds a whole tree.

A solver is a list of stages (:func:`_stages`). Each takes what is known and returns what is known then
(:class:`~smatchproof.exact.search.known.Known`), until that has a status. Weights are first divided by what they have
in common. Whatever ends the search, the best bound so far is proved by a leaf, so that an interval has a proof, too.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from mmap import mmap

from smatchproof.base.messages import logger
from smatchproof.base.process import gc_paused
from smatchproof.base.record import replace
from smatchproof.exact.core import is_compiled
from smatchproof.exact.search.known import Evidence, Known, Task
from smatchproof.exact.search.limits import LARGEST_TABLE, OUTCOMES, LimitReached, is_dense, largest_scale, memory_of
from smatchproof.exact.search.star_search import LARGE, star_root, star_tree
from smatchproof.problem.problem import AlignmentProblem, ProblemSize
from smatchproof.problem.proof import LongProof, ProofOutcome, multiplied, proof_size
from smatchproof.problem.solution import Method, Solution, SolveParams, Status

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
    task = Task(problem, params, start, len(problem.candidates), len(problem.matches))
    known = Known.nothing(problem)
    for stage in _stages(task):
        known = stage(task, known)
        if known.status is not None:
            break
    return to_solution(task, known)


Stage = Callable[[Task, Known], Known]


def _stages(task: Task) -> list[Stage]:
    """The stages that solve a problem. The last one always ends the search."""
    rows, columns, params = task.problem.left_size, task.problem.right_size, task.params
    needed = memory_of(ProblemSize(task.candidates, task.matches))
    if params.memory_limit is not None and needed > params.memory_limit:
        return [_out_of_memory]
    is_large = _is_large(task)
    is_wide = rows * columns > LARGEST_TABLE and is_compiled()  # uncompiled, linear programs take ten times as long
    stages: list[Stage] = [] if params.at_least is None or params.is_close else [_containment]
    if is_large and is_compiled():
        stages.append(_linear_programs)
    stages.append(star_root)
    # a large pair comes here if nothing is compiled: the root went first, as linear programs are slow then
    if is_large or is_wide:
        stages.append(_linear_programs)
    if not is_wide:
        stages.append(_lp_tree)
    return [*stages, star_tree]


def _is_large(task: Task) -> bool:
    """Test whether a problem is as large as those of documents."""
    rows, columns = sorted((task.problem.left_size, task.problem.right_size))
    # a dense block is no document, however many matches it has: RLT-1 in the tree search bounds it far better
    return task.size > LARGE and not is_dense(rows, columns, task.candidates, task.matches)


# ---- the stages


def _out_of_memory(task: Task, known: Known) -> Known:
    """A greedy alignment and the counting bound."""
    return known.with_greedy(task.problem).with_counting(task)._replace(status=Status.MEMORY_LIMIT)


def _containment(task: Task, known: Known) -> Known:
    """Where all of the left graph is asked for, look for just that, as a constraint problem.

    It leaves the problem open where less is asked for, and where it takes too many nodes.
    """
    from smatchproof.exact.search.containment import asks_for_all, decided  # seldom asked for

    if (known := known.met(task)).status:
        return known
    asked = task.params.at_least
    if asked is None or (_is_large(task) and not asks_for_all(task.problem, asked)):
        return known
    try:
        return decided(task._replace(problem=task.problem.listed()), known)
    except LimitReached as limit:
        return known._replace(status=limit.status)


def _linear_programs(task: Task, known: Known) -> Known:
    """The linear programs of documents; the problem stays open where 64 bits do not hold its numbers."""
    from smatchproof.exact.search.documents.document_node import scale_of
    from smatchproof.exact.search.documents.document_search import DocumentSearch  # few problems are as large

    problem, params = task.problem, task.params
    if not scale_of(problem):
        return known
    run = DocumentSearch(problem, params, task.start)
    status = run.run()
    mapping, value = run.incumbent.mapping(), run.incumbent.best
    run.rest()  # before the answer is counted again from the problem, which is large, too
    # a greedy or constraint search may have found a better one before
    known = known.with_alignment(mapping, value, problem)
    counted = known.counted if run.incumbent.counted is None else run.incumbent.counted
    known = known._replace(nodes=run.clock.nodes, counted=counted, status=status)
    if run.proved_bound is None or run.upper_bound is None:  # the time was up before the first bound
        return known
    floor = task.floor(known.value)
    if params.proof and not run.has_proof:
        return known._replace(result=Evidence(max(floor, run.upper_bound), None))
    # nodes are closed at the floor: no tree is asked to prove less
    result = Evidence(max(floor, run.proved_bound), run.proof)
    if status is Status.OPTIMAL:
        outcome = ProofOutcome.COMPLETE if run.keeps_proof else ProofOutcome.SIZE
        return known._replace(result=result, outcome=outcome, upper_bound=max(floor, run.upper_bound))
    # stopped early, linear programs may still be above what counting proves
    known = known.with_counting(task)
    other = known.evidence(problem)
    result = min(result, other, key=lambda one: one.bound)
    return known._replace(result=result, upper_bound=min(run.upper_bound, other.bound))


def _lp_tree(task: Task, known: Known) -> Known:
    """The compiled tree search, which finishes what the root has left open."""
    from smatchproof.exact.search.lp_tree import search

    problem, params = task.problem, task.params
    if not _has_tree_search(problem):
        return known
    # limits are those of the pair: what the root has used is gone
    rest = replace(
        params,
        time_limit=params.seconds_left(task.start),
        node_limit=None if params.node_limit is None else params.node_limit - known.nodes,
    )
    found = search(problem, known.mapping, rest, task.floor(known.value))
    known = known.with_counting(task)
    root = result = known.evidence(problem)
    known = known.with_alignment(found.mapping, found.matched, problem)._replace(nodes=known.nodes + found.nodes)
    # a tree that proves no less than the root is not worth its length
    bound = max(task.floor(known.value), found.proved_bound or 0)
    if (proof := found.proof) is not None and bound < root.bound:
        result = Evidence(bound, lambda: proof)
    upper_bound = min(found.upper_bound, known.bound, result.bound)
    return known._replace(status=found.status, result=result, outcome=found.outcome, upper_bound=upper_bound)


def _has_tree_search(problem: AlignmentProblem) -> bool:
    """Test whether the tree search can be used: compiled, with 64 bits that hold its numbers."""
    # scale 1 is the coarsest: where even that may overflow, Python's integers go on
    if not largest_scale(problem, 1):
        return False
    if not is_compiled() and not _TOLD[0]:
        _TOLD[0] = 1
        logger().warning(
            "a hard pair: it takes longer where the core is not compiled; install a C compiler, and this again"
        )
    return is_compiled()


# ---- the answer


def to_solution(task: Task, known: Known) -> Solution:
    """The solution that says what is known when a stage has ended the search."""
    problem, params, status, outcome = task.problem, task.params, known.status, known.outcome
    assert status is not None
    # an answer always has an alignment: where there was time for none, the greedy one
    known = known.with_greedy(problem) if known.value < 0 else known
    if known.result is None:
        known = known.with_counting(task)
    result = known.evidence(problem) if known.result is None else known.result
    upper_bound = result.bound if known.upper_bound is None else known.upper_bound
    is_over = status is Status.OPTIMAL
    if is_over and upper_bound > known.value:  # nothing is worth what was asked for
        status = Status.DECIDED
        known = known.with_counting(task)
        if (counted := known.evidence(problem)).bound < upper_bound:  # counting says no, too
            upper_bound, result, outcome = counted.bound, counted, None
    proof, proved, ended = None, None, ProofOutcome.SIZE if params.proof else ProofOutcome.NOT_ASKED
    if params.proof and result.proof is not None:
        proved, proof = result.bound, result.proof()
        if outcome is ProofOutcome.COMPLETE and status is Status.DECIDED:
            outcome = None  # complete, and about more than the alignment is worth
        ended = ProofOutcome.COMPLETE if proved == known.value else outcome or OUTCOMES[status]
        longest = params.longest_tree if isinstance(proof, LongProof) else params.longest_proof(task.size)
        if proof_size(proof) > longest:
            proof, proved, ended = None, None, ProofOutcome.SIZE
        elif not is_over:
            # the upper end of an interval is the bound that a checker can confirm
            upper_bound = proved
    seconds = time.perf_counter() - task.start
    return Solution.of(problem, known.mapping, upper_bound, status, known.nodes, seconds, proof, proved, ended)
