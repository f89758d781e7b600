"""The limits of a search: of its time, of its nodes, and of its numbers."""

from __future__ import annotations

import time
from dataclasses import dataclass

from smatchproof.problem.solution import Status


class TooLargeError(ArithmeticError):
    """The numbers of this problem are too large for the compiled search."""


class LimitReached(Exception):
    """The search stops here."""

    def __init__(self, status: Status) -> None:
        self.status = status


@dataclass(slots=True)
class Clock:
    """The limits of a search and what has been used of them."""

    deadline: float | None
    node_limit: int | None
    nodes: int = 0

    def count_node(self) -> None:
        """One more node. Raises :class:`LimitReached` when there were as many as are allowed."""
        # compared before it is counted, so that a limit of 1 still searches the root
        if self.node_limit is not None and self.nodes >= self.node_limit:
            raise LimitReached(Status.NODE_LIMIT)
        self.nodes += 1

    def check(self) -> float:
        """The time now, in seconds. Raises :class:`LimitReached` after the deadline."""
        now = time.perf_counter()  # never goes back, as the time of day may
        if self.deadline is not None and now > self.deadline:
            raise LimitReached(Status.TIME_LIMIT)
        return now
