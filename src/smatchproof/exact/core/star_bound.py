"""The star relaxation: an upper bound for every way to split the weight of a match between its two ends.

The weight of a match {p, q} is split into two *halves*, one at p and one at q. A candidate p is then worth what it
earns alone and the most that one alignment could use of its halves together: its *star*, a small assignment problem.
Given these values, the best alignment is an assignment, too, and no alignment is worth more. Steps move halves to where
they are used. The best split reaches the linear relaxation of the star-aggregated program (``ilp_tight``), because
assignments are integral (Geoffrion 1974; for graph matching Swoboda et al. 2017 and Hutschenreiter et al. 2021).

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

SCALE = 12
"""Multipliers are twelfths. Finer steps close no more AMR pairs and make certificates longer."""


class Relaxation(Candidates):
    """The candidates that are left in a node of the tree, once some were forced, and a split of the weights.

    The matches of a candidate with forced ones are part of ``alone[p]``, which is not scaled; the earnings of the
    forced candidates themselves are part of `constant`, which is scaled. ``half[h]`` is the scaled weight of half h,
    ``worth[p]`` the value of candidate p. `outer` is the assignment of rows to columns; its edges are the candidates.
    Cliques pay ``less[p]`` of what p earns alone, scaled.

    The halves of p compete where two of them share a row or a column. Then its star is one of the `stars`, has
    ``crowded[p]`` rows and ``crowded_columns[p]`` columns, numbered from ``first[p]`` on, whose names are in `star_row`
    and `star_column`. Where they do not compete, all of them are used.
    """

    def _take_lists(self, rows: int, columns: int, candidates: int, halves: int) -> None:
        Candidates._take_lists(self, rows, columns, candidates, halves)
        self.constant = self.changes = 0
        self.has_kept = False
        self.scale = SCALE
        self.less = take(self.room, candidates)
        self.crowded = take(self.room, candidates)
        self.crowded_columns = take(self.room, candidates)
        self.changed = take_indices(self.room, candidates)
        self.is_changed = take(self.room, candidates)
        self.is_picked = take(self.room, candidates)
        self.is_used = take(self.room, halves)
        self.star_row = take(self.room, halves)
        self.star_column = take(self.room, halves)
        self.moves = take_indices(self.room, halves)
        self.local = take(self.room, columns)
        self.outer, self.stars = Assignments(), Assignments()
        self.outer.take_lists(self.room, rows, columns, candidates)
        # no star has more rows, columns or edges than halves: its own are numbered where its halves are
        self.stars.take_lists(self.room, halves, halves, halves)
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

    def part(self, alive: Sequence[int], forced: int = -1) -> Relaxation:
        """Return the part with only the marked candidates and, if given, with one candidate forced.

        The part inherits the split. Linear in this relaxation.
        """
        number = self.changed  # lists to count in: what they held is not needed any more
        place = self.moves
        candidates = self._number_kept(alive, forced, number)
        part = Relaxation(self.rows, self.columns, candidates, self.place_halves(number, place))
        self.copy_into(part, number, place)
        part._find_mates(part.changed)
        for p in range(self.candidates):
            if number[p] >= 0:
                for h in range(self.first[p], self.first[p + 1]):
                    if place[h] >= 0:
                        part.half[place[h]] = self.half[h]
        part.constant = self.constant
        part.scale = self.scale
        if forced >= 0:
            self._force(part, forced, number)
        part._lay_out()
        return part

    def _number_kept(self, alive: Sequence[int], forced: int, number_of: list[int]) -> int:
        """Number the candidates that are kept; -1 marks the others. Returns how many are kept."""
        row, column = self.row, self.column
        kept = 0
        for p in range(self.candidates):
            number_of[p] = -1
            if alive[p] and (forced < 0 or (row[p] != row[forced] and column[p] != column[forced])):
                number_of[p] = kept
                kept += 1
        return kept

    def _force(self, part: Relaxation, forced: int, number_of: list[int]) -> None:
        """Add to a part what a forced candidate earns: alone and with the candidates that are left."""
        part.constant += self.scale * self.alone[forced]
        for h in range(self.first[forced], self.first[forced + 1]):
            p = number_of[self.partner[h]]
            if p >= 0:
                # all of the weight, whatever the split was: one end is certain, so that the match is unary
                part.alone[p] += self.weight[h & self.by_half]

    def _lay_out(self) -> None:
        """Lay out the rows of the outer assignment and the stars whose halves compete; mark all values as unknown."""
        for i in range(self.rows):
            self.outer.row_begin[i] = self.row_start[i]
            self.outer.row_end[i] = self.row_start[i + 1]
        for j in range(self.columns):
            self.local[j] = -1
        for h in range(self.halves):
            self.is_used[h] = 1  # stays so where halves do not compete
        self.changes = self.candidates
        for p in range(self.candidates):
            self.changed[p] = p
            self.is_changed[p] = 1
            if self.first[p + 1] - self.first[p] > 1:
                self._lay_out_star(p)

    def _lay_out_star(self, p: int) -> None:
        """Number the rows and the columns of a star, if its halves compete."""
        row, column, partner, local = self.row, self.column, self.partner, self.local
        row_begin, row_end, star_column = self.stars.row_begin, self.stars.row_end, self.stars.column
        start = self.first[p]
        end = self.first[p + 1]
        rows = columns = 0
        before = -1
        for h in range(start, end):
            i = row[partner[h]]
            j = column[partner[h]]
            if i != before:
                row_begin[start + rows] = h
                self.star_row[start + rows] = i
                rows += 1
                before = i
            row_end[start + rows - 1] = h + 1
            if local[j] < 0:
                local[j] = start + columns
                self.star_column[start + columns] = j
                columns += 1
            star_column[h] = local[j]
        if rows < end - start or columns < end - start:
            self.crowded[p] = rows
            self.crowded_columns[p] = columns
        for h in range(start, end):
            local[column[partner[h]]] = -1  # only what was touched, for the next star

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
            if self.crowded[p]:
                worth += self._star(p)
            else:
                for h in range(self.first[p], self.first[p + 1]):
                    worth += self.half[h]
            self.worth[p] = worth
        self.changes = 0

    def _star(self, p: int) -> int:
        """Solve the star of a candidate whose halves compete, and note which halves are used. Returns its value."""
        half, is_used, row_dual, column_dual = self.half, self.is_used, self.stars.row_dual, self.stars.column_dual
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
            best = self.stars.solve(start, rows, start, columns)
            for r in range(start, start + rows):
                if self.stars.pick[r] >= 0:
                    is_used[self.stars.pick[r]] = 1
            return best
        for r in range(start, start + rows):
            # the line that all of them share pays, which covers each half; the others pay nothing
            row_dual[r] = best if rows == 1 else 0
        for c in range(start, start + columns):
            column_dual[c] = best if rows > 1 else 0
        if choice >= 0:
            is_used[choice] = 1
        return best

    def _earn(self, p: int, h: int, amount: int) -> None:
        """Add an amount, which may be negative, to a half of p."""
        self.half[h] += amount
        if not self.crowded[p]:
            # without rivals the value is the sum of the halves: kept up to date without another look at them
            self.worth[p] += amount
        elif not self.is_changed[p]:
            self._note(p)

    def _note(self, p: int) -> None:
        """Mark the value of a candidate as unknown until the next bound; until then slacks are as they were."""
        if not self.is_changed[p]:
            self.is_changed[p] = 1
            self.changed[self.changes] = p
            self.changes += 1

    def slack(self, p: int) -> int:
        """The slack of a candidate, scaled: by how much the bound falls for alignments that contain it."""
        return self.outer.row_dual[self.row[p]] + self.outer.column_dual[self.column[p]] - self.worth[p]

    def share_slack(self) -> None:
        """Let candidates with slack take over halves from their partners: the bound cannot rise, and often falls.

        The first move of the dual procedure of Hahn & Grant (1998). Done once it saves half of the steps on AMR
        pairs; done again and again it gets stuck where :meth:`step` does not.
        """
        half, mate = self.half, self.mate
        with cython.nogil:
            for p in range(self.candidates):
                # as of the last bound: what others have taken since only adds to it, so no more is spent than is there
                slack = self.slack(p) if self.first[p] < self.first[p + 1] else 0
                if slack == 0:
                    continue
                left = self.first[p + 1] - self.first[p]
                for h in range(self.first[p], self.first[p + 1]):
                    # an equal part for each half to come: what one mate cannot give the next ones may
                    taken = min(slack // left, half[mate[h]])
                    left -= 1
                    if taken > 0:
                        half[h] += taken
                        half[mate[h]] -= taken
                        slack -= taken
                        self._note(p)
                        self._note(self.partner[h])

    def step(self, aim: int) -> None:
        """Move weight from used halves to their mates that are not used: a subgradient step (Polyak 1969).

        `aim` is the scaled amount by which the step should lower the bound. If no used half has an unused mate, nothing
        moves: then the picks reach the bound and are optimal.
        """
        moves, half, mate, partner = self.moves, self.half, self.mate, self.partner
        with cython.nogil:
            found = self._find_moves()
            if found:
                # Polyak's length: the aim over the squared norm of the subgradient, where each match found adds 1.
                # At least 1: numbers are whole, and after a step of 0 the bound would be the same for ever.
                size = max(1, aim // found)
                for k in range(found):
                    h = moves[k]
                    # no half falls below 0: the assignments take values that are not negative
                    amount = min(size, half[h])
                    self._earn(partner[mate[h]], h, -amount)
                    self._earn(partner[h], mate[h], amount)

    def _find_moves(self) -> int:
        """List the halves that picked candidates use while their mates are not used. Returns how many there are."""
        moves, is_used, is_picked, mate, partner = self.moves, self.is_used, self.is_picked, self.mate, self.partner
        self._mark_picks(1)
        found = 0
        for i in range(self.rows):
            p = self.outer.pick[i]
            if p >= 0:
                for h in range(self.first[p], self.first[p + 1]):
                    if is_used[h] and not (is_picked[partner[h]] and is_used[mate[h]]):
                        moves[found] = h
                        found += 1
        # unmarked one by one: linear in the rows, where a clean list would be linear in the candidates
        self._mark_picks(0)
        return found

    def _mark_picks(self, mark: int) -> None:
        for i in range(self.rows):
            if self.outer.pick[i] >= 0:
                self.is_picked[self.outer.pick[i]] = mark

    def undecided(self) -> int:
        """The candidate to branch on: the pick with the largest sum of used halves whose other ends are not picked."""
        self._mark_picks(1)
        choice = -1
        most = -1
        for i in range(self.rows):
            p = self.outer.pick[i]
            if p >= 0:
                disagreement = 0
                for h in range(self.first[p], self.first[p + 1]):
                    # the bound counts this though the picks do not realise the match; once p is decided it cannot
                    if self.is_used[h] and not self.is_picked[self.partner[h]]:
                        disagreement += self.half[h]
                if disagreement > most:
                    most = disagreement
                    choice = p
        self._mark_picks(0)
        return choice

    def narrowest(self) -> int:
        """The first candidate of the row with the fewest candidates above one; of any row if none has more than one."""
        choice = -1
        fewest = 0
        for i in range(self.rows):
            size = self.row_start[i + 1] - self.row_start[i]
            if (size > 1 and (fewest < 2 or size < fewest)) or (size == 1 and fewest == 0):
                choice = self.row_start[i]
                fewest = size
        return choice

    def surviving(self, most: int) -> bytearray | None:
        """Mark the candidates with a slack of at most `most`. Returns the marks, or ``None`` if these are all."""
        alive = bytearray(self.candidates)
        left = 0
        for p in range(self.candidates):
            # reduced cost fixing: the others are in no alignment better than the best one known
            if self.slack(p) <= most:
                alive[p] = 1
                left += 1
        return None if left == self.candidates else alive

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
