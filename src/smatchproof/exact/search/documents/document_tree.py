"""The tree of a large problem: branching on candidates on which the linear program is undecided.

The open node with the highest bound is next, so that the bound falls as fast as possible.
"""

from __future__ import annotations

from smatchproof.exact.search.documents.document_node import Node
from smatchproof.exact.search.documents.document_root import NodePlace, Root
from smatchproof.exact.search.documents.incumbent import Incumbent
from smatchproof.exact.search.documents.probing import Drops, candidate_to_branch_on
from smatchproof.exact.search.limits import Clock
from smatchproof.exact.search.proof_tree import Evidence, ProofTree, Store
from smatchproof.problem.proof import Branch

NODE_ITERATIONS = 100
"""Iterations between two evaluations of a bound, at least."""
MOST_ITERATIONS, NODE_WORK = 1000, 3_000_000
"""The most iterations of a node at a time, and the work (iterations times candidates) that sets their number."""
SLOW_NODE = 20
"""A bound falls slowly if it falls by less than the excess divided by this."""
LITTLE = 50
"""Less than a unit of weight divided by this is little."""
FIXED_SHARE = 3
"""Candidates are forbidden if they are at least one in this number: in a proof each time costs as much as a leaf."""
NODE_ROUNDS = 20
"""The most rounds that improve the bound of a node: the method oscillates, and some rounds lose."""
MANY_NODES = 16
"""An integer program is asked for an alignment when the tree has this number of nodes, twice as many, and so on."""
MOST_OPEN = 100
"""If more nodes are open, the last one is next, so that memory is that of a path through the tree."""


class DocumentTree:
    """The trees below a root, one after the other, for which proofs are made if there is a `store`.

    What is known of candidates to branch on, the `experience`, is that of all trees.
    """

    def __init__(self, root: Root, clock: Clock, store: Store | None) -> None:
        assert root.place is not None
        self.incumbent: Incumbent = root.incumbent
        self.root, self.has_cuts = root.place, root.has_cuts
        self.clock = clock
        self.store = store
        self.next_ask = MANY_NODES
        self.experience: dict[int, Drops] = {}
        self.goal = 0

    def _excess(self, place: NodePlace) -> int:
        return place.excess(max(self.incumbent.floor, self.goal))

    def _is_closed(self, place: NodePlace) -> bool:
        """Test whether the bound of a place is low enough, or the alignment is enough, whatever the bound is."""
        return self._excess(place) <= 0 or self.incumbent.is_enough

    def grow(self, tree: ProofTree, root: NodePlace) -> None:
        """Branch until no place is open: on the one with the highest bound, or the last one if many are open."""
        self.goal = tree.goal
        has_fixed = self._fix(root)
        tree.count_root()
        if has_fixed and not root.node.live:  # nothing to branch on: a new bound says so
            root.accept(root.node.improve(self._iterations(root.node)))
            root.most = min(root.total, root.most)
            self._prove(root)
            tree.count_root()
        if tree.goal <= self.incumbent.floor:  # the last tree: nothing is fixed by this evaluation any more
            root.bound.evaluation.rest()
        is_open = [root]
        while is_open:
            # the highest bound first, so that the bound of all falls and a limit leaves the best interval
            highest = max(range(len(is_open)), key=lambda number: is_open[number].most)
            place = is_open.pop(highest if len(is_open) <= MOST_OPEN else -1)
            if self.clock.nodes >= self.next_ask and not self._is_closed(place):
                self.next_ask *= 2
                self.incumbent.search_support(place.bound, with_program=True, forced=place.node.forced)
            if self._is_closed(place):
                place.forget()
            else:
                is_open += self._branched(tree, place)

    def _branched(self, tree: ProofTree, place: NodePlace) -> list[NodePlace]:
        """The two places below a place: a candidate is forced in the first one, and forbidden in the second."""
        node = place.node
        candidate = candidate_to_branch_on(node, place.bound, self._excess(place), self.experience)
        children = [node.child(candidate, is_forced) for is_forced in (True, False)]
        place.forget()
        below: list[NodePlace] = []
        for child in children:
            self.clock.count_node()
            below.append(self._improved(child, place.most))
            if self.incumbent.is_enough:
                return []
        # a proof names candidates by their numbers before the problem was turned
        tree.branch(place, [(Branch(node.whole.original_number(candidate)), below[0])], below[1])
        return below

    def _improved(self, node: Node, above: int) -> NodePlace:
        """Improve the bound of a new node (:meth:`_work_on`), and forbid the candidates that it excludes."""
        place = NodePlace(node, node.improve(self._iterations(node)), above)
        self.incumbent.accept(*node.rounded())
        self._work_on(place)
        if self.has_cuts and not self._is_closed(place) and node.cut(place.bound):
            self._work_on(place)
        place.most = min(place.total, above)  # its alignments are the parent's, too
        node.rest()  # open nodes may be many
        self._prove(place)
        place.bound.evaluation.rest()
        return place

    def _work_on(self, place: NodePlace) -> None:
        """Improve the bound of a node while that goes fast, or while the bound is worse than that of the node above."""
        node, little = place.node, place.node.whole.scale // LITTLE
        for _ in range(NODE_ROUNDS):
            if self._is_closed(place):
                break
            has_fixed = self._fix(place)
            bound = node.improve(self._iterations(node), None if has_fixed else place.bound)
            self.incumbent.accept(*node.rounded())
            gained, rest = place.total - bound.total, self._excess(place)
            if gained > 0 or has_fixed:
                place.accept(bound)
            is_slow = not has_fixed and SLOW_NODE * gained <= rest + little
            if is_slow and place.total <= place.most + little:
                break

    def _fix(self, place: NodePlace) -> bool:
        """Forbid the candidates that the bound excludes, if they are many. The node then has to be evaluated again."""
        node, evaluation, excess = place.node, place.bound.evaluation, self._excess(place)
        if not node.forbid(evaluation, excess, FIXED_SHARE):
            return False
        node.rest()  # its lists are made again now
        # the duals that exclude them, before others take their place
        duals = node.duals(place.bound, excess) if self.store is not None else None
        if place.bound is not self.root.bound:  # that of the root is the next tree's, too
            evaluation.rest()  # of what is left it says nothing
        if self.store is not None and duals is not None:
            place.fixed.append(Evidence.of(duals, self.store))
        return True

    def _prove(self, place: NodePlace) -> None:
        """Make the evidence of the bound of a place, if a proof is wanted."""
        if self.store is not None:
            place.prove(self.store)

    def _iterations(self, node: Node) -> int:
        """The number of iterations of a node at a time: more if they are cheap."""
        return min(MOST_ITERATIONS, max(NODE_ITERATIONS, NODE_WORK // (1 + node.size)))
