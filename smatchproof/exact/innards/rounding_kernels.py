"""The compiled twin of ``rounding``: the same alignments, in the memory of ``relaxation_memory``."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from smatchproof.exact.innards import relaxation_memory as m
from smatchproof.exact.innards.compiled_code import compiled, inlined
from smatchproof.exact.innards.relaxation import SCALE
from smatchproof.exact.innards.relaxation_kernels import slack_of

Words = npt.NDArray[np.int64]

SWEEPS = 16
"""So many sweeps are made before the clock is looked at: some milliseconds on the largest problems."""


@compiled
def climb(w: Words, picks: Words, bound: int) -> tuple[int, bool]:
    """Improve an alignment, in place. Answers its value, and whether it meets the bound or no move or swap gains."""
    gain, owner, row, column, heaviest = w[m.GAIN], w[m.ROOM], w[m.ROW], w[m.COLUMN], w[m.HEAVIEST]
    unary, value = w[m.UNARY], w[m.CONSTANT] // SCALE
    for p in range(w[m.CANDIDATES]):
        w[gain + p] = w[unary + p] // SCALE
    for j in range(w[m.COLUMNS]):
        w[owner + j] = -1
    for i in range(len(picks)):
        if picks[i] >= 0:
            value += _take(w, picks, picks[i])
    for _ in range(SWEEPS):
        if value >= bound:
            return value, True
        before = value
        for p in range(w[m.CANDIDATES]):
            old, other = picks[w[row + p]], w[owner + w[column + p]]
            if old >= 0 and (old == p or w[gain + p] + heaviest <= w[gain + old]):
                continue
            swap = -1
            if old < 0 and other < 0:
                total = w[gain + p]
            elif old < 0 or other < 0:
                given_up = old if other < 0 else picks[other]
                total = w[gain + p] - w[gain + given_up]
                if total > 0:
                    total -= _weight(w, p, given_up)
            else:
                total, swap = _exchange(w, p, old, picks[other])
            if total > 0:
                value += _replace(w, picks, p, swap)
        if value == before:
            return value, True
    return value, False


@compiled
def _take(w: Words, picks: Words, p: int) -> int:
    """Take a candidate; answers what it adds."""
    row, gain, partner, weight, start = w[w[m.ROW] + p], w[m.GAIN], w[m.PARTNER], w[m.WEIGHT], w[m.START]
    picks[row] = p
    w[w[m.ROOM] + w[w[m.COLUMN] + p]] = row
    for k in range(w[start + p], w[start + p + 1]):
        w[gain + w[partner + k]] += w[weight + k]
    return int(w[gain + p])


@compiled
def _leave(w: Words, picks: Words, p: int) -> int:
    """Leave a candidate; answers what it has added."""
    gain, partner, weight, start = w[m.GAIN], w[m.PARTNER], w[m.WEIGHT], w[m.START]
    picks[w[w[m.ROW] + p]] = -1
    w[w[m.ROOM] + w[w[m.COLUMN] + p]] = -1
    for k in range(w[start + p], w[start + p + 1]):
        w[gain + w[partner + k]] -= w[weight + k]
    return int(w[gain + p])


@inlined
def _replace(w: Words, picks: Words, p: int, swap: int) -> int:
    """Take p, without those that hold its row and column, and the swap, which may be -1. Answers what that adds."""
    old, other = picks[w[w[m.ROW] + p]], w[w[m.ROOM] + w[w[m.COLUMN] + p]]
    added = 0
    if old >= 0:
        added -= _leave(w, picks, old)
    if other >= 0:
        added -= _leave(w, picks, picks[other])
    added += _take(w, picks, p)
    if swap >= 0:
        added += _take(w, picks, swap)
    return added


@inlined
def _exchange(w: Words, p: int, old: int, evicted: int) -> tuple[int, int]:
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
def _cell(w: Words, i: int, j: int) -> int:
    """The candidate of a row and a column, or -1."""
    for k in range(w[w[m.ROW_START] + i], w[w[m.ROW_START] + i + 1]):
        p = w[w[m.ROW_EDGES] + k]
        if w[w[m.COLUMN] + p] == j:
            return int(p)
    return -1


@compiled
def _weight(w: Words, p: int, q: int) -> int:
    """The weight of the match of two candidates, or 0."""
    start = w[m.START]
    if w[start + q + 1] - w[start + q] < w[start + p + 1] - w[start + p]:
        p, q = q, p
    for k in range(w[start + p], w[start + p + 1]):
        if w[w[m.PARTNER] + k] == q:
            return int(w[w[m.WEIGHT] + k])
    return 0


@compiled
def dive(w: Words, answer: Words) -> Words:
    """The pick of each row, or -1: built one candidate at a time, always the first of those with the least slack."""
    merit, is_open = w[m.GAIN], w[m.OPEN]
    picks, rest = np.full(w[m.ROWS], -1), np.arange(w[m.CANDIDATES])
    for p in range(len(rest)):
        w[is_open + p] = 1
        w[merit + p] = -slack_of(w, answer, p)
    left = len(rest)
    while True:
        best, still = -1, 0
        for k in range(left):
            p = rest[k]
            if w[is_open + p]:
                rest[still] = p
                still += 1
                if best < 0 or w[merit + p] > w[merit + best]:
                    best = p
        left = still
        if best < 0:
            return picks
        picks[w[w[m.ROW] + best]] = best
        _close_lines(w, best)


@inlined
def _close_lines(w: Words, best: int) -> None:
    """Close the row and the column of a candidate that is taken: its partners gain, those of the closed lose halves."""
    merit, is_open, half, partner, mate = w[m.GAIN], w[m.OPEN], w[m.HALF], w[m.PARTNER], w[m.MATE]
    closed, number = w[m.IS_PICKED], 0
    w[is_open + best] = 0
    number = _close(w, w[m.ROW_EDGES], w[m.ROW_START] + w[w[m.ROW] + best], number)
    number = _close(w, w[m.COLUMN_EDGES], w[m.COLUMN_START] + w[w[m.COLUMN] + best], number)
    for own in range(w[w[m.START] + best], w[w[m.START] + best + 1]):
        q = w[partner + own]
        if w[is_open + q]:
            w[merit + q] += SCALE * w[w[m.WEIGHT] + own] - w[half + w[mate + own]]
    for k in range(closed, closed + number):
        p = w[k]
        w[k] = 0
        for own in range(w[w[m.START] + p], w[w[m.START] + p + 1]):
            q = w[partner + own]
            if w[is_open + q]:
                w[merit + q] -= w[half + w[mate + own]]


@compiled
def _close(w: Words, edges: int, start: int, number: int) -> int:
    """Close and list the open candidates of a line; answers how many are listed by now."""
    for k in range(edges + w[start], edges + w[start + 1]):
        p = w[k]
        if w[w[m.OPEN] + p]:
            w[w[m.OPEN] + p] = 0
            w[w[m.IS_PICKED] + number] = p
            number += 1
    return number
