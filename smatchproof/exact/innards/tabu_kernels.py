"""The compiled loops of the tabu search."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from smatchproof.exact.innards.arrays import Numbers
from smatchproof.exact.innards.compiled_code import compiled, inlined


class Layout(NamedTuple):
    """The state of a tabu search: all int64, rows m, columns n, candidates P, halves H.

    * `number`: shape (m, n), the candidate of a row and a column or -1; `adjacent`: shape (m, m), 1 where two rows
      have a match; `ends`: shape (P, 2), row and column; `halves`: shape (P + 1,), where a candidate's partners begin
      in `partners`: shape (H, 2), candidate and weight, in ascending order.
    * `gain`: shape (m, n), what a row would earn in a column, the others staying where they are; `tabu`: shape (m, n),
      until which iteration a row may not return to a column.
    * `column`: shape (m,), where each row is; `holder`: shape (n,), the row in a column or -1; `best`: like `column`.
    * `registers`: value, best value, iteration, state of the random numbers, the heaviest weight of a match.
    """

    number: Numbers
    adjacent: Numbers
    ends: Numbers
    halves: Numbers
    partners: Numbers
    gain: Numbers
    tabu: Numbers
    column: Numbers
    holder: Numbers
    best: Numbers
    registers: Numbers


VALUE, BEST, ITERATION, RANDOM, HEAVIEST = range(5)


@compiled
def _random(s: Layout, below: int) -> int:
    """A linear congruential generator (Knuth's MMIX constants, upper bits)."""
    state = s.registers[RANDOM] * 6364136223846793005 + 1442695040888963407
    s.registers[RANDOM] = state
    return int(((state >> 33) & 0x3FFFFFFF) % below)


@compiled
def _spread(s: Layout, row: int, column: int, sign: int) -> int:
    """A row has entered (1) or left (-1) a column: tell the gains of the others. Answers the gain of its place."""
    p = s.number[row, column]
    if p >= 0:
        for k in range(s.halves[p], s.halves[p + 1]):
            q = s.partners[k, 0]
            s.gain[s.ends[q, 0], s.ends[q, 1]] += sign * s.partners[k, 1]
    return int(s.gain[row, column])


@compiled
def _weight(s: Layout, row: int, column: int, other_row: int, other_column: int) -> int:
    """The weight of the match of two pairs, by binary search."""
    p, q = s.number[row, column], s.number[other_row, other_column]
    if p < 0 or q < 0:
        return 0
    low, high = s.halves[p], s.halves[p + 1]
    while low < high:
        middle = (low + high) // 2
        if s.partners[middle, 0] < q:
            low = middle + 1
        else:
            high = middle
    return s.partners[low, 1] if low < s.halves[p + 1] and s.partners[low, 0] == q else 0


@compiled
def start(s: Layout) -> None:
    """Put the rows into random columns, each of which holds at most one, and forget what is tabu."""
    rows, columns = s.gain.shape
    order = np.arange(columns)
    for k in range(columns - 1, 0, -1):
        other = _random(s, k + 1)
        order[k], order[other] = order[other], order[k]
    for row in range(rows):
        move_row(s, row, order[row])
    for row in range(rows):
        for column in range(columns):
            s.tabu[row, column] = 0


@compiled
def move_row(s: Layout, row: int, column: int) -> None:
    """Put a row into a column. What is there takes its place."""
    old, other = s.column[row], s.holder[column]
    if old == column:
        return
    value = s.registers[VALUE]
    value -= _spread(s, row, old, -1)
    s.holder[old] = -1
    if other >= 0:
        value -= _spread(s, other, column, -1)
        s.column[other] = old
        s.holder[old] = other
        value += _spread(s, other, old, 1)
    s.column[row] = column
    s.holder[column] = row
    value += _spread(s, row, column, 1)
    s.registers[VALUE] = value
    if value > s.registers[BEST]:
        s.registers[BEST] = value
        for place in range(len(s.column)):  # numba takes two seconds to compile a slice and its error messages
            s.best[place] = s.column[place]


@inlined
def _correction(s: Layout, row: int, column: int) -> int:
    """What the gains of a swap leave out where the two rows have a match."""
    old, other = s.column[row], s.holder[column]
    return _weight(s, row, column, other, old) + _weight(s, row, old, other, column)


@compiled
def _is_tabu(s: Layout, row: int, column: int, other: int) -> bool:
    """Whether a move takes rows back to where they were not long ago: all rows that it moves."""
    now = s.registers[ITERATION]
    return bool(s.tabu[row, column] > now and (other < 0 or s.tabu[other, s.column[row]] > now))


@inlined
def _best_move(s: Layout) -> int:
    """The best allowed move as row * columns + column; -1: all are tabu. Of equals, the first after a random place.

    Exchanges of two rows, and a row's moves to columns that are free.
    """
    gain, place, holder = s.gain, s.column, s.holder
    rows, columns = gain.shape
    here = np.empty(rows, np.int64)
    for row in range(rows):
        here[row] = gain[row, place[row]]
    record = s.registers[BEST] - s.registers[VALUE]
    most = 2 * s.registers[HEAVIEST]
    best, move = -(1 << 60), -1
    first_row, first_column = _random(s, rows), _random(s, columns)
    for a in range(first_row, first_row + rows):
        row = a if a < rows else a - rows
        old = place[row]
        for b in range(a + 1, first_row + rows):
            other = b if b < rows else b - rows
            total = gain[row, place[other]] - here[row] + gain[other, old] - here[other]
            if s.adjacent[row, other] and total + most > best:
                total += _correction(s, row, place[other])
            if total > best and (total > record or not _is_tabu(s, row, place[other], other)):
                best, move = total, row * columns + place[other]
        for b in range(first_column, first_column + columns if rows < columns else 0):
            column = b if b < columns else b - columns
            total = gain[row, column] - here[row]
            if holder[column] < 0 and total > best and (total > record or not _is_tabu(s, row, column, -1)):
                best, move = total, row * columns + column
    return move


@compiled
def run(s: Layout, iterations: int, goal: int) -> None:
    """Robust tabu search (Taillard 1991) on swaps and on moves to free columns, until the best value is the goal."""
    columns = s.gain.shape[1]
    for _ in range(iterations):
        if s.registers[BEST] >= goal:
            return
        now = s.registers[ITERATION] + 1
        s.registers[ITERATION] = now
        move = _best_move(s)
        if move < 0:
            continue
        row, column = move // columns, move % columns
        old, other = s.column[row], s.holder[column]
        low = columns // 4 + 2
        s.tabu[row, old] = now + low + _random(s, columns + 3 - low)
        if other >= 0:
            s.tabu[other, column] = now + low + _random(s, columns + 3 - low)
        move_row(s, row, column)
