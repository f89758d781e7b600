"""The numbers that prove the bound of a node of a large problem, and the candidates that this bound excludes.

All numbers are integers. The bound of the working set holds for all candidates once the duals that candidates outside
exceed are raised by the excess.
"""

from __future__ import annotations

from collections.abc import Sequence

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from smatchproof.problem.core.memory import copy, copy_marks, give_back, new_room, take, take_indices, take_marks

    from .pricing import Pricing
    from .star_bound import StarBound
    from .whole import GONE, INSIDE, OUTSIDE

MOST_SLACK = (1 << 31) - 1
"""Larger slacks are stored as this, so that 32 bits hold them: too small a slack only forbids fewer candidates."""


class Evaluation:
    """Integers that prove a bound for all alignments of a node: `total`, times the scale.

    `row_dual` and `column_dual` are the outer duals of the working set, without what forced candidates earn, and
    `row_raise` and `column_raise` what candidates outside have raised them by. ``state[p]`` is what p was then,
    ``terms[p]`` how one outside paid or how much one inside has helped, and an alignment that contains p is worth its
    ``slack[p]`` less than the bound. The star duals of the working set that are not 0 are listed in order of
    candidates: there are `starred`, each with its `star` (a candidate), its `line` (a row, or the number of rows plus a
    column) and its `dual`. Before :meth:`note`, an evaluation has the total alone.
    """

    def __init__(self, pricing: Pricing, bound: int) -> None:
        """Find the total from the bound of the working set, once all others are priced. Linear."""
        self.room = new_room()
        self.starred = 0
        self._take_raises(pricing)
        self.total = bound + self._raise()

    def __dealloc__(self) -> None:
        give_back(self.room)

    def _take_raises(self, pricing: Pricing) -> None:
        self.pricing = pricing
        self.row_raise, self.column_raise = take(self.room, pricing.rows), take(self.room, pricing.columns)

    def _raise(self) -> int:
        """Raise duals until no candidate outside exceeds them. Returns by how much in all.

        Either the duals of rows or those of columns are raised, whichever is cheaper.
        """
        pricing, row_raise, column_raise = self.pricing, self.row_raise, self.column_raise
        for p in range(pricing.candidates):
            if pricing.state[p] == OUTSIDE and pricing.excess[p] > 0:
                i, j = pricing.row[p], pricing.column[p]
                row_raise[i] = max(row_raise[i], pricing.excess[p])
                column_raise[j] = max(column_raise[j], pricing.excess[p])
        by_rows = by_columns = 0
        for i in range(pricing.rows):
            by_rows += row_raise[i]
        for j in range(pricing.columns):
            by_columns += column_raise[j]
        # either side alone pays for all that exceeds: the cheaper one keeps the bound lower
        if by_columns < by_rows:
            for i in range(pricing.rows):
                row_raise[i] = 0
            return by_columns
        for j in range(pricing.columns):
            column_raise[j] = 0
        return by_rows

    def note(self, part: StarBound) -> None:
        """Write down the proof of the total, and the slack of each candidate; `part` is the working set."""
        pricing = self.pricing
        # stars are gone through twice, to count and to write: the list has just the size needed
        self._take_lists(self._list_stars(part, False))
        self._list_stars(part, True)
        copy(self.row_dual, pricing.row_dual, pricing.rows)
        copy(self.column_dual, pricing.column_dual, pricing.columns)
        copy_marks(self.state, pricing.state, pricing.candidates)
        copy_marks(self.terms, pricing.terms, pricing.candidates)
        k = 0
        for p in range(pricing.candidates):
            slack = self.row_raise[pricing.row[p]] + self.column_raise[pricing.column[p]]
            if pricing.state[p] == INSIDE:
                if pricing.terms[p] > 0:
                    slack -= pricing._needy_rows(p) * pricing.terms[p] * pricing.unit
                self.slack[p] = min(slack + part.slack(k), MOST_SLACK)
                k += 1
            elif pricing.state[p] == OUTSIDE:
                self.slack[p] = min(slack - pricing.excess[p], MOST_SLACK)

    def _take_lists(self, stars: int) -> None:
        pricing = self.pricing
        self.row_dual, self.column_dual = take(self.room, pricing.rows), take(self.room, pricing.columns)
        self.slack = take_indices(self.room, pricing.candidates)
        self.state, self.terms = take_marks(self.room, pricing.candidates), take_marks(self.room, pricing.candidates)
        self.starred = stars
        self.star, self.line = take_indices(self.room, stars), take_indices(self.room, stars)
        self.dual = take(self.room, stars)

    def _list_stars(self, part: StarBound, is_written: bool) -> int:
        """Count the nonzero star duals of the working set, or list them. Returns how many there are."""
        pricing = self.pricing
        listed = k = 0
        for p in range(pricing.candidates):
            if pricing.state[p] == INSIDE:
                listed += self._list_star(part, k, p, is_written, listed)
                k += 1
        return listed

    def _list_star(self, part: StarBound, p: int, at: int, is_written: bool, listed: int) -> int:
        """List those of candidate p of a part, which is candidate `at` of the problem, after the first `listed` ones.

        Returns how many it has.
        """
        pricing = self.pricing
        begin, end = part.first[p], listed
        if part.stars.crowded[p]:
            for k in range(begin, begin + part.stars.crowded[p]):
                end += self._list(is_written, end, at, part.stars.row_of[k], part.stars.row_dual[k])
            for k in range(begin, begin + part.stars.crowded_columns[p]):
                end += self._list(
                    is_written, end, at, pricing.rows + part.stars.column_of[k], part.stars.column_dual[k]
                )
        else:
            for h in range(begin, part.first[p + 1]):
                # no two halves share a line: the row of each pays, columns need not
                end += self._list(is_written, end, at, part.row[part.partner[h]], part.half[h])
        i = -1
        for h in range(pricing.first[at], pricing.first[at + 1] if pricing.terms[at] > 0 else 0):
            q = pricing.partner[h]
            if pricing._is_needy(q) and pricing.row[q] != i:
                i = pricing.row[q]
                end += self._list(is_written, end, at, i, pricing.terms[at] * pricing.unit)
        return end - listed

    def _list(self, is_written: bool, listed: int, p: int, line: int, dual: int) -> int:
        if dual and is_written:
            self.star[listed] = p
            self.line[listed] = line
            self.dual[listed] = dual
        return 1 if dual else 0

    def return_to(self, forced: Sequence[int]) -> list[int]:
        """Return to the node of this evaluation, with these candidates forced, priced as it was then.

        Returns what each forced candidate earns with those before it.
        """
        pricing = self.pricing
        earned = pricing.whole._force(forced)
        copy(pricing.row_dual, self.row_dual, pricing.rows)
        copy(pricing.column_dual, self.column_dual, pricing.columns)
        copy_marks(pricing.state, self.state, pricing.candidates)
        # once earnings are those of the node: which candidates are rich, and so which pay, depends on them
        pricing._find_rich()
        copy_marks(pricing.terms, self.terms, pricing.candidates)
        return earned

    def rest(self) -> None:
        """Free the memory of all but the total."""
        give_back(self.room)
        self.room = new_room()

    def mark_near(self, membership: bytearray, slack: int, near: bytearray) -> None:
        """Mark the candidates of the working set whose slack is less than `slack`."""
        for p in range(len(membership)):
            near[p] = membership[p] == INSIDE and self.slack[p] < slack

    def forbid(self, membership: bytearray, excess: int, share: int) -> bool:
        """Mark as gone the candidates of no alignment within `excess` of the bound, if they are many enough.

        They are if they make up at least one in `share` of the candidates that are not gone. Returns whether they are.
        """
        # counted before anything is marked: a changed working set needs a new linear program, a proof another node
        live = doomed = 0
        for p in range(len(membership)):
            if membership[p] != GONE:
                live += 1
                if self.slack[p] >= excess:
                    doomed += 1
        if doomed * share < live:
            return False
        for p in range(len(membership)):
            if self.slack[p] >= excess:
                membership[p] = GONE
        return True
