"""The star relaxation: an upper bound for every way to split the weight of a match between its two ends.

The weight of a match {p, q} is split into two *halves*, one at p and one at q. A candidate p is then worth what it
earns alone and the most that one alignment could use of its halves together: its *star*, a small assignment problem.
Given these values, the best alignment is an assignment, too, and no alignment is worth more. The best split reaches the
linear relaxation of the star-aggregated program (``ilp_tight``), because assignments are integral (Geoffrion 1974; for
graph matching Swoboda et al. 2017 and Hutschenreiter et al. 2021).

All numbers are whole: weights times a scale, which is :data:`SCALE` unless it is set. The duals of the assignments
prove the bound (``star_proof.py``).
"""

from __future__ import annotations

from collections.abc import Sequence

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from smatchproof.problem.core.flat import Flat
    from smatchproof.problem.core.memory import copy, take, take_indices

    from .assignment import Assignments
    from .candidates import Candidates
    from .stars import Stars

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
        self.less = take(self.room, candidates)
        self.changed = take_indices(self.room, candidates)
        self.is_changed = take(self.room, candidates)
        self.outer, self.stars = Assignments(), Stars()
        self.outer.take_lists(self.room, rows, columns, candidates)
        self.stars.take_stars(self.room, self)
        # shared lists, no copies: a step that moves a half changes the edge that the star is solved with
        self.outer.column = self.column
        self.worth = self.outer.value
        self.half = self.stars.value

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
                    whole = self.scale * self.weight[h & self.by_half]
                    own = whole // 2
                    if alone[p] != alone[q]:
                        own = whole if alone[p] < alone[q] else 0
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
            worth = self.scale * self.alone[p] - self.less[p]
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

    def originals(self, picks: Sequence[int]) -> list[int]:
        """The numbers of candidates in the problem."""
        return [self.original[p] for p in picks]

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
