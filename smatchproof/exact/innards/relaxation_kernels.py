"""The compiled twin of ``relaxation``: the same numbers, in the memory of ``relaxation_memory``."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from smatchproof.exact.innards import relaxation_memory as m
from smatchproof.exact.innards.assignment_kernels import assign
from smatchproof.exact.innards.compiled_code import compiled, inlined
from smatchproof.exact.innards.relaxation import SCALE
from smatchproof.exact.innards.relaxation_memory import room, section

Words = npt.NDArray[np.int64]


@compiled
def sizes(w: Words) -> tuple[int, int]:
    """How many rows and columns there are."""
    return w[m.ROW_EDGES] - w[m.ROW_START] - 1, w[m.COLUMN_EDGES] - w[m.COLUMN_START] - 1


@compiled
def solve(w: Words) -> Words:
    """Solve the stars that have changed and the outer assignment.

    Answers, one behind the other: the bound, the pick of each row, the dual of each row and that of each column.
    """
    value, unary, crowded = section(w, m.VALUE), section(w, m.UNARY), section(w, m.CROWDED)
    changed, is_changed = section(w, m.CHANGED), section(w, m.IS_CHANGED)
    start, half, lists = section(w, m.START), section(w, m.HALF), room(w)
    for k in range(w[m.CHANGES]):
        p = changed[k]
        is_changed[p] = 0
        if crowded[p]:
            value[p] = unary[p] + _solve_star(w, p, lists)
        else:
            total = unary[p]
            for own in range(start[p], start[p + 1]):
                total += half[own]
            value[p] = total
    w[m.CHANGES] = 0
    rows, columns = sizes(w)
    answer = np.empty(1 + 2 * rows + columns, dtype=np.int64)
    picks, duals = answer[1 : 1 + rows], answer[1 + rows :]
    column, edges = section(w, m.COLUMN), section(w, m.ROW_EDGES)
    assign(section(w, m.ROW_START), edges, column, value, duals[:rows], duals[rows:], picks, lists)
    answer[0] = w[m.CONSTANT] + duals.sum()
    return answer


@compiled
def _solve_star(w: Words, p: int, lists: Words) -> int:
    """The best sum of halves of a crowded star that one alignment can use together; keeps duals and what is used."""
    start, rows, columns = section(w, m.START), section(w, m.CROWDED)[p], section(w, m.CROWDED_COLUMNS)[p]
    first, last = start[p], start[p + 1]
    half, is_used = section(w, m.HALF)[first:last], section(w, m.IS_USED)[first:last]
    row_duals = section(w, m.STAR_ROW_DUAL)[first : first + rows]
    column_duals = section(w, m.STAR_COLUMN_DUAL)[first : first + columns]
    is_used[:] = 0
    pick = 0
    for k in range(last - first):
        if half[k] > half[pick]:
            pick = k
    best = half[pick]
    if best > 0 and rows > 1 and columns > 1:
        picks = lists[7]
        edges = section(w, m.STAR_START)[first + p : first + p + rows + 1]
        column = section(w, m.STAR_COLUMN)[first:last]
        assign(edges, section(w, m.STAR_EDGES)[first:last], column, half, row_duals, column_duals, picks[:rows], lists)
        for i in range(rows):
            if picks[i] >= 0:
                is_used[picks[i]] = 1
        return int(row_duals.sum() + column_duals.sum())
    row_duals[:] = best if rows == 1 else 0
    column_duals[:] = 0 if rows == 1 else best
    if best > 0:
        is_used[pick] = 1
    return int(best)


@inlined
def _change(w: Words, changed: Words, is_changed: Words, p: int) -> None:
    """The star of a candidate is to be solved again."""
    if not is_changed[p]:
        is_changed[p] = 1
        changed[w[m.CHANGES]] = p
        w[m.CHANGES] += 1


@inlined
def _slack(row: Words, column: Words, value: Words, rows: Words, columns: Words, p: int) -> int:
    return int(rows[row[p]] + columns[column[p]] - value[p])


@compiled
def surviving(w: Words, answer: Words, most: int) -> Words:
    """Which candidates have so much slack at most: 1 for each of them and 0 for the others, shape (P,)."""
    row, column, value = section(w, m.ROW), section(w, m.COLUMN), section(w, m.VALUE)
    rows, _ = sizes(w)
    row_duals, column_duals = answer[1 + rows : 1 + 2 * rows], answer[1 + 2 * rows :]
    alive = np.empty(len(row), dtype=np.int64)
    for p in range(len(row)):
        alive[p] = _slack(row, column, value, row_duals, column_duals, p) <= most
    return alive


@compiled
def share_slack(w: Words, answer: Words) -> None:
    """Let candidates with slack take over halves from their partners."""
    row, column, value = section(w, m.ROW), section(w, m.COLUMN), section(w, m.VALUE)
    start, partner, mate = section(w, m.START), section(w, m.PARTNER), section(w, m.MATE)
    half, changed, is_changed = section(w, m.HALF), section(w, m.CHANGED), section(w, m.IS_CHANGED)
    rows, _ = sizes(w)
    row_duals, column_duals = answer[1 + rows : 1 + 2 * rows], answer[1 + 2 * rows :]
    for p in range(len(row)):
        slack = _slack(row, column, value, row_duals, column_duals, p)
        left = start[p + 1] - start[p]
        if slack > 0:
            for own in range(start[p], start[p + 1]):
                taken = min(half[mate[own]], slack // left)
                left -= 1
                if taken:
                    half[own] += taken
                    half[mate[own]] -= taken
                    slack -= taken
                    _change(w, changed, is_changed, p)
                    _change(w, changed, is_changed, partner[own])


@compiled
def step(w: Words, answer: Words, size: int) -> None:
    """Move halves from where they are used without their mates to their mates; `size` is for all of them together."""
    start, partner, mate = section(w, m.START), section(w, m.PARTNER), section(w, m.MATE)
    half, changed, is_changed = section(w, m.HALF), section(w, m.CHANGED), section(w, m.IS_CHANGED)
    is_used, is_picked = section(w, m.IS_USED), section(w, m.IS_PICKED)
    rows, _ = sizes(w)
    picks = answer[1 : 1 + rows]
    _mark(is_picked, picks, 1)
    moves = 0
    for i in range(rows):
        p = picks[i]
        if p >= 0:
            for own in range(start[p], start[p + 1]):
                if is_used[own] and not (is_picked[partner[own]] and is_used[mate[own]]):
                    moves += 1
    most = max(1, size // max(1, moves))
    for i in range(rows):
        p = picks[i]
        if p >= 0:
            for own in range(start[p], start[p + 1]):
                if is_used[own] and not (is_picked[partner[own]] and is_used[mate[own]]):
                    moved = min(most, half[own])
                    half[own] -= moved
                    half[mate[own]] += moved
                    _change(w, changed, is_changed, p)
                    _change(w, changed, is_changed, partner[own])
    _mark(is_picked, picks, 0)


@compiled
def _mark(marks: Words, picks: Words, mark: int) -> None:
    for i in range(len(picks)):
        if picks[i] >= 0:
            marks[picks[i]] = mark


@compiled
def undecided(w: Words, answer: Words) -> int:
    """Of the candidates that the assignment picks, the first whose partners disagree most; -1 if there are none."""
    start, partner, half = section(w, m.START), section(w, m.PARTNER), section(w, m.HALF)
    is_used, is_picked = section(w, m.IS_USED), section(w, m.IS_PICKED)
    rows, _ = sizes(w)
    picks = answer[1 : 1 + rows]
    _mark(is_picked, picks, 1)
    chosen, most = -1, -1
    for i in range(rows):
        p = picks[i]
        if p >= 0:
            disagreement = 0
            for own in range(start[p], start[p + 1]):
                if is_used[own] and not is_picked[partner[own]]:
                    disagreement += half[own]
            if disagreement > most or (disagreement == most and p < chosen):
                chosen, most = p, disagreement
    _mark(is_picked, picks, 0)
    return int(chosen)


@compiled
def listed_stars(w: Words, split: Words) -> Words:
    """The duals of all stars, divided by what the halves and the scale have in common, which comes first.

    Then, for one candidate after the other: its number in the problem, how many numbers its rows take, these (a row
    and its dual, again and again), and the same of its columns. Stars without duals are left out; crowded ones come
    last. `split` is the split of the weights and the duals of crowded stars, or a copy of these from before.
    """
    start, crowded, names = section(w, m.START), section(w, m.CROWDED), section(w, m.ROW_NAME)
    row, partner, original = section(w, m.ROW), section(w, m.PARTNER), section(w, m.ORIGINAL)
    halves = len(partner)
    half, row_duals, column_duals = split[:halves], split[halves : 2 * halves], split[2 * halves :]
    common = SCALE
    for k in range(halves):
        other = half[k]
        while other:
            common, other = other, common % other
    listed = np.empty(1 + 3 * len(row) + 4 * halves, dtype=np.int64)
    listed[0], end = common, 1
    for p in range(len(row)):
        if not crowded[p]:
            first = end
            end += 2
            for own in range(start[p], start[p + 1]):
                if half[own]:
                    listed[end], listed[end + 1] = row[partner[own]], half[own] // common
                    end += 2
            end = _closed(listed, first, end, 0, original[p])
    column_names, columns = section(w, m.COLUMN_NAME), section(w, m.CROWDED_COLUMNS)
    for p in range(len(row)):
        if crowded[p]:
            k, first = start[p], end
            middle = _list(listed, end + 2, names[k:], row_duals[k : k + crowded[p]], common)
            end = _list(listed, middle + 1, column_names[k:], column_duals[k : k + columns[p]], common)
            end = _closed(listed, first, middle, end - middle - 1, original[p])
    return listed[:end]


@compiled
def _list(listed: Words, end: int, names: Words, duals: Words, common: int) -> int:
    """List the duals that are not 0, each behind its name; answers where the list ends then."""
    for k in range(len(duals)):
        if duals[k]:
            listed[end], listed[end + 1] = names[k], duals[k] // common
            end += 2
    return end


@compiled
def _closed(listed: Words, first: int, middle: int, columns: int, candidate: int) -> int:
    """Write how long the lists are of the star that begins at `first`; answers where it ends: there, if it is empty."""
    rows = middle - first - 2
    if rows == 0 and columns == 0:
        return first
    listed[first], listed[first + 1], listed[middle] = candidate, rows, columns
    return middle + 1 + columns
