"""A large problem with a *working set*, the candidates of its linear program, and the prices of those outside.

This is column generation (Gilmore & Gomory 1961). A candidate outside of the working set pays in full for its matches
with inside ones, which owe it nothing. It must not be worth more than the duals of its row and column. Where it is,
inside ones pay a part, out of their slack. If it still exceeds the duals, one of these is raised by the excess
(``evaluation.py``), and the worst candidates join.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

try:
    import cython
except ImportError:
    from smatchproof.base import without_cython as cython
if not cython.compiled:
    from smatchproof.problem.core.memory import (
        Room,
        as_indices,
        copy,
        give_back,
        new_room,
        put_weight,
        take,
        take_indices,
        take_marks,
        weight_at,
    )

    from .candidates import Candidates
    from .climb import Climb
    from .star_bound import StarBound
    from .star_program import StarProgram

OUTSIDE, INSIDE, GONE = 0, 1, 2
"""The states of a candidate in a node of the search: not in its linear program; in it; forced or forbidden."""


class Whole(Candidates):
    """All candidates of a large problem, and the current node.

    In that node ``state[p]`` is one of :data:`OUTSIDE`, :data:`INSIDE` and :data:`GONE`, and ``extra[p]`` is what p
    earns with the forced candidates: 0 for nearly all, so that it takes no memory. Bounds are times the `scale`. Of
    `scratch`, a number for each candidate, there is one: pricing, proofs, climbs and parts use it one after the other.
    """

    def __init__(self, rows: int, columns: int, candidates: int, halves: int) -> None:
        super().__init__(rows, columns, candidates, halves)
        self.has_originals = False  # until it is turned; memory is not taken before it is written to
        self.scale = 1
        self.constant = 0
        self.forced: Sequence[int] = ()
        self.state = take_marks(self.room, candidates)
        self.extra = take(self.room, candidates)
        self.scratch = take(self.room, candidates)

    def take_gains(self, room: Room) -> list[int]:
        """Return the `scratch`."""
        return self.scratch

    def _find_mates(self, free: list[int]) -> None:
        """Do nothing: mates are not used here, and the untouched list costs no memory."""

    def enter(self, membership: bytearray, forced: Sequence[int]) -> None:
        """Enter the node with this membership and these candidates forced. Linear in the candidates."""
        self.constant = sum(self._force(forced))
        for p in range(self.candidates):
            self.state[p] = membership[p]

    def _force(self, forced: Sequence[int]) -> list[int]:
        """Let the partners of these candidates, and of no others, earn their matches with them.

        Returns what each of the candidates earns with those before it.
        """
        for p in self.forced:
            for h in range(self.first[p], self.first[p + 1]):
                self.extra[self.partner[h]] = 0
        self.forced = forced
        earned = []
        for p in forced:
            for h in range(self.first[p], self.first[p + 1]):
                self.extra[self.partner[h]] += weight_at(self.weight, h)
            # with its matches to candidates forced before, which the loop of those has added: each match counts once
            earned.append(weight_at(self.alone, p) + self.extra[p])
        return earned

    def part(self) -> StarBound:
        """The working set of the node, with the earnings there. Linear in all candidates and the halves of the set."""
        room = new_room()
        try:
            number_of = as_indices(self.scratch)
            candidates = self._number_inside(number_of)
            part = StarBound(self.rows, self.columns, candidates, self.count_halves(number_of))
            self.copy_into(part, number_of)
            part._find_mates(take_indices(room, candidates))
        finally:
            give_back(room)
        self._fit(part)
        return part

    def members(self) -> array[int]:
        """The candidates of the working set, in order."""
        size = 0
        # in the order of the part: its candidate k is the k-th of these
        for p in range(self.candidates):
            size += self.state[p] == INSIDE
        found = array("q", bytes(8 * size))
        k = 0
        for p in range(self.candidates):
            if self.state[p] == INSIDE:
                found[k] = p
                k += 1
        return found

    def _number_inside(self, number_of: list[int]) -> int:
        inside = 0
        for p in range(self.candidates):
            number_of[p] = -1
            if self.state[p] == INSIDE:
                number_of[p] = inside
                inside += 1
        return inside

    def _fit(self, part: StarBound) -> None:
        """Give a part its scale, and its candidates what they earn in the node."""
        part.scale = self.scale
        part.constant = self.scale * self.constant
        k = 0
        for p in range(self.candidates):
            if self.state[p] == INSIDE:
                # instead of what copy_into took from the problem: matches with forced candidates are unary here
                put_weight(part.alone, k, weight_at(self.alone, p) + self.extra[p])
                k += 1
        part._lay_out()

    def program(self, part: StarBound) -> StarProgram:
        """The linear program of a part, compiled or plain as this object is."""
        return StarProgram(part)

    def climb(self, part: Candidates) -> Climb:
        """A climb among the candidates of a part, compiled or plain as this object is."""
        return Climb(part)

    def compete(self, p: int, membership: bytearray) -> None:
        """Mark all candidates of a candidate's row and column as gone."""
        for q in range(self.row_start[self.row[p]], self.row_start[self.row[p] + 1]):
            membership[q] = GONE
        for i in range(self.rows):
            # columns have no lists of their own: one binary search a row
            q = self.cell(i, self.column[p])
            if q >= 0:
                membership[q] = GONE


BY_COLUMN, NEEDY = 1, 2
"""Flags in the terms of a candidate outside: it pays in its column slots; the working set pays a part."""
MOST_AID = 255
"""The most parts of a match that a candidate inside pays, as a byte holds; all of them make up the heaviest weight."""


class Pricing:
    """The prices of the candidates outside of the working set, in the current node of the whole problem.

    `row_dual` and `column_dual` are the outer duals of the working set. ``excess[p]`` is the amount by which a
    candidate outside exceeds them; it is `rich` if these pay for all of its matches. Outside, ``terms[p]`` says how p
    pays; inside, how many parts p pays of a match with a needy candidate, each of `unit`.
    """

    def __init__(self, whole: Whole) -> None:
        self.room = new_room()
        self._take_lists(whole)

    def __dealloc__(self) -> None:
        give_back(self.room)

    def _take_lists(self, whole: Whole) -> None:
        self.whole, self.scale = whole, whole.scale
        self.unit = max(1, whole.scale * whole.heaviest // MOST_AID)
        self.rows, self.columns, self.candidates = whole.rows, whole.columns, whole.candidates
        # shared lists, no copies: what the problem changes as it enters a node changes here
        self.row, self.column, self.state = whole.row, whole.column, whole.state
        self.alone, self.extra = whole.alone, whole.extra
        self.first, self.partner, self.weight = whole.first, whole.partner, whole.weight
        self.rich, self.terms = take_marks(self.room, self.candidates), take_marks(self.room, self.candidates)
        self.excess, self.best = whole.scratch, take(self.room, self.columns)
        self.row_dual, self.column_dual = take(self.room, self.rows), take(self.room, self.columns)

    def price_from_zero(self) -> None:
        """Find the rich candidates while all outer duals are 0, before the first pricing."""
        self._find_rich()

    def take_duals(self, part: StarBound) -> None:
        """Take the outer duals of a part, and find the rich candidates. Then the node can be priced."""
        copy(self.row_dual, part.outer.row_dual, self.rows)
        copy(self.column_dual, part.outer.column_dual, self.columns)
        self._find_rich()

    def _find_rich(self) -> None:
        for p in range(self.candidates):
            enough = self._spare(p)
            if enough >= 0 and self.state[p] == OUTSIDE:
                for h in range(self.first[p], self.first[p + 1]):
                    # all halves, even those not to be paid: being rich must not depend on which others are
                    enough -= self.scale * weight_at(self.weight, h)
            self.rich[p] = enough >= 0
            self.terms[p] = 0  # no candidate is helped before all are priced by these duals

    def help(self, part: StarBound) -> None:
        """Let the working set pay, out of its slack, for the needy candidates: those outside that exceed the duals.

        A candidate divides its slack by the number of rows of its needy partners, and pays this amount of each match
        with them. Then the needy ones can be priced again. Linear in the candidates and in halves of the working set.
        """
        for p in range(self.candidates):
            if self.state[p] == OUTSIDE and self.excess[p] > 0:
                self.terms[p] = NEEDY
        k = 0
        for p in range(self.candidates):
            if self.state[p] == INSIDE:
                slack = part.slack(k)
                rows = self._needy_rows(p) if slack > 0 else 0
                if rows > 0:
                    # one after the other: 64 bits need not hold the product
                    self.terms[p] = min(MOST_AID, slack // self.unit // rows)
                k += 1

    def _needy_rows(self, p: int) -> int:
        """The number of rows in which a candidate has needy partners."""
        rows = 0
        i = -1
        for h in range(self.first[p], self.first[p + 1]):
            q = self.partner[h]
            if self._is_needy(q) and self.row[q] != i:  # halves come in order of rows
                i = self.row[q]
                rows += 1
        return rows

    def _is_needy(self, p: int) -> bool:
        return self.state[p] == OUTSIDE and self.terms[p] >= NEEDY

    def _spare(self, p: int) -> int:
        """The excess of the duals of its row and column over what a candidate earns alone in the node."""
        earned = self.scale * (weight_at(self.alone, p) + self.extra[p])
        return self.row_dual[self.row[p]] + self.column_dual[self.column[p]] - earned

    def _share(self, p: int, h: int) -> int:
        """The part of half h that candidate p, which is outside, pays.

        If the other end is inside, p pays what that end does not. Of two ends outside the rich one pays: the first if
        both are rich, and each a half if none is.
        """
        q = self.partner[h]
        if self.state[q] == GONE:
            return 0
        # Both ends go by the same marks, so that their shares add up to the whole: no match is left unpaid.
        whole = self.scale * weight_at(self.weight, h)
        if self.state[q] == INSIDE:
            return max(0, whole - self.terms[q] * self.unit) if self.terms[p] >= NEEDY else whole
        if self.rich[q] and (q < p or not self.rich[p]):
            return 0
        if self.rich[p]:
            return whole
        return whole // 2 if p < q else whole - whole // 2  # to the last unit, odd or not

    def price(self, first: int, last: int) -> None:
        """Find by how much these candidates, where they are outside, exceed the duals of their row and column.

        Linear in their halves.
        """
        with cython.nogil:
            for p in range(first, last):
                if self.state[p] == OUTSIDE:
                    self._price(p)

    def price_needy(self, first: int, last: int) -> None:
        """Price the needy candidates again, which the working set helps."""
        with cython.nogil:
            for p in range(first, last):
                if self._is_needy(p):
                    self._price(p)

    def _price(self, p: int) -> None:
        """Let a candidate pay in its row slots or in its column slots, whichever is cheaper."""
        row, column, partner, best = self.row, self.column, self.partner, self.best
        # feasible either way: a slot that pays its dearest share covers all of its matches
        by_rows = by_columns = heaviest = 0
        i = -1
        for h in range(self.first[p], self.first[p + 1]):
            q = partner[h]
            share = self._share(p, h)
            if row[q] != i:
                by_rows += heaviest
                heaviest = 0
                i = row[q]
            heaviest = max(heaviest, share)  # halves come in order of rows: a slot is a run of them
            # columns come in any order, so that the most of each is noted, and forgotten below
            if share > best[column[q]]:
                by_columns += share - best[column[q]]
                best[column[q]] = share
        by_rows += heaviest
        for h in range(self.first[p], self.first[p + 1]):
            best[column[partner[h]]] = 0
        self.terms[p] = self.terms[p] & NEEDY
        if by_columns < by_rows:
            self.terms[p] |= BY_COLUMN
        self.excess[p] = min(by_rows, by_columns) - self._spare(p)

    def join(self, most: int, membership: bytearray) -> None:
        """Let the candidates outside that exceed the duals most join: up to `most` of each row and of each column.

        Of equal ones, those join whose variables have similar places in the two graphs.
        """
        room = new_room()
        try:
            leaders = take(room, (self.rows + self.columns) * most)
            sizes = take(room, self.rows + self.columns)
            for p in range(self.candidates):
                if self.state[p] == OUTSIDE and self.excess[p] > 0:
                    self._offer(p, leaders, sizes, self.row[p], most)
                    self._offer(p, leaders, sizes, self.rows + self.column[p], most)
            for line in range(self.rows + self.columns):
                for k in range(line * most, line * most + sizes[line]):
                    membership[leaders[k]] = INSIDE
        finally:
            give_back(room)

    def _offer(self, p: int, leaders: list[int], sizes: list[int], line: int, most: int) -> None:
        """Insert a candidate among the best of its line, which are in order, if it is one of them."""
        k = line * most + sizes[line]
        if sizes[line] < most:
            sizes[line] += 1
        # the last leader of a full line is the worst; with `most` 0 there is none to ask
        elif most == 0 or not self._seems_better(p, leaders[k - 1]):
            return
        else:
            k -= 1
        # insertion sort: a line keeps few leaders
        while k > line * most and self._seems_better(p, leaders[k - 1]):
            leaders[k] = leaders[k - 1]
            k -= 1
        leaders[k] = p

    def _seems_better(self, p: int, q: int) -> bool:
        if self.excess[p] != self.excess[q]:
            return self.excess[p] > self.excess[q]
        return self._distance(p) < self._distance(q)

    def _distance(self, p: int) -> int:
        """The distance between the places of a candidate's two variables."""
        # row / rows against column / columns, multiplied out: whole numbers compare exactly
        return abs(self.row[p] * self.columns - self.column[p] * self.rows)
