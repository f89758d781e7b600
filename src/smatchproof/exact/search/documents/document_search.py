"""The optimum of a large problem by linear programs: the root, alignments near its solution, and trees.

Most of the time is spent at the root (``document_root.py``). If the root stays open, trees close the gap in steps
(``document_tree.py``). When the search ends early, the nodes so far are a proof of a bound.
"""

from __future__ import annotations

from collections.abc import Iterable

from smatchproof.exact.search.documents.document_node import scale_of, whole_of
from smatchproof.exact.search.documents.document_root import NodePlace, Root
from smatchproof.exact.search.documents.document_tree import DocumentTree
from smatchproof.exact.search.documents.incumbent import Incumbent
from smatchproof.exact.search.limits import Clock, LimitReached
from smatchproof.exact.search.proof_tree import Place, ProofTree, Store
from smatchproof.problem.problem import AlignmentProblem
from smatchproof.problem.proof import Proof
from smatchproof.problem.solution import SolveParams, Status

GAP_SHARE = 8
"""Each tree is to close the root's gap divided by this, or 1: weights, and so gaps, may be of any size."""


class DocumentSearch:
    """The search: its best alignment (`incumbent`), its `root` and its `trees`, the last finished and the growing one.

    The `clock` counts the nodes of all trees.
    """

    def __init__(self, problem: AlignmentProblem, params: SolveParams, start: float) -> None:
        self.problem = problem
        self.params = params
        self.clock = Clock(params.deadline(start), params.node_limit)
        self.incumbent = Incumbent(whole_of(problem, scale_of(problem)), params, self.clock)
        self.scale = self.incumbent.whole.scale
        self.root = Root(self.incumbent, self.clock)
        self.trees: list[ProofTree] = []
        self.longest_proof = params.longest_tree if params.proof else 0
        self.store = Store()

    def run(self) -> Status:
        """Search until the optimum is proved, the alignment is enough or a limit is reached. Returns the status."""
        try:
            self.clock.count_node()
            if not self.root.close(self.problem):
                self._close_gap()
        except LimitReached as limit:
            return limit.status
        return Status.DECIDED if self.incumbent.is_enough else Status.OPTIMAL

    def _close_gap(self) -> None:
        """Grow one tree after the other until no node is open; each is to prove a bound a little lower than the last.

        A tree for the whole gap at once would take exponentially longer, and leave nothing proved until then.
        """
        place, incumbent = self.root.place, self.incumbent
        assert place is not None and self.upper_bound is not None
        place.node.rest()
        below = DocumentTree(self.root, self.clock, self.store if self.params.proof else None)
        # a low goal forbids little: reduced costs exclude what the bound exceeds by less than the distance to it
        step = max(1, (self.upper_bound - incumbent.floor) // GAP_SHARE)
        while self.upper_bound > incumbent.floor:
            goal = max(incumbent.floor, self.upper_bound - step)
            # a copy: candidates of no use above this goal may be in an alignment that the next tree looks for
            root = NodePlace(place.node.copy(), place.bound)
            if self.params.proof:
                root.evidence = place.prove(self.store)
            self.trees.append(ProofTree(root, goal, self.scale, self.longest_proof))
            below.grow(self.trees[-1], root)
            if incumbent.is_enough:  # the tree may have open nodes
                return
            self.trees = self.trees[-1:]

    def _least(self, bounds: Iterable[int]) -> int | None:
        """The least bound of the root and of the trees."""
        # each of these bounds holds for all alignments of the problem, so that the least one does
        place = self.root.place
        return None if place is None else max(self.incumbent.best, min([place.total // self.scale, *bounds]))

    @property
    def upper_bound(self) -> int | None:
        """The upper bound for all alignments; ``None`` before the first bound."""
        return self._least(tree.bound for tree in self.trees)

    @property
    def proved_bound(self) -> int | None:
        """The bound that the proof proves: `upper_bound`, or more if the tree is too long."""
        return self._least(tree.proved_bound for tree in self.trees)

    @property
    def has_proof(self) -> bool:
        """Test whether the root's bound can be proved within the limit of a proof."""
        return self.root.place is not None and 1 + self.root.place.prove(self.store).size <= self.longest_proof

    @property
    def keeps_proof(self) -> bool:
        """Test whether the upper bound can be proved within that limit."""
        return self.proved_bound == self.upper_bound

    def rest(self) -> None:
        """Free the memory that only the search needs, which is most of it; the mapping is not available afterwards.

        The values stay, and so does the proof, if one is wanted. To be called once.
        """
        if self.root.place is not None and self.params.proof:
            self.root.place.prove(self.store)
        for place in (self.root.place, *[leaf for tree in self.trees for leaf in tree.leaves()]):
            if isinstance(place, NodePlace):
                place.forget()
        del self.incumbent.whole

    def proof(self) -> Proof:
        """The proof that no alignment is worth more than `proved_bound`."""
        assert self.root.place is not None
        total = self.root.place.total
        place = Place(total, self.root.place.prove(self.store), total)
        root = ProofTree(place, total // self.scale, self.scale, self.longest_proof)
        return min([root, *self.trees], key=lambda tree: tree.proved_bound).whole_proof()
