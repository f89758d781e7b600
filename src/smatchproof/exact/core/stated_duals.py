"""The duals that the line of a node states, read by compiled code.

A line that is accepted here is one that the checker would accept. All other lines the checker reads itself: those that
are wrong, which it reports, and those with long numbers or another spelling.
"""

from __future__ import annotations

from collections.abc import Iterable

try:
    import cython
except ImportError:
    from . import without_cython as cython
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
