"""The compiled loops of the linear programs of large problems: steps, prices of what is left out, rounding.

What is computed with floats is a proposal. Whatever counts as a bound is made of integers afterwards.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from smatchproof.exact.innards.arrays import Flags, Floats, Indices, Numbers
from smatchproof.exact.innards.compiled_code import compiled, inlined

Memberships = npt.NDArray[np.int8]


class Program(NamedTuple):
    """The linear program of P candidates, M matches, m rows and n columns, and where its iterations stand.

    It has a variable x for each candidate and y for each match. A *slot* is a candidate with another row, or with
    another column, that it has matches with: the y of a slot add up to no more than the x of its candidate. A column's
    slot with one match says nothing that the match's row slots do not say, and is left out: its index is that of the
    last one, which belongs to no candidate.

    * `unary`, `row`, `column`, `row_slots`, `column_slots`: of the candidates; the last two, shape (P + 1,), say where
      the slots of each begin.
    * `weight`, shape (M,); `slots`, shape (M, 4): of the matches; the slots are the row slots of both ends, then the
      column slots of both ends.
    * `step_x`, `step_y`, `step_rows`, ...: the step sizes of the variables and of the duals, which are those of rows,
      columns, row slots and column slots. `x_sum` adds up x over the iterations.
    """

    unary: Floats
    row: Indices
    column: Indices
    row_slots: Indices
    column_slots: Indices
    weight: Floats
    slots: Indices
    step_x: Floats
    step_y: Floats
    step_rows: Floats
    step_columns: Floats
    step_row_slots: Floats
    step_column_slots: Floats
    x: Floats
    y: Floats
    x_sum: Floats
    rows: Floats
    columns: Floats
    row_slot_duals: Floats
    column_slot_duals: Floats


@compiled
def advance(s: Program, iterations: int) -> None:
    """So many iterations of the primal-dual hybrid gradient method (Chambolle & Pock 2011) on the relaxation.

    Its steps are those of Pock & Chambolle (2011): each is divided by the number of constraints of its variable, or of
    variables of its constraint. The duals of slots are paid when they are next looked at.
    """
    row_excess, column_excess = np.empty_like(s.rows), np.empty_like(s.columns)
    row_slot_excess, column_slot_excess = np.zeros_like(s.row_slot_duals), np.zeros_like(s.column_slot_duals)
    for _ in range(iterations):
        row_excess[:] = -1.0
        column_excess[:] = -1.0
        for p in range(len(s.x)):
            gradient = s.unary[p] - s.rows[s.row[p]] - s.columns[s.column[p]]
            for k in range(s.row_slots[p], s.row_slots[p + 1]):
                s.row_slot_duals[k] = max(0.0, s.row_slot_duals[k] + s.step_row_slots[k] * row_slot_excess[k])
                gradient += s.row_slot_duals[k]
            for k in range(s.column_slots[p], s.column_slots[p + 1]):
                s.column_slot_duals[k] = max(
                    0.0, s.column_slot_duals[k] + s.step_column_slots[k] * column_slot_excess[k]
                )
                gradient += s.column_slot_duals[k]
            old = s.x[p]
            new = max(0.0, old + s.step_x[p] * gradient)
            s.x[p] = new
            s.x_sum[p] += new
            ahead = 2.0 * new - old
            row_excess[s.row[p]] += ahead
            column_excess[s.column[p]] += ahead
            for k in range(s.row_slots[p], s.row_slots[p + 1]):
                row_slot_excess[k] = -ahead
            for k in range(s.column_slots[p], s.column_slots[p + 1]):
                column_slot_excess[k] = -ahead
        for e in range(len(s.y)):
            i, k, j, m = s.slots[e, 0], s.slots[e, 1], s.slots[e, 2], s.slots[e, 3]
            paid = s.row_slot_duals[i] + s.row_slot_duals[k] + s.column_slot_duals[j] + s.column_slot_duals[m]
            old = s.y[e]
            new = max(0.0, old + s.step_y[e] * (s.weight[e] - paid))
            s.y[e] = new
            ahead = 2.0 * new - old
            row_slot_excess[i] += ahead
            row_slot_excess[k] += ahead
            column_slot_excess[j] += ahead
            column_slot_excess[m] += ahead
        column_slot_excess[-1] = 0.0
        _pay(s.rows, s.step_rows, row_excess)
        _pay(s.columns, s.step_columns, column_excess)
    _pay(s.row_slot_duals, s.step_row_slots, row_slot_excess)
    _pay(s.column_slot_duals, s.step_column_slots, column_slot_excess)


@compiled
def _pay(duals: Floats, step: Floats, excess: Floats) -> None:
    """Raise the duals of constraints that are exceeded, and lower the others."""
    for k in range(len(duals)):
        duals[k] = max(0.0, duals[k] + step[k] * excess[k])


class Field(NamedTuple):
    """All candidates and halves of a problem, as in :class:`smatchproof.exact.innards.arrays.Arrays`.

    `first_half`, shape (P + 1,), says where the halves of a candidate begin, `first_candidate`, shape (m + 1,), where
    the candidates of a row do. `columns` is the number of columns.
    """

    row: Numbers
    column: Numbers
    first_candidate: Numbers
    first_half: Numbers
    target: Numbers
    weight: Numbers
    columns: int


OUTSIDE, INSIDE, GONE = range(3)
"""What a candidate can be to a node of the search: not in its linear program; in it; forced or forbidden."""


@compiled
def price(
    f: Field,
    membership: Memberships,
    spare: Numbers,
    rich: Flags,
    scale: int,
    excess: Numbers,
    by_column: Flags,
    first: int,
    last: int,
) -> None:
    """For candidates outside of the linear program: how far their value exceeds the duals of their row and column.

    `spare` is how far the duals of its row and column exceed what a candidate earns alone in this node, and it is
    `rich` if that is enough to pay for all of its matches. Those outside pay for their matches with inside ones alone;
    of two outside the rich one pays, the first if both are rich, each a half if none is. One pays in its row slots or
    in its column slots, whichever is cheaper: `by_column` says which. Only those from `first` to before `last` are
    looked at.
    """
    best = np.zeros(f.columns, dtype=np.int64)
    for p in range(first, last):
        if membership[p] != OUTSIDE:
            continue
        by_rows, by_columns, heaviest, row = 0, 0, 0, -1
        for e in range(f.first_half[p], f.first_half[p + 1]):
            q = f.target[e]
            if membership[q] == GONE:
                continue
            if membership[q] == OUTSIDE and rich[q] and (q < p or not rich[p]):
                continue
            share = scale * f.weight[e]
            if membership[q] == OUTSIDE and not rich[p]:
                share = share // 2 if p < q else share - share // 2
            if f.row[q] != row:
                by_rows += heaviest
                row, heaviest = f.row[q], 0
            heaviest = max(heaviest, share)
            column = f.column[q]
            if share > best[column]:
                by_columns += share - best[column]
                best[column] = share
        by_rows += heaviest
        for e in range(f.first_half[p], f.first_half[p + 1]):
            best[f.column[f.target[e]]] = 0
        by_column[p] = by_columns < by_rows
        excess[p] = min(by_rows, by_columns) - spare[p]


@compiled
def _position(ordered: Numbers, first: int, end: int, value: int) -> int:
    """Where a value stands in an ordered part of an array, or -1, by binary search."""
    low, high = first, end
    while low < high:
        middle = (low + high) // 2
        if ordered[middle] < value:
            low = middle + 1
        else:
            high = middle
    return int(low) if low < end and ordered[low] == value else -1


@compiled
def _half_weight(f: Field, p: int, q: int) -> int:
    """The weight of the match of two candidates; 0 where there is none."""
    at = _position(f.target, f.first_half[p], f.first_half[p + 1], q)
    return int(f.weight[at]) if at >= 0 else 0


@inlined
def _candidate(f: Field, row: int, column: int) -> int:
    """The candidate of a row and a column, or -1."""
    return int(_position(f.column, f.first_candidate[row], f.first_candidate[row + 1], column))


@compiled
def _put(f: Field, picks: Numbers, owner: Numbers, gain: Numbers, p: int, sign: int) -> int:
    """Take a candidate (sign 1) or leave it (-1), and tell the gains of its partners. Answers what that changes."""
    change = sign * gain[p]
    picks[f.row[p]] = p if sign > 0 else -1
    owner[f.column[p]] = f.row[p] if sign > 0 else -1
    for e in range(f.first_half[p], f.first_half[p + 1]):
        gain[f.target[e]] += sign * f.weight[e]
    return int(change)


@compiled
def take(f: Field, picks: Numbers, owner: Numbers, gain: Numbers, wanted: Numbers) -> int:
    """Take one candidate after the other, where its row and column are free. Answers what they are worth."""
    value = 0
    for p in wanted:
        if picks[f.row[p]] < 0 and owner[f.column[p]] < 0:
            value += _put(f, picks, owner, gain, p, 1)
    return value


@compiled
def sweep(f: Field, picks: Numbers, owner: Numbers, gain: Numbers, heaviest: int, first: int, last: int) -> int:
    """Look at some candidates and make every move and every swap that gains, as it comes. Answers what was gained.

    `picks` holds the candidate of each row or -1, `owner` the row of each column or -1, `gain` what each candidate
    earns, or would earn, beside the picks. A move gives a row another candidate; if its column is taken, the row that
    held it goes without one, or takes the column that was given up.
    """
    gained = 0
    for p in range(first, last):
        old, other = picks[f.row[p]], owner[f.column[p]]
        if old == p or (old >= 0 and gain[p] + heaviest <= gain[old]):
            continue
        evicted = picks[other] if other >= 0 else -1
        total, swap = gain[p], -1
        if old >= 0:
            total -= gain[old]
        if evicted >= 0:
            total -= gain[evicted]
        if old >= 0 and evicted >= 0:
            total += _half_weight(f, old, evicted)
            swap = _candidate(f, f.row[evicted], f.column[old])
            if swap >= 0:
                extra = gain[swap] + _half_weight(f, swap, p)
                if extra > 0:
                    total += extra
                else:
                    swap = -1
        if total > 0:
            gained += total
            if old >= 0:
                _put(f, picks, owner, gain, old, -1)
            if evicted >= 0:
                _put(f, picks, owner, gain, evicted, -1)
            _put(f, picks, owner, gain, p, 1)
            if swap >= 0:
                _put(f, picks, owner, gain, swap, 1)
    return gained
