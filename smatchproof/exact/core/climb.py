"""Alignments near the solution of a linear program: rounded, climbed from, and changed where it is undecided."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from smatchproof.exact.core import whole as kernels
from smatchproof.exact.innards.arrays import Arrays, Numbers
from smatchproof.exact.search.slices import CANDIDATES, in_slices

PATIENCE = 500
"""A random walk ends after so many steps without a gain: some hundredths of a second for a document."""
CHANGED = 4
"""A step of it takes so many candidates that match each other, at most."""


class Climber:
    """Climbs from alignments of some candidates by moves and swaps."""

    def __init__(self, arrays: Arrays, field: kernels.Field, tick: Callable[[], None]) -> None:
        self.arrays = arrays
        self.field = field
        self.tick = tick
        self.heaviest = int(arrays.weight.max(initial=0))

    def climb(self, wanted: Numbers) -> tuple[int, Numbers]:
        """What an alignment is worth that begins with these candidates, as they come, as far as they compete with none
        before; and its picks, the candidate of each row or -1.
        """
        a, f = self.arrays, self.field
        picks, owner = (np.full(size, -1, dtype=np.int64) for size in (a.rows, a.columns))
        gain = a.unary.copy()
        value = kernels.take(f, picks, owner, gain, wanted)
        gained = 1
        while gained:
            gained = 0
            for first, last in in_slices(len(a.row), CANDIDATES):
                self.tick()
                gained += kernels.sweep(f, picks, owner, gain, self.heaviest, first, last)
            value += gained
        return int(value), picks

    def wander(self, best: int, picks: Numbers, undecided: Numbers, seed: int) -> tuple[int, Numbers]:
        """The best alignment of a random walk from one that is worth `best`, and what it is worth.

        A step takes an undecided candidate, some that match along a path from it, and of the alignment what competes
        with none of these, and climbs; where that loses nothing the walk goes on from there (iterated local search,
        Lourenco et al. 2003).
        """
        f, rng = self.field, np.random.default_rng(seed)
        rest = PATIENCE if len(undecided) else 0
        while rest:
            rest -= 1
            path = [int(undecided[rng.integers(len(undecided))])]
            while len(path) < CHANGED:
                partners = f.target[f.first_half[path[-1]] : f.first_half[path[-1] + 1]]
                if not len(partners):
                    break
                path.append(int(partners[rng.integers(len(partners))]))
            value, found = self.climb(np.concatenate((np.array(path, dtype=np.int64), picks[picks >= 0])))
            if value >= best:
                rest = PATIENCE if value > best else rest
                best, picks = value, found
        return best, picks
