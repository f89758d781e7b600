"""The star relaxation in branch and bound: its bound is improved and proved, and its problem divided.

Subgradient steps (Polyak 1969) move weight from halves that stars use to their unused mates. The proof of a bound has
its duals, and the candidates that have to be listed.
"""

from __future__ import annotations

from collections.abc import Sequence

try:
    import cython
except ImportError:
    from smatchproof.base import without_cython as cython
if not cython.compiled:
    from smatchproof.problem.core.memory import find, give_back, new_room, put_weight, take, take_indices, weight_at

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

    def part(self, alive: Sequence[int], forced: int = -1) -> Relaxation:
        """Return the part with only the marked candidates and, if given, with one candidate forced.

        The part inherits the split. Linear in this relaxation.
        """
        number = self.changed  # a list to count in: what it held is not needed any more
        candidates = self._number_kept(alive, forced, number)
        part = Relaxation(self.rows, self.columns, candidates, self.count_halves(number))
        self.copy_into(part, number)
        part._find_mates(part.changed)
        k = 0
        for p in range(self.candidates):
            if number[p] >= 0:
                for h in range(self.first[p], self.first[p + 1]):
                    if number[self.partner[h]] >= 0:
                        part.half[k] = self.half[h]
                        k += 1
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
        part.constant += self.scale * weight_at(self.alone, forced)
        for h in range(self.first[forced], self.first[forced + 1]):
            p = number_of[self.partner[h]]
            if p >= 0:
                # all of the weight, whatever the split was: one end is certain, so that the match is unary
                put_weight(part.alone, p, weight_at(part.alone, p) + weight_at(self.weight, h))


class StarProof:
    """The proof of the last bound of a relaxation.

    `root` is the relaxation of the whole problem. ``is_listed[p]`` says whether the star of candidate p is listed,
    ``cost[p]`` is what p pays if it is not.
    """

    def __init__(self, bound: StarBound, root: StarBound) -> None:
        self.bound, self.root = bound, root
        self.room = new_room()
        self.is_listed = take_indices(self.room, bound.candidates)
        self.cost = take(self.room, bound.candidates)

    def __dealloc__(self) -> None:
        give_back(self.room)

    def duals(self, forced: Sequence[int]) -> tuple[int, list[int], list[int], list[int]]:
        """The proof of the last bound, in the form of :class:`smatchproof.problem.proof.Duals`.

        `forced` are the numbers of the forced candidates. All numbers are divided by the greatest common divisor of the
        scale and the halves. Linear in the relaxation, in each round of :meth:`_choose_listed`, and in the matches of
        forced candidates.
        """
        # all duals are sums and differences of halves and scaled weights, so the divisor leaves no rest: shorter proofs
        common = self._common()
        self._choose_listed(common)
        stars: list[int] = []
        for p in range(self.bound.candidates):
            if self.is_listed[p]:
                self._list_star(p, common, stars)
        rows = [self.bound.outer.row_dual[i] // common for i in range(self.bound.rows)]
        columns = [self.bound.outer.column_dual[j] // common for j in range(self.bound.columns)]
        if forced:
            self._charge_forced(forced, self.bound.scale // common, rows, stars)
        return self.bound.scale // common, rows, columns, stars

    def _choose_listed(self, common: int) -> None:
        """Choose the candidates whose stars are listed: those that cannot afford what they would pay unlisted.

        A listed candidate pays what proves the last bound, and leaves no more than their own halves to the others. So
        the rounds end at the latest when all are listed: on AMR pairs after 1.5 to 2.2 rounds, with a fifth of the
        candidates whose stars compete or whose halves are not the default.
        """
        row_dual, column_dual, is_listed = self.bound.outer.row_dual, self.bound.outer.column_dual, self.is_listed
        for p in range(self.bound.candidates):
            is_listed[p] = 0
        joined = 1
        while joined:
            joined = 0
            self._charge(common)
            for p in range(self.bound.candidates):
                if is_listed[p] or self.bound.first[p] == self.bound.first[p + 1]:
                    continue  # without matches a candidate has nothing to pay for; the outer duals cover it
                if self.cost[p] * common > row_dual[self.bound.row[p]] + column_dual[self.bound.column[p]]:
                    is_listed[p] = joined = 1

    def _charge(self, common: int) -> None:
        """Compute the costs of unlisted candidates: what they earn alone, and what they pay by default.

        For a match, a candidate pays what the other end leaves if that is listed. Otherwise it pays all of the match if
        the other end earns more alone in the whole problem, and half of it, rounded up, if that earns the same.
        """
        cost, partner = self.cost, self.bound.partner
        scale = self.bound.scale // common
        for p in range(self.bound.candidates):
            cost[p] = scale * weight_at(self.bound.alone, p)
        for p in range(self.bound.candidates):
            if self.is_listed[p]:
                self._charge_rests(p, common)
                continue
            # The checker ranks pairs by their weights in the whole problem, not with what forced pairs add.
            own = weight_at(self.root.alone, self.bound.original[p])
            for h in range(self.bound.first[p], self.bound.first[p + 1]):
                q = partner[h]
                if p < q and not self.is_listed[q]:
                    whole = scale * weight_at(self.bound.weight, h)
                    other = weight_at(self.root.alone, self.bound.original[q])
                    if own == other:
                        # both round up, as the checker does: together they pay for the match at least
                        cost[p] += (whole + 1) // 2
                        cost[q] += (whole + 1) // 2
                    else:
                        cost[p if own < other else q] += whole

    def _charge_rests(self, p: int, common: int) -> None:
        """Charge the partners of a listed candidate with what it leaves of their matches."""
        cost, partner, first = self.cost, self.bound.partner, self.bound.first[p]
        row_dual, column_dual, column = self.bound.stars.row_dual, self.bound.stars.column_dual, self.bound.stars.column
        if not self.bound.stars.crowded[p]:
            for h in range(first, self.bound.first[p + 1]):
                cost[partner[h]] += self.bound.half[self.bound.mate[h]] // common
        # empty where halves do not compete; duals of a star may cover more than its halves, and then leave less
        for r in range(first, first + self.bound.stars.crowded[p]):
            for h in range(self.bound.stars.row_begin[r], self.bound.stars.row_end[r]):
                whole = self.bound.scale * weight_at(self.bound.weight, h)
                rest = whole - row_dual[r] - column_dual[column[h]]
                if rest > 0:
                    cost[partner[h]] += rest // common

    def _list_star(self, p: int, common: int, stars: list[int]) -> None:
        """List the nonzero duals of a star, or one of 0 if there is none: the pair, the row or column, and the dual."""
        pair = self.bound.row[p] * self.bound.columns + self.bound.column[p]
        start = self.bound.first[p]
        size = len(stars)
        if not self.bound.stars.crowded[p]:
            for h in range(start, self.bound.first[p + 1]):
                if self.bound.half[h]:
                    stars += pair, self.bound.row[self.bound.partner[h]], self.bound.half[h] // common
        for r in range(start, start + self.bound.stars.crowded[p]):
            if self.bound.stars.row_dual[r]:
                stars += pair, self.bound.stars.row_of[r], self.bound.stars.row_dual[r] // common
        for c in range(start, start + self.bound.stars.crowded_columns[p]):
            if self.bound.stars.column_dual[c]:
                stars += (
                    pair,
                    self.bound.rows + self.bound.stars.column_of[c],
                    self.bound.stars.column_dual[c] // common,
                )
        # to be listed takes a number: without one the checker would let it pay by default
        if len(stars) == size:
            stars += pair, self.bound.row[p], 0

    def _charge_forced(self, forced: Sequence[int], scale: int, rows: list[int], stars: list[int]) -> None:
        """Charge what forced candidates earn alone to their rows, and their matches to the listed stars of others.

        Of two forced ones that match, the later one pays.
        """
        before: set[int] = set()
        for f in forced:
            pair = self.root.row[f] * self.bound.columns + self.root.column[f]
            # listed at nothing: its partners pay for their matches with it, listed or by default
            stars += pair, self.root.row[f], 0
            rows[self.root.row[f]] = scale * weight_at(self.root.alone, f)
            for h in range(self.root.first[f], self.root.first[f + 1]):
                q = self.root.partner[h]
                paid = scale * weight_at(self.root.weight, h)
                # originals ascend, since parts keep the order
                at = find(self.bound.original, q, 0, self.bound.candidates)
                if q in before:
                    stars += pair, self.root.row[q], paid
                    rows[self.root.row[f]] += paid
                elif at >= 0 and self.is_listed[at]:
                    stars += self.root.row[q] * self.bound.columns + self.root.column[q], self.root.row[f], paid
            before.add(f)

    def _common(self) -> int:
        """The greatest common divisor of the scale and of all halves."""
        common = self.bound.scale
        for h in range(self.bound.halves):
            rest = self.bound.half[h]
            while rest:
                common, rest = rest, common % rest
        return common
