"""The inequalities of a leaf or a fix, looked at by compiled code.

A long proof states millions of duals: ``checker.py`` takes longer to read them (``stated_duals.py``) and add them up
than the search took.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from smatchproof.problem.core.memory import give_back, new_room, take, take_indices, take_marks

    from .stated_duals import StatedDuals

LARGEST_STARS = 1 << 22
"""Duals of all pairs by all lines, of 9 bytes each: two graphs of 128 variables need this many. None is read twice."""
HEAVIEST = 1 << 60
"""All weights together, times the scale.

So nothing overflows: stars, and the duals of lines, which are fewer, add up to less than 2**59 each, and what is owed
for matches to 2**60. Slacks and Z stay between -2**62 and 2**62.
"""
RANK_LISTED = -1
"""The rank of a pair that is listed. The rank of another pair is the weight that it matches alone."""


class Inequalities:
    """The weights of two graphs, `rows` by `columns`, and the duals of the line that was read last, which are `stated`.

    To read a node takes time linear in its text, the matches, and the pairs times the lines; in full also in couples of
    pairs.
    """

    def __init__(self, rows: int, columns: int, unary: dict[int, int], matches: Sequence[tuple[int, int, int]]) -> None:
        self.rows, self.columns, self.pairs, self.lines = rows, columns, rows * columns, rows + columns
        self.room, size = new_room(), len(matches)
        self.total_weight = sum(unary.values()) + sum([weight for _, _, weight in matches])
        self.alone, self.ranks = take(self.room, self.pairs), take(self.room, self.pairs)
        self.slacks = take(self.room, self.pairs)
        self.has_weight, self.is_live = take_marks(self.room, self.pairs), take_marks(self.room, self.pairs)
        self.row, self.column = take_indices(self.room, self.pairs), take_indices(self.room, self.pairs)
        self.one, self.other = take_indices(self.room, size), take_indices(self.room, size)
        self.weight, self.number_of_matches = take(self.room, size), size
        self.stated = StatedDuals(rows, columns)
        # shared lists, no copies
        self.duals, self.star = self.stated.duals, self.stated.star
        self.scale = self.total = 0
        for p, weight in unary.items():
            self.alone[p], self.has_weight[p] = weight, True
        for h, (p, q, weight) in enumerate(matches):
            self.one[h], self.other[h], self.weight[h] = p, q, weight
            self.has_weight[p] = self.has_weight[q] = True
        for p in range(self.pairs):
            self.row[p], self.column[p] = p // columns, p % columns

    def __dealloc__(self) -> None:
        give_back(self.room)

    def hold(
        self,
        line: bytes,
        start: int,
        in_full: bool,
        forced: Iterable[int],
        forbidden: Iterable[int],
        required: Iterable[tuple[int, int]],
    ) -> bool:
        """Read the line of a node from `start` on, where its scale is. Returns whether (I1) to (I3) hold for certain.

        Then :attr:`scale` and :attr:`total` are its D and Z. Of a node in full these are (I1'), (I2') and (I3).
        """
        self._mark_live([*{*forced}], forbidden)  # one that is forced twice does not compete with itself
        if not self.stated.read(line, start, in_full, required):
            return False
        self.scale, self.total = self.stated.scale, self.stated.total
        if self.scale > HEAVIEST // max(1, self.total_weight):
            return False
        for p in range(self.pairs):
            self.ranks[p] = RANK_LISTED if self.stated.is_listed[p] else self.alone[p]
        self._pay_stars()
        return (self._holds_in_full() if in_full else self._holds_by_default()) and self._is_affordable()

    def pairs_from(self, least: int) -> list[int]:
        """The live pairs with a slack of at least `least`."""
        return [p for p in range(self.pairs) if self.is_live[p] and self.slacks[p] >= least]

    def lines_from(self, least: int) -> list[tuple[int, int]]:
        """The lines with a dual of at least `least`, as sides and numbers."""
        found = [k for k in range(self.lines) if self.duals[k] != 0 and self.duals[k] >= least]
        return [(1, k - self.rows) if k >= self.rows else (0, k) for k in found]

    def _mark_live(self, forced: Iterable[int], forbidden: Iterable[int]) -> None:
        """Mark the pairs that are live: none, where a forced one is forbidden or competes with another forced one."""
        for p in range(self.pairs):
            self.is_live[p] = self.has_weight[p]
        for p in forbidden:
            self.is_live[p] = False
        for p in forced:
            if not self.is_live[p]:
                # fixes forbid more than they did in the search, where its best alignment was found late
                for q in range(self.pairs):
                    self.is_live[q] = False
                return
            i, j = self.row[p], self.column[p]
            for k in range(self.columns):
                self.is_live[i * self.columns + k] = False
            for k in range(self.rows):
                self.is_live[k * self.columns + j] = False
        # only now: another pair of its row or column, or the pair itself, would have been found dead above
        for p in forced:
            self.is_live[p] = True

    def _pay_stars(self) -> None:
        """Compute the slacks of live pairs: a(i) + b(j) less what each states that it pays."""
        for p in range(self.pairs):
            if self.is_live[p]:
                rest = self.duals[self.row[p]] + self.duals[self.rows + self.column[p]] - self.scale * self.alone[p]
                if self.ranks[p] == RANK_LISTED:
                    for at in range(p * self.lines, (p + 1) * self.lines):
                        rest -= self.star[at]
                self.slacks[p] = rest

    def _paid(self, p: int, q: int) -> int:
        """The amount that a pair states to pay for its match with another one."""
        return self.star[p * self.lines + self.row[q]] + self.star[p * self.lines + self.rows + self.column[q]]

    def _holds_by_default(self) -> bool:
        """Charge the pairs that are not listed by default. Returns whether (I2) holds."""
        for h in range(self.number_of_matches):
            p, q = self.one[h], self.other[h]
            if not (self.is_live[p] and self.is_live[q]):
                continue
            rest, one, other = self.scale * self.weight[h], self.ranks[p], self.ranks[q]
            if one == other and one != RANK_LISTED:
                half = (rest + 1) >> 1  # rounded down, 1 of an odd weight would be paid by neither
                self.slacks[p] -= half
                self.slacks[q] -= half
            elif one != RANK_LISTED and other != RANK_LISTED:
                self.slacks[p if one < other else q] -= rest
            else:
                rest -= self._paid(p, q) + self._paid(q, p)  # 0 of the one that is not listed
                if rest > 0:
                    if one == other:
                        return False
                    self.slacks[q if one == RANK_LISTED else p] -= rest
        return True

    def _holds_in_full(self) -> bool:
        """Returns whether (I2') holds: first for each couple as if nothing matched, then for the matches."""
        for p in range(self.pairs):
            for q in range(p + 1, self.pairs if self.is_live[p] else 0):
                if self._are_compatible(p, q) and self._paid(p, q) + self._paid(q, p) < 0:
                    return False
        for h in range(self.number_of_matches):
            p, q = self.one[h], self.other[h]
            is_owed = self._are_compatible(p, q)
            if is_owed and self._paid(p, q) + self._paid(q, p) < self.scale * self.weight[h]:
                return False
        return True

    def _are_compatible(self, p: int, q: int) -> bool:
        """Test whether two pairs are live, and may be in one alignment."""
        are_apart = self.row[p] != self.row[q] and self.column[p] != self.column[q]
        return are_apart and self.is_live[p] != 0 and self.is_live[q] != 0

    def _is_affordable(self) -> bool:
        """Returns whether (I3) holds."""
        for p in range(self.pairs):  # noqa: SIM110  # compiled code has no generators
            if self.is_live[p] and self.slacks[p] < 0:
                return False
        return True
