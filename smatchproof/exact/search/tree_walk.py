"""Going through the nodes of a search tree, depth first, within limits: what the passes of the tree search share."""

from __future__ import annotations

import time
from dataclasses import dataclass

from smatchproof.alignment.proof import Duals
from smatchproof.exact.core.candidates import Candidates
from smatchproof.exact.core.tree_state import TreeState
from smatchproof.exact.search import effort
from smatchproof.exact.search.limits import Clock, TooLargeError
from smatchproof.exact.search.slices import CANDIDATES, in_slices

SLOTS = 1 << 14
"""So many nodes of stars are settled between two looks at the clock."""


@dataclass(slots=True)
class Frame:
    """A node of the tree whose children are being searched: its level, and the options of its line that are left."""

    level: int
    line: int
    """The row or column that was branched on, as the state numbers them."""
    options: list[tuple[int, int]]
    """Bound and candidate (or -1: the line stays alone), the next one last."""


class TreeWalk:
    """What the two passes have in common: going through the nodes of the tree, depth first."""

    def __init__(self, candidates: Candidates, clock: Clock, scale: int, incumbent: int, bound: int) -> None:
        self.candidates = candidates
        self.clock = clock
        self.scale = scale
        self.state = TreeState(candidates, scale, incumbent, is_fixing=False)
        self.frames: list[Frame] = []
        self.slice_length = 16
        """Iterations between two looks at the clock; adapted to their speed."""
        self.current = scale * bound
        """The least bound known of the current node."""

    def start(self) -> None:
        """Solve the stars for the first time, which may take long."""
        state = self.state
        for begin, end in in_slices(state.halves, CANDIDATES):
            self.clock.check()
            state.charge(begin, end)
        for begin, end in in_slices(state.inner_waiting, SLOTS):
            self.clock.check()
            state.settle_stars(begin, end)
        state.begin_outer()

    def trust(self) -> None:
        """Give up if the duals have come near what 64 bits hold."""
        if self.state.has_drifted:
            raise TooLargeError("the duals of the tree search have drifted too far")

    def settle(self) -> None:
        """Settle what has been decided."""
        self.state.settle()
        self.trust()

    def slice(self) -> bool:
        """Some iterations on the current node, for about effort.SLICE_SECONDS at most. Answers whether it goes on.

        Nothing that it finds depends on how long the slices are.
        """
        before = self.clock.check()
        is_running = self.state.improve(self.slice_length)
        self.trust()
        self.current = min(self.current, self.state.least_bound)
        if is_running:
            elapsed = time.perf_counter() - before
            if elapsed > effort.SLICE_SECONDS:
                self.slice_length = max(1, self.slice_length // 2)
            elif 4 * elapsed < effort.SLICE_SECONDS:
                self.slice_length *= 2
        return is_running

    def probe(self, line: int) -> list[tuple[int, int]]:
        """The options of a row or column, each with the bound that it has at once."""
        self.clock.check()
        options = self.state.probe(line)
        self.trust()
        return [(min(bound, self.current), option) for bound, option in options]

    def branch(self) -> Frame:
        """Choose the row or column to branch on, and try its options."""
        line = self.state.best_branching()
        options = self.probe(line)
        return Frame(self.state.level, line, sorted(options))

    def duals(self) -> Duals:
        """The duals of all assignment problems, which must be settled."""
        return Duals(self.scale, *self.state.listed_duals())
