"""Going through the nodes of a search tree, depth first, within limits: what the passes of the tree search share."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from smatchproof.exact.innards import kernels as k
from smatchproof.exact.innards.arrays import Arrays
from smatchproof.exact.innards.kernel_memory import KernelMemory
from smatchproof.exact.search import effort
from smatchproof.exact.search.limits import Clock, TooLargeError


@dataclass(slots=True)
class Frame:
    """A node of the tree whose children are being searched: how to return to it, and its options that are left."""

    mark: int
    serial: int
    node: int
    options: list[tuple[int, int]]
    """Bound and candidate (or NULL), the next one last."""


class Tree:
    """What the two passes have in common: going through the nodes of the tree, depth first."""

    def __init__(self, arrays: Arrays, clock: Clock, scale: int, incumbent: int, bound: int) -> None:
        self.arrays = arrays
        self.clock = clock
        self.scale = scale
        self.state = KernelMemory(arrays, scale)
        self.state.words[k.INCUMBENT] = incumbent
        self.frames: list[Frame] = []
        self.slice_length = 16
        """Iterations between two looks at the clock; adapted to their speed."""
        self.current = scale * bound
        """The least bound known of the current node."""

    @property
    def target(self) -> int:
        """A node with a bound below this holds nothing better than the incumbent."""
        return self.scale * (self.state.incumbent + 1)

    def start(self) -> None:
        """Solve the stars for the first time, which may take long."""
        self.state.solve_stars(self.clock.check)

    def trust(self) -> None:
        """Give up if the duals have come near what 64 bits hold."""
        if self.state.words[k.DRIFTED]:
            raise TooLargeError("the duals of the compiled search have drifted too far")

    def slice(self) -> int:
        """Some iterations on the current node, for about effort.SLICE_SECONDS at most. Answers as the kernel does."""
        state = self.state
        state.reserve(state.undoable)
        before = self.clock.check()
        answer = int(k.improve(state.words, self.slice_length))
        self.trust()
        self.current = min(self.current, state.bound)
        if answer == k.RUNNING:
            elapsed = time.perf_counter() - before
            if elapsed > effort.SLICE_SECONDS:
                self.slice_length = max(1, self.slice_length // 2)
            elif 4 * elapsed < effort.SLICE_SECONDS:
                self.slice_length *= 2
        return answer

    def probe(self, node: int) -> list[tuple[int, int]]:
        """The options of a row or column, each with the bound that it has at once."""
        state = self.state
        self.clock.check()
        state.reserve(2 * state.undoable)
        words = state.words
        count = k.probe(words, node)
        self.trust()
        bounds = np.minimum(words[words[k.BOUNDS] :][:count], self.current).tolist()
        return list(zip(bounds, words[words[k.WORK] :][:count].tolist(), strict=True))

    def branch(self) -> Frame:
        """Choose the row or column to branch on, and try its options."""
        state = self.state
        node = int(k.best_branching(state.words))
        options = self.probe(node)
        return Frame(int(state.words[k.LOG_SIZE]), int(state.words[k.SERIAL]), node, sorted(options))

    def descend(self, frame: Frame, option: int) -> None:
        """Go to the child of the top frame that has that option. The state must be the frame's."""
        state = self.state
        state.reserve(state.undoable)
        k.enter(state.words)
        k.choose(state.words, frame.node, option)
