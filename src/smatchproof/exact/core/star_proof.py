"""The proof of a star relaxation's bound: its duals, and the candidates that have to be listed in it."""

from __future__ import annotations

from collections.abc import Sequence

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from smatchproof.problem.core.memory import find, give_back, new_room, take, take_indices

    from .star_bound import StarBound


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

    def duals(self, forced: Sequence[int], most: int = -1) -> tuple[int, list[int], list[int], list[int]]:
        """The proof of the last bound, in the form of :class:`smatchproof.problem.proof.Duals`.

        `forced` are the numbers of the forced candidates. If `most` is given, candidates with more slack than that keep
        more than that. All numbers are divided by the greatest common divisor of the scale and the halves. Linear in
        the relaxation, in each round of :meth:`_choose_listed`, and in the matches of forced candidates.
        """
        # all duals are sums and differences of halves and scaled weights, so the divisor leaves no rest: shorter proofs
        common = self._common()
        self._choose_listed(common, most)
        stars: list[int] = []
        for p in range(self.bound.candidates):
            if self.is_listed[p]:
                self._list_star(p, common, stars)
        rows = [self.bound.outer.row_dual[i] // common for i in range(self.bound.rows)]
        columns = [self.bound.outer.column_dual[j] // common for j in range(self.bound.columns)]
        if forced:
            self._charge_forced(forced, self.bound.scale // common, rows, stars)
        return self.bound.scale // common, rows, columns, stars

    def _choose_listed(self, common: int, most: int) -> None:
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
                # without matches a candidate has nothing to pay for; the outer duals cover it
                if not is_listed[p] and self.bound.first[p] < self.bound.first[p + 1]:
                    limit = row_dual[self.bound.row[p]] + column_dual[self.bound.column[p]]
                    if most >= 0 and self.bound.slack(p) > most:
                        limit -= most + 1  # else the checker could not forbid it in a fix
                    if self.cost[p] * common > limit:
                        is_listed[p] = joined = 1

    def _charge(self, common: int) -> None:
        """Compute the costs of unlisted candidates: what they earn alone, and what they pay by default.

        For a match, a candidate pays what the other end leaves if that is listed. Otherwise it pays all of the match if
        the other end earns more alone in the whole problem, and half of it, rounded up, if that earns the same.
        """
        cost, partner = self.cost, self.bound.partner
        scale = self.bound.scale // common
        for p in range(self.bound.candidates):
            cost[p] = scale * self.bound.alone[p]
        for p in range(self.bound.candidates):
            if self.is_listed[p]:
                self._charge_rests(p, common)
                continue
            # The checker ranks pairs by their weights in the whole problem, not with what forced pairs add.
            own = self.root.alone[self.bound.original[p]]
            for h in range(self.bound.first[p], self.bound.first[p + 1]):
                q = partner[h]
                if p < q and not self.is_listed[q]:
                    whole = scale * self.bound.weight[h & self.bound.by_half]
                    other = self.root.alone[self.bound.original[q]]
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
                whole = self.bound.scale * self.bound.weight[h & self.bound.by_half]
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
            rows[self.root.row[f]] = scale * self.root.alone[f]
            for h in range(self.root.first[f], self.root.first[f + 1]):
                q = self.root.partner[h]
                paid = scale * self.root.weight[h & self.root.by_half]
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
