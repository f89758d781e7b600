"""Tabu search within a time limit: the alignment that a tree search starts from."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from smatchproof.exact.core.candidates import Candidates
from smatchproof.exact.core.tabu import Tabu
from smatchproof.exact.search.slices import in_slices

SLICE_WORK = 5_000_000
"""So many moves are looked at between two looks at the clock: some hundredths of a second."""

_SEEDS = 1 << 63
"""Seeds may be of any size; the generator's state has 64 bits."""


class TabuSearch:
    """Tabu search among the alignments of one problem, :class:`smatchproof.exact.core.tabu.Tabu`.

    Memory of rows times columns.
    """

    def __init__(self, candidates: Candidates) -> None:
        self.cells = candidates.rows * candidates.columns
        self.tabu = Tabu(candidates) if self.cells else None  # it draws rows and columns: there must be some

    def run(
        self,
        columns: Sequence[int | None],
        *,
        iterations: int,
        restarts: int,
        goal: int,
        seed: int = 0,
        deadline: float = math.inf,
    ) -> list[int | None]:
        """The best columns of the rows that are found from `columns` and from random starts.

        An iteration looks at all exchanges, so it costs rows times columns; the first start and each of the `restarts`
        have `iterations` of them. Stops early when the value is `goal` (an upper bound) or when the clock
        (``time.perf_counter``) passes `deadline`. The same arguments find the same columns, deadline aside.
        """
        if self.tabu is None:
            return list(columns)
        self.tabu.begin(columns, seed % _SEEDS)
        # one move at least: where a table is so large that it takes longer than a slice, the limit comes later
        slice_length = max(1, SLICE_WORK // self.cells)
        for start in range(restarts + 1):
            if start:
                self.tabu.restart()
            for first, last in in_slices(iterations, slice_length):
                if time.perf_counter() > deadline:
                    break  # the starts that follow look at the clock before they move
                self.tabu.run(last - first, goal)
        return list(self.tabu.best_columns())
