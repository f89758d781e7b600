"""The memory of the compiled search: one array of integers that its kernels read and write."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from smatchproof.alignment.proof import Duals
from smatchproof.exact.innards import kernels as k
from smatchproof.exact.innards.arrays import Arrays, Numbers
from smatchproof.exact.search.slices import CANDIDATES, in_slices

STARS = 1 << 14
"""So many nodes of stars are settled between two looks at the clock."""


class KernelMemory:
    """The kernels' memory for one problem, see :mod:`smatchproof.exact.innards.kernels`, and the addresses of its
    records.
    """

    def __init__(self, arrays: Arrays, scale: int) -> None:
        self.arrays = arrays
        candidates, halves = len(arrays.row), len(arrays.source)
        left_slots, left_slot, _ = arrays.slots(0)
        right_slots, right_slot, _ = arrays.slots(1)
        self.slot_source = np.concatenate((left_slots // arrays.rows, right_slots // arrays.columns))
        self.slot_key = np.concatenate((left_slots % arrays.rows, right_slots % arrays.columns))
        self.slot_side = np.repeat((0, 1), (len(left_slots), len(right_slots)))
        self.left_slots = len(left_slots)
        outer, slots = arrays.rows + arrays.columns, len(self.slot_source)
        self.candidates = k.FIRST_CANDIDATE + k.CANDIDATE_SIZE * np.arange(candidates + 1)
        self.halves = self.candidates[-1] + k.HALF_SIZE * np.arange(halves + 1)
        self.nodes = self.halves[-1] + k.NODE_SIZE * np.arange(outer + slots + 1)
        self.slots = self.nodes[outer:]
        items = int(self.nodes[-1])
        records = items + 2 * (candidates + halves)
        lists = {
            k.STARS: slots,
            k.OUTER: outer,
            k.CHANGED_CELLS: candidates,
            k.HEADS: outer,
            k.TOUCHED: outer,
            k.WORK: slots + outer + candidates,
            k.BOUNDS: outer,
            k.STAMPS: records,
            k.LOG: 0,
        }
        sizes = np.array([records, *(size + 2 for size in lists.values())])
        self.undoable = candidates + halves + 4 * (outer + slots) + 1
        self.words = words = np.zeros(int(sizes.sum()) + 1024, dtype=np.int64)
        words[list(lists)] = np.cumsum(sizes)[:-1]
        words[k.SCALE] = scale
        words[[k.ROWS, k.COLUMNS, k.OUTER_END]] = self.nodes[[0, arrays.rows, outer]]
        self._fill_candidates(scale)
        self._fill_halves(scale, left_slot, right_slot)
        self._fill_nodes(left_slot, right_slot, items)

    def _fill_candidates(self, scale: int) -> None:
        arrays, words, at = self.arrays, self.words, self.candidates[:-1]
        numbers = np.arange(len(arrays.row) + 1)
        words[at + k.VALUE] = scale * arrays.unary
        words[at + k.LEFT] = self.nodes[arrays.row]
        words[at + k.RIGHT] = self.nodes[arrays.rows + arrays.column]
        words[at + k.UNARY] = arrays.unary
        halves = self.halves[np.searchsorted(arrays.source, numbers)]
        words[at + k.HALVES], words[at + k.HALVES_END] = halves[:-1], halves[1:]
        slots = self.slots[np.searchsorted(self.slot_source[: self.left_slots], numbers)]
        words[at + k.SLOTS], words[at + k.SLOTS_END] = slots[:-1], slots[1:]
        slots = self.slots[self.left_slots + np.searchsorted(self.slot_source[self.left_slots :], numbers)]
        words[at + k.RIGHT_SLOTS], words[at + k.RIGHT_SLOTS_END] = slots[:-1], slots[1:]

    def _fill_halves(self, scale: int, left_slot: Numbers, right_slot: Numbers) -> None:
        arrays, words, at = self.arrays, self.words, self.halves[:-1]
        first = np.arange(len(at)) < arrays.mate
        whole = scale * arrays.weight
        words[at + k.VALUE] = np.where(first, whole // 2, whole - whole // 2)
        words[at + k.LEFT] = self.slots[left_slot]
        words[at + k.RIGHT] = self.slots[self.left_slots + right_slot]
        words[at + k.TARGET] = self.candidates[arrays.target]
        words[at + k.MATE] = self.halves[arrays.mate]
        words[at + k.WEIGHT] = arrays.weight

    def _fill_nodes(self, left_slot: Numbers, right_slot: Numbers, items: int) -> None:
        arrays, words, at = self.arrays, self.words, self.nodes[:-1]
        outer = arrays.rows + arrays.columns
        words[at + k.MATCH] = k.NULL
        words[at[outer:] + k.OWNER] = self.candidates[self.slot_source]
        words[at[:outer] + k.OWNER] = k.TOTAL
        cells = np.concatenate((self.candidates[:-1], self.halves[:-1]))
        lefts = np.concatenate((arrays.row, outer + left_slot))
        rights = np.concatenate((arrays.rows + arrays.column, outer + self.left_slots + right_slot))
        # The cells of left nodes fill the first half of the lists, those of right nodes the second.
        for end, position, ends, begin in (
            (k.LEFT, k.LEFT_POSITION, lefts, items),
            (k.RIGHT, k.RIGHT_POSITION, rights, items + len(cells)),
        ):
            order = np.argsort(ends, kind="stable")
            words[begin : begin + len(cells)] = cells[order]
            nodes, first, count = np.unique(ends[order], return_index=True, return_counts=True)
            words[cells[order] + position] = np.arange(len(cells)) - np.repeat(first, count)
            words[at[nodes] + k.ITEMS] = begin + first
            words[at[nodes] + k.COUNT] = count
            words[at[nodes] + k.END] = end
        words[at[: arrays.rows] + k.END] = k.LEFT
        words[at[arrays.rows : outer] + k.END] = k.RIGHT

    def solve_stars(self, tick: Callable[[], object]) -> None:
        """Solve all stars for the values that the halves have, from duals of 0. Then all candidates have changed.

        `tick` is called again and again; what it raises ends this.
        """
        words, candidates = self.words, self.candidates[:-1]
        for first, last in in_slices(len(self.halves) - 1, CANDIDATES):
            tick()
            k.charge(words, self.halves[first], self.halves[last])
        for first, last in in_slices(int(words[k.STAR_QUEUE]), STARS):
            tick()
            k.settle_stars(words, first, last)
        words[candidates + k.CHANGED] = 1
        words[words[k.CHANGED_CELLS] :][: len(candidates)] = candidates
        words[k.CHANGES] = len(candidates)

    def reserve(self, room: int) -> None:
        """Make sure that the log, which is at the end of the memory, can take that many entries more."""
        used = int(self.words[k.LOG] + 2 * self.words[k.LOG_SIZE])
        if len(self.words) < used + 2 * room:
            self.words = np.concatenate((self.words[:used], np.zeros(max(2 * room, used // 4), dtype=np.int64)))

    @property
    def bound(self) -> int:
        """The bound of the current node, times the scale."""
        return int(self.words[k.TOTAL])

    @property
    def incumbent(self) -> int:
        """What the best alignment known is worth."""
        return int(self.words[k.INCUMBENT])

    def number(self, cell: int) -> int:
        """The number of a candidate in the problem."""
        return int(self.arrays.number[(cell - k.FIRST_CANDIDATE) // k.CANDIDATE_SIZE])

    def duals(self, scale: int) -> Duals:
        """The duals of all assignment problems, which must be settled, in the problem's numbers."""
        words, arrays = self.words, self.arrays
        candidates = self.candidates[:-1]
        alive = words[candidates + k.LEFT_POSITION] < words[words[candidates + k.LEFT] + k.COUNT]
        star_duals = words[self.slots[:-1] + k.DUAL]
        used = np.flatnonzero((star_duals != 0) & alive[self.slot_source])
        stars: dict[int, tuple[list[int], list[int]]] = {}
        for candidate, side, index, dual in zip(
            arrays.number[self.slot_source[used]].tolist(),
            (self.slot_side[used] ^ arrays.swapped).tolist(),
            self.slot_key[used].tolist(),
            star_duals[used].tolist(),
            strict=True,
        ):
            stars.setdefault(candidate, ([], []))[side].extend((index, dual))
        outer = words[self.nodes[: arrays.rows + arrays.columns] + k.DUAL].tolist()
        rows = {i: dual for i, dual in enumerate(outer[: arrays.rows]) if dual}
        columns = {j: dual for j, dual in enumerate(outer[arrays.rows :]) if dual}
        if arrays.swapped:
            rows, columns = columns, rows
        return Duals(scale, stars, rows, columns)

    def columns(self) -> list[int | None]:
        """The column of each row in the outer solution."""
        words = self.words
        matches = words[self.nodes[: self.arrays.rows] + k.MATCH]
        numbers = (matches - k.FIRST_CANDIDATE) // k.CANDIDATE_SIZE
        return [int(self.arrays.column[p]) if m > 0 else None for m, p in zip(matches, numbers, strict=True)]
