"""A node of the tree of branch and bound: a part of the problem, and the relaxation that bounds it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from smatchproof.exact.core import climb as climbs, plain, relaxation as relaxations
from smatchproof.exact.search.limits import holds_relaxation
from smatchproof.problem.problem import AlignmentProblem
from smatchproof.problem.proof import Duals

if TYPE_CHECKING:
    from smatchproof.exact.core.relaxation import Relaxation

SCALE = 12
"""The scale of the relaxation as a Python number: :data:`smatchproof.exact.core.star_bound.SCALE`."""

_FACTOR_UNIT = 1 << 40
"""The factor of a step is a fraction of this: weights may be too large for floats."""


def part_of(excess: int, factor: float) -> int:
    """Return a factor times an integer of any size, rounded down.

    >>> part_of(10**30, 0.5)
    500000000000000000000000000000
    """
    return int(factor * _FACTOR_UNIT) * excess // _FACTOR_UNIT


class Node:
    """A part of the problem, with some candidates `forced` and others forbidden: its relaxation and its alignments.

    `forced` has the numbers of candidates in the problem; the relaxation has a numbering of its own. `whole` is the
    relaxation of the whole problem. A step visits `work` candidates and halves.
    """

    __slots__ = ("forced", "relaxation", "rounding", "whole", "work")

    def __init__(self, relaxation: Relaxation, whole: Relaxation, forced: tuple[int, ...] = ()) -> None:
        self.relaxation = relaxation
        self.whole = whole
        self.forced = forced
        # of the same form as the relaxation: compiled code reads lists of C, plain code those of Python
        form = climbs if isinstance(relaxation, relaxations.Relaxation) else plain("climb")
        self.rounding = form.Rounding(relaxation)
        self.work = relaxation.candidates + relaxation.halves

    @classmethod
    def root(cls, problem: AlignmentProblem, total_weight: int | None = None) -> Self:
        """The root of the tree. Linear in the problem.

        It is compiled if 64 bits hold its numbers, which the sum of all weights decides, and plain otherwise.
        """
        total = problem.total_weight if total_weight is None else total_weight
        form = relaxations if holds_relaxation(SCALE * total) else plain("relaxation")
        pairs, unary, matches = problem.flat()
        relaxation = form.Relaxation(problem.left_size, problem.right_size, len(unary), len(matches) // 3 * 2)
        relaxation.fill(pairs, unary, matches)
        return cls(relaxation, relaxation)

    def alignment(self) -> tuple[int | None, ...]:
        """The alignment found last: the partner of each left variable."""
        columns: list[int | None] = self.rounding.alignment()
        for p in self.forced:
            row, column = self.whole.place(p)
            columns[row] = column
        return tuple(columns)

    def children(self, candidate: int) -> tuple[int, Self, Self]:
        """Branch on a candidate of the relaxation: its number in the problem, the node with it, the one without it."""
        relaxation = self.relaxation
        original = relaxation.original_number(candidate)
        alive = bytearray(b"\x01") * relaxation.candidates
        alive[candidate] = 0
        # forced, it leaves the relaxation as well: what it earns is constant there, or earned by its partners
        with_it = type(self)(relaxation.part(alive, candidate), self.whole, (*self.forced, original))
        return original, with_it, type(self)(relaxation.part(alive), self.whole, self.forced)

    def only(self, alive: bytearray) -> Self:
        """The node with only the marked candidates of the relaxation."""
        return type(self)(self.relaxation.part(alive), self.whole, self.forced)

    def duals(self, most: int = -1) -> Duals:
        """The integers that prove the last bound; in a fix also that slacks above `most` exclude candidates."""
        form = relaxations if isinstance(self.relaxation, relaxations.Relaxation) else plain("relaxation")
        return Duals(*form.StarProof(self.relaxation, self.whole).duals(self.forced, most))
