"""Where to branch on a linear program: on the candidate that lowers the bound most, forced as well as forbidden.

Most undecided candidates lower it little, because the linear program finds another fractional solution nearby; a few
open it up. To tell them apart, both children of many candidates get a few iterations on the part of the problem where
the solution stands, the better of them some more, and so on (successive halving, Jamieson & Talwalkar 2016). Only the
choice comes of it: what a child is worth is proved anew.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from smatchproof.exact.innards import kernels
from smatchproof.exact.innards.arrays import Arrays, Floats, Numbers
from smatchproof.exact.innards.kernel_memory import KernelMemory
from smatchproof.exact.core.star_program import StarProgram
from smatchproof.exact.innards.magnitude import scale_within
from smatchproof.exact.innards.settling import settle

FIRST, NEW = 200, 60
"""So many candidates are tried that never were before, at most: in the first node, in any other."""
GLANCE, LOOK, STARE = 20, 80, 200
"""Iterations for each child in the three rounds."""
BEST, KNOWN, VERY_BEST = 12, 12, 6
"""So many that are new, and so many that are known to be good, are in the second round, so many in the last."""
WARM_UP = 100
"""Iterations on the part alone, before any of its children is tried."""
BONUS = 4
"""A forced candidate earns so many of the heaviest weight more, a forbidden one less: the program does the rest."""
UNDECIDED = 0.1
"""A candidate whose x is as near as this to 0 or 1 is decided."""
NOISE, LEAST = 0.02, 0.001
"""Shares of the heaviest weight: few iterations leave bounds off by the first; a bound that falls by less than the
second is taken to fall by that much."""

Drops = tuple[float, float]
"""By how much the bound falls, not scaled, where a candidate is forced, and where it is forbidden."""


class _Try(NamedTuple):
    """A candidate, where the iterations of its children stand (forced, forbidden), and how far their bounds fell."""

    candidate: int
    positions: tuple[list[Floats], list[Floats]]
    drops: Drops = (0.0, 0.0)


class Probe:
    """The linear program of some candidates of a node, and the bounds of the node's children in it.

    What is learned of candidates is kept in `experience`, by their numbers in the whole problem: what lowers the bound
    in one node does so in others.
    """

    def __init__(
        self,
        part: Arrays,
        scale: int,
        parent: StarProgram | None,
        experience: dict[int, Drops],
        tick: Callable[[], None],
    ) -> None:
        self.part = part
        self.scale = scale
        self.experience = experience
        self.tick = tick
        self.program = StarProgram(part)
        if parent is not None:
            self.program.inherit(parent)
        self.memory = KernelMemory(part, scale)
        self.words = self.memory.words
        self.x = self.program.run(WARM_UP, tick)
        self.reference = self.program.position()

    @classmethod
    def is_within(cls, part: Arrays, scale: int) -> bool:
        """Whether 64 bits are enough for what forced candidates earn more."""
        heaviest = int(part.weight.max(initial=1))
        total = int(part.unary.sum()) + int(part.weight.sum()) + BONUS * heaviest
        return scale_within(total, part.rows + part.columns + len(part.row)) >= scale

    def best(self, excess: float) -> int | None:
        """The candidate to branch on, by its number in the whole problem; ``None`` where all are decided.

        `excess` is by how much the node's bound is too high, not scaled.
        """
        unit = self.program.unit
        enough = excess + NOISE * unit

        def rank(drops: Drops) -> float:
            """The lower the better: the product of what both children gain, for one alone is no progress."""
            return -math.prod(min(max(drop, LEAST * unit), enough) for drop in drops)

        experience, number = self.experience, self.part.number
        undecided = self._undecided()
        known = [p for p in undecided if int(number[p]) in experience]
        known = sorted(known, key=lambda p: rank(experience[int(number[p])]))[:KNOWN]
        new = [p for p in undecided if int(number[p]) not in experience][: NEW if experience else FIRST]
        proven = {*known}
        if not undecided:
            return None
        tried = self._tried([self._begun(p) for p in known + new], GLANCE)
        tried.sort(key=lambda one: (one.candidate not in proven, rank(one.drops)))
        tried = self._tried(tried[: len(known) + BEST if known else BEST + KNOWN], LOOK)
        tried.sort(key=lambda one: rank(one.drops))
        tried = self._tried(tried[:VERY_BEST], STARE)
        tried.sort(key=lambda one: rank(one.drops))
        return int(number[tried[0].candidate])

    def _undecided(self) -> list[int]:
        """The candidates that are not decided, those with most at stake first."""
        stake = np.minimum(self.x, 1 - self.x) * earnings(self.part)
        undecided = np.flatnonzero((self.x > UNDECIDED) & (self.x < 1 - UNDECIDED))
        return [int(p) for p in undecided[np.argsort(-stake[undecided], kind="stable")]]

    def _begun(self, candidate: int) -> _Try:
        """A candidate before the first iteration: where the node stands, but for the x that are certain."""
        a = self.part
        forced, forbidden = ([part.copy() for part in self.reference] for _ in range(2))
        forced[0][(a.row == a.row[candidate]) | (a.column == a.column[candidate])] = 0
        forced[0][candidate], forbidden[0][candidate] = 1, 0
        return _Try(candidate, (forced, forbidden))

    def _tried(self, tries: list[_Try], iterations: int) -> list[_Try]:
        """The candidates after so many more iterations, compared with as many without a change."""
        self.reference, base = self._improved(0, 0, self.reference, iterations)
        found = []
        for candidate, positions, _ in tries:
            forced, forbidden = (
                self._improved(candidate, sign, position, iterations)
                for sign, position in zip((1, -1), positions, strict=True)
            )
            drops = (base - forced[1]) / self.scale, (base - forbidden[1]) / self.scale
            self.experience[int(self.part.number[candidate])] = drops
            found.append(_Try(candidate, (forced[0], forbidden[0]), drops))
        return found

    def _improved(self, candidate: int, sign: int, position: list[Floats], iterations: int) -> tuple[list[Floats], int]:
        """Where so many more iterations lead, with the candidate forced (sign 1) or forbidden (-1), and the bound."""
        program, memory = self.program, self.memory
        bonus = sign * int(BONUS * program.unit)
        earns = float(program.state.unary[candidate])
        program.restore(position)
        program.state.unary[candidate] = earns + bonus / program.unit
        program.run(iterations, self.tick)
        program.state.unary[candidate] = earns
        memory.words = self.words.copy()
        memory.words[memory.candidates[candidate] + kernels.VALUE] += bonus * self.scale
        settle(memory, self.scale, program, self.tick)
        return program.position(), memory.bound - max(0, bonus) * self.scale


def earnings(arrays: Arrays) -> Numbers:
    """What each candidate earns at most: alone, and with all of its matches."""
    found = arrays.unary.copy()
    np.add.at(found, arrays.source, arrays.weight)
    return found
