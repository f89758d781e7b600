"""Tree search for hard pairs: each node is bounded by a linear program that begins where its parent's ended.

The iterations are floats and propose how to split the weights; whole numbers then cover the stars and solve the outer
assignment, so that each bound is proved by the duals of its node (``node_bounding.py``). The duals of all nodes are the
proof of the optimum, and the tree is the same if nobody wants a proof; where other bounds make it needless it grows for
the proof alone. Threads bound the children of a node (``branching.py``).
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from multiprocessing import parent_process

from smatchproof.base.processors import usable_processors
from smatchproof.exact.core.candidates import Candidates
from smatchproof.exact.search.limits import Clock, LimitReached
from smatchproof.exact.search.proof_tree import ProofTree
from smatchproof.exact.search.tree.branching import Branched, Branching
from smatchproof.exact.search.tree.dense_block import DenseBlock
from smatchproof.exact.search.tree.incumbent import Asked, Columns, Incumbent
from smatchproof.exact.search.tree.node_bounding import NO_BOUND, Bounding, Node
from smatchproof.problem.solution import Status

ROOT_COST = 6.0
"""To branch on the root is expected to cost the exponential of this, on a child less, as far as its gap is smaller."""
AT_ONCE = 8
"""So many open nodes are branched side by side, so that threads need not wait for the last child of each: a fixed
number, so that the answer does not depend on that of the threads. With two threads it saves a tenth of the time."""
MOST_MATCHES = 4_000_000
"""Open nodes may have so many matches in all, of 48 bytes each and as much again for slots; then the last one is next,
so that memory is that of the paths to them, and not of all that is open."""


class ProgramTree:
    """The search: the nodes that are `open`, the best alignment known, and the `proof`, a tree of their duals.

    It begins with an alignment of these `columns`. Nodes in no list are bounded by `bound_of_batch`, which stays until
    the next ones are. The root's own bound is `root_total`.

    Where the problem is that of a dense `block`, only alignments of all rows are looked at, and one of those that are
    symmetric; all values are those of the whole problem then, with what is settled beside the block, but for the
    columns.

    The answer does not depend on the number of threads: the children of a node are all bounded with the incumbent
    that was known before.
    """

    def __init__(
        self, problem: Candidates, clock: Clock, asked: Asked, columns: Columns, block: DenseBlock | None = None
    ) -> None:
        self.problem, self.clock, self.block = problem, clock, block
        self.scale, self.longest = asked.scale, asked.longest
        beside = 0 if block is None else block.constant
        self.incumbent = Incumbent(problem, asked, columns, clock.deadline, beside)
        self.bounding = Bounding(problem, self.incumbent, block, asked.longest > 0)
        self.root_total = 0
        self.open: list[Node] = []
        self.bound_of_batch = NO_BOUND
        self.proof: ProofTree | None = None

    @property
    def bound(self) -> int:
        """No alignment is worth more, times the scale, unless the incumbent is."""
        return min(self.incumbent.most, max([self.bound_of_batch, *(node.bound for node in self.open)]))

    @property
    def is_proving(self) -> bool:
        """Tell whether a proof is wanted, and not too long yet."""
        return self.bounding.is_wanted

    def begin(self) -> None:
        """Look for an alignment, and bound the root.

        Raises :class:`smatchproof.exact.search.limits.LimitReached`, as :meth:`grow` does.
        """
        self._accept(self.incumbent.first())
        root = self.bounding.root()
        self.root_total = root.place.total
        if self.is_proving:
            proof = ProofTree(root.place, self.incumbent.value, self.scale, self.longest, self.block is not None)
            if proof.is_kept:
                self.proof = proof
            else:  # a root that is too long by itself has no proof
                self._give_proof_up()
        self.bound_of_batch = root.bound
        self._add([root])

    def _give_proof_up(self) -> None:
        """Give a proof up that is too long; from now on nodes list no duals."""
        self.bounding.is_wanted = False
        if self.proof is not None:
            self.proof.drop()

    def grow(self) -> None:
        """Look long for better alignments, and then branch until no node is open."""
        with ThreadPoolExecutor(_threads()) as pool:
            try:
                if self.open:
                    self._look_long(self.open[0], pool)
                branching = Branching(self.bounding, self._growth_rate(), self.clock, pool)
                # what is known may say that nothing is better; then branching serves the proof alone
                while self.open and (self.is_proving or self._may_be_better()):
                    nodes = [self.open.pop(self._next()) for _ in range(min(AT_ONCE, len(self.open)))]
                    # while they are in no list: a limit may strike before their children are
                    self.bound_of_batch = max(node.bound for node in nodes)
                    self._grow_below(nodes, branching)
            finally:
                pool.shutdown(cancel_futures=True)  # what has not begun need not, after a limit
        self.bound_of_batch = 0  # no node is left, or none that may be better than what is known beside the tree

    def _look_long(self, root: Node, pool: ThreadPoolExecutor) -> None:
        """Look long before the first branch: an incumbent too low by one makes the tree several times as large."""
        for columns in self.incumbent.from_many_starts(self.bounding.columns(root), root.bound, pool):
            self._accept(columns)

    def _may_be_better(self) -> bool:
        """Tell whether what is known beside the tree leaves room for a better alignment."""
        return self.incumbent.most >= self.incumbent.target()

    def _grow_below(self, nodes: list[Node], branching: Branching) -> None:
        """Let threads bound the children of some nodes, and take them."""
        for node in nodes:
            if self.incumbent.is_worth_a_search(node.bound):
                self._accept(self.incumbent.near(self.bounding.columns(node), node.bound))
        # the incumbent may be better now than when they were listed
        branched = [branching.branch(node) for node in nodes if node.bound >= self.incumbent.target()]
        # all with the same incumbent: else the answer would depend on which thread is first
        children = [each.children() for each in branched]
        for each, of_it in zip(branched, children, strict=True):
            if each.node.bound >= self.incumbent.target():  # else the children of a node beside it have closed it
                self._note(each, of_it, branching)
                self._add(of_it)

    def _note(self, branched: Branched, children: list[Node], branching: Branching) -> None:
        """Note how a node was branched, for the proof, if it is wanted."""
        if self.proof is None or not self.is_proving:
            return
        node = branched.node
        rest = children[-1].place if branched.has_rest else None
        # the checker takes Empty only where a required line has no live pair: a Fix has to require this one, unless it
        # is one of those that are covered from the beginning
        if branched.has_dropped or (rest is None and self.block is None):
            # for the target of now, which may be higher than when the node was bounded
            self.proof.fix(node.place, self.bounding.evidence(node.proved, node.path))
        self.proof.branch(node.place, branching.below(branched, children), rest)
        if not self.proof.is_kept:
            self._give_proof_up()

    def _growth_rate(self) -> float:
        """The rate at which trees grow with their gaps, if what is known now had been known at the root."""
        # a gap of less than a unit of weight counts as one: else the rate would have no limit
        return ROOT_COST / max(self.root_total - self.incumbent.target(), self.scale)

    def _next(self) -> int:
        """The open node with the highest bound, so that the bound of all falls; the last where they fill the memory.

        That is a child of the last node that was branched, of those with the lowest bounds, which close soonest: the
        other way round twice as many are open.
        """
        if sum(node.proved.program.matches for node in self.open) > MOST_MATCHES:
            return -1
        return max(range(len(self.open)), key=lambda number: (self.open[number].bound, number))

    def _add(self, nodes: list[Node]) -> None:
        """Take the alignments that new nodes suggest, and list those that are open, the highest bound last."""
        for node in nodes:
            if node.bound >= self.incumbent.target():  # a closed node holds nothing better
                self._accept(self.bounding.columns(node))
        # anew: an alignment just taken may close some of them
        target = self.incumbent.target()
        self.open += sorted((node for node in nodes if node.bound >= target), key=lambda node: node.bound)

    def _accept(self, columns: Columns) -> None:
        """Take an alignment for the incumbent, if it is better: then the proof needs less, and the goal may be met."""
        if self.incumbent.accept(columns):
            if self.proof is not None and self.is_proving:
                self.proof.prune(self.incumbent.target())
            if self.incumbent.value >= self.incumbent.goal:
                raise LimitReached(Status.DECIDED)


def _threads() -> int:
    """As many as there are processors for this process; one, if it is one of several at work."""
    return 1 if parent_process() else usable_processors()
