"""The limits of a search: of its time, of its nodes, of its numbers, and of the sizes of a problem.

Why 64 bits hold the numbers of the tree search:

Compiled code computes the numbers of the tree search with 64 bits and does not check for overflow.

Let S be the scale times the sum of all unary weights and of all weights of matches. In the core:

* The value of an alignment, the gain of a tabu move and the change by an exchange are sums of weights, with signs, in
  which each weight occurs at most four times: less than 4 S.
* Halves and unary values are parts of S. In a star every node may stay alone, so its duals are not negative and add up
  to its value, which is at most S. The same holds for rows and columns that may stay alone.
* In a dense block rows and columns must not stay alone, and the split of a match may go beyond its weight, by
  ``FARTHEST`` at most (:mod:`smatchproof.exact.core.node_program`): duals may be negative, and the length of a path is
  at most the duals of its two ends plus all that is split.

So all numbers are far below 2**61 if 4096 S is, that is, if S is less than 2**49. The more rows, columns and candidates
an assignment has, the smaller S has to be: 64 times for each. Comparisons with 2**50 as infinity are right then
(``UNCOVERED`` of ``node_program.py``). Uncompiled, the same code computes with numbers of any size.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from smatchproof.base.record import Struct
from smatchproof.exact.core import is_compiled
from smatchproof.problem.problem import AlignmentProblem, ProblemSize
from smatchproof.problem.proof import ProofOutcome
from smatchproof.problem.solution import Status

LARGEST_TABLE = 40_000
"""The most rows times columns for the tree search, whose tabu search keeps tables of this size."""
LARGEST_DENSE = 32
"""With more columns the linear programs of dense problems take too long."""
_FLAT_BYTES, _FLAT_ITEM = 300_000_000, 100
"""The bytes of a compiled search, and those for each candidate and match: of 0.7 million it takes 0.3 GB, of 2.8
million 0.6 GB where there is a tree (merged sentences of PARA), of 42 million 1.2 GB where there is none (a book)."""
OUTCOMES = {
    Status.OPTIMAL: ProofOutcome.SIZE,
    Status.TIME_LIMIT: ProofOutcome.TIME,
    Status.NODE_LIMIT: ProofOutcome.NODES,
    Status.MEMORY_LIMIT: ProofOutcome.MEMORY,
    Status.DECIDED: ProofOutcome.DECIDED,
}
"""Why a proof does not prove the best bound, by the status of the search."""

Tick = Callable[[], object]
"""A function that is called again and again; what it raises ends the search."""


class LimitReached(Exception):
    """A limit of the search is reached."""

    def __init__(self, status: Status) -> None:
        self.status = status


class Clock(Struct):
    """The limits of a search, and how much of them has been used."""

    deadline: float
    node_limit: int | None = None
    nodes: int = 0

    @property
    def is_over(self) -> bool:
        """Test whether the deadline has passed."""
        return time.perf_counter() > self.deadline  # this clock never goes back, as the time of day may

    def count_node(self) -> None:
        """Count one more node. Raises :class:`LimitReached` if the limit was already used up."""
        # compared before it is counted, so that a limit of 1 still searches the root
        if self.node_limit is not None and self.nodes >= self.node_limit:
            raise LimitReached(Status.NODE_LIMIT)
        self.nodes += 1

    def check(self) -> None:
        """Raise :class:`LimitReached` after the deadline."""
        if self.is_over:
            raise LimitReached(Status.TIME_LIMIT)


def memory_of(size: ProblemSize) -> int:
    """Return an estimate of the bytes that building a problem and the certified solver take.

    >>> memory_of(ProblemSize(1_000, 2_000))
    3300000
    """
    flat = _FLAT_BYTES + _FLAT_ITEM * (size.candidates + size.matches)
    return min(size.memory, flat) if is_compiled() else size.memory


def is_dense(rows: int, columns: int, candidates: int, matches: int) -> bool:
    """Test whether a problem of these sizes is like quadratic assignment, with at most :data:`LARGEST_DENSE` columns.

    There are nearly as many rows, nearly all pairs are candidates, and a third of their couples have a match. With
    fewer matches (31 % in esc16c) the smaller linear program solves sooner, with more (39 % in nug15) the stronger one.

    >>> is_dense(18, 18, 324, 25_000), is_dense(40, 40, 1600, 3600)
    (True, False)
    """
    is_square = 2 < rows <= columns <= LARGEST_DENSE and 5 * rows >= 4 * columns
    couples = rows * (rows - 1) * columns * (columns - 1) // 2
    return is_square and 5 * candidates >= 4 * rows * columns and 20 * matches >= 7 * couples


LIMIT = 1 << 61
"""The largest intermediate value of the tree search."""


def largest_scale(problem: AlignmentProblem, scale: int, limit: int = 0) -> int:
    """The largest scale up to `scale` with which the tree search cannot overflow; 0 if there is none.

    `limit` is :data:`LIMIT` unless given. Computed in Python's integers, of any size.

    >>> small = AlignmentProblem.from_weights(2, 2, {(0, 0): 1}, {})
    >>> largest_scale(small, 10_000), largest_scale(small, 10_000, limit=2**20), largest_scale(small, 10_000, limit=64)
    (10000, 128, 0)
    """
    places = problem.left_size + problem.right_size + len(problem.candidates)
    # + 1, since a problem may have no weights; rounded down, which is the safe side
    return min(scale, (limit or LIMIT) // (max(4096, 64 * (places + 1)) * (problem.total_weight + 1)))


def holds_relaxation(scaled_weight: int) -> bool:
    """Test whether 64 bits hold the numbers of the compiled relaxation, for this sum of all weights, scaled.

    Let S be that sum. All rows and columns may stay alone, so that no dual is negative, and the duals of an assignment
    add up to its value:

    * Unary weights, constants and halves add up to at most S. So the value of a candidate is at most S, and so are the
      duals of a star and those of the outer assignment, since no half is at two candidates.
    * A bid raises a column's dual to at most the value of one of its edges. A path goes on from a column only if it is
      shorter than a row's dual: it is shorter than 2 S with the dual of its last row, and than 3 S with that of the
      next column.
    * A slack is at most S. A dive adds weights to it and subtracts halves: at most 3 S in all.
    * A step is at most twice the distance from bound to target, at most S + 1. It moves halves, none below 0.
    * Climbs add at most six sums of weights that are not scaled: less than S, which is twelve times as much.

    >>> holds_relaxation(2**57), holds_relaxation(2**57 + 1)
    (True, False)
    """
    # 16, where the longest sum above is 3 S: sums and differences of such sums fit, too
    return 16 * scaled_weight <= LIMIT


CANDIDATES = 1 << 16
"""Candidates, or halves, visited between two looks at the clock: some milliseconds."""


def in_slices(number: int, most: int) -> Iterator[tuple[int, int]]:
    """Yield ranges of at most `most` numbers that make up the numbers below `number`.

    >>> list(in_slices(5, 2))
    [(0, 2), (2, 4), (4, 5)]
    """
    for first in range(0, number, most):
        yield first, min(first + most, number)
