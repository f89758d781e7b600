"""A node of the tree of branch and bound: a part of the problem, and the relaxation that bounds it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Self

from smatchproof.alignment import AlignmentProblem
from smatchproof.alignment.proof import Duals
from smatchproof.alignment.star_table import Star
from smatchproof.exact.core import relaxation as core, rounding
from smatchproof.exact.core.forms import plain
from smatchproof.exact.innards.magnitude import holds_relaxation

if TYPE_CHECKING:
    from smatchproof.exact.core.relaxation import Relaxation

SCALE = 12
"""That of the relaxation, as a number of Python: :data:`smatchproof.exact.core.relaxation.SCALE`."""


class Node:
    """The candidates that are alive once some were `forced` and others forbidden, their relaxation, and alignments.

    `forced` has the numbers of candidates in the problem; the relaxation numbers its own afresh.
    """

    __slots__ = ("forced", "problem", "relaxation", "rounding")

    def __init__(self, problem: AlignmentProblem, relaxation: Relaxation, forced: tuple[int, ...] = ()) -> None:
        self.problem = problem
        self.relaxation = relaxation
        self.forced = forced
        form = rounding if isinstance(relaxation, core.Relaxation) else plain("rounding")
        self.rounding = form.Rounding(relaxation)

    @classmethod
    def root(cls, problem: AlignmentProblem) -> Self:
        """The root of the tree. Linear in the problem.

        It is compiled where 64 bits hold its numbers, and plain where they do not.
        """
        form = core if holds_relaxation(SCALE * problem.total_weight) else plain("relaxation")
        relaxation = form.Relaxation(
            problem.left_size, problem.right_size, len(problem.candidates), 2 * len(problem.matches)
        )
        relaxation.fill(problem.candidates, problem.unary, problem.matches)
        return cls(problem, relaxation)

    @property
    def alive(self) -> list[int]:
        """The candidates that are alive, by their numbers in the problem."""
        return self.relaxation.originals(range(self.relaxation.candidates))

    @property
    def work(self) -> int:
        """How many candidates and halves a step looks at."""
        return self.relaxation.candidates + self.relaxation.halves

    def alignment(self) -> list[int]:
        """The candidates of the alignment found last, forced ones first, by their numbers in the problem."""
        return [*self.forced, *self.rounding.alignment()]

    def children(self, candidate: int) -> tuple[int, Self, Self]:
        """The number in the problem of a candidate of the relaxation; the node that forces it, the one without it."""
        relaxation = self.relaxation
        (original,) = relaxation.originals([candidate])
        alive = bytearray(b"\x01") * relaxation.candidates
        alive[candidate] = 0
        with_it = type(self)(self.problem, relaxation.part(alive, candidate), (*self.forced, original))
        return original, with_it, type(self)(self.problem, relaxation.part(alive), self.forced)

    def only(self, alive: bytearray) -> Self:
        """The part with only those candidates of the relaxation that are marked."""
        return type(self)(self.problem, self.relaxation.part(alive), self.forced)

    def duals(self) -> Duals:
        """The integers that prove the last bound."""
        scale, stars, left, right = self.relaxation.duals()
        if self.forced:
            _charge_forced(self.problem, self.forced, self.alive, stars, left, scale)
        return Duals(scale, stars, left, right)


def _charge_forced(
    problem: AlignmentProblem,
    forced: Iterable[int],
    alive: Iterable[int],
    stars: dict[int, Star],
    rows: dict[int, int],
    scale: int,
) -> None:
    """Charge what forced candidates earn: alone to their rows, with live ones to the stars of these."""
    candidates, unary = problem.candidates, problem.unary
    rows |= {candidates[old][0]: scale * unary[old] for old in forced}
    is_forced, is_alive = set(forced), set(alive)
    for p, q, weight in problem.matches:
        if p in is_forced and q in is_forced:  # one of the two pays for both
            rows[candidates[q][0]] += scale * weight
        elif p in is_alive and q in is_forced:
            p, q = q, p
        elif p not in is_forced or q not in is_alive:
            continue
        paid, others = stars.get(q, ([], []))
        stars[q] = ([*paid, candidates[p][0], scale * weight], others)
