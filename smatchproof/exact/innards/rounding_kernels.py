"""The compiled twin of ``rounding``: the same alignments, in the memory of ``relaxation_memory``."""

from __future__ import annotations

from smatchproof.exact.innards import relaxation, relaxation_memory as m
from smatchproof.exact.innards.arrays import Numbers
from smatchproof.exact.innards.compiled_code import compiled, inlined
from smatchproof.exact.innards.relaxation_kernels import slack_of

FROM_PICKS, FROM_DIVE, GO_ON = range(3)
SWEEPS = 16
"""So many sweeps are made before the clock is looked at: some 20 milliseconds on the largest problems."""


@compiled
def climb(w: Numbers, answer: Numbers, start: int) -> int:
    """Improve an alignment: the one that a bound picks, one of a dive, or that of the last call.

    Answers its value when it meets the bound or no single move or swap gains, and -1 where that may take more time.
    """
    gain, owner, picks, unary, value = w[m.GAIN], w[m.ROOM], w[m.PICKS], w[m.UNARY], w[m.CONSTANT]
    if start == FROM_DIVE:
        _dive(w, answer)
    for p in range(w[m.CANDIDATES]):
        w[gain + p] = w[unary + p]
    for j in range(w[m.COLUMNS]):
        w[owner + j] = -1
    for i in range(w[m.ROWS]):
        if start == FROM_PICKS:
            w[picks + i] = answer[1 + i]
        if w[picks + i] >= 0:
            value += _take(w, w[picks + i])
    bound = answer[0] // relaxation.SCALE
    for _ in range(SWEEPS):
        gained = 0 if value >= bound else _sweep(w)
        if gained == 0:
            return int(value)
        value += gained
    return -1


@inlined
def _sweep(w: Numbers) -> int:
    """Make every change that gains, as it comes; answers what all of them have added."""
    gain, owner, picks, row, column = w[m.GAIN], w[m.ROOM], w[m.PICKS], w[m.ROW], w[m.COLUMN]
    heaviest, gained = w[m.HEAVIEST], 0
    for p in range(w[m.CANDIDATES]):
        old, other = w[picks + w[row + p]], w[owner + w[column + p]]
        if old >= 0 and (old == p or w[gain + p] + heaviest <= w[gain + old]):
            continue  # of a swap that gains, this holds for one of the two new candidates at most
        swap = -1
        if old < 0 and other < 0:
            total = w[gain + p]
        elif old < 0 or other < 0:
            given_up = old if other < 0 else w[picks + other]
            total = w[gain + p] - w[gain + given_up]
            if total > 0:
                total -= _weight(w, p, given_up)
        else:
            total, swap = _exchange(w, p, old, w[picks + other])
        if total > 0:
            gained += _replace(w, p, swap)
    return gained


@compiled
def _take(w: Numbers, p: int) -> int:
    """Take a candidate; answers what it adds."""
    row, gain, partner, weight, start = w[w[m.ROW] + p], w[m.GAIN], w[m.PARTNER], w[m.WEIGHT], w[m.START]
    w[w[m.PICKS] + row] = p
    w[w[m.ROOM] + w[w[m.COLUMN] + p]] = row
    for k in range(w[start + p], w[start + p + 1]):
        w[gain + w[partner + k]] += w[weight + k]
    return int(w[gain + p])


@compiled
def _leave(w: Numbers, p: int) -> int:
    """Leave a candidate; answers what it has added."""
    gain, partner, weight, start = w[m.GAIN], w[m.PARTNER], w[m.WEIGHT], w[m.START]
    w[w[m.PICKS] + w[w[m.ROW] + p]] = -1
    w[w[m.ROOM] + w[w[m.COLUMN] + p]] = -1
    for k in range(w[start + p], w[start + p + 1]):
        w[gain + w[partner + k]] -= w[weight + k]
    return int(w[gain + p])


@inlined
def _replace(w: Numbers, p: int, swap: int) -> int:
    """Take p, without those that hold its row and column, and the swap, which may be -1. Answers what that adds."""
    old, other = w[w[m.PICKS] + w[w[m.ROW] + p]], w[w[m.ROOM] + w[w[m.COLUMN] + p]]
    added = 0
    if old >= 0:
        added -= _leave(w, old)
    if other >= 0:
        added -= _leave(w, w[w[m.PICKS] + other])
    added += _take(w, p)
    if swap >= 0:
        added += _take(w, swap)
    return added


@inlined
def _exchange(w: Numbers, p: int, old: int, evicted: int) -> tuple[int, int]:
    """What p gains in place of two picks, and the candidate that repairs the loss of the other row, or -1."""
    gain = w[m.GAIN]
    swap = _cell(w, w[w[m.ROW] + evicted], w[w[m.COLUMN] + old])
    total = w[gain + p] - w[gain + old] - w[gain + evicted]
    if total + 2 * w[m.HEAVIEST] + (w[gain + swap] if swap >= 0 else 0) <= 0:
        return 0, -1
    total += _weight(w, old, evicted) - _weight(w, p, old) - _weight(w, p, evicted)
    if swap >= 0:
        extra = w[gain + swap] - _weight(w, swap, old) - _weight(w, swap, evicted) + _weight(w, swap, p)
        if extra > 0:
            return total + extra, swap
    return total, -1


@compiled
def _cell(w: Numbers, i: int, j: int) -> int:
    """The candidate of a row and a column, or -1. Linear in the candidates of the row."""
    for k in range(w[w[m.ROW_START] + i], w[w[m.ROW_START] + i + 1]):
        p = w[w[m.ROW_EDGES] + k]
        if w[w[m.COLUMN] + p] == j:
            return int(p)
    return -1


@compiled
def _weight(w: Numbers, p: int, q: int) -> int:
    """The weight of the match of two candidates, or 0. Linear in the matches of the one that has fewer."""
    start = w[m.START]
    if w[start + q + 1] - w[start + q] < w[start + p + 1] - w[start + p]:
        p, q = q, p
    for k in range(w[start + p], w[start + p + 1]):
        if w[w[m.PARTNER] + k] == q:
            return int(w[w[m.WEIGHT] + k])
    return 0


@inlined
def _dive(w: Numbers, answer: Numbers) -> None:
    """Pick candidates one at a time, always the first of those with the least slack given those already taken.

    Takes a pass over the candidates that are still open for each that is picked.
    """
    merit, is_open, rest, left = w[m.GAIN], w[m.IS_OPEN], w[m.REST], w[m.CANDIDATES]
    for i in range(w[m.ROWS]):
        w[w[m.PICKS] + i] = -1
    for p in range(left):
        w[is_open + p], w[rest + p] = 1, p
        w[merit + p] = -slack_of(w, answer, p)
    while left:
        best, still = -1, 0
        for k in range(rest, rest + left):
            p = w[k]
            if w[is_open + p]:
                w[rest + still] = p
                still += 1
                if best < 0 or w[merit + p] > w[merit + best]:
                    best = p
        left = still
        if best >= 0:
            w[w[m.PICKS] + w[w[m.ROW] + best]] = best
            _close_lines(w, best)


@inlined
def _close_lines(w: Numbers, best: int) -> None:
    """Close the row and the column of a candidate that is taken: its partners gain, those of the closed lose halves."""
    merit, is_open, half, partner, mate = w[m.GAIN], w[m.IS_OPEN], w[m.HALF], w[m.PARTNER], w[m.MATE]
    closed, number = w[m.IS_PICKED], 0  # all 0 between steps, and again when this ends
    w[is_open + best] = 0
    number = _close(w, w[m.ROW_EDGES], w[m.ROW_START] + w[w[m.ROW] + best], number)
    number = _close(w, w[m.COLUMN_EDGES], w[m.COLUMN_START] + w[w[m.COLUMN] + best], number)
    for own in range(w[w[m.START] + best], w[w[m.START] + best + 1]):
        q = w[partner + own]
        if w[is_open + q]:
            w[merit + q] += relaxation.SCALE * w[w[m.WEIGHT] + own] - w[half + w[mate + own]]
    for k in range(closed, closed + number):
        p = w[k]
        w[k] = 0
        for own in range(w[w[m.START] + p], w[w[m.START] + p + 1]):
            q = w[partner + own]
            if w[is_open + q]:
                w[merit + q] -= w[half + w[mate + own]]


@compiled
def _close(w: Numbers, edges: int, start: int, number: int) -> int:
    """Close and list the open candidates of a line; answers how many are listed by now."""
    for k in range(edges + w[start], edges + w[start + 1]):
        p = w[k]
        if w[w[m.IS_OPEN] + p]:
            w[w[m.IS_OPEN] + p] = 0
            w[w[m.IS_PICKED] + number] = p
            number += 1
    return number
