"""The linear program of the star relaxation, solved approximately by a first-order method.

Maximise the unary weights of the candidates, x, and the weights of the matches, y, where the x of a row or column add
up to at most 1, and the y of a candidate's matches with one other row or column to at most its x: the relaxation of
:func:`smatchproof.exact.models.tight_model`. An iteration is linear in the program, and of a document of hundreds of
variables some hundreds of iterations leave less than one triple of error.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from smatchproof.exact.core import whole as kernels
from smatchproof.exact.innards.arrays import Arrays, Floats, Numbers
from smatchproof.exact.search.slices import in_slices

PRIMAL_WEIGHT = 0.3
"""Primal steps are multiplied by this and dual steps divided: documents need a quarter of the iterations of 3."""

SLICE_WORK = 5_000_000
"""So many variables and duals, over all iterations, are looked at between two looks at the clock: some hundredths of a
second."""


class StarProgram:
    """The linear program of some candidates, and where its solution stands. Weights are divided by `unit`."""

    def __init__(self, arrays: Arrays) -> None:
        self.arrays = arrays
        candidates, halves = len(arrays.row), len(arrays.source)
        self.unit = float(max(1, arrays.weight.max(initial=1)))
        self.row_keys, row_slot, row_sizes = arrays.slots(0)
        keys, column_slot, sizes = arrays.slots(1)
        shared = sizes > 1
        self.column_keys = keys[shared]
        number = np.full(len(keys), len(self.column_keys))
        number[shared] = np.arange(len(self.column_keys))
        column_slot = number[column_slot]
        ends = np.arange(candidates + 1)
        row_slots = np.searchsorted(self.row_keys, ends * arrays.rows)
        column_slots = np.searchsorted(self.column_keys, ends * arrays.columns)
        self.first = np.flatnonzero(np.arange(halves) < arrays.mate)
        second = arrays.mate[self.first]
        slots = np.column_stack((row_slot[self.first], row_slot[second], column_slot[self.first], column_slot[second]))
        in_column = column_slot < len(self.column_keys)
        self.row_slot, self.column_slot = row_slot, column_slot
        constraints = 2 + np.diff(row_slots) + np.diff(column_slots)
        column_sizes = np.append(sizes[shared], 0)
        self.state = kernels.Program(
            unary=arrays.unary / self.unit,
            row=arrays.row.astype(np.uint32),
            column=arrays.column.astype(np.uint32),
            row_slots=row_slots.astype(np.uint32),
            column_slots=column_slots.astype(np.uint32),
            weight=arrays.weight[self.first] / self.unit,
            slots=slots.astype(np.uint32),
            step_x=PRIMAL_WEIGHT / constraints,
            step_y=PRIMAL_WEIGHT / (2 + in_column[self.first] + in_column[second]),
            step_rows=_dual_steps(np.bincount(arrays.row, minlength=arrays.rows)),
            step_columns=_dual_steps(np.bincount(arrays.column, minlength=arrays.columns)),
            step_row_slots=_dual_steps(1 + row_sizes),
            step_column_slots=_dual_steps(1 + column_sizes),
            x=np.zeros(candidates),
            y=np.zeros(len(self.first)),
            x_sum=np.zeros(candidates),
            rows=np.zeros(arrays.rows),
            columns=np.zeros(arrays.columns),
            row_slot_duals=np.zeros(len(self.row_keys)),
            column_slot_duals=np.zeros(len(self.column_keys) + 1),
        )

    def run(self, iterations: int, tick: Callable[[], None]) -> Floats:
        """So many more iterations. Answers the mean x of each candidate over them, or its last where that is more."""
        self.state.x_sum[:] = 0
        work = 1 + len(self.state.x) + len(self.state.y) + len(self.state.row_slot_duals)
        for first, last in in_slices(iterations, SLICE_WORK // work + 1):
            tick()
            kernels.advance(self.state, last - first)
        return np.maximum(self.state.x_sum / max(1, iterations), self.state.x)

    def halves(self, scale: int) -> Numbers:
        """How the duals split the weight of each match between its ends, times the scale, as whole numbers."""
        s, arrays = self.state, self.arrays
        own = s.row_slot_duals[self.row_slot] + s.column_slot_duals[self.column_slot]
        whole = scale * arrays.weight
        share = np.rint((own[self.first] - own[arrays.mate[self.first]]) * (scale * self.unit / 2)).astype(np.int64)
        halves = np.empty_like(whole)
        halves[self.first] = np.clip(share + whole[self.first] // 2, 0, whole[self.first])
        second = arrays.mate[self.first]
        halves[second] = whole[second] - halves[self.first]
        return halves

    def outer_duals(self, scale: int) -> Numbers:
        """The duals of rows and columns, times the scale, as whole numbers between 0 and all that can be earned."""
        s = self.state
        most = scale * (int(self.arrays.unary.sum()) + int(self.arrays.weight.sum()))
        floats = np.concatenate((s.rows, s.columns)) * (self.unit * scale)
        return np.rint(np.fmin(np.fmax(floats, 0), most)).astype(np.int64)  # 0, too, for what is no number

    def inherit(self, other: StarProgram) -> None:
        """Begin where another program stands, as far as it has the same candidates, matches and slots.

        Candidates are the same if their `number` is.
        """
        mine, theirs = self.state, other.state
        numbers, olds = self.arrays.number, other.arrays.number
        _copy(numbers, mine.x, olds, theirs.x)
        size = int(max(numbers.max(initial=0), olds.max(initial=0))) + 1
        _copy(self._match_keys(size), mine.y, other._match_keys(size), theirs.y)
        mine.rows[:], mine.columns[:] = theirs.rows, theirs.columns
        for keys, old_keys, lines, duals, old_duals in (
            (self.row_keys, other.row_keys, self.arrays.rows, mine.row_slot_duals, theirs.row_slot_duals),
            (
                self.column_keys,
                other.column_keys,
                self.arrays.columns,
                mine.column_slot_duals,
                theirs.column_slot_duals,
            ),
        ):
            _copy(_lifted(keys, lines, numbers), duals, _lifted(old_keys, lines, olds), old_duals)

    def position(self) -> list[Floats]:
        """A copy of where the iterations stand."""
        return [part.copy() for part in self._moving()]

    def restore(self, position: list[Floats]) -> None:
        """Go on from where the iterations once stood."""
        for part, values in zip(self._moving(), position, strict=True):
            part[:] = values

    def _moving(self) -> list[Floats]:
        s = self.state
        return [s.x, s.y, s.rows, s.columns, s.row_slot_duals, s.column_slot_duals]

    def _match_keys(self, size: int) -> Numbers:
        number = self.arrays.number
        return number[self.arrays.source[self.first]] * size + number[self.arrays.target[self.first]]


def _dual_steps(sizes: Numbers) -> Floats:
    """The step of each dual, whose constraint has so many variables."""
    return 1 / (PRIMAL_WEIGHT * np.maximum(1, sizes))


def _lifted(keys: Numbers, lines: int, numbers: Numbers) -> Numbers:
    """Keys of slots with the candidates' numbers in the whole problem."""
    return numbers[keys // lines] * lines + keys % lines


def _copy(keys: Numbers, values: Floats, old_keys: Numbers, old_values: Floats) -> None:
    """The values of keys that were there before; both lists of keys ascend."""
    if len(old_keys) and len(keys):
        place = np.minimum(np.searchsorted(old_keys, keys), len(old_keys) - 1)
        same = old_keys[place] == keys
        values[: len(keys)][same] = old_values[place[same]]
