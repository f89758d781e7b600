"""Alignments found on the way: read off the relaxation, then improved by moves and swaps."""

from __future__ import annotations

from exact.relaxation import SCALE, Bound, Relaxation


def climb(relaxation: Relaxation, picks: list[int]) -> tuple[int, list[int]]:
    """Improve an alignment until no single move or swap does, and return its value and its picks.

    A move gives a row another candidate; if its column is taken, the row that held it goes without one, or takes the
    column that was given up. Each round takes the best change: linear in the candidates and their matches.
    """
    state = _State(relaxation, picks)
    while state.improve():
        pass
    return state.value, state.picks


class _State:
    """An alignment with `gain`: what each candidate earns, or would earn, beside the others. Weights not scaled."""

    def __init__(self, relaxation: Relaxation, picks: list[int]) -> None:
        self.row, self.column = relaxation.row, relaxation.column
        self.partners = relaxation.partners
        self.cell = relaxation.cell
        self.weights, self.heaviest = relaxation.weights, relaxation.heaviest
        self.gain = [unary // SCALE for unary in relaxation.unary]
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

    def improve(self) -> bool:
        """Make the change that gains most, if one gains."""
        gain, picks, row, column, owner = self.gain, self.picks, self.row, self.column, self.owner
        best, best_p, best_swap = 0, -1, -1
        for p, total in enumerate(gain):
            old, other = picks[row[p]], owner[column[p]]
            if old < 0 and other < 0:
                swap = -1
            elif old == p:
                continue
            elif old < 0 or other < 0:
                given_up = old if other < 0 else picks[other]
                swap = -1
                total -= gain[given_up]
                if total > best:
                    total -= self._weight(p, given_up)
            else:
                total, swap = self._exchange(p, old, picks[other], best)
            if total > best:
                best, best_p, best_swap = total, p, swap
        if best_p < 0:
            return False
        old, other = picks[row[best_p]], owner[column[best_p]]
        if old >= 0:
            self._leave(old)
        if other >= 0:
            self._leave(picks[other])
        self._take(best_p)
        if best_swap >= 0:
            self._take(best_swap)
        return True

    def _exchange(self, p: int, old: int, evicted: int, best: int) -> tuple[int, int]:
        """What p gains in place of two picks, and the candidate that repairs the loss of the other row, or -1.

        Most exchanges are seen to gain no more than `best` before any match is looked up.
        """
        gain = self.gain
        swap = self.cell.get((self.row[evicted], self.column[old]), -1)
        most = gain[p] - gain[old] - gain[evicted] + 2 * self.heaviest
        if most + (gain[swap] if swap >= 0 else 0) <= best:
            return best, -1
        weight = self._weight
        total = gain[p] - gain[old] - gain[evicted] + weight(old, evicted) - weight(p, old) - weight(p, evicted)
        if swap >= 0:
            extra = gain[swap] - weight(swap, old) - weight(swap, evicted) + weight(swap, p)
            if extra > 0:
                return total + extra, swap
        return total, -1

    def _weight(self, p: int, q: int) -> int:
        return self.weights[p].get(q, 0)


def dive(relaxation: Relaxation, bound: Bound) -> list[int]:
    """An alignment built one candidate at a time, always the one with the least slack given those already taken.

    Taking a candidate turns its matches into unary weight for their other ends, and closes its row and column, which
    takes from the stars of all that counted on them. Quadratic in the number of candidates.
    """
    row, column, halves = relaxation.row, relaxation.column, relaxation.halves
    merit = {p: -relaxation.slack(bound, p) for p in range(len(row))}
    picks = [-1] * relaxation.problem.left_size
    while merit:
        best = max(merit, key=merit.__getitem__)
        picks[row[best]] = best
        closed = [p for p in merit if row[p] == row[best] or column[p] == column[best]]
        for p in closed:
            del merit[p]
        for q, _, mate, weight in relaxation.partners[best]:
            if q in merit:
                merit[q] += SCALE * weight - halves[mate]
        for p in closed:
            if p != best:
                for q, _, mate, _ in relaxation.partners[p]:
                    if q in merit:
                        merit[q] -= halves[mate]
    return picks
