"""The checker's walk through long proofs made by this process: compiled code reads leaves and fixes first.

For such a proof the word *certified* also rests on this code. ``smatchproof verify``, ``checker.py`` and the checks of
certificates from elsewhere do not use it.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from typing import Any

from smatchproof.exact.checker import FULL, Tree, Unread
from smatchproof.exact.core import is_compiled
from smatchproof.exact.core.inequalities import LARGEST_STARS, Inequalities

_FARTHEST = 2**62
"""A number farther from 0 than all slacks and duals, see :mod:`smatchproof.exact.core.inequalities`."""


class QuickTree(Tree):
    """A tree that lets compiled code read leaves and fixes first; the checker reads those that it does not accept.

    For accepted nodes nothing is returned, and no work is counted. The checker alone reads lists of nodes, graphs whose
    table of stars is too large, and matches that are not listed.
    """

    def leaf_or_fix(self, kind: str, node: Any) -> Any:
        """Check (I1) to (I4), and apply what a fix forbids and requires."""
        tables = self.tables if type(node) is Unread else None
        if tables is None or not self._holds(tables, kind, node):
            return super().leaf_or_fix(kind, node)
        least, is_fix = tables.total - tables.scale * (self.bound + self.step) + 1, kind not in ("leaf", "full")
        if abs(least) >= _FARTHEST or (least > 0 and not is_fix):
            return super().leaf_or_fix(kind, node)
        if is_fix:
            # `above` stays: it may hold more than is live, and all that is forbidden is taken from it where it is used
            self.forbidden += tables.pairs_from(least)
            self.required += tables.lines_from(least)
            self.wait([])
        return None

    @cached_property
    def tables(self) -> Inequalities | None:
        """The tables of compiled code, if there is any; made at the first line, as most proofs need none."""
        (m, n), root = self.size, self.root
        if is_compiled() and root.marks is None and 0 < m * n * (m + n) <= LARGEST_STARS:
            with suppress(OverflowError, MemoryError):  # of weights that 64 bits do not hold
                return Inequalities(m, n, root.unary, root.matches)
        return None

    def _holds(self, tables: Inequalities, kind: str, node: Unread) -> bool:
        """Test whether (I1) to (I3) hold for certain."""
        line, head = node.line, b'["%s",' % kind.encode()
        if isinstance(line, str):
            line = line.encode(errors="replace")  # half a character is a question mark then, which is in no line
        if len(line) > node.limit or not line.startswith(head):
            return False
        return tables.hold(line, len(head), kind in FULL, self.forced, self.forbidden, self.required)
