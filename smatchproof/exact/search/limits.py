"""The limits of a search: of its time, of its nodes, of its numbers, and of the sizes of a problem."""

from __future__ import annotations

import time
from dataclasses import dataclass

from smatchproof.problem.proof import ProofOutcome
from smatchproof.problem.solution import Status

LARGEST_TABLE = 40_000
"""Problems with more rows times columns are not for the tree search: its tabu search keeps tables of all of them."""
LARGEST_DENSE = 32
"""Of more columns the linear programs of dense problems take too long."""
OUTCOMES = {
    Status.OPTIMAL: ProofOutcome.SIZE,
    Status.TIME_LIMIT: ProofOutcome.TIME,
    Status.NODE_LIMIT: ProofOutcome.NODES,
    Status.MEMORY_LIMIT: ProofOutcome.MEMORY,
    Status.DECIDED: ProofOutcome.DECIDED,
}
"""Why a proof does not prove the best bound, by what has ended the search."""


class LimitReached(Exception):
    """The search stops here."""

    def __init__(self, status: Status) -> None:
        self.status = status


@dataclass(slots=True)
class Clock:
    """The limits of a search and what has been used of them."""

    deadline: float
    node_limit: int | None = None
    nodes: int = 0

    @property
    def is_over(self) -> bool:
        """Whether the deadline has passed."""
        return time.perf_counter() > self.deadline  # this clock never goes back, as the time of day may

    def count_node(self) -> None:
        """One more node. Raises :class:`LimitReached` when there were as many as are allowed."""
        # compared before it is counted, so that a limit of 1 still searches the root
        if self.node_limit is not None and self.nodes >= self.node_limit:
            raise LimitReached(Status.NODE_LIMIT)
        self.nodes += 1

    def check(self) -> None:
        """Raise :class:`LimitReached` after the deadline."""
        if self.is_over:
            raise LimitReached(Status.TIME_LIMIT)


def is_dense(rows: int, columns: int, candidates: int, matches: int) -> bool:
    """Whether a problem of these sizes is like quadratic assignment, with at most :data:`LARGEST_DENSE` columns.

    There are nearly as many rows, nearly all pairs are candidates, and a third of their couples have a match. With
    fewer matches (31 % in esc16c) the smaller linear program solves sooner, with more (39 % in nug15) the stronger one.

    >>> is_dense(18, 18, 324, 25_000), is_dense(40, 40, 1600, 3600)
    (True, False)
    """
    is_square = 2 < rows <= columns <= LARGEST_DENSE and 5 * rows >= 4 * columns
    couples = rows * (rows - 1) * columns * (columns - 1) // 2
    return is_square and 5 * candidates >= 4 * rows * columns and 20 * matches >= 7 * couples
