"""The optimum of a large problem by linear programs: the root, alignments near its solution, and trees.

Most of the time is spent at the root, on its bound and on alignments near it. If the root stays open, trees close the
gap in steps: they branch on candidates on which the linear program is undecided, and the open node with the highest
bound is next, so that the bound falls as fast as possible. When the search ends early, the nodes so far are a proof of
a bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from smatchproof.exact.search.documents.document_node import Bound, Node, scale_of, whole_of
from smatchproof.exact.search.documents.incumbent import LONG_WALK, WALK, Incumbent
from smatchproof.exact.search.documents.probing import Drops, candidate_to_branch_on
from smatchproof.exact.search.limits import Clock, LimitReached
from smatchproof.exact.search.proof_tree import NO_EVIDENCE, Evidence, Place, ProofTree, Store
from smatchproof.problem.problem import AlignmentProblem
from smatchproof.problem.proof import Branch, Proof
from smatchproof.problem.solution import SolveParams, Status

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

    def excess(self, wanted: int) -> int:
        """By how much the bound, times the scale, is above the bound wanted; not positive if it is not."""
        # values are integers: an alignment worth more than that is worth one more at least
        return self.total + 1 - self.node.whole.scale * (wanted + 1)

    def forget(self) -> None:
        """Free the memory that only an open place needs: its node and its bound, which are large."""
        for name in ("node", "bound"):
            self.__dict__.pop(name, None)


class Root:
    """The node of all alignments: its `place` is that of the best bound so far, or ``None`` before the first bound.

    The candidates `near` its last bound are those with little slack.
    """

    def __init__(self, incumbent: Incumbent, clock: Clock) -> None:
        self.incumbent = incumbent
        self.clock = clock
        self.place: NodePlace | None = None
        self.near: Sequence[int] = ()

    def close(self) -> bool:
        """Improve the bound and the alignment. Returns whether they have met, or the alignment is enough."""
        incumbent, node = self.incumbent, Node.root(self.incumbent.whole, self.clock.check)
        # an alignment before the first bound: limits may come at any time
        if incumbent.climb(node.members()) or self._settle(node) or incumbent.count():
            return True
        assert self.place is not None
        # climbs follow the solution, so that the walk waits until that hardly changes
        if incumbent.climb([*self.place.bound.x]) or incumbent.walk(self.place.bound, WALK):
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
        is_worthwhile = True
        while is_worthwhile and self.place.node.cut(self.place.bound):
            before = self.place.total
            if self._settle(self.place.node, SETTLING):
                return True
            is_worthwhile = CUT_SHARE * (before - self.place.total) >= self._excess()
        # the gap is small now, so that an integer program has a chance, and is cheaper than the tree
        bound, self.near = self.place.bound, self.place.node.near(self.place.bound)
        before = -1
        for steps in (WALK, LONG_WALK):
            if self.incumbent.walk(bound, steps) or self._excess() <= 0:
                return True
            while self.incumbent.best > before:  # a better alignment has another neighbourhood
                before = self.incumbent.best
                if self.incumbent.program(bound, self.near) or self._excess() <= 0:
                    return True
        return False


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
MANY_NODES, TIMES = 16, 4
"""A long walk and an integer program look for an alignment when the tree has the first number of nodes, and again
whenever it has the second times as many. One of two documents of 200 pairs of sentences (PARA) needs them once."""
MOST_OPEN = 100
"""If more nodes are open, the last one is next, so that memory is that of a path through the tree."""


class DocumentTree:
    """The trees below a root, one after the other, for which proofs are made if there is a `store`.

    What is known of candidates to branch on, the `experience`, is that of all trees.
    """

    def __init__(self, root: Root, clock: Clock, store: Store | None) -> None:
        assert root.place is not None
        self.incumbent: Incumbent = root.incumbent
        self.root = root.place
        self.near = root.near
        self.clock = clock
        self.store = store
        self.next_ask = MANY_NODES
        self.experience: dict[int, Drops] = {}
        self.wanted_bound = 0

    def _excess(self, place: NodePlace) -> int:
        return place.excess(max(self.incumbent.floor, self.wanted_bound))

    def _is_closed(self, place: NodePlace) -> bool:
        """Test whether the bound of a place is low enough, or the alignment is enough, whatever the bound is."""
        return self._excess(place) <= 0 or self.incumbent.is_enough

    def grow(self, tree: ProofTree, root: NodePlace) -> None:
        """Branch until no place is open: on the one with the highest bound, or the last one if many are open."""
        self.wanted_bound = tree.wanted_bound
        has_fixed = self._fix(root)
        tree.count_root()
        if has_fixed and not root.node.live:  # nothing to branch on: a new bound says so
            root.accept(root.node.improve(self._iterations(root.node)))
            root.most = min(root.total, root.most)
            self._prove(root)
            tree.count_root()
        if tree.wanted_bound <= self.incumbent.floor:  # the last tree: nothing is fixed by this evaluation any more
            root.bound.evaluation.rest()
        is_open = [root]
        while is_open:
            # the highest bound first, so that the bound of all falls and a limit leaves the best interval
            highest = max(range(len(is_open)), key=lambda number: is_open[number].most)
            place = is_open.pop(highest if len(is_open) <= MOST_OPEN else -1)
            if self.clock.nodes >= self.next_ask and not self._is_closed(place):
                self.next_ask *= TIMES
                self.incumbent.walk(place.bound, LONG_WALK, place.node.forced)
                self.incumbent.program(place.bound, self.near, place.node.forced)
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


GAP_SHARE = 8
"""Each tree is to close the root's gap divided by this, or 1: weights, and so gaps, may be of any size."""


class DocumentSearch:
    """The search: its best alignment (`incumbent`), its `root` and its `trees`, the last finished and the growing one.

    The `clock` counts the nodes of all trees.
    """

    def __init__(self, problem: AlignmentProblem, params: SolveParams, start: float) -> None:
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
            if not self.root.close():
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
        # a low one forbids little: reduced costs exclude what the bound exceeds by less than the distance to it
        step = max(1, (self.upper_bound - incumbent.floor) // GAP_SHARE)
        while self.upper_bound > incumbent.floor:
            wanted_bound = max(incumbent.floor, self.upper_bound - step)
            # a copy: candidates of no use above this bound may be in an alignment that the next tree looks for
            root = NodePlace(place.node.copy(), place.bound)
            if self.params.proof:
                root.evidence = place.prove(self.store)
            self.trees.append(ProofTree(root, wanted_bound, self.scale, self.longest_proof))
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
            self.root.place.node.rest()
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
