"""Alignments found during the search: read off the relaxation, or built one by one, and improved by a climb."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from smatchproof.problem.core.memory import take

    from .candidates import Candidates
    from .climb import NONE, Climb
    from .star_bound import StarBound

# the best of a row was closed or fell: it is looked for again only when the next candidate is chosen
UNKNOWN = -2


class Rounding(Climb):
    """A climb among the candidates of a relaxation. Nothing is scaled, but `merit`.

    `offered` are the picks of the relaxation at the last climb.
    """

    def _take_lists(self, problem: Candidates) -> None:
        assert isinstance(problem, StarBound)
        Climb._take_lists(self, problem)
        self.relaxation = problem
        self.mate, self.half, self.row_start = problem.mate, self.relaxation.half, problem.row_start
        self.merit = take(self.room, self.candidates)
        self.is_open = take(self.room, self.candidates)
        self.best_of_row = take(self.room, self.rows)
        self.offered = take(self.room, self.rows)
        self.is_fresh = True

    def climb(self, limit: int) -> int:
        """Improve the picks of the relaxation; stop at `limit`, an upper bound. Returns the value of the alignment.

        Returns -1 if the picks are those of the last climb, which would end at the same alignment.
        """
        with cython.nogil:
            if not self._note_picks():
                return NONE
            self._begin_with_picks()
            self._improve(limit)
            return self.value

    def _note_picks(self) -> int:
        """Note the picks of the relaxation. Returns 0 if they are those of the last climb."""
        news = 1 if self.is_fresh else 0
        self.is_fresh = False
        for i in range(self.rows):
            if self.offered[i] != self.relaxation.outer.pick[i]:
                self.offered[i] = self.relaxation.outer.pick[i]
                news = 1
        return news

    def dive(self, limit: int) -> int:
        """Take candidates one by one, each with the least slack given those before it, and improve the alignment.

        A candidate that is taken turns its matches into what their other ends earn alone. It closes its row and its
        column, and stars lose the halves that lead there. Returns the value of the alignment.
        """
        with cython.nogil:
            self._dive()
            self._improve(limit)
            return self.value

    def alignment(self) -> list[int | None]:
        """The column of each row, ``None`` if there is none."""
        return [self.column[self.by_row[i]] if self.by_row[i] >= 0 else None for i in range(self.rows)]

    def _begin_with_forced(self) -> None:
        """Begin with the value of the forced candidates, and nothing else aligned."""
        self._begin()
        # no rest: the constant is a sum of weights times the scale
        self.value = self.relaxation.constant // self.relaxation.scale

    def _begin_with_picks(self) -> None:
        """Begin with the picks of the outer assignment."""
        self._begin_with_forced()
        for i in range(self.rows):
            if self.relaxation.outer.pick[i] >= 0:
                self._choose(self.relaxation.outer.pick[i])

    def _improve(self, limit: int) -> None:
        """Make every change that gains, until a sweep over all candidates makes none, or the limit is reached."""
        before = -1
        # ends: values are whole and bounded, and each sweep but the last adds 1 at least
        while before < self.value < limit:
            before = self.value
            self._sweep(0, self.candidates)

    def _dive(self) -> None:
        """Take one candidate after the other, until all are closed."""
        self._begin_with_forced()
        for p in range(self.candidates):
            self.merit[p] = -self.relaxation.slack(p)
            self.is_open[p] = 1
        for i in range(self.rows):
            self._find_best(i)
        best = self._next()
        while best >= 0:
            self._choose(best)
            for p in range(self.row_start[self.row[best]], self.row_start[self.row[best] + 1]):
                self._close(p, best)
            for i in range(self.rows):
                if self.best_of_row[i] != NONE:
                    # candidates of a column are not listed: one search a row that is still open
                    p = self.relaxation.cell(i, self.column[best])
                    if p >= 0:
                        self._close(p, best)
            self._promise(best)
            best = self._next()

    def _next(self) -> int:
        """The open candidate with most merit, or -1."""
        best = NONE
        for i in range(self.rows):
            if self.best_of_row[i] == UNKNOWN:
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
                # its own half is part of what it is worth already
                self.merit[q] += self.relaxation.scale * self.weight[h & self.by_half] - self.half[self.mate[h]]
                i = self.row[q]
                # rows marked UNKNOWN are searched anyway; in the others only what grows here can overtake the best
                if self.best_of_row[i] >= 0 and self.merit[q] > self.merit[self.best_of_row[i]]:
                    self.best_of_row[i] = q

    def _find_best(self, i: int) -> None:
        """Find the open candidate of a row with most merit, if there is one."""
        best = NONE
        for p in range(self.row_start[i], self.row_start[i + 1]):
            if self.is_open[p] and (best < 0 or self.merit[p] > self.merit[best]):
                best = p
        self.best_of_row[i] = best

    def _close(self, p: int, best: int) -> None:
        """Note that a candidate cannot be taken any more: stars that use it are worth less."""
        if not self.is_open[p]:
            return
        self.is_open[p] = 0
        self.best_of_row[self.row[p]] = UNKNOWN
        # matches of the one that was taken are not lost: _promise counts them
        if p != best:
            for h in range(self.first[p], self.first[p + 1]):
                q = self.partner[h]
                # an estimate: a star whose halves compete may not have counted on this one
                taken = self.half[self.mate[h]]
                if self.is_open[q] and taken:
                    self.merit[q] -= taken
                    if self.best_of_row[self.row[q]] == q:
                        self.best_of_row[self.row[q]] = UNKNOWN
