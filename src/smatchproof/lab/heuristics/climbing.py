"""The hill-climbing of Smatch: steepest ascent from a smart start, from random starts, or from both.

Source: Cai & Knight (2013), "Smatch: an evaluation metric for semantic feature structures", Section 3.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator

from smatchproof.lab.heuristics.neighbourhood import Neighbourhood
from smatchproof.lab.heuristics.search_index import ClimbingState, SearchIndex
from smatchproof.lab.heuristics.starts import random_start, smart_start, stream
from smatchproof.public import AlignmentProblem, Moment, Solution, SolveParams, Status


def base(problem: AlignmentProblem, params: SolveParams = SolveParams(), *, in_order: bool = False) -> Solution:
    """Return the paper's ``Base``: the smart start, without a search. Linear in the size of the problem.

    `in_order` is that of :func:`~smatchproof.lab.heuristics.starts.smart_start`.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (0, 1): 2, (1, 0): 2}, {})
    >>> base(problem).mapping
    (0, None)
    """
    begin = time.perf_counter()
    bound = problem.trivial_bound()
    state = next(starting_states(SearchIndex(problem), params, True, 0, in_order))
    seconds = time.perf_counter() - begin
    return Solution.of(problem, state.mapping(), bound, Status.HEURISTIC, seconds=seconds)


def hill_climbing(
    smart: bool, random_starts: int, in_order: bool, problem: AlignmentProblem, params: SolveParams = SolveParams()
) -> Solution:
    """Return the best local optimum of climbs from a smart start (if `smart`) and from random ones, at least one.

    `in_order` is that of :func:`~smatchproof.lab.heuristics.starts.smart_start`. A start visits all candidates, a step
    those of few variables.

    The random starts draw from their own stream of random numbers: with the same seed the first of them are the same
    for all methods, and more starts never find less. A start that reaches the trivial bound is the last one. With a
    time limit the climb stops between two steps, and the result is the best alignment so far.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (0, 1): 2, (1, 0): 2}, {})
    >>> hill_climbing(True, 4, False, problem).mapping
    (1, 0)
    """
    begin = time.perf_counter()
    deadline = params.deadline(begin)
    bound = problem.trivial_bound()
    best: ClimbingState | None = None
    trace: list[Moment] = []
    steps = restarts = 0
    starts = starting_states(SearchIndex(problem), params, smart, random_starts, in_order)
    for restarts, state in enumerate(starts, 1):
        steps += climb(state, deadline)
        if best is None or state.value > best.value:
            best = state
            trace.append(Moment(restarts, steps, best.value, time.perf_counter() - begin))
        if best.value == bound or time.perf_counter() > deadline:
            break
    assert best is not None  # there is a start
    seconds = time.perf_counter() - begin
    if restarts > trace[-1].restarts:
        trace.append(Moment(restarts, steps, best.value, seconds))
    return Solution.of(problem, best.mapping(), bound, Status.HEURISTIC, seconds=seconds, trace=tuple(trace))


def starting_states(
    search_index: SearchIndex, params: SolveParams, smart: bool, more: int, in_order: bool = False
) -> Iterator[ClimbingState]:
    """Yield the smart start, if it is wanted, and then `more` random ones."""
    if smart:
        yield ClimbingState(search_index, smart_start(search_index, stream(params, "smart"), in_order))
    rng = stream(params, "random")
    for _ in range(more):
        yield ClimbingState(search_index, random_start(search_index, rng))


def climb(state: ClimbingState, deadline: float = math.inf) -> int:
    """Steepest ascent: go to the best neighbour until none is better, or until `deadline`, a time of ``perf_counter``.

    Returns the number of steps.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (0, 1): 2, (1, 0): 2}, {})
    >>> state = ClimbingState(SearchIndex(problem), [0, -1])
    >>> climb(state), state.mapping(), state.value
    (2, (1, 0), 4)
    """
    return sum(1 for _ in _steps(state, deadline))


def _steps(state: ClimbingState, deadline: float = math.inf) -> Iterator[None]:
    """Take the steps of a climb one by one."""
    if time.perf_counter() >= deadline:  # the first look at all neighbours is not free
        return
    neighbourhood = Neighbourhood(state)
    while time.perf_counter() < deadline and (step := neighbourhood.best())[0]:
        neighbourhood.exchange(*step[1:])
        yield


def climb_path(
    problem: AlignmentProblem, params: SolveParams = SolveParams()
) -> Iterator[tuple[tuple[int | None, ...], int]]:
    """Yield the alignments of a climb from the first random start, each with its value.

    The last one is a local optimum.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (0, 1): 2, (1, 0): 2}, {})
    >>> [value for _, value in climb_path(problem)]
    [1, 2, 4]
    """
    state = next(starting_states(SearchIndex(problem), params, smart=False, more=1))
    yield state.mapping(), state.value
    for _ in _steps(state):
        yield state.mapping(), state.value
