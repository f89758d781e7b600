"""The primal heuristic of the certified solver without its tree: it reports how far it may be from the optimum."""

from __future__ import annotations

import time

from smatchproof.exact.search.star_node import SCALE, Node, part_of
from smatchproof.exact.search.star_search import SLOWER
from smatchproof.problem.method import Method
from smatchproof.problem.problem import AlignmentProblem
from smatchproof.problem.solution import Solution, SolveParams, Status

STEPS = 30
"""The number of steps that improve the multipliers without a time limit: pairs of AMRs hardly ever need as many."""
_DIVE_EVERY = 3
"""The number of steps from one dive to the next."""


def primal(problem: AlignmentProblem, params: SolveParams = SolveParams()) -> Solution:
    """Return the best of the alignments read off the star relaxation while its multipliers improve.

    Each alignment is improved by moves and swaps. The method ends when an alignment meets the bound, which proves it
    optimal, after :data:`STEPS` steps, or at the time limit if there is one. The upper bound is that of the relaxation.
    A step is linear in the problem, but for sorting and for stars whose matches compete. Nothing is random: the seed
    has no effect.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (0, 1): 2, (1, 0): 2}, {})
    >>> solution = primal(problem)
    >>> solution.mapping, solution.upper_bound, solution.status
    ((1, 0), 4, <Status.OPTIMAL: 'optimal'>)
    """
    start = time.perf_counter()
    node = Node.root(problem)
    best, mapping, upper_bound = -1, tuple[int | None, ...](), problem.trivial_bound()
    lowest, factor = None, 1.0
    step = 0
    while True:
        bound = node.relaxation.bound()
        # a step may raise the bound: the lowest one holds
        upper_bound = min(upper_bound, bound // SCALE)
        # a dive looks at every row for each candidate that it takes: it is made less often than a climb
        for search in (node.rounding.climb, node.rounding.dive)[: 2 if step % _DIVE_EVERY == 0 else 1]:
            value = search(upper_bound) if best < upper_bound else best
            if value > best:
                best, mapping = value, node.alignment()
        step += 1
        # not before the first alignment: even without any time there is an answer
        if best == upper_bound or _is_over(params.time_limit, start, step):
            break
        factor *= 1.0 if lowest is None or bound < lowest else SLOWER
        lowest = bound if lowest is None else min(lowest, bound)
        if step == 1:
            # needs the slacks of a bound, and gets stuck if repeated
            node.relaxation.share_slack()
        # the aim is a bound just below best + 1: values are whole, so that this would prove the best
        node.relaxation.step(part_of(bound - SCALE * (best + 1) + 1, factor))
    seconds = time.perf_counter() - start
    return Solution.of(problem, mapping, upper_bound, Status.HEURISTIC, seconds=seconds)


PRIMAL = Method("primal", "primal heuristic of exact alone, with its bound", primal, options=frozenset({"time_limit"}))


def _is_over(time_limit: float | None, start: float, steps: int) -> bool:
    # steps, not seconds, without a time limit: the result is then the same everywhere
    return steps >= STEPS if time_limit is None else time.perf_counter() - start > time_limit
