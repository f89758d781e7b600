"""Climbing from an alignment by moves and swaps: each change that gains is made as it comes.

The climb of the heuristics looks for the best neighbour (as the paper does) in an index of its own. Building that index
takes longer than this search, which makes every change that gains and works on the lists of the problem.
"""

from __future__ import annotations

from collections.abc import Iterable

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from smatchproof.problem.core.memory import copy, give_back, new_room, take

    from .candidates import Candidates

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
        self.first, self.partner = problem.first, problem.partner
        self.weight, self.by_half = problem.weight, problem.by_half
        self.gain = take(self.room, self.candidates)
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
        copy(self.gain, self.alone, self.candidates)
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
        gain, partner, weight, by_half = self.gain, self.partner, self.weight, self.by_half
        self.value += gain[p]
        self.by_row[self.row[p]] = p
        self.by_column[self.column[p]] = p
        # gains are kept true here, so that a change is judged by four of them and two matches
        for h in range(self.first[p], self.first[p + 1]):
            gain[partner[h]] += weight[h & by_half]

    def _leave(self, p: int) -> None:
        gain, partner, weight, by_half = self.gain, self.partner, self.weight, self.by_half
        self.value -= gain[p]
        self.by_row[self.row[p]] = NONE
        self.by_column[self.column[p]] = NONE
        for h in range(self.first[p], self.first[p + 1]):
            gain[partner[h]] -= weight[h & by_half]

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
