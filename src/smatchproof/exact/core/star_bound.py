"""The star relaxation: an upper bound for every way to split the weight of a match between its two ends.

The weight of a match {p, q} is split into two *halves*, one at p and one at q. A candidate p is then worth what it
earns alone and the most that one alignment could use of its halves together: its *star*, a small assignment problem.
Given these values, the best alignment is an assignment, too, and no alignment is worth more. The best split reaches the
linear relaxation of the star-aggregated program (``ilp_tight``), because assignments are integral (Geoffrion 1974; for
graph matching Swoboda et al. 2017 and Hutschenreiter et al. 2021).

All numbers are whole: weights times a scale, which is :data:`SCALE` unless it is set. The duals of the assignments
prove the bound (``relaxation.py``).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from smatchproof.base import without_cython as cython
if not cython.compiled:
    from smatchproof.problem.core.flat import Flat, Table
    from smatchproof.problem.core.memory import Room, copy, take, take_indices, take_weights, weight_at

    from .assignment import Assignments
    from .candidates import Candidates


class Stars(Assignments):
    """The stars of some candidates: edge h is half h, worth ``value[h]``.

    The halves of p compete where two of them share a row or a column. Then its star has ``crowded[p]`` rows and
    ``crowded_columns[p]`` columns, numbered from ``first[p]`` on, which are ``row_of`` and ``column_of`` the
    candidates. Where they do not compete, all of them are used, and there are none of these. ``is_used[h]`` says
    whether p uses half h.
    """

    def take_stars(self, room: Room, candidates: Candidates) -> None:
        """Take the lists of the stars of these candidates from a room, which has to live at least as long."""
        halves = candidates.halves
        # no star has more rows, columns or edges than halves: its own are numbered where its halves are
        self.take_lists(room, halves, halves, halves)
        self.candidates, self.first, self.partner = candidates.candidates, candidates.first, candidates.partner
        self.end_row, self.end_column = candidates.row, candidates.column
        self.crowded, self.crowded_columns = take(room, self.candidates), take(room, self.candidates)
        self.is_used, self.row_of, self.column_of = take(room, halves), take(room, halves), take(room, halves)
        self.columns, self.local = candidates.columns, take(room, candidates.columns)

    def lay_out(self) -> None:
        """Number the rows and the columns of the stars whose halves compete."""
        for h in range(self.first[self.candidates]):
            self.is_used[h] = 1  # stays so where halves do not compete
        for j in range(self.columns):
            self.local[j] = -1
        for p in range(self.candidates):
            if self.first[p + 1] - self.first[p] > 1:
                self._lay_out_star(p)

    def _lay_out_star(self, p: int) -> None:
        """Number the rows and the columns of a star, if its halves compete."""
        row, column, partner, local = self.end_row, self.end_column, self.partner, self.local
        row_begin, row_end = self.row_begin, self.row_end
        start = self.first[p]
        end = self.first[p + 1]
        rows = columns = 0
        before = -1
        for h in range(start, end):
            i = row[partner[h]]
            j = column[partner[h]]
            if i != before:
                row_begin[start + rows] = h
                self.row_of[start + rows] = i
                rows += 1
                before = i
            row_end[start + rows - 1] = h + 1
            if local[j] < 0:
                local[j] = start + columns
                self.column_of[start + columns] = j
                columns += 1
            self.column[h] = local[j]
        if rows < end - start or columns < end - start:
            self.crowded[p] = rows
            self.crowded_columns[p] = columns
        for h in range(start, end):
            local[column[partner[h]]] = -1  # only what was touched, for the next star

    def best_of(self, p: int) -> int:
        """Solve the star of a candidate whose halves compete, and note which halves are used. Returns its value."""
        half, is_used, row_dual, column_dual = self.value, self.is_used, self.row_dual, self.column_dual
        start = self.first[p]
        rows = self.crowded[p]
        columns = self.crowded_columns[p]
        best = 0
        choice = -1
        for h in range(start, self.first[p + 1]):
            is_used[h] = 0
            if half[h] > best:
                best = half[h]
                choice = h
        # in a single row or column one half is used, the best: no assignment to solve
        if best > 0 and rows > 1 and columns > 1:
            best = self.solve(start, rows, start, columns)
            for r in range(start, start + rows):
                if self.pick[r] >= 0:
                    is_used[self.pick[r]] = 1
            return best
        for r in range(start, start + rows):
            # the line that all of them share pays, which covers each half; the others pay nothing
            row_dual[r] = best if rows == 1 else 0
        for c in range(start, start + columns):
            column_dual[c] = best if rows > 1 else 0
        if choice >= 0:
            is_used[choice] = 1
        return best


MOST_WEIGHT = (1 << 63) - 1
"""The most that 64 bits hold."""
SCALE = 12
"""Multipliers are twelfths. Finer steps close no more AMR pairs and make certificates longer."""


class StarBound(Candidates):
    """The candidates that are left in a node of the tree, once some were forced, and a split of the weights.

    The matches of a candidate with forced ones are part of ``alone[p]``, which is not scaled; the earnings of the
    forced candidates themselves are part of `constant`, which is scaled. ``half[h]`` is the scaled weight of half h,
    ``worth[p]`` the value of candidate p. Its halves are those of its star, one of the `stars`. `outer` is the
    assignment of rows to columns; its edges are the candidates. Cliques pay ``less[p]`` of what p earns alone, scaled.
    The number of candidates whose worths have `changed` since the last bound is `changes`.
    """

    def _take_lists(self, rows: int, columns: int, candidates: int, halves: int) -> None:
        Candidates._take_lists(self, rows, columns, candidates, halves)
        self.constant = self.changes = 0
        self.has_kept = False
        self.scale = SCALE
        self.alone, self.less = take_weights(self.room, candidates, MOST_WEIGHT), take(self.room, candidates)
        self.changed = take_indices(self.room, candidates)
        self.is_changed = take(self.room, candidates)
        self.outer, self.stars = Assignments(), Stars()
        self.outer.take_lists(self.room, rows, columns, candidates)
        self.stars.take_stars(self.room, self)
        # shared lists, no copies: a step that moves a half changes the edge that the star is solved with
        self.outer.column = self.column
        self.worth = self.outer.value
        self.half = self.stars.value

    def _take_earnings(self, unary: Table) -> None:
        """Do nothing: there is a list already, of 64 bits, as earnings with forced candidates may be added."""

    def fill(self, pairs: Flat, unary: Flat, matches: Flat) -> None:
        """Take a whole problem, see :meth:`Candidates.fill`, and split its weights. Linear in the problem."""
        Candidates.fill(self, pairs, unary, matches)
        self._split()
        self._lay_out()

    def _split(self) -> None:
        """Give the whole of a match to the candidate that earns less alone; candidates that earn the same share it.

        That candidate is picked less often, so that less weight is charged in vain: a third of the steps on AMR pairs.
        """
        alone, partner = self.alone, self.partner
        for p in range(self.candidates):
            for h in range(self.first[p], self.first[p + 1]):
                q = partner[h]
                if p < q:  # each match once
                    whole = self.scale * weight_at(self.weight, h)
                    own = whole // 2
                    if weight_at(alone, p) != weight_at(alone, q):
                        own = whole if weight_at(alone, p) < weight_at(alone, q) else 0
                    self.half[h] = own
                    # the two always add up to the whole, whatever was rounded: that is all the bound needs
                    self.half[self.mate[h]] = whole - own

    def _lay_out(self) -> None:
        """Lay out the rows of the outer assignment and the stars; mark all values as unknown."""
        for i in range(self.rows):
            self.outer.row_begin[i] = self.row_start[i]
            self.outer.row_end[i] = self.row_start[i + 1]
        self.changes = self.candidates
        for p in range(self.candidates):
            self.changed[p] = p
            self.is_changed[p] = 1
        self.stars.lay_out()

    def bound(self) -> int:
        """Solve the assignments that have changed. Returns an upper bound for all alignments, times the scale.

        Linear in the candidates and halves that have changed, but for the assignments.
        """
        with cython.nogil:
            self._find_worths()
            # weak duality: a bound whatever the split is, so that no step has to be undone
            return self.constant + self.outer.solve(0, self.rows, 0, self.columns)

    def bound_near(self) -> int:
        """Return a bound from outer duals near those in ``outer.column_dual``: perhaps a little above :meth:`bound`."""
        with cython.nogil:
            self._find_worths()
            return self.constant + self.outer.cover(self.rows, self.columns)

    def _find_worths(self) -> None:
        """Compute the worths of candidates that have changed: most stars stay as they are between two bounds."""
        for k in range(self.changes):
            p = self.changed[k]
            self.is_changed[p] = 0
            worth = self.scale * weight_at(self.alone, p) - self.less[p]
            if self.stars.crowded[p]:
                worth += self.stars.best_of(p)
            else:
                for h in range(self.first[p], self.first[p + 1]):
                    worth += self.half[h]
            self.worth[p] = worth
        self.changes = 0

    def _note(self, p: int) -> None:
        """Mark the value of a candidate as unknown until the next bound; until then slacks are as they were."""
        if not self.is_changed[p]:
            self.is_changed[p] = 1
            self.changed[self.changes] = p
            self.changes += 1

    def slack(self, p: int) -> int:
        """The slack of a candidate, scaled: by how much the bound falls for alignments that contain it."""
        return self.outer.row_dual[self.row[p]] + self.outer.column_dual[self.column[p]] - self.worth[p]

    def save(self) -> None:
        """Save the proof of the last bound: later steps may not reach a bound as low."""
        # taken when first needed: only a root whose proof is wanted keeps anything
        if not self.has_kept:
            self.has_kept = True
            self.kept_half = take(self.room, self.halves)
            self.kept_star_rows = take(self.room, self.halves)
            self.kept_star_columns = take(self.room, self.halves)
            self.kept_rows = take(self.room, self.rows)
            self.kept_columns = take(self.room, self.columns)
        copy(self.kept_half, self.half, self.halves)
        copy(self.kept_star_rows, self.stars.row_dual, self.halves)
        copy(self.kept_star_columns, self.stars.column_dual, self.halves)
        copy(self.kept_rows, self.outer.row_dual, self.rows)
        copy(self.kept_columns, self.outer.column_dual, self.columns)

    def restore(self) -> None:
        """Restore the saved proof. It proves its bound; the next bound solves everything again."""
        copy(self.half, self.kept_half, self.halves)
        copy(self.stars.row_dual, self.kept_star_rows, self.halves)
        copy(self.stars.column_dual, self.kept_star_columns, self.halves)
        copy(self.outer.row_dual, self.kept_rows, self.rows)
        copy(self.outer.column_dual, self.kept_columns, self.columns)
        for p in range(self.candidates):
            self._note(p)  # worths and uses are of later halves
