"""The duals of an evaluation in the form of a proof, which lists as few candidates as possible.

Nearly all candidates of a document can afford what a proof lets them pay by default, see
:func:`smatchproof.problem.proof.spelled_out`. A listed candidate pays its star, as the evaluation has it. It may leave
more to unlisted ones, so that some of these have to be listed, too, until all can afford what they pay.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Any

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from smatchproof.problem.core.memory import find, give_back, new_room, take, take_indices, take_marks

    from .evaluation import Evaluation
    from .pricing import BY_COLUMN
    from .whole import GONE, INSIDE


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
        self.spare = self.found.pricing.excess  # until the next pricing its contents are not needed
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
            spare = -whole.scale * whole.alone[p]
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
        due = whole.scale * whole.weight[h & whole.by_half]
        if whole.alone[p] != whole.alone[q]:
            return due if whole.alone[p] < whole.alone[q] else 0
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
                rest = whole.scale * whole.weight[h & whole.by_half] - self.dual[whole.row[q]]
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
                    self._pay(whole.row[q], whole.scale * whole.weight[h & whole.by_half])
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
