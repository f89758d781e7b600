"""The numbers that prove the bound of a node of a large problem, the candidates that it excludes, and its proof.

All numbers are integers. The bound of the working set holds for all candidates once the duals that candidates outside
exceed are raised by the excess.

A proof lists as few candidates as possible. Nearly all candidates of a document can afford what a proof lets them pay
by default, see :func:`smatchproof.problem.proof.spelled_out`. A listed candidate pays its star, as the evaluation has
it, and may leave more to unlisted ones. Some of these then have to be listed, too, until all can afford what they pay.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Any

try:
    import cython
except ImportError:
    from smatchproof.base import without_cython as cython
if not cython.compiled:
    from smatchproof.problem.core.memory import (
        copy,
        copy_marks,
        find,
        give_back,
        new_room,
        take,
        take_indices,
        take_marks,
        weight_at,
    )

    from .pricing import BY_COLUMN, GONE, INSIDE, OUTSIDE, Pricing
    from .star_bound import StarBound

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


LIVE, FORCED = 1, 2
"""The states of a candidate that is not gone."""


class Listing:
    """The candidates listed in the proof of an evaluation, in a node with these candidates `forced`.

    Candidate p has ``spare[p]`` left when it has paid by default. In a proof that forbids candidates, these stay
    ``excess`` below the bound, as in the evaluation; the excess is 0 for a leaf. A star has a dual for each of the
    lines up to `lines`, all 0 between two stars. `paid` has the payments of cliques, by couples of candidates.
    """

    def __init__(
        self, found: Evaluation, forced: Sequence[int], excess: int, paid: Mapping[tuple[int, int], int]
    ) -> None:
        self.found, self.excess = found, excess
        self.whole = whole = self.found.pricing.whole
        self.room = new_room()
        self.lines = whole.rows + whole.columns
        self.spare = whole.scratch  # until the next pricing its contents are not needed
        self.is_live, self.is_listed = take_marks(self.room, whole.candidates), take_marks(self.room, whole.candidates)
        self.dual, self.line = take(self.room, self.lines), take(self.room, self.lines)
        self.size = 0
        self.number_forced = len(forced)
        self.forced, self.earned = take_indices(self.room, len(forced)), take(self.room, len(forced))
        for k, amount in enumerate(self.found.return_to(forced)):
            self.forced[k] = forced[k]
            self.earned[k] = amount
        self._begin()
        self._pay_by_default()
        self._list_ends(paid)
        while self._sweep():
            pass

    def __dealloc__(self) -> None:
        give_back(self.room)

    def _begin(self) -> None:
        """Find the live candidates, and what the duals of its lines leave each of them to pay."""
        whole, found = self.whole, self.found
        for p in range(whole.candidates):
            self.is_live[p] = LIVE if found.state[p] != GONE else 0
            spare = -whole.scale * weight_at(whole.alone, p)
            if self.excess > 0 and found.slack[p] >= self.excess:
                spare -= self.excess
            i, j = whole.row[p], whole.column[p]
            spare += found.row_dual[i] + found.row_raise[i] + found.column_dual[j] + found.column_raise[j]
            self.spare[p] = spare
        for k in range(self.number_forced):
            p = self.forced[k]
            self.is_live[p] = FORCED
            self.spare[p] += whole.scale * self.earned[k]

    def _pay_by_default(self) -> None:
        whole = self.whole
        for p in range(whole.candidates):
            if self.is_live[p]:
                for h in range(whole.first[p], whole.first[p + 1]):
                    if self.is_live[whole.partner[h]]:
                        self.spare[p] -= self._default(p, whole.partner[h], h)

    def _default(self, p: int, q: int, h: int) -> int:
        """The amount that p pays for its match with q, to which half h belongs, if neither is listed."""
        whole = self.whole
        due = whole.scale * weight_at(whole.weight, h)
        if weight_at(whole.alone, p) != weight_at(whole.alone, q):
            return due if weight_at(whole.alone, p) < weight_at(whole.alone, q) else 0
        return due - due // 2

    def _list_ends(self, paid: Mapping[tuple[int, int], int]) -> None:
        """List both ends of the matches that cliques pay for: the default does not cover the rest of these."""
        for (p, q), dual in paid.items():
            if p == q:
                self.spare[p] += dual
            else:
                self._list(p)
                self._list(q)

    def _list(self, p: int) -> None:
        if not self.is_listed[p]:
            self.is_listed[p] = True
            self._leave_rest(p)

    def _sweep(self) -> bool:
        """List the candidates that cannot afford what they pay. Returns whether there was any."""
        whole = self.whole
        has_listed = False
        for p in range(whole.candidates):
            if self.is_live[p] and not self.is_listed[p] and self.spare[p] < 0:
                has_listed = True
                self._list(p)
        return has_listed

    def _leave_rest(self, p: int) -> None:
        """Let the partners of a newly listed candidate pay what its star leaves of their matches."""
        whole = self.whole
        self._make_star(p)
        for h in range(whole.first[p], whole.first[p + 1]):
            q = whole.partner[h]
            if self.is_live[q] and not self.is_listed[q]:
                rest = whole.scale * weight_at(whole.weight, h) - self.dual[whole.row[q]]
                rest -= self.dual[whole.rows + whole.column[q]]
                self.spare[q] += self._default(q, p, h) - max(0, rest)
        self._forget_star()

    def _make_star(self, p: int) -> None:
        """Write down the star of a candidate: the duals of its lines."""
        whole, found, pricing = self.whole, self.found, self.found.pricing
        self.size = 0
        if self.number_forced:
            for h in range(whole.first[p], whole.first[p + 1]):
                # of two forced candidates the later one pays, as the earnings of the node have it
                q = whole.partner[h]
                if self.is_live[q] == FORCED and (self.is_live[p] != FORCED or self._place(q) < self._place(p)):
                    self._pay(whole.row[q], whole.scale * weight_at(whole.weight, h))
        if found.state[p] == INSIDE:
            k = find(found.star, p, 0, found.starred)
            while 0 <= k < found.starred and found.star[k] == p:
                self._pay(found.line[k], found.dual[k])
                k += 1
        elif found.state[p] != GONE:
            for h in range(whole.first[p], whole.first[p + 1]):
                q = whole.partner[h]
                line = whole.rows + whole.column[q] if found.terms[p] & BY_COLUMN else whole.row[q]
                share = pricing._share(p, h)
                # a slot pays its dearest share, once for all of its matches; forced ones have lines of their own
                if share > self.dual[line]:
                    self._pay(line, share - self.dual[line])

    def _place(self, p: int) -> int:
        """The place of a forced candidate among them, which are few."""
        k = 0
        while self.forced[k] != p:
            k += 1
        return k

    def _pay(self, line: int, dual: int) -> None:
        if dual > 0 and self.dual[line] == 0:
            self.line[self.size] = line
            self.size += 1
        self.dual[line] += dual

    def _forget_star(self) -> None:
        for k in range(self.size):
            self.dual[self.line[k]] = 0

    def duals(self) -> tuple[list[int], list[int], Any]:
        """The duals of rows, of columns, and the stars of listed candidates: pair, line, dual, pair, ..."""
        whole, found = self.whole, self.found
        rows = [found.row_dual[i] + found.row_raise[i] for i in range(whole.rows)]
        columns = [found.column_dual[j] + found.column_raise[j] for j in range(whole.columns)]
        # of a document they are millions, which take a quarter of the memory in an array, and more while that grows
        nothing: Any = array("q", [0]) if cython.compiled else [0]
        stars, end = nothing * (3 * self._count_duals()), 0
        for p in range(whole.candidates):
            if self.is_live[p] == FORCED:
                rows[whole.row[p]] += whole.scale * self.earned[self._place(p)]
            if self.is_listed[p]:
                self._make_star(p)
                for k in range(max(1, self.size)):  # what pays nothing has to be listed by a dual of 0
                    line = self.line[k] if self.size else 0
                    stars[end] = whole.pair_number(p)
                    stars[end + 1] = whole.line_number(line)
                    stars[end + 2] = self.dual[line]
                    end += 3
                self._forget_star()
        return (columns, rows, stars) if whole.is_turned else (rows, columns, stars)

    def _count_duals(self) -> int:
        """Count the duals of all listed candidates, with one dual of 0 for a candidate that pays nothing."""
        size = 0
        for p in range(self.whole.candidates):
            if self.is_listed[p]:
                self._make_star(p)
                size += max(1, self.size)
                self._forget_star()
        return size
