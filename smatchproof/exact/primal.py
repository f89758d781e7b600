"""The primal heuristic of the certified solver alone, without the tree: it knows how far it may be from the optimum."""

from __future__ import annotations

import time
from collections.abc import Iterator

from smatchproof.alignment import AlignmentProblem, Solution, SolveParams, Status
from smatchproof.alignment.method import Method
from smatchproof.exact.innards.relaxation import SCALE, SLOWER, Bound, Relaxation
from smatchproof.exact.innards.rounding import climb, dive

STEPS = 30
"""Without a time limit the multipliers are improved so often: pairs of AMRs hardly ever need as many."""
_DIVE_EVERY = 3
"""A dive is made before one step of so many."""


def primal(problem: AlignmentProblem, params: SolveParams = SolveParams()) -> Solution:
    """The best alignment read off the star relaxation while its multipliers improve, each improved by moves and swaps.

    It ends when an alignment meets the bound, which proves it optimal, after :data:`STEPS` steps or at the time limit;
    with a time limit it uses the time. The upper bound is that of the relaxation. A step is linear in the problem, but
    for sorting and for stars whose matches compete. Nothing is random: the seed changes nothing.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (0, 1): 2, (1, 0): 2}, {})
    >>> solution = primal(problem)
    >>> solution.mapping, solution.upper_bound, solution.status
    ((1, 0), 4, <Status.OPTIMAL: 'optimal'>)
    """
    start = time.perf_counter()
    problem = problem.listed()
    relaxation = Relaxation(problem)
    best, picks, upper_bound = -1, [-1] * problem.left_size, problem.trivial_bound()
    lowest, factor, offered = None, 1.0, None
    step = 0
    while True:
        bound = relaxation.bound()
        upper_bound = min(upper_bound, bound.total // SCALE)
        for offer in _offers(relaxation, bound, bound.picks != offered, step % _DIVE_EVERY == 0):
            value, improved = climb(relaxation, offer)
            if value > best:
                best, picks = value, improved
            if best == upper_bound:
                break
        step += 1
        if best == upper_bound or _is_over(params.time_limit, start, step):
            break
        factor *= 1.0 if lowest is None or bound.total < lowest else SLOWER
        lowest = bound.total if lowest is None else min(lowest, bound.total)
        offered = bound.picks
        if step == 1:
            relaxation.share_slack(bound)
        relaxation.step(bound, factor, bound.total - SCALE * (best + 1) + 1)
    mapping = tuple(None if pick < 0 else problem.candidates[pick][1] for pick in picks)
    seconds = time.perf_counter() - start
    return Solution.of(problem, mapping, upper_bound, Status.HEURISTIC, seconds=seconds)


PRIMAL = Method("primal", "primal heuristic of exact alone, with its bound", primal, options=frozenset({"time_limit"}))


def _offers(relaxation: Relaxation, bound: Bound, is_new: bool, with_dive: bool) -> Iterator[list[int]]:
    """The alignments that a bound suggests: its own picks, unless they were the same before, and those of a dive."""
    if is_new:
        yield list(bound.picks)
    if with_dive:
        yield dive(relaxation, bound)


def _is_over(time_limit: float | None, start: float, steps: int) -> bool:
    return steps >= STEPS if time_limit is None else time.perf_counter() - start > time_limit
