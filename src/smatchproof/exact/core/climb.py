"""Climbing from an alignment by moves and swaps: each change that gains is made as it comes.

The climb of the heuristics looks for the best neighbour (as the paper does) in an index of its own. Building that index
takes longer than this search, which makes every change that gains and works on the lists of the problem. The alignments
to begin with are read off the relaxation, or built one by one (:class:`Rounding`).
"""

from __future__ import annotations

from collections.abc import Iterable

try:
    import cython
except ImportError:
    from smatchproof.base import without_cython as cython
if not cython.compiled:
    from smatchproof.problem.core.memory import copy, give_back, new_room, take, weight_at

    from .candidates import Candidates
    from .star_bound import StarBound

NONE = -1


class Climb:
    """An alignment of some candidates, worth `value`.

    ``gain[p]`` is what candidate p earns, or would earn, together with the others; ``by_row`` and ``by_column`` hold
    the candidates of the alignment, or -1. ``kept`` is a saved alignment, in the form of `by_row`.
    """

    def __init__(self, candidates: Candidates) -> None:
        self.room = new_room()
        self._take_lists(candidates)
        self._begin()

    def __dealloc__(self) -> None:
        give_back(self.room)

    def _take_lists(self, problem: Candidates) -> None:
        self.problem, self.heaviest = problem, problem.heaviest
        self.rows, self.columns, self.candidates = problem.rows, problem.columns, problem.candidates
        self.row, self.column, self.alone = problem.row, problem.column, problem.alone
        self.first, self.partner, self.weight = problem.first, problem.partner, problem.weight
        self.gain = problem.take_gains(self.room)
        self.by_row = take(self.room, self.rows)
        self.by_column = take(self.room, self.columns)
        self.kept = take(self.room, self.rows)

    def begin(self, wanted: Iterable[int]) -> None:
        """Begin with these candidates, in their order, skipping those that compete with an earlier one."""
        self._begin()
        for p in wanted:
            self._add(p)

    def begin_near(self, wanted: Iterable[int]) -> None:
        """Begin with these candidates, and those of the saved alignment that compete with none of them."""
        self.begin(wanted)
        for i in range(self.rows):
            if self.kept[i] >= 0:
                self._add(self.kept[i])

    def save(self) -> None:
        """Save the alignment in `kept`."""
        copy(self.kept, self.by_row, self.rows)

    def columns_of(self, is_kept: bool = False) -> list[int]:
        """The column of each row in the alignment, or in the saved one; -1 if there is none."""
        picks = self.kept if is_kept else self.by_row
        found = []
        for i in range(self.rows):
            found.append(self.column[picks[i]] if picks[i] >= 0 else NONE)
        return found

    def sweep(self, first: int, last: int) -> int:
        """Look at these candidates once, and make every change that gains. Returns the gain.

        A move gives a row another candidate; if its column is taken, the row that held it goes without one, or takes
        the column that was given up.
        """
        before = self.value
        with cython.nogil:
            self._sweep(first, last)
        return self.value - before

    def _sweep(self, first: int, last: int) -> None:
        row, column, by_row, by_column, gain = self.row, self.column, self.by_row, self.by_column, self.gain
        for p in range(first, last):
            old = by_row[row[p]]
            # No swap is lost: beyond the gains of its two new candidates it earns two matches at most, and where both
            # candidates fail this test they earn that much less than the two old ones.
            if old < 0 or (old != p and gain[p] + self.heaviest > gain[old]):
                self._try(p, old, by_column[column[p]])

    def _begin(self) -> None:
        """Begin with nothing aligned."""
        for p in range(self.candidates):
            self.gain[p] = weight_at(self.alone, p)
        for i in range(self.rows):
            self.by_row[i] = NONE
        for j in range(self.columns):
            self.by_column[j] = NONE
        self.value = 0

    def _add(self, p: int) -> None:
        """Take a candidate if it competes with none."""
        if self.by_row[self.row[p]] < 0 and self.by_column[self.column[p]] < 0:
            self._choose(p)

    def _choose(self, p: int) -> None:
        gain, partner, weight = self.gain, self.partner, self.weight
        self.value += gain[p]
        self.by_row[self.row[p]] = p
        self.by_column[self.column[p]] = p
        # gains are kept true here, so that a change is judged by four of them and two matches
        for h in range(self.first[p], self.first[p + 1]):
            gain[partner[h]] += weight_at(weight, h)

    def _leave(self, p: int) -> None:
        gain, partner, weight = self.gain, self.partner, self.weight
        self.value -= gain[p]
        self.by_row[self.row[p]] = NONE
        self.by_column[self.column[p]] = NONE
        for h in range(self.first[p], self.first[p + 1]):
            gain[partner[h]] -= weight_at(weight, h)

    def _try(self, p: int, old: int, evicted: int) -> None:
        """Take p in place of the candidates of its row and column, if that gains; -1 is none.

        Where there are two, the row and the column that they leave may take each other. Of these four candidates those
        that share a row or column have no match, so that there are two matches to look up at most.
        """
        gain, heaviest = self.gain, self.heaviest
        total = gain[p]
        if old >= 0:
            total -= gain[old]
        if evicted >= 0:
            total -= gain[evicted]
        repair = NONE
        if old >= 0 and evicted >= 0:
            repair = self.problem.cell(self.row[evicted], self.column[old])
            # both look-ups are binary searches: not made where even the heaviest matches would gain nothing
            if total + 2 * heaviest + (gain[repair] if repair >= 0 else 0) <= 0:
                return
            # the gains of both count the match between them, which is lost once
            total += self.problem.weight_between(old, evicted)
            if repair >= 0 and total + gain[repair] + heaviest > 0:
                total += gain[repair] + self.problem.weight_between(p, repair)
            else:
                repair = NONE
        if total > 0:
            self._change(p, old, evicted, repair)

    def _change(self, p: int, old: int, evicted: int, repair: int) -> None:
        # a candidate that leaves clears its row and column, so all leave before any enters
        if old >= 0:
            self._leave(old)
        if evicted >= 0:
            self._leave(evicted)
        self._choose(p)
        if repair >= 0:
            self._choose(repair)


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
                self.merit[q] += self.relaxation.scale * weight_at(self.weight, h) - self.half[self.mate[h]]
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
