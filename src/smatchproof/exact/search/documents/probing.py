"""Where to branch on a linear program: on the candidate that lowers the bound most, forced as well as forbidden.

Most undecided candidates lower it little, because the linear program finds another fractional solution nearby; a few
lower it much. To tell them apart, both children of many candidates get a few iterations on the part of the problem that
the solution uses, the better of them some more, and so on (successive halving, Jamieson & Talwalkar 2016). Probing only
chooses the candidate: the bounds of the children are proved afterwards.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from smatchproof.exact.core.star_program import Position, StarProgram
from smatchproof.exact.search.documents.document_node import BONUS, GONE, INSIDE, Bound, Node, add_cliques, run
from smatchproof.exact.search.limits import Tick

FIRST, NEW = 200, 60
"""The most candidates tried for the first time: in the first node, and in any other."""
GLANCE, LOOK, STARE = 20, 80, 200
"""Iterations for each child in the three rounds."""
BEST, KNOWN, VERY_BEST = 12, 12, 6
"""The numbers of new candidates and of those known to be good in the second round, and of all in the last."""
WARM_UP = 100
"""Iterations on the part alone, before any of its children is tried."""
UNDECIDED = 0.1
"""A candidate whose x is as near as this to 0 or 1 is decided."""
NOISE, LEAST = 0.02, 0.001
"""Shares of the heaviest weight: few iterations leave bounds off by the first; a bound that falls by less than the
second is taken to fall by that much."""

Drops = tuple[float, float]
"""By how much the bound falls, not scaled, if a candidate is forced, and if it is forbidden."""


def candidate_to_branch_on(node: Node, bound: Bound, excess: int, experience: dict[int, Drops]) -> int:
    """Return the candidate of a node to branch on; `excess` is by how much its bound is too high, times the scale."""
    whole, membership = node.whole, node.membership
    x = {p: x for p, x in bound.x.items() if membership[p] != GONE}
    used = bytearray(whole.candidates)
    for p in x:
        used[p] = INSIDE
    whole.enter(used, node.forced)
    part = whole.part()
    program = whole.program(part)
    add_cliques(program, node.cliques, whole.members(), node.forced)
    best = Probe(program, node.program, experience, node.tick).best(excess / whole.scale)
    if best is not None:
        return whole.candidate_at(*part.place(best))
    if not x:  # all that the linear program uses has been forbidden since
        x = {p: 0.5 for p, state in enumerate(membership) if state != GONE}
    # sorted: ties are broken in the same way however x was filled
    return max(sorted(x), key=lambda p: min(x[p], 1 - x[p]) * whole.promise(p))


class _Try(NamedTuple):
    """A candidate, the points of its children's iterations (forced, forbidden), and how far their bounds fell."""

    candidate: int
    positions: tuple[Position, Position]
    drops: Drops = (0.0, 0.0)


class Probe:
    """The linear program of some candidates of a node, and the bounds of the node's children in it.

    `experience` keeps the drops of candidates by their numbers in the problem: a candidate that lowers the bound in one
    node does so in others.
    """

    def __init__(
        self, program: StarProgram, parent: StarProgram | None, experience: dict[int, Drops], tick: Tick
    ) -> None:
        self.program = program
        self.part = part = program.relaxation
        self.experience = experience
        self.tick = tick
        if parent is not None:
            self.program.inherit(parent)
        self.number = [part.original_number(p) for p in range(part.candidates)]
        run(self.program, WARM_UP, tick)
        self.undecided = self._undecided()
        self.reference = self.program.save()

    def best(self, excess: float) -> int | None:
        """Return the number in the part of the candidate to branch on; ``None`` if all are decided.

        `excess` is by how much the node's bound is too high, not scaled.
        """
        unit = self.program.unit
        enough = excess + NOISE * unit

        def rank(drops: Drops) -> float:
            """A rank, lower is better: minus the product of both children's drops, since one alone is no progress."""
            # no factor is 0, which would hide the other; and to fall by more than the excess is of no more use
            return -math.prod(min(max(drop, LEAST * unit), enough) for drop in drops)

        experience, number = self.experience, self.number
        undecided = self.undecided
        known = [p for p in undecided if number[p] in experience]
        known = sorted(known, key=lambda p: rank(experience[number[p]]))[:KNOWN]
        new = [p for p in undecided if number[p] not in experience][: NEW if experience else FIRST]
        proven = {*known}
        if not undecided:
            return None
        start = self.reference
        # begun one by one: a first point takes as much memory as a last one
        tried = self._tried((self._begun(p, start) for p in known + new), GLANCE)
        # known ones go on whatever a glance says: their experience rests on more iterations
        tried.sort(key=lambda one: (one.candidate not in proven, rank(one.drops)))
        tried = self._tried(tried[: len(known) + BEST if known else BEST + KNOWN], LOOK)
        tried.sort(key=lambda one: rank(one.drops))
        tried = self._tried(tried[:VERY_BEST], STARE)
        tried.sort(key=lambda one: rank(one.drops))
        return tried[0].candidate

    def _undecided(self) -> list[int]:
        """The candidates that are not decided, those with most at stake first."""
        x = {p: x for p, x in self.program.used(UNDECIDED).items() if x < 1 - UNDECIDED}
        return sorted(sorted(x), key=lambda p: -min(x[p], 1 - x[p]) * self.part.promise(p))

    def _begun(self, candidate: int, start: Position) -> _Try:
        """A candidate before the first iteration: the node's point, except for the x that are certain."""
        positions = []
        for is_forced in (True, False):
            self.program.restore(start)
            self.program.decide(candidate, is_forced)
            positions.append(self.program.save())
        return _Try(candidate, (positions[0], positions[1]))

    def _tried(self, tries: Iterable[_Try], iterations: int) -> list[_Try]:
        """The candidates after further iterations, compared with the same number without a decision."""
        # the reference moves on as well: else iterations would count as gains of the decisions
        self.reference, base = self._improved(0, 0, self.reference, iterations)
        found = []
        for candidate, positions, _ in tries:
            forced, forbidden = (
                self._improved(candidate, sign, position, iterations)
                for sign, position in zip((1, -1), positions, strict=True)
            )
            drops = (base - forced[1]) / self.part.scale, (base - forbidden[1]) / self.part.scale
            self.experience[self.number[candidate]] = drops
            found.append(_Try(candidate, (forced[0], forbidden[0]), drops))
        return found

    def _improved(self, candidate: int, sign: int, position: Position, iterations: int) -> tuple[Position, int]:
        """The point and the bound after further iterations, with the candidate forced (sign 1) or forbidden (-1)."""
        program, bonus = self.program, sign * int(BONUS * self.program.unit)
        program.restore(position)
        # a bonus stands for the decision, so that no program of the child has to be built
        program.earn(candidate, bonus)
        run(program, iterations, self.tick)
        program.split()
        bound = self.part.bound() + program.added
        program.earn(candidate, -bonus)
        # where it is forced the bound holds the bonus, once; where it is forbidden no alignment loses any
        return program.save(), bound - max(0, bonus) * self.part.scale
