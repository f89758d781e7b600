"""The question whether all of one graph can be matched at once: subgraph isomorphism, cliques and the like.

Where as much is asked for as counting allows, every variable and every couple of them has to earn its most. Then the
duals of the relaxation do what the filters of a constraint solver do (Solnon 2010): with the weights split as at the
beginning, a candidate whose partners are missing, or exclude each other, has so much slack that it is forbidden. Other
multipliers gain next to nothing, so there are no steps.
"""

from __future__ import annotations

from smatchproof.alignment import AlignmentProblem, SolveParams
from smatchproof.alignment.proof import Leaf
from smatchproof.exact.search.branch_and_bound import Search, Stop
from smatchproof.exact.search.node import SCALE, Node

FIRST_SHARE = 60
"""So often the work of looking at the problem once is tried before anything else: 19 times are enough for subgraphs
with 20 variables, and the steps at the root of an ordinary search take as long."""
MOST_WORK = 30_000_000
"""So many candidates and halves are looked at before the tree of linear programs is asked, or the linear programs of a
document: one or two seconds of compiled code. Cliques of 9 in graphs of 40 vertices take half of that."""


class ContainmentSearch(Search):
    """A search for an alignment that is worth all that counting allows, or for the proof that there is none.

    A node is filtered until nothing more goes, and branched on the row that has fewest candidates left. Exponential at
    worst; beyond `most_work` it gives up.
    """

    def __init__(self, problem: AlignmentProblem, params: SolveParams, start: float, most_work: int) -> None:
        super().__init__(problem, params, start)
        self.most_work = most_work

    def _search(self) -> bool:
        """Decide the question, if it is one for all that counting allows. Answers whether it is."""
        self.count()
        self._stop_if_met()
        if self.params.at_least != self.bound:
            return False
        self._explore(Node.root(self.problem, self.root_bound))
        return True

    def _close(self, node: Node) -> Node | None:
        """Forbid candidates as long as that makes others useless. Answers what is left open, or ``None``."""
        while True:  # as arc consistency does: who has lost a partner may be the next to go
            self._spend(node)
            bound = node.relaxation.bound()
            if bound < SCALE * (self.floor + 1):
                self._record(Leaf, node)
                return None
            self._offer(node.rounding.climb(bound // SCALE), node)
            self._stop_if_met()
            part = self._fix(node, bound)
            if part is node:
                return node
            node = part

    def _choose(self, node: Node) -> int:
        # fail first (Haralick & Elliott 1980): the choice of ordinary searches takes ten times as long on cliques
        return node.relaxation.narrowest()

    def _spend(self, node: Node) -> None:
        self._tick()
        self.work += node.work
        if self.work > self.most_work:
            raise Stop
