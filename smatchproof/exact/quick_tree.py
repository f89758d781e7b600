"""The checker's walk through long proofs of our own, with compiled code that looks at leaves and fixes first.

A score that says *certified* has been checked in this way; ``smatchproof verify`` and ``checker.py`` use nothing of it.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from typing import Any

from smatchproof.exact.checker import FULL, Tree, Unread
from smatchproof.exact.core.forms import is_compiled
from smatchproof.exact.core.inequalities import LARGEST_TABLE, Inequalities

_FARTHEST = 2**62
"""Slacks and duals are not as large."""


class QuickTree(Tree):
    """A tree that lets compiled code look at leaves and fixes first: what this does not accept, the checker looks at.

    The answers are the same. Only work is not counted alike: tables count as none.
    """

    def leaf_or_fix(self, kind: str, node: Any) -> Any:
        """(I1) to (I4), and what a fix forbids and requires."""
        found = self.inequalities if type(node) is Unread else None
        if found is None or not self._holds(found, kind, node):
            return super().leaf_or_fix(kind, node)
        least, is_fix = found.total - found.scale * (self.bound + self.step) + 1, kind not in ("leaf", "full")
        if abs(least) >= _FARTHEST or (least > 0 and not is_fix):
            return super().leaf_or_fix(kind, node)
        self.pay(3 * self.root.size + len(self.forced) + len(self.forbidden) + len(self.required) + sum(self.size))
        if is_fix:
            self.forbidden += found.forbidden(least)
            self.required += found.required(least)
            self.wait([])
        return None

    @cached_property
    def inequalities(self) -> Inequalities | None:
        """The tables of compiled code, if there is some: made for the first line, as most proofs have none."""
        (m, n), root = self.size, self.root
        if is_compiled() and root.marks is None and m * n * (m + n) <= LARGEST_TABLE:
            with suppress(OverflowError):  # of weights that 64 bits do not hold
                return Inequalities(m, n, root.unary, root.matches)
        return None

    def _holds(self, found: Inequalities, kind: str, node: Unread) -> bool:
        """Tell whether (I1) to (I3) hold for sure."""
        line, head = node.line, b'["%s",' % kind.encode()
        if isinstance(line, str):
            line = line.encode(errors="replace")  # what no text can be is none of our lines
        if len(line) > node.limit or not line.startswith(head):
            return False
        return found.hold(line, len(head), kind in FULL, self.forced, self.forbidden, self.required)
