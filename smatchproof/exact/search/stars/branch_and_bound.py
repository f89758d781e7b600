"""Branch and bound on the star relaxation: its root closes the pairs that people have.

What the root leaves open is for the compiled tree search; where there is none, the tree grows here, depth first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from smatchproof.exact.search.greedy import greedy
from smatchproof.exact.search.limits import Clock, LimitReached
from smatchproof.exact.search.stars.counting import counting_leaf
from smatchproof.exact.search.stars.node import SCALE, Node, part_of
from smatchproof.problem.problem import AlignmentProblem, picked
from smatchproof.problem.proof import Branch, Fix, Leaf, Proof, ProofNode
from smatchproof.problem.solution import SolveParams, Status

_ROOT_STEPS, _NODE_STEPS = 30, 12
"""Subgradient steps at the root, and in every other node, at most: a child begins with the split of its parent."""
_FIRST_FACTOR = 1.8
"""How far the first multiplier step aims beyond what would close the gap; later ones take less."""
SLOWER = 0.8
"""Where a step has not lowered the bound, the factor of the next ones is multiplied by this."""
_FIX_AT = frozenset([5, 10, 20, 28])
"""Steps before which candidates are forbidden by reduced costs: in a proof each time costs as much as a leaf. Without
them late pairs of sentences have proofs half as long, and some pairs of molecules take up to twelve times as long."""
_DIVE_AT = frozenset([1, 6, 12, 20, 28])
"""Steps before which alignments are looked for by diving. On sentences the first climb mostly finds the best one; rings
and trees beside their copies, where many picks are equally good, are closed at the root by dives alone."""
LARGE = 20_000
"""With more candidates and matches than this, the greedy alignment and the counting bound come before the relaxation,
which may take longer than there is time."""


class Search:
    """A search and what it has found so far: first at the root, and below it where there is no other search.

    `best` is what the best `mapping` is worth. Alignments that are worth no more than `floor` are not
    looked for. The problem has `size` candidates and matches. Nothing is worth more than `root_bound`, as the duals
    that are `kept` prove, or than `counted`, once that is known. What the root leaves is `open`, and the proof so far
    says why. What was asked for `is_refused` where a search has ended without it.
    """

    best = -1
    kept: tuple[Node, int] | None = None
    counted: int | None = None
    nodes = 0
    open: Node | None = None
    is_refused = False

    def __init__(self, problem: AlignmentProblem, params: SolveParams, start: float) -> None:
        self.problem, self.params, self.start = problem, params, start
        self.floor = -1 if params.at_least is None else params.at_least - 1
        self.clock = Clock(params.deadline(start), None)
        self.root_bound = problem.total_weight  # until the relaxation has one: each weight counts once at most
        self.size = len(problem.candidates) + len(problem.matches)
        self.mapping: tuple[int | None, ...] = (None,) * problem.left_size
        self.proof: list[ProofNode] = []

    def run(self) -> Status | None:
        """Search the root. Returns OPTIMAL, the status of a limit, or ``None`` if the root is left open."""
        return self._status_of(self._search_root)

    def grow(self) -> Status:
        """Search the tree below the root that was left open. Returns OPTIMAL, or the status of a limit."""
        status = self._status_of(self._search_tree)
        assert status is not None
        return status

    def decide(self) -> Status | None:
        """Where all of the left graph is asked for, look for just that; ``None`` where that leaves it open.

        It does, too, where the answer is no but its proof is too long: `is_refused` tells.
        """
        return self._status_of(self._decides_containment)

    def _status_of(self, search: Callable[[], bool]) -> Status | None:
        try:
            return Status.OPTIMAL if search() else None
        except LimitReached as limit:
            if limit.status is Status.OPTIMAL:
                # the bound was met inside a node: what proves it was kept, and the tree so far is not needed
                self.proof = [*self.bounding_proof()] if self.params.proof else []
            return limit.status

    def _search_root(self) -> bool:
        """Answers whether nothing is left open."""
        if self.size > LARGE:
            self.begin()
            self.clock.check()
            self._stop_if_met()
        if self.params.at_least is not None and not self.params.is_close and self._decides_containment():
            return True
        self.nodes = 1
        self.open = self._close(Node.root(self.problem, self.root_bound))
        if self.open is None:
            return True
        self.count()  # no answer has a bound above this one
        self._stop_if_met()
        return False

    def _search_tree(self) -> bool:
        """Depth first, with a stack of its own: what has to be done next is last."""
        node, stack = self.open, list[Node]()
        while node is not None or stack:
            if node is not None:
                candidate, with_it, without = node.children(node.relaxation.undecided())
                self.proof.append(Branch(candidate))
                # the one with it comes next: it is smaller, and alignments are found there
                stack += without, with_it
            if self.params.node_limit is not None and self.nodes >= self.params.node_limit:
                raise LimitReached(Status.NODE_LIMIT)
            self.nodes += 1
            node = self._close(stack.pop())
        return True

    def _decides_containment(self) -> bool:
        """Where all of the left graph is asked for, look for just that. Answers whether it is known now."""
        asked = self.params.at_least
        if asked is None:
            return False
        self._stop_if_met()
        from smatchproof.exact.search.stars.containment import Containment, TooManyNodes  # seldom asked for
        from smatchproof.exact.search.stars.containment_proof import absence_proof

        question = Containment.of(self.problem, asked)
        if question is None:
            return False
        try:
            columns = question.solve(self.clock.check)
        except TooManyNodes:
            return False
        if columns is not None:
            self.take([columns.get(row) for row in range(self.problem.left_size)], asked)
            self.counted = asked  # all of the left graph: no side counts more
            self._stop_if_met()
        self.is_refused = True
        self._take_greedy()
        proof = absence_proof(self.problem, asked, self.clock.check) if self.params.proof else ()
        if proof is None:
            return False
        self.proof, self.nodes = [*proof], question.nodes
        return True

    def begin(self) -> None:
        """A greedy alignment, and the counting bound."""
        self._take_greedy()
        self.count()

    def _take_greedy(self) -> None:
        self._offer(*greedy(self.problem))

    def count(self) -> None:
        """Compute the counting bound, the one that needs no search."""
        if self.counted is None and not self.params.is_close:
            self.counted = self.problem.trivial_bound()

    @property
    def bound(self) -> int:
        """Nothing is worth more."""
        return self.root_bound if self.counted is None else min(self.root_bound, self.counted)

    def bounding_proof(self) -> Proof:
        """The proof of `bound`: what has been fixed at the root, and one leaf; or the leaf that counts."""
        # of both bounds the lower one is stated, so that it is the one to prove
        if self.kept is None or (self.counted is not None and self.counted < self.root_bound):
            return (counting_leaf(self.problem),)
        node, nodes = self.kept
        node.relaxation.recall()  # later steps have moved its halves
        return *self.proof[:nodes], Leaf(node.duals())

    def _stop_if_met(self) -> None:
        if self.best == self.bound:
            raise LimitReached(Status.OPTIMAL)
        asked = self.params.at_least
        if asked is not None and (self.best >= asked or self.bound < asked):
            raise LimitReached(Status.DECIDED)

    def take(self, mapping: Sequence[int | None], value: int) -> None:
        """A better alignment has been found elsewhere."""
        self.mapping = self.problem.alignment(picked(self.problem, mapping))
        self.best, self.floor = value, max(self.floor, value)

    def _close(self, node: Node) -> Node | None:
        """Lower the bound of a node until nothing in it is worth more than the best alignment known.

        Answers the part of the node that is left open, or ``None``.
        """
        is_root = self.nodes == 1
        factor, lowest = _FIRST_FACTOR, None
        bound = node.relaxation.bound()
        for step in range(_ROOT_STEPS if is_root else _NODE_STEPS):
            self.clock.check()
            self._improve(node, bound, step)  # first: a better alignment may close the node at this bound
            if bound < SCALE * (self.floor + 1):  # values are whole, and all below are known
                self._record(Leaf, node)
                return None
            if is_root:
                self._keep(node, bound)
            self._stop_if_met()
            if lowest is not None and bound >= lowest:
                factor *= SLOWER
            lowest = bound if lowest is None else min(lowest, bound)
            if step in _FIX_AT and (part := self._fix(node, bound)) is not node:
                node, bound = part, part.relaxation.bound()
            if step == 0:  # once: again and again it gets stuck
                node.relaxation.share_slack()
            # aims at the highest bound that closes the node, one unit below the next value, and not at the best value
            node.relaxation.step(part_of(bound - SCALE * (self.floor + 1) + 1, factor))
            bound = node.relaxation.bound()
        return node

    def _keep(self, node: Node, bound: int) -> None:
        """Lower the bound of the root, and keep what proves it."""
        value = bound // SCALE  # rounded down, since values are whole
        if value < self.root_bound or self.kept is None:
            self.root_bound = min(self.root_bound, value)
            if self.params.proof:
                node.relaxation.keep()
                self.kept = node, len(self.proof)

    def _improve(self, node: Node, bound: int, step: int) -> None:
        """Look for a better alignment near what the bound suggests: where the best one is known already, in vain."""
        if step == 1 or step % 2 == 0:
            self._offer(node.rounding.climb(bound // SCALE), node)
        if step in _DIVE_AT and bound >= SCALE * (self.floor + 1):
            self._offer(node.rounding.dive(bound // SCALE), node)

    def _offer(self, value: int, found: Node | tuple[int | None, ...]) -> None:
        if value > self.best:
            self.mapping = found.alignment() if isinstance(found, Node) else found
            self.best, self.floor = value, max(self.floor, value)

    def _fix(self, node: Node, bound: int) -> Node:
        """Forbid the candidates whose reduced costs show that they cannot be part of anything better."""
        most = bound - SCALE * (self.floor + 1)
        # an alignment is worth the bound less the slack of each pair in it: with more slack, the floor at most
        alive = node.relaxation.surviving(most)
        if alive is None:
            return node
        self._record(Fix, node, most)
        return node.only(alive)

    def _record(self, kind: type[Leaf] | type[Fix], node: Node, most: int = -1) -> None:
        if self.params.proof:
            self.proof.append(kind(node.duals(most)))
