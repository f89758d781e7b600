"""What the tree of ``plain_search`` asks of a node: its part of the problem, and the relaxation that bounds it.

The relaxation in plain Python says what is right. Its compiled twin answers the same, number by number, in a fraction
of the time, so that a search takes it where it is loaded already: to load it takes as long as thousands of pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, Self

from smatchproof.alignment import AlignmentProblem
from smatchproof.alignment.proof import StarDuals as Duals
from smatchproof.exact.innards.magnitude import holds_relaxation
from smatchproof.exact.innards.relaxation import SCALE, Bound, Relaxation
from smatchproof.exact.innards.rounding import climb, dive
from smatchproof.exact.innards.twin_loading import TWIN

LARGEST_TABLE = 40_000
"""Of rows times columns. The twin looks at the clock between two bounds only, and one takes 20 milliseconds here."""


class NodeBound(Protocol):
    """What a search sees of a bound of a node; only the node knows the rest of it."""

    @property
    def total(self) -> int:
        """The bound times the scale."""

    @property
    def picks(self) -> object:
        """The alignment that it suggests, to be compared with that of another bound of the node."""


class TreeNode(Protocol):
    """A node of the tree. Bounds, marks of candidates and multipliers of one kind of node are for that kind alone."""

    @property
    def original(self) -> Sequence[int]:
        """The candidates that are alive, by their numbers in the problem."""

    @property
    def forced(self) -> tuple[int, ...]:
        """The candidates that are forced, by their numbers in the problem."""

    @property
    def work(self) -> int:
        """How many candidates and halves a step looks at."""

    def bound(self) -> NodeBound:
        """The bound for the split of the weights as it is."""

    def surviving(self, bound: Any, most: int) -> Any:
        """The candidates with so much slack at most; ``None`` if these are all."""

    def undecided(self, bound: Any) -> int:
        """The candidate to branch on: of those that the assignment picks, the one whose partners disagree most."""

    def share_slack(self, bound: Any) -> None:
        """Let candidates with slack take over halves from their partners."""

    def lowered(self, bound: Any, factor: float, excess: int) -> NodeBound:
        """The bound after a subgradient step."""

    def climb(self, bound: Any) -> int:
        """Improve the alignment that the bound picks by moves and swaps, until it meets the bound: its value."""

    def dive(self, bound: Any) -> int:
        """The same with an alignment that is built one candidate at a time, by slack."""

    def alignment(self) -> list[int]:
        """The candidates of the alignment climbed to last, forced ones first, by their numbers in the problem."""

    def part(self, alive: Any) -> Self:
        """The part with only those candidates that survive."""

    def forcing(self, candidate: int) -> Self:
        """The part with that candidate forced."""

    def forbidding(self, candidate: int) -> Self:
        """The part without that candidate."""

    def multipliers(self) -> Any:
        """The split of the weights now, and how crowded stars were solved for it by the last bound."""

    def duals(self, bound: Any, multipliers: Any = None) -> Duals:
        """The integers that prove a bound."""


class PlainNode(Relaxation):
    """A node whose relaxation is solved in plain Python."""

    picks: list[int]
    """Those of the alignment climbed to last."""

    @property
    def work(self) -> int:
        """How many candidates and halves a step looks at."""
        return len(self.original) + len(self.halves)

    def surviving(self, bound: Bound, most: int) -> list[int] | None:
        """The candidates with so much slack at most; ``None`` if these are all."""
        alive = [p for p, slack in enumerate(self.slacks(bound)) if slack <= most]
        return None if len(alive) == len(self.original) else alive

    def undecided(self, bound: Bound) -> int:
        """The candidate to branch on: of those that the assignment picks, the one whose partners disagree most."""
        picked = set(bound.picks) - {-1}

        def disagreement(p: int) -> int:
            return sum(self.halves[half] for q, half, _, _ in bound.stars[p] if q not in picked)

        return max(sorted(picked), key=disagreement)

    def lowered(self, bound: Bound, factor: float, excess: int) -> Bound:
        """The bound after a subgradient step."""
        self.step(bound, factor, excess)
        return self.bound()

    def climb(self, bound: Bound) -> int:
        """See :func:`smatchproof.exact.innards.rounding.climb`."""
        value, self.picks = climb(self, bound.picks, bound.total // SCALE)
        return value

    def dive(self, bound: Bound) -> int:
        """See :func:`smatchproof.exact.innards.rounding.dive`; then it climbs."""
        value, self.picks = climb(self, dive(self, bound), bound.total // SCALE)
        return value

    def alignment(self) -> list[int]:
        """The candidates of the alignment climbed to last, forced ones first, by their numbers in the problem."""
        return [*self.forced, *(self.original[pick] for pick in self.picks if pick >= 0)]

    def forcing(self, candidate: int) -> Self:
        """The part with that candidate forced."""
        return self.part(range(len(self.original)), force=candidate)

    def forbidding(self, candidate: int) -> Self:
        """The part without that candidate."""
        return self.part([p for p in range(len(self.original)) if p != candidate])


def root_node(problem: AlignmentProblem, tick: Callable[[], None]) -> TreeNode:
    """The root of the tree: compiled where the twin is loaded, 64 bits hold its numbers, and it is not too large."""
    compiled, is_small = TWIN.node, problem.left_size * problem.right_size <= LARGEST_TABLE
    if compiled is not None and is_small and holds_relaxation(SCALE * problem.total_weight):
        return compiled.of(problem, tick)
    return PlainNode(problem, tick=tick)
