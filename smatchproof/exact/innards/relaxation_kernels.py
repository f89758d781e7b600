"""The compiled twin of ``relaxation``: the same numbers, in the memory of ``relaxation_memory``.

What a bound has found is one array, its *answer*: the bound, the pick of each row, the dual of each row and that of
each column.
"""

from __future__ import annotations

import numpy as np

from smatchproof.exact.innards import relaxation, relaxation_memory as m
from smatchproof.exact.innards.arrays import Numbers
from smatchproof.exact.innards.assignment_kernels import LISTS, Lists, assign
from smatchproof.exact.innards.compiled_code import compiled, inlined


@compiled
def solve(w: Numbers) -> Numbers:
    """Solve the stars that have changed and the outer assignment: its answer."""
    start, half, room, size = w[m.START], w[m.HALF], w[m.ROOM], w[m.SIZE]
    for place in range(w[m.CHANGED], w[m.CHANGED] + w[m.CHANGES]):
        p = w[place]
        w[w[m.IS_CHANGED] + p] = 0
        total = relaxation.SCALE * w[w[m.UNARY] + p]
        if w[w[m.CROWDED] + p]:
            total += _star_value(w, p)
        else:
            for k in range(half + w[start + p], half + w[start + p + 1]):
                total += w[k]
        w[w[m.VALUE] + p] = total
    w[m.CHANGES] = 0
    rows, columns = w[m.ROWS], w[m.COLUMNS]
    picks, row_dual, column_dual = room + LISTS * size, room + (LISTS + 1) * size, room + (LISTS + 2) * size
    edges, column, value = w[m.ROW_EDGES], w[m.COLUMN], w[m.VALUE]
    outer = Lists(w[m.ROW_START], edges, column, value, row_dual, column_dual, picks, room, size)
    answer = np.empty(1 + 2 * rows + columns, dtype=np.int64)
    answer[0] = relaxation.SCALE * w[m.CONSTANT] + assign(w, outer, rows, columns)
    for i in range(rows):
        answer[1 + i], answer[1 + rows + i] = w[picks + i], w[row_dual + i]
    for j in range(columns):
        answer[1 + 2 * rows + j] = w[column_dual + j]
    return answer


@inlined
def _star_value(w: Numbers, p: int) -> int:
    """The best sum of halves of a crowded star that one alignment can use together; keeps duals and what is used."""
    first, last = w[w[m.START] + p], w[w[m.START] + p + 1]
    rows, columns = w[w[m.CROWDED] + p], w[w[m.CROWDED_COLUMNS] + p]
    half, is_used = w[m.HALF] + first, w[m.IS_USED] + first
    row_dual, column_dual = w[m.STAR_ROW_DUAL] + first, w[m.STAR_COLUMN_DUAL] + first
    best, pick = 0, -1
    for k in range(last - first):
        w[is_used + k] = 0
        if w[half + k] > best:
            best, pick = w[half + k], k
    if best > 0 and rows > 1 and columns > 1:
        edges, start, column = w[m.STAR_EDGES] + first, w[m.STAR_START] + first + p, w[m.STAR_COLUMN] + first
        room, size = w[m.ROOM], w[m.SIZE]
        picks = room + LISTS * size
        star = Lists(start, edges, column, half, row_dual, column_dual, picks, room, size)
        best = assign(w, star, rows, columns)
        for i in range(rows):
            if w[picks + i] >= 0:
                w[is_used + w[picks + i]] = 1
        return best
    for i in range(rows):
        w[row_dual + i] = best if rows == 1 else 0
    for j in range(columns):
        w[column_dual + j] = 0 if rows == 1 else best
    if pick >= 0:
        w[is_used + pick] = 1
    return best


@inlined
def _change(w: Numbers, p: int) -> None:
    """The star of a candidate is to be solved again."""
    if not w[w[m.IS_CHANGED] + p]:
        w[w[m.IS_CHANGED] + p] = 1
        w[w[m.CHANGED] + w[m.CHANGES]] = p
        w[m.CHANGES] += 1


@compiled
def slack_of(w: Numbers, answer: Numbers, p: int) -> int:
    """How far the bound falls, scaled, for alignments that contain this candidate."""
    row_dual, column_dual = answer[1 + w[m.ROWS] + w[w[m.ROW] + p]], answer[1 + 2 * w[m.ROWS] + w[w[m.COLUMN] + p]]
    return int(row_dual + column_dual - w[w[m.VALUE] + p])


@compiled
def surviving(w: Numbers, answer: Numbers, most: int) -> Numbers:
    """Which candidates have so much slack at most: 1 for each of them and 0 for the others, shape (P,)."""
    alive = np.empty(w[m.CANDIDATES], dtype=np.int64)
    for p in range(len(alive)):
        alive[p] = slack_of(w, answer, p) <= most
    return alive


@compiled
def share_slack(w: Numbers, answer: Numbers) -> None:
    """Let candidates with slack take over halves from their partners."""
    half, mate = w[m.HALF], w[m.MATE]
    for p in range(w[m.CANDIDATES]):
        slack = slack_of(w, answer, p)
        first, last = w[w[m.START] + p], w[w[m.START] + p + 1]
        if slack > 0:
            for own in range(first, last):
                taken = min(w[half + w[mate + own]], slack // (last - own))
                if taken:
                    w[half + own] += taken
                    w[half + w[mate + own]] -= taken
                    slack -= taken
                    _change(w, p)
                    _change(w, w[w[m.PARTNER] + own])


@compiled
def _mark(w: Numbers, answer: Numbers, mark: int) -> None:
    """Mark the picks."""
    for i in range(1, 1 + w[m.ROWS]):
        if answer[i] >= 0:
            w[w[m.IS_PICKED] + answer[i]] = mark


@compiled
def _disagrees(w: Numbers, own: int) -> bool:
    """Whether a half is used, and its mate is not."""
    is_used, mate = w[m.IS_USED], w[w[m.MATE] + own]
    return bool(w[is_used + own] and not (w[w[m.IS_PICKED] + w[w[m.PARTNER] + own]] and w[is_used + mate]))


@compiled
def lower(w: Numbers, answer: Numbers, size: int) -> Numbers:
    """Move halves from where they are used without their mates to their mates; `size` is for all of them together.

    Answers what the bound is then.
    """
    start, half, mate = w[m.START], w[m.HALF], w[m.MATE]
    _mark(w, answer, 1)
    moves = 0
    for i in range(1, 1 + w[m.ROWS]):
        p = answer[i]
        if p >= 0:
            for own in range(w[start + p], w[start + p + 1]):
                moves += _disagrees(w, own)
    most = max(1, size // max(1, moves))
    for i in range(1, 1 + w[m.ROWS]):
        p = answer[i]
        if p >= 0:
            for own in range(w[start + p], w[start + p + 1]):
                if _disagrees(w, own):
                    moved = min(most, w[half + own])
                    w[half + own] -= moved
                    w[half + w[mate + own]] += moved
                    _change(w, p)
                    _change(w, w[w[m.PARTNER] + own])
    _mark(w, answer, 0)
    return solve(w)


@compiled
def undecided(w: Numbers, answer: Numbers) -> int:
    """Of the candidates that the assignment picks, the first whose partners disagree most; -1 if there are none."""
    _mark(w, answer, 1)
    chosen, most = -1, -1
    for i in range(1, 1 + w[m.ROWS]):
        p = answer[i]
        if p >= 0:
            disagreement = 0
            for own in range(w[w[m.START] + p], w[w[m.START] + p + 1]):
                if w[w[m.IS_USED] + own] and not w[w[m.IS_PICKED] + w[w[m.PARTNER] + own]]:
                    disagreement += w[w[m.HALF] + own]
            if disagreement > most or (disagreement == most and p < chosen):
                chosen, most = p, disagreement
    _mark(w, answer, 0)
    return chosen


@compiled
def listed_stars(w: Numbers, split: Numbers) -> Numbers:
    """The duals of all stars, divided by what the halves and the scale have in common, which comes first.

    Then, for one candidate after the other: its number in the problem, how many numbers its rows take, these (a row
    and its dual, again and again), and the same of its columns. Stars without duals are left out; crowded ones come
    last. `split` is the split of the weights and the duals of crowded stars, or a copy of these from before.
    """
    halves, start, original = w[m.HALVES], w[m.START], w[m.ORIGINAL]
    common = relaxation.SCALE
    for k in range(halves):
        other = split[k]
        while other:
            common, other = other, common % other
    listed = np.empty(1 + 3 * w[m.CANDIDATES] + 4 * halves, dtype=np.int64)
    listed[0], end = common, 1
    for p in range(w[m.CANDIDATES]):
        if not w[w[m.CROWDED] + p]:
            first = end
            end += 2
            for own in range(w[start + p], w[start + p + 1]):
                if split[own]:
                    listed[end], listed[end + 1] = w[w[m.ROW] + w[w[m.PARTNER] + own]], split[own] // common
                    end += 2
            end = _closed(listed, first, end, end, w[original + p])
    for p in range(w[m.CANDIDATES]):
        rows, k = w[w[m.CROWDED] + p], w[start + p]
        if rows:
            first = end
            middle = _list(w, listed, end + 2, w[m.ROW_NAME] + k, split, halves + k, rows, common)
            columns = w[w[m.CROWDED_COLUMNS] + p]
            end = _list(w, listed, middle + 1, w[m.COLUMN_NAME] + k, split, 2 * halves + k, columns, common)
            end = _closed(listed, first, middle, end - 1, w[original + p])
    return listed[:end]


@compiled
def _list(
    w: Numbers, listed: Numbers, end: int, names: int, split: Numbers, duals: int, number: int, common: int
) -> int:
    """List the duals that are not 0, each behind its name; answers where the list ends then."""
    for k in range(number):
        if split[duals + k]:
            listed[end], listed[end + 1] = w[names + k], split[duals + k] // common
            end += 2
    return end


@compiled
def _closed(listed: Numbers, first: int, middle: int, last: int, candidate: int) -> int:
    """Write how long the lists are of the star that begins at `first`; answers where it ends: there, if it is empty."""
    if middle == first + 2 and last == middle:
        return first
    listed[first], listed[first + 1], listed[middle] = candidate, middle - first - 2, last - middle
    return last + 1
