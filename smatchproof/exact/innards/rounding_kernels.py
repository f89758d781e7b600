"""The compiled twin of ``rounding``: the same alignments, in the memory of ``relaxation_memory``."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from smatchproof.exact.innards import relaxation_memory as m
from smatchproof.exact.innards.compiled_code import compiled, inlined
from smatchproof.exact.innards.relaxation import SCALE
from smatchproof.exact.innards.relaxation_kernels import sizes
from smatchproof.exact.innards.relaxation_memory import room, section

Words = npt.NDArray[np.int64]

SWEEPS = 50
"""So many sweeps are made before the clock is looked at: some milliseconds on the largest problems."""


@compiled
def climb(w: Words, picks: Words, bound: int) -> tuple[int, bool]:
    """Improve an alignment, in place. Answers its value, and whether it meets the bound or no move or swap gains."""
    row, column, gain = section(w, m.ROW), section(w, m.COLUMN), section(w, m.GAIN)
    gain[:] = section(w, m.UNARY) // SCALE
    owner = room(w)[0]
    owner[:] = -1
    value = w[m.CONSTANT] // SCALE
    for i in range(len(picks)):
        if picks[i] >= 0:
            value += _take(w, gain, picks, owner, picks[i])
    heaviest = w[m.HEAVIEST]
    for _ in range(SWEEPS):
        if value >= bound:
            return value, True
        before = value
        for p in range(len(gain)):
            old, other = picks[row[p]], owner[column[p]]
            if old >= 0 and (old == p or gain[p] + heaviest <= gain[old]):
                continue
            swap = -1
            if old < 0 and other < 0:
                total = gain[p]
            elif old < 0 or other < 0:
                given_up = old if other < 0 else picks[other]
                total = gain[p] - gain[given_up]
                if total > 0:
                    total -= _weight(w, p, given_up)
            else:
                total, swap = _exchange(w, gain, p, old, picks[other])
            if total > 0:
                value += _replace(w, gain, picks, owner, p, swap)
        if value == before:
            return value, True
    return value, False


@compiled
def _take(w: Words, gain: Words, picks: Words, owner: Words, p: int) -> int:
    """Take a candidate; answers what it adds."""
    partner, weight, start = section(w, m.PARTNER), section(w, m.WEIGHT), section(w, m.START)
    row, column = section(w, m.ROW)[p], section(w, m.COLUMN)[p]
    picks[row], owner[column] = p, row
    for k in range(start[p], start[p + 1]):
        gain[partner[k]] += weight[k]
    return int(gain[p])


@compiled
def _leave(w: Words, gain: Words, picks: Words, owner: Words, p: int) -> int:
    """Leave a candidate; answers what it has added."""
    partner, weight, start = section(w, m.PARTNER), section(w, m.WEIGHT), section(w, m.START)
    picks[section(w, m.ROW)[p]] = owner[section(w, m.COLUMN)[p]] = -1
    for k in range(start[p], start[p + 1]):
        gain[partner[k]] -= weight[k]
    return int(gain[p])


@inlined
def _replace(w: Words, gain: Words, picks: Words, owner: Words, p: int, swap: int) -> int:
    """Take p, without those that hold its row and column, and the swap, which may be -1. Answers what that adds."""
    old, other = picks[section(w, m.ROW)[p]], owner[section(w, m.COLUMN)[p]]
    added = 0
    if old >= 0:
        added -= _leave(w, gain, picks, owner, old)
    if other >= 0:
        added -= _leave(w, gain, picks, owner, picks[other])
    added += _take(w, gain, picks, owner, p)
    if swap >= 0:
        added += _take(w, gain, picks, owner, swap)
    return added


@inlined
def _exchange(w: Words, gain: Words, p: int, old: int, evicted: int) -> tuple[int, int]:
    """What p gains in place of two picks, and the candidate that repairs the loss of the other row, or -1."""
    swap = _cell(w, section(w, m.ROW)[evicted], section(w, m.COLUMN)[old])
    most = gain[p] - gain[old] - gain[evicted] + 2 * w[m.HEAVIEST]
    if most + (gain[swap] if swap >= 0 else 0) <= 0:
        return 0, -1
    total = gain[p] - gain[old] - gain[evicted]
    total += _weight(w, old, evicted) - _weight(w, p, old) - _weight(w, p, evicted)
    if swap >= 0:
        extra = gain[swap] - _weight(w, swap, old) - _weight(w, swap, evicted) + _weight(w, swap, p)
        if extra > 0:
            return total + extra, swap
    return total, -1


@compiled
def _cell(w: Words, i: int, j: int) -> int:
    """The candidate of a row and a column, or -1."""
    start, edges, column = section(w, m.ROW_START), section(w, m.ROW_EDGES), section(w, m.COLUMN)
    for k in range(start[i], start[i + 1]):
        if column[edges[k]] == j:
            return int(edges[k])
    return -1


@compiled
def _weight(w: Words, p: int, q: int) -> int:
    """The weight of the match of two candidates, or 0."""
    partner, start = section(w, m.PARTNER), section(w, m.START)
    if start[q + 1] - start[q] < start[p + 1] - start[p]:
        p, q = q, p
    for k in range(start[p], start[p + 1]):
        if partner[k] == q:
            return int(section(w, m.WEIGHT)[k])
    return 0


@compiled
def dive(w: Words, answer: Words) -> Words:
    """The pick of each row, or -1: built one candidate at a time, always the first of those with the least slack."""
    row, column, value = section(w, m.ROW), section(w, m.COLUMN), section(w, m.VALUE)
    rows, _ = sizes(w)
    row_duals, column_duals = answer[1 + rows : 1 + 2 * rows], answer[1 + 2 * rows :]
    merit, is_open, rest = section(w, m.GAIN), section(w, m.OPEN), np.arange(len(row))
    picks = np.full(rows, -1)
    for p in range(len(row)):
        is_open[p] = 1
        merit[p] = value[p] - row_duals[row[p]] - column_duals[column[p]]
    left = len(row)
    while True:
        best, still = -1, 0
        for k in range(left):
            p = rest[k]
            if is_open[p]:
                rest[still] = p
                still += 1
                if best < 0 or merit[p] > merit[best]:
                    best = p
        left = still
        if best < 0:
            return picks
        picks[row[best]] = best
        _close_line(w, merit, is_open, best)


@inlined
def _close_line(w: Words, merit: Words, is_open: Words, best: int) -> None:
    """Close the row and the column of a candidate that is taken: its partners gain, those of the closed lose halves."""
    i, j = section(w, m.ROW)[best], section(w, m.COLUMN)[best]
    row_start, row_edges = section(w, m.ROW_START), section(w, m.ROW_EDGES)
    column_start, column_edges = section(w, m.COLUMN_START), section(w, m.COLUMN_EDGES)
    start, partner, mate = section(w, m.START), section(w, m.PARTNER), section(w, m.MATE)
    half, weight = section(w, m.HALF), section(w, m.WEIGHT)
    closed, number = section(w, m.IS_PICKED), 0
    for k in range(row_start[i], row_start[i + 1]):
        if is_open[row_edges[k]] and row_edges[k] != best:
            closed[number] = row_edges[k]
            number += 1
    for k in range(column_start[j], column_start[j + 1]):
        if is_open[column_edges[k]] and column_edges[k] != best:
            closed[number] = column_edges[k]
            number += 1
    is_open[best] = 0
    for k in range(number):
        is_open[closed[k]] = 0
    for own in range(start[best], start[best + 1]):
        q = partner[own]
        if is_open[q]:
            merit[q] += SCALE * weight[own] - half[mate[own]]
    for k in range(number):
        for own in range(start[closed[k]], start[closed[k] + 1]):
            q = partner[own]
            if is_open[q]:
                merit[q] -= half[mate[own]]
    for k in range(number):
        closed[k] = 0
