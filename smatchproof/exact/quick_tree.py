"""The checker's walk through long proofs of our own, with compiled code that looks at leaves and fixes first.

A score that says *certified* has been checked in this way; ``smatchproof verify`` and ``checker.py`` use nothing of it.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from smatchproof.exact.checker import FULL, Combined, Limits, Question, Tree, Unread
from smatchproof.exact.core.forms import is_compiled
from smatchproof.exact.core.inequalities import LARGEST_TABLE, Inequalities


class QuickTree(Tree):
    """A tree that lets compiled code look at leaves and fixes first: what this does not accept, the checker looks at.

    The answers are the same, but that those nodes tell nothing about themselves, and that tables count as no work.
    """

    def __init__(self, question: Question | Combined, bound: int, step: int, limits: Limits = Limits()) -> None:
        super().__init__(question, bound, step, limits)
        (m, n), root = self.size, self.root
        self.inequalities: Inequalities | None = None
        if is_compiled() and isinstance(root.matches, list) and m * n * (m + n) <= LARGEST_TABLE:
            with suppress(OverflowError):  # of weights that 64 bits do not hold
                self.inequalities = Inequalities(m, n, root.unary, root.matches)

    def leaf_or_fix(self, kind: str, node: Any) -> Any:
        """(I1) to (I4), and what a fix forbids and requires."""
        found = self.inequalities
        if found is None or type(node) is not Unread or not self._holds(found, kind, node):
            return super().leaf_or_fix(kind, node)
        self.pay(3 * self.root.size + len(self.forced) + len(self.forbidden) + len(self.required) + sum(self.size))
        least = found.total - found.scale * (self.bound + self.step) + 1
        if kind not in ("leaf", "full"):
            least = max(least, -(2**62))  # no dual is as low
            self.forbidden += found.forbidden(least)
            self.required += found.required(least)
            self.wait([])
        elif least > 0:
            return super().leaf_or_fix(kind, node)
        return None

    def _holds(self, found: Inequalities, kind: str, node: Unread) -> bool:
        """Tell whether (I1) to (I3) hold for sure."""
        line, head = node.line if isinstance(node.line, bytes) else node.line.encode(), b'["%s",' % kind.encode()
        if len(line) > node.limit or not line.startswith(head):
            return False
        return found.hold(line, len(head), kind in FULL, self.forced, self.forbidden, self.required)
