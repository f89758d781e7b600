"""The root of the search of a large problem, where most of the time is spent: its bound, and alignments near it."""

from __future__ import annotations

from smatchproof.exact.search.documents.document_node import Bound, Node
from smatchproof.exact.search.documents.incumbent import Incumbent
from smatchproof.exact.search.limits import Clock
from smatchproof.exact.search.proof_tree import NO_EVIDENCE, Evidence, Place, Store
from smatchproof.problem.problem import AlignmentProblem

ROOT_ITERATIONS = 150
"""Iterations between two evaluations of the bound."""
SLOW = 10
"""The bound falls slowly if it falls by less than a unit of weight divided by this."""
SLOW_ROUNDS = 2
"""After this number of slow rounds the root is improved until one more is slow."""
ROUNDS = 20
"""Rounds at the root, at most."""
CUT_SHARE = 20
"""Cliques pay if they close at least the gap divided by this. Those of random digraphs close less."""
SETTLING = 5
"""Cliques move much of the solution: the root has at least this number of rounds before a slow one ends them."""


class NodePlace(Place):
    """A place with its node and the node's best bound so far, from which evidence is made if a proof is wanted."""

    def __init__(self, node: Node, bound: Bound, above: int | None = None) -> None:
        super().__init__(bound.total, NO_EVIDENCE, bound.total if above is None else above)
        self.node = node
        self.bound = bound

    def accept(self, bound: Bound) -> None:
        """Set the bound of the node."""
        self.bound, self.total, self.evidence = bound, bound.total, NO_EVIDENCE

    def prove(self, store: Store) -> Evidence:
        """Make the evidence of the bound, if it has not been made."""
        if self.evidence is NO_EVIDENCE:
            self.evidence = Evidence.of(self.node.duals(self.bound), store)
        return self.evidence

    def excess(self, goal: int) -> int:
        """By how much the bound, times the scale, is too high for this goal; not positive if it is not."""
        # values are integers: an alignment worth more than the goal is worth goal + 1 at least
        return self.total + 1 - self.node.whole.scale * (goal + 1)

    def forget(self) -> None:
        """Free the memory that only an open place needs: its node and its bound, which are large."""
        for name in ("node", "bound"):
            self.__dict__.pop(name, None)


class Root:
    """The node of all alignments: its `place` is that of the best bound so far, or ``None`` before the first bound.

    Cliques are worthwhile in this problem if it `has_cuts`.
    """

    def __init__(self, incumbent: Incumbent, clock: Clock) -> None:
        self.incumbent = incumbent
        self.clock = clock
        self.place: NodePlace | None = None
        self.has_cuts = False

    def close(self, problem: AlignmentProblem) -> bool:
        """Improve the bound and the alignment. Returns whether they have met, or the alignment is enough."""
        incumbent, node = self.incumbent, Node.root(self.incumbent.whole, self.clock.check)
        # an alignment before the first bound: limits may come at any time
        if incumbent.climb(node.members()) or self._settle(node) or incumbent.count(problem):
            return True
        assert self.place is not None
        # climbs follow the solution, so that the walk waits until that hardly changes
        if incumbent.climb([*self.place.bound.x]) or incumbent.search_support(self.place.bound, with_program=False):
            return True
        return self._excess() <= 0 or self._cut()

    def _excess(self) -> int:
        assert self.place is not None
        return self.place.excess(self.incumbent.floor)

    def _settle(self, node: Node, least: int = 0) -> bool:
        """Improve the bound until that is slow, in at least `least` rounds. Returns whether the search is over."""
        scale, iterations, slow = node.whole.scale, ROOT_ITERATIONS * (1 if self.place is None else 2), 0
        for number in range(ROUNDS):
            bound = node.improve(iterations, None if self.place is None else self.place.bound)
            gained = scale if self.place is None else self.place.total - bound.total
            # iterations go on from where they are, but the best bound counts: some rounds lose
            if self.place is None or gained > 0:
                self.place = NodePlace(node, bound)
            if self.incumbent.accept(*node.rounded()) or self._excess() <= 0:
                return True
            if gained < scale:  # less than 1: the splits settle, and evaluations cost more than they tell
                iterations = 2 * ROOT_ITERATIONS
            slow += gained < scale // SLOW
            if number >= least and slow > SLOW_ROUNDS and gained < scale // SLOW:
                break
            del bound  # evaluations are large: no more of them than have to be
        return False

    def _cut(self) -> bool:
        """Add cliques while they lower the bound by much. Returns whether the search is over."""
        assert self.place is not None
        first, is_worthwhile = self.place.total, True
        while is_worthwhile and self.place.node.cut(self.place.bound):
            before = self.place.total
            if self._settle(self.place.node, SETTLING):
                return True
            is_worthwhile = self._is_much(before)
        self.has_cuts = self._is_much(first)
        # small now, so that an integer program has a chance; and cheaper than the tree, which needs a good alignment
        return any(
            self.incumbent.search_support(self.place.bound, with_program) or self._excess() <= 0
            for with_program in (False, True)
        )

    def _is_much(self, before: int) -> bool:
        """Test whether the bound has fallen by a good part of the remaining gap."""
        assert self.place is not None
        return CUT_SHARE * (before - self.place.total) >= self._excess()
