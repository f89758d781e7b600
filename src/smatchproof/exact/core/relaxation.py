"""Improving the star relaxation of a problem by moving halves to where they are used, and dividing it in a tree.

Subgradient steps (Polyak 1969) move weight from halves that stars use to their unused mates.
"""

from __future__ import annotations

from collections.abc import Sequence

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from smatchproof.problem.core.memory import take, take_indices

    from .star_bound import StarBound


class Relaxation(StarBound):
    """The star relaxation of a problem, or of a part of it that is left in a node of the tree."""

    def _take_lists(self, rows: int, columns: int, candidates: int, halves: int) -> None:
        StarBound._take_lists(self, rows, columns, candidates, halves)
        self.is_picked = take(self.room, candidates)
        self.moves = take_indices(self.room, halves)

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

    def _earn(self, p: int, h: int, amount: int) -> None:
        """Add an amount, which may be negative, to a half of p."""
        self.half[h] += amount
        if not self.stars.crowded[p]:
            # without rivals the value is the sum of the halves: kept up to date without another look at them
            self.worth[p] += amount
        elif not self.is_changed[p]:
            self._note(p)

    def _find_moves(self) -> int:
        """List the halves that picked candidates use while their mates are not used. Returns how many there are."""
        moves, mate, partner = self.moves, self.mate, self.partner
        is_used, is_picked = self.stars.is_used, self.is_picked
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
                    if self.stars.is_used[h] and not self.is_picked[self.partner[h]]:
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
