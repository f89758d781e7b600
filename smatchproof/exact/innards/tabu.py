"""Robust tabu search: the alignment that a tree search starts from. It proves nothing."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from smatchproof.exact.innards import tabu_kernels as kernels
from smatchproof.exact.innards.arrays import Arrays
from smatchproof.exact.search.slices import in_slices

LARGEST_TABLE = 4_000_000
"""Problems with more rows times columns than this are not searched: the table of gains would be too large."""
SLICE_WORK = 5_000_000
"""So many moves are looked at between two looks at the clock: some hundredths of a second."""

_SEEDS = 1 << 63
"""Seeds may be of any size; the generator's state has 64 bits."""


class TabuSearch:
    """Robust tabu search (Taillard 1991) among the alignments of one problem.

    What does not depend on where a search begins is computed once: memory of rows times columns, and of the halves.
    """

    def __init__(self, arrays: Arrays) -> None:
        self.arrays = arrays
        self.is_small = 0 < arrays.rows * arrays.columns <= LARGEST_TABLE
        if not self.is_small:
            return
        self.number = np.full((arrays.rows, arrays.columns), -1, dtype=np.int64)
        self.number[arrays.row, arrays.column] = np.arange(len(arrays.row))
        self.adjacent = np.zeros((arrays.rows, arrays.rows), dtype=np.int64)
        self.adjacent[arrays.row[arrays.source], arrays.row[arrays.target]] = 1
        self.ends = np.column_stack((arrays.row, arrays.column))
        self.halves = np.searchsorted(arrays.source, np.arange(len(arrays.row) + 1))
        self.partners = np.column_stack((arrays.target, arrays.weight))

    def run(
        self,
        columns: Sequence[int | None],
        *,
        iterations: int,
        restarts: int,
        goal: int,
        seed: int = 0,
        deadline: float | None = None,
    ) -> list[int | None]:
        """The best columns of the rows that are found from `columns` and from random starts.

        An iteration looks at all swaps, so it costs rows times columns; the first start and each of the `restarts` have
        `iterations` of them. Stops early when the value is `goal` (an upper bound) or when the clock
        (``time.perf_counter``) passes `deadline`. The same arguments find the same columns, deadline aside.
        """
        if not self.is_small:
            return list(columns)
        layout = self._layout(columns, seed)
        slice_length = max(1, SLICE_WORK // layout.gain.size)
        for start in range(restarts + 1):
            if start:
                kernels.start(layout)
            for first, last in in_slices(iterations, slice_length):
                if deadline is not None and time.perf_counter() > deadline:
                    break
                kernels.run(layout, last - first, goal)
        return [int(column) for column in layout.best]

    def _layout(self, columns: Sequence[int | None], seed: int) -> kernels.Layout:
        """A search that stands at `columns`; rows without one are put into free ones, which costs nothing."""
        arrays = self.arrays
        gain = np.zeros((arrays.rows, arrays.columns), dtype=np.int64)
        gain[arrays.row, arrays.column] = arrays.unary
        taken = {column for column in columns if column is not None}
        free = (column for column in range(arrays.columns) if column not in taken)
        place = np.array([next(free) if column is None else column for column in columns], dtype=np.int64)
        holder = np.full(arrays.columns, -1, dtype=np.int64)
        holder[place] = np.arange(arrays.rows)
        chosen = place[arrays.row] == arrays.column
        from_chosen = chosen[arrays.source]
        into = arrays.target[from_chosen]
        np.add.at(gain, (arrays.row[into], arrays.column[into]), arrays.weight[from_chosen])
        realised = int(arrays.weight[from_chosen & chosen[arrays.target]].sum()) // 2
        value = int(arrays.unary[chosen].sum()) + realised
        return kernels.Layout(
            number=self.number,
            adjacent=self.adjacent,
            ends=self.ends,
            halves=self.halves,
            partners=self.partners,
            gain=gain,
            tabu=np.zeros_like(gain),
            column=place,
            holder=holder,
            best=place.copy(),
            registers=np.array([value, value, 0, seed % _SEEDS, arrays.weight.max(initial=0)], dtype=np.int64),
        )
