"""Alignments found on the way: read off the relaxation, then improved by moves and exchanges.

The search is not the one of the heuristics, which looks for the best neighbour (as the paper does) in an index of its
own: to lay that index out takes longer than this search, which makes every change that gains and works on the lists
that a relaxation has anyway.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from .memory import copy, give_back, new_room, take
    from .relaxation import SCALE, Relaxation

_NONE, _UNKNOWN = -1, -2


class Rounding:
    """An alignment of the part that a relaxation is about, worth `value`. Nothing is scaled, but `merit`.

    ``gain[p]`` is what candidate p earns, or would earn, beside the others; ``by_row`` and ``by_column`` hold the
    candidates of the alignment, or -1.
    """

    def __init__(self, relaxation: Relaxation) -> None:
        self.relaxation = relaxation  # its type is known in compiled code, that of the argument is not
        self.rows, self.columns = self.relaxation.rows, self.relaxation.columns
        self.candidates = self.relaxation.candidates
        self.row, self.column, self.row_start = self.relaxation.row, self.relaxation.column, self.relaxation.row_start
        self.first, self.partner, self.mate = self.relaxation.first, self.relaxation.partner, self.relaxation.mate
        self.weight, self.half = self.relaxation.weight, self.relaxation.half
        self.room = new_room()
        self.gain = take(self.room, self.candidates)
        self.by_row = take(self.room, self.rows)
        self.by_column = take(self.room, self.columns)
        self.merit = take(self.room, self.candidates)
        self.is_open = take(self.room, self.candidates)
        self.best_of_row = take(self.room, self.rows)
        self.value = 0

    def __dealloc__(self) -> None:
        give_back(self.room)

    def climb(self, limit: int) -> int:
        """Improve what the relaxation picks, up to a value that nothing exceeds. Answers its value.

        A move gives a row another candidate; if its column is taken, the row that held it goes without one, or takes
        the column that was given up. Each sweep looks at every candidate once.
        """
        with cython.nogil:
            self._begin_with_picks()
            self._improve(limit)
            return self.value

    def dive(self, limit: int) -> int:
        """Improve the alignment of candidates taken one by one, each with the least slack beside those before it.

        A candidate that is taken turns its matches into what their other ends earn alone; it closes its row and its
        column, which takes halves from the stars of all that counted on them. Answers its value.
        """
        with cython.nogil:
            self._dive()
            self._improve(limit)
            return self.value

    def alignment(self) -> list[int]:
        """Its candidates, by their numbers in the problem."""
        return self.relaxation.originals([self.by_row[i] for i in range(self.rows)])

    def _begin(self) -> None:
        """Begin with nothing aligned."""
        copy(self.gain, self.relaxation.alone, self.candidates)
        for i in range(self.rows):
            self.by_row[i] = _NONE
        for j in range(self.columns):
            self.by_column[j] = _NONE
        self.value = self.relaxation.constant // SCALE

    def _begin_with_picks(self) -> None:
        """Begin with what the outer assignment picks."""
        self._begin()
        for i in range(self.rows):
            if self.relaxation.outer.pick[i] >= 0:
                self._take(self.relaxation.outer.pick[i])

    def _take(self, p: int) -> None:
        gain, partner, weight = self.gain, self.partner, self.weight
        self.value += gain[p]
        self.by_row[self.row[p]] = p
        self.by_column[self.column[p]] = p
        for h in range(self.first[p], self.first[p + 1]):
            gain[partner[h]] += weight[h]

    def _leave(self, p: int) -> None:
        gain, partner, weight = self.gain, self.partner, self.weight
        self.value -= gain[p]
        self.by_row[self.row[p]] = _NONE
        self.by_column[self.column[p]] = _NONE
        for h in range(self.first[p], self.first[p + 1]):
            gain[partner[h]] -= weight[h]

    def _improve(self, limit: int) -> None:
        """Make every change that gains, until a sweep over all candidates makes none, or the limit is reached."""
        row, column, by_row, by_column = self.row, self.column, self.by_row, self.by_column
        gain, heaviest = self.gain, self.relaxation.heaviest
        before = -1
        while before < self.value < limit:
            before = self.value
            for p in range(self.candidates):
                old = by_row[row[p]]
                if old < 0 or (old != p and gain[p] + heaviest > gain[old]):
                    self._try(p, old, by_column[column[p]])

    def _try(self, p: int, old: int, evicted: int) -> None:
        """Take p in place of the candidates of its row and column, if that gains; -1 is none.

        Where there are two, the row and the column that they leave may take each other. Of these four candidates those
        that share a row or column have no match, so that there are two matches to look up at most.
        """
        gain, heaviest = self.gain, self.relaxation.heaviest
        total = gain[p]
        if old >= 0:
            total -= gain[old]
        if evicted >= 0:
            total -= gain[evicted]
        repair = _NONE
        if old >= 0 and evicted >= 0:
            repair = self.relaxation.cell(self.row[evicted], self.column[old])
            if total + 2 * heaviest + (gain[repair] if repair >= 0 else 0) <= 0:
                return
            total += self.relaxation.weight_between(old, evicted)
            if repair >= 0 and total + gain[repair] + heaviest > 0:
                total += gain[repair] + self.relaxation.weight_between(p, repair)
            else:
                repair = _NONE
        if total > 0:
            self._change(p, old, evicted, repair)

    def _change(self, p: int, old: int, evicted: int, repair: int) -> None:
        if old >= 0:
            self._leave(old)
        if evicted >= 0:
            self._leave(evicted)
        self._take(p)
        if repair >= 0:
            self._take(repair)

    def _dive(self) -> None:
        """Take one candidate after the other, until all are closed."""
        self._begin()
        for p in range(self.candidates):
            self.merit[p] = -self.relaxation.slack(p)
            self.is_open[p] = 1
        for i in range(self.rows):
            self._find_best(i)
        best = self._next()
        while best >= 0:
            self._take(best)
            for p in range(self.row_start[self.row[best]], self.row_start[self.row[best] + 1]):
                self._close(p, best)
            for i in range(self.rows):
                if self.best_of_row[i] != _NONE:
                    p = self.relaxation.cell(i, self.column[best])
                    if p >= 0:
                        self._close(p, best)
            self._promise(best)
            best = self._next()

    def _next(self) -> int:
        """The open candidate with most merit, or -1."""
        best = _NONE
        for i in range(self.rows):
            if self.best_of_row[i] == _UNKNOWN:
                self._find_best(i)
            p = self.best_of_row[i]
            if p >= 0 and (best < 0 or self.merit[p] > self.merit[best]):
                best = p
        return best

    def _promise(self, best: int) -> None:
        """Let open candidates earn the whole of their matches with the one that was taken."""
        for h in range(self.first[best], self.first[best + 1]):
            q = self.partner[h]
            if self.is_open[q]:
                self.merit[q] += SCALE * self.weight[h] - self.half[self.mate[h]]
                i = self.row[q]
                if self.best_of_row[i] >= 0 and self.merit[q] > self.merit[self.best_of_row[i]]:
                    self.best_of_row[i] = q

    def _find_best(self, i: int) -> None:
        """Find the open candidate of a row with most merit, if there is one."""
        best = _NONE
        for p in range(self.row_start[i], self.row_start[i + 1]):
            if self.is_open[p] and (best < 0 or self.merit[p] > self.merit[best]):
                best = p
        self.best_of_row[i] = best

    def _close(self, p: int, best: int) -> None:
        """Note that a candidate cannot be taken any more: stars that counted on it are worth less."""
        if not self.is_open[p]:
            return
        self.is_open[p] = 0
        self.best_of_row[self.row[p]] = _UNKNOWN
        if p != best:
            for h in range(self.first[p], self.first[p + 1]):
                q = self.partner[h]
                taken = self.half[self.mate[h]]
                if self.is_open[q] and taken:
                    self.merit[q] -= taken
                    if self.best_of_row[self.row[q]] == q:
                        self.best_of_row[self.row[q]] = _UNKNOWN
