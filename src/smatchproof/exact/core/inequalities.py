"""The inequalities of a leaf or a fix, looked at by compiled code.

A long proof states millions of duals: ``checker.py`` takes longer to read them and add them up than the search took. A
line that is accepted here is one that the checker would accept. All other lines the checker reads itself: those that
are wrong, which it reports, and those with long numbers or another spelling.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

try:
    import cython
except ImportError:
    from smatchproof.base import without_cython as cython
if not cython.compiled:
    from smatchproof.problem.core.memory import give_back, new_room, take, take_indices, take_marks

MOST_DIGITS = 11
"""Digits of a number that is read here: those of random digraphs have five, of nug15 seven."""
COMMA, OPEN, CLOSE, MINUS, ZERO, NINE = b",[]-09"
END = 0
"""A byte of no number and no list, which stands behind the line."""


class StatedDuals:
    """The duals of the line that was read last: its `scale` D, the dual of each line in `duals`, and their sum `total`.

    As in ``checker.py`` a pair p = (i, j) has the number ``i * columns + j``, and a line is a row, or the number of
    rows plus a column; ``star[p * lines + k]`` is what p pays towards line k, if ``is_stated`` there. The pairs whose
    stars are stated are `listed`. Memory is that of the stars.
    """

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns, self.pairs, self.lines = rows, columns, rows * columns, rows + columns
        self.room = new_room()
        self.listed, self.number_listed = take_indices(self.room, self.pairs), 0
        self.is_listed = take_marks(self.room, self.pairs)
        self.duals, self.is_required = take(self.room, self.lines), take_marks(self.room, self.lines)
        self.star = take(self.room, self.pairs * self.lines)
        self.is_stated = take_marks(self.room, self.pairs * self.lines)
        self.text, self.place, self.is_accepted = b"", 0, False
        self.scale = self.total = 0

    def __dealloc__(self) -> None:
        give_back(self.room)

    def read(self, line: bytes, start: int, in_full: bool, required: Iterable[tuple[int, int]]) -> bool:
        """Read the line of a node from `start` on, where its scale is. Returns whether it is accepted, with (I1)."""
        for k in range(self.lines):
            self.is_required[k] = False
        for side, k in required:
            self.is_required[side * self.rows + k] = True
        self._forget()
        text = line + bytes([END])
        self.text, self.place, self.is_accepted = text, start, True
        self._read(in_full)
        self.text = b""
        self._demand(self.place == len(line))
        return self.is_accepted

    def _forget(self) -> None:
        """Clear the stars of the line before."""
        for place in range(self.number_listed):
            p = self.listed[place]
            for at in range(p * self.lines, (p + 1) * self.lines):
                self.star[at] = 0
                self.is_stated[at] = False
            self.is_listed[p] = False
        self.number_listed = 0

    def _read(self, in_full: bool) -> None:
        """Read all from the scale on, with (I1)."""
        self.scale = self._number()
        self._demand(self.scale >= 1)
        self._skip(COMMA)
        self._read_duals(0, self.rows)
        self._skip(COMMA)
        self._read_duals(self.rows, self.lines)
        self._skip(COMMA)
        self._skip(OPEN)
        if self.text[self.place] != CLOSE:
            self._read_star(in_full)
            while self.is_accepted and self.text[self.place] == COMMA:
                self.place += 1
                self._read_star(in_full)
        self._skip(CLOSE)
        self._skip(CLOSE)
        self.total = 0
        for k in range(self.lines):
            self.total += self.duals[k]
            self._demand(self.duals[k] >= 0 or self.is_required[k] != 0)

    def _read_duals(self, first: int, end: int) -> None:
        """Read a list of duals, of the lines from the first one on; those up to the end that are left out are 0."""
        for k in range(first, end):
            self.duals[k] = 0
        self._skip(OPEN)
        if self.text[self.place] != CLOSE:
            k = first
            while self.is_accepted and k < end:
                self.duals[k] = self._number()
                k += 1
                if self.text[self.place] != COMMA:
                    break
                self.place += 1
        # a comma before it, or one dual too many, is no such bracket
        self._demand(self.text[self.place - 1] != COMMA)
        self._skip(CLOSE)

    def _read_star(self, in_full: bool) -> None:
        """Read a pair, its line and its dual; or in full a pair and the duals of all lines."""
        p = self._number()
        self._demand(0 <= p < self.pairs)
        if not self.is_accepted:
            return
        if not self.is_listed[p]:
            self.is_listed[p] = True
            self.listed[self.number_listed] = p
            self.number_listed += 1
        if in_full:
            for k in range(self.lines):
                self._skip(COMMA)
                is_own = k == p // self.columns or k == self.rows + p % self.columns
                self._add_dual(p, k, self._number(), self.is_required[k] != 0 and not is_own)
        else:
            self._skip(COMMA)
            k = self._number()
            self._skip(COMMA)
            self._add_dual(p, k, self._number(), False)

    def _add_dual(self, p: int, k: int, dual: int, may_be_negative: bool) -> None:
        """Let a pair pay a dual towards a line, for which it has not stated one before."""
        self._demand(0 <= k < self.lines and (dual >= 0 or may_be_negative))
        if self.is_accepted:
            at = p * self.lines + k
            self._demand(not self.is_stated[at])
            self.star[at], self.is_stated[at] = dual, True

    def _number(self) -> int:
        """Read a number."""
        text, place, value = self.text, self.place, 0
        is_negative = text[place] == MINUS
        place += is_negative
        first = place
        while ZERO <= text[place] <= NINE and place - first <= MOST_DIGITS:
            value = 10 * value + text[place] - ZERO
            place += 1
        size = place - first
        # JSON has no 00 and no 01
        is_plain = 1 <= size <= MOST_DIGITS and (size == 1 or text[first] != ZERO)
        self._demand(is_plain)
        self.place = place
        return -value if is_negative else value

    def _skip(self, expected: int) -> None:
        """Read the expected byte. Another byte is not consumed, so that nothing is read beyond the end."""
        if self.text[self.place] == expected:
            self.place += 1
        else:
            self.is_accepted = False

    def _demand(self, condition: bool) -> None:
        """Do not accept the line here unless the condition holds."""
        if not condition:
            self.is_accepted = False


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
