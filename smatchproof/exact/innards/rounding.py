"""Alignments found on the way: read off the relaxation, then improved by moves and swaps.

The search is not the one of the heuristics, which looks for the best neighbour (as the paper does) in an index of its
own: to lay that index out takes 6 to 9 % of the time of a whole score (LPP and STS), more than this search takes, which
makes every change that gains and works on the tables that a relaxation has anyway.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from math import inf

from smatchproof.exact.innards.relaxation import SCALE, Bound, Relaxation


def climb(relaxation: Relaxation, picks: list[int], bound: float = inf) -> tuple[int, list[int]]:
    """Improve an alignment until no single move or swap does, or it meets the bound; return its value and its picks.

    A move gives a row another candidate; if its column is taken, the row that held it goes without one, or takes the
    column that was given up. Each sweep looks at every candidate once and makes every change that gains.
    """
    state = _Climb(relaxation, picks)
    while state.value < bound and state.sweep():
        relaxation.tick()
    return state.value, state.picks


class _Climb:
    """An alignment with `gain`: what each candidate earns, or would earn, beside the others. Weights not scaled."""

    def __init__(self, relaxation: Relaxation, picks: list[int]) -> None:
        self.relaxation = relaxation
        self.row, self.column = relaxation.row, relaxation.column
        self.partners, self.heaviest = relaxation.partners, relaxation.heaviest
        self.gain = relaxation.alone.copy()
        self.picks = [-1] * len(picks)
        self.owner = [-1] * relaxation.problem.right_size
        self.value = relaxation.constant // SCALE
        for pick in picks:
            if pick >= 0:
                self._take(pick)

    def _take(self, p: int) -> None:
        self.value += self.gain[p]
        self.picks[self.row[p]] = p
        self.owner[self.column[p]] = self.row[p]
        for q, _, _, weight in self.partners[p]:
            self.gain[q] += weight

    def _leave(self, p: int) -> None:
        self.value -= self.gain[p]
        self.picks[self.row[p]] = -1
        self.owner[self.column[p]] = -1
        for q, _, _, weight in self.partners[p]:
            self.gain[q] -= weight

    def sweep(self) -> bool:
        """Make every change that gains, as it comes; whether there was one."""
        gain, picks, row, column, owner = self.gain, self.picks, self.row, self.column, self.owner
        before, heaviest = self.value, self.heaviest
        for p, earns in enumerate(gain):
            old, other = picks[row[p]], owner[column[p]]
            swap = -1
            if old < 0 and other < 0:
                total = earns
            elif old >= 0 and (old == p or earns + heaviest <= gain[old]):
                continue  # of a swap that gains, this holds for one of the two new candidates at most
            elif old < 0 or other < 0:
                given_up = old if other < 0 else picks[other]
                total = earns - gain[given_up]
                if total > 0:
                    total -= self.relaxation.weights_of(p).get(given_up, 0)
            else:
                total, swap = self._exchange(p, old, picks[other])
            if total > 0:
                self._change(p, swap)
        return self.value > before

    def _change(self, p: int, swap: int) -> None:
        old, other = self.picks[self.row[p]], self.owner[self.column[p]]
        if old >= 0:
            self._leave(old)
        if other >= 0:
            self._leave(self.picks[other])
        self._take(p)
        if swap >= 0:
            self._take(swap)

    def _exchange(self, p: int, old: int, evicted: int) -> tuple[int, int]:
        """What p gains in place of two picks, and the candidate that repairs the loss of the other row, or -1.

        Most exchanges are seen to gain nothing before any match is looked up.
        """
        gain = self.gain
        swap = self.relaxation.cell.get((self.row[evicted], self.column[old]), -1)
        most = gain[p] - gain[old] - gain[evicted] + 2 * self.heaviest
        if most + (gain[swap] if swap >= 0 else 0) <= 0:
            return 0, -1
        weights = self.relaxation.weights_of
        beside, new = weights(old), weights(p)
        total = gain[p] - gain[old] - gain[evicted]
        total += beside.get(evicted, 0) - new.get(old, 0) - new.get(evicted, 0)
        if swap >= 0:
            repair = weights(swap)
            extra = gain[swap] - repair.get(old, 0) - repair.get(evicted, 0) + repair.get(p, 0)
            if extra > 0:
                return total + extra, swap
        return total, -1


def dive(relaxation: Relaxation, bound: Bound) -> list[int]:
    """An alignment built one candidate at a time, always the one with the least slack given those already taken.

    Taking a candidate turns its matches into unary weight for their other ends, and closes its row and column, which
    takes from the stars of all that counted on them. Linear, but for a logarithm, in candidates and matches.
    """
    row, column, halves = relaxation.row, relaxation.column, relaxation.halves
    merit = [-slack for slack in relaxation.slacks(bound)]
    by_column: list[list[int]] = [[] for _ in bound.columns]
    for p, target in enumerate(column):
        by_column[target].append(p)
    is_open = [True] * len(row)
    picks = [-1] * relaxation.problem.left_size
    heap = [(-worth, p) for p, worth in enumerate(merit)]
    heapify(heap)
    while heap:
        worth, best = heappop(heap)
        relaxation.tick()
        if not is_open[best] or -worth != merit[best]:
            continue  # closed, or its merit has changed and it stands in the heap again
        picks[row[best]] = best
        closed = [p for p in (*relaxation.edges[row[best]], *by_column[column[best]]) if is_open[p]]
        for p in closed:
            is_open[p] = False
        for q, _, mate, weight in relaxation.partners[best]:
            if is_open[q]:
                merit[q] += SCALE * weight - halves[mate]
                heappush(heap, (-merit[q], q))
        for p in closed:
            if p != best:
                for q, _, mate, _ in relaxation.partners[p]:
                    if is_open[q] and halves[mate]:
                        merit[q] -= halves[mate]
                        heappush(heap, (-merit[q], q))
    return picks
