"""Brute force: the specification that every other solver is tested against."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator

from smatchproof.base.errors import UsageError
from smatchproof.problem.problem import AlignmentProblem
from smatchproof.problem.solution import Method, Solution, SolveParams, Status

LARGEST_SEARCH = 2_000_000
"""Brute force refuses problems with more choices than this."""


def brute_force(problem: AlignmentProblem, params: SolveParams = SolveParams()) -> Solution:
    """Return the best alignment, found by enumerating all of them.

    Of several optima the first in lexicographic order is returned. Raises :class:`UsageError` for a problem with more
    than :data:`LARGEST_SEARCH` choices; a problem near this limit takes a few seconds. `params` is not used.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 2, (0, 1): 1, (1, 0): 2}, {})
    >>> brute_force(problem).mapping
    (1, 0)
    """
    start = time.perf_counter()
    best_value = -1  # so that an alignment worth 0 counts, too
    best: tuple[int | None, ...] = ()
    for value, mapping in alignments(problem):
        if value > best_value:  # not >=: the first of equal alignments stays, so that the result is always the same
            best_value, best = value, mapping
    seconds = time.perf_counter() - start
    # the bound is the value: HEURISTIC, which stands for a gap between them, never shows
    return Solution.of(problem, best, best_value, Status.HEURISTIC, seconds=seconds)


BRUTE_FORCE = Method(
    "brute-force", "every alignment; small graphs only", brute_force, options=frozenset(), searches_all=True
)


def alignments(problem: AlignmentProblem) -> Iterator[tuple[int, tuple[int | None, ...]]]:
    """Yield every alignment made of candidate pairs, with its value.

    >>> problem = AlignmentProblem.from_weights(1, 2, {(0, 0): 2, (0, 1): 1}, {})
    >>> list(alignments(problem))
    [(2, (0,)), (1, (1,)), (0, (None,))]
    """
    choices: list[list[int]] = [[] for _ in range(problem.left_size)]
    for p, (left, _) in enumerate(problem.candidates):
        choices[left].append(p)
    # 1 + for a row left alone; columns taken twice are counted, too, so that no size is too low
    if (size := math.prod(1 + len(options) for options in choices)) > LARGEST_SEARCH:
        raise UsageError(
            f"method brute-force refuses a problem with {size:.1g} choices (its limit is {LARGEST_SEARCH:.0g}); "
            "choose another method"
        )
    partners: list[dict[int, int]] = [{} for _ in problem.candidates]
    for p, q, weight in problem.matches:
        partners[p][q] = partners[q][p] = weight
    # a separate generator, so that the error above is raised by the call, not by the first alignment
    return _extensions(problem, choices, partners, [], 0)


def _extensions(
    problem: AlignmentProblem,
    choices: list[list[int]],
    partners: list[dict[int, int]],
    chosen: list[int | None],
    value: int,
) -> Iterator[tuple[int, tuple[int | None, ...]]]:
    """Yield every way to continue the choices made for the first rows. Recursive, one level for each row."""
    if len(chosen) == len(choices):
        yield value, tuple(None if p is None else problem.candidates[p][1] for p in chosen)
        return
    taken = [p for p in chosen if p is not None]
    used = {problem.candidates[p][1] for p in taken}
    for p in choices[len(chosen)]:
        if problem.candidates[p][1] not in used:
            # matches with rows before it alone, so that each match counts once
            gain = problem.unary[p] + sum(partners[p].get(q, 0) for q in taken)
            yield from _extensions(problem, choices, partners, [*chosen, p], value + gain)
    # always a choice: a row without a column leaves one to a row to which it is worth more
    yield from _extensions(problem, choices, partners, [*chosen, None], value)
