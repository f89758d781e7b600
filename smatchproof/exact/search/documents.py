"""The optimum of a large problem by linear programs: the root, alignments near its solution, and a tree.

Almost all that costs time is done at the root. What it leaves open is branched on where the linear program is
undecided; the open node with the highest bound is next, so that the bound falls as fast as it can, and whatever ends
the search, the nodes so far are a proof of a bound.
"""

from __future__ import annotations

import numpy as np

from smatchproof.alignment import AlignmentProblem, SolveParams, Status
from smatchproof.alignment.proof import Leaf, Proof
from smatchproof.exact.core import whole as linear_program_kernels
from smatchproof.exact.innards.arrays import Arrays, Numbers
from smatchproof.exact.search.document_node import Evaluation, Node, Whole, field_of
from smatchproof.exact.search.probing import Drops, Probe, earnings
from smatchproof.exact.core.climb import Climber
from smatchproof.exact.search.document_tree import Place, ProofTree
from smatchproof.exact.innards.magnitude import largest_scale, scale_within
from smatchproof.exact.search.support import best_of_support
from smatchproof.exact.innards.tree import SCALE
from smatchproof.exact.innards.tree_walk import Clock, LimitReached

ROOT_ITERATIONS, NODE_ITERATIONS = 150, 100
"""Iterations between two evaluations of a bound: at the root, and elsewhere at least."""
MOST_ITERATIONS, NODE_WORK = 1000, 3_000_000
"""A node has so many iterations at a time, at most, and as many as make up this work, in candidates."""
MANY = 1_000_000
"""Of more candidates than this not all can be in a working set."""
SLOW, SLOW_NODE = 10, 20
"""A bound falls slowly if it falls by less than a triple divided by this, at the root and elsewhere."""
FIXED_SHARE = 3
"""Candidates are forbidden where they are one of so many at least: in a proof each time costs as much as a leaf."""
NODE_ROUNDS = 20
"""The bound of a node is improved so many times, at most: the method oscillates, and some rounds lose."""
WIDE, MANY_NODES = 4, 30
"""An integer program is asked for an alignment where the gap is so many triples, or the tree has more nodes."""
GAP_SHARE = 8
"""Each tree is to close one of so many parts of the root's gap, or 1: weights, and so gaps, may be of any size."""
MOST_OPEN = 100
"""Where more nodes are open the last one is next, so that memory is that of a path through the tree."""
SUPPORT = 0.01
"""The linear program uses a candidate if its x is more than this."""
LITTLE = 50
"""What is less than a triple divided by this is little."""
LARGEST_SUPPORT = 4
"""What is used is searched if it is at most so many candidates for each row: a document's, no more."""
PATIENCE = 2
"""After so many slow rounds at the root an alignment is looked for near its solution; after one more it is branched."""
ROUNDS = 20
"""Rounds at the root, at most."""


def scale_of(problem: AlignmentProblem) -> int:
    """The scale of the whole numbers that bounds of a problem are made of; 0 if 64 bits are not enough.

    Of very many candidates a fraction is in a working set; whether that is small enough is seen when it is made.
    """
    if len(problem.candidates) < MANY:
        return largest_scale(problem, SCALE)
    return min(SCALE, scale_within(problem.total_weight, 0))


class LinearProgramSearch:
    """The search, and what it has found: `picks` holds the candidate of each row or -1, worth `best`."""

    def __init__(self, problem: AlignmentProblem, params: SolveParams, start: float, scale: int) -> None:
        self.problem = problem
        self.params = params
        self.clock = Clock(None if params.time_limit is None else start + params.time_limit, params.node_limit)
        self.whole = Whole(problem, scale, self._tick)
        self.best = -1
        self.picks = np.full(self.whole.arrays.rows, -1, dtype=np.int64)
        self.climber = Climber(self.whole.arrays, self.whole.field, self._tick)
        self.root: Place | None = None
        self.tree: ProofTree | None = None
        self.done: ProofTree | None = None
        self.has_asked = False
        self.experience: dict[int, Drops] = {}
        self.longest_proof = params.longest_proof(len(problem.candidates) + len(problem.matches))

    def _tick(self) -> None:
        self.clock.check()

    @property
    def nodes(self) -> int:
        """Nodes of the tree so far."""
        return self.clock.nodes

    @property
    def floor(self) -> int:
        """Alignments that are worth no more than this are not looked for."""
        asked = self.params.at_least
        return self.best if asked is None else max(self.best, asked - 1)

    @property
    def goal(self) -> int:
        """What the tree is to prove: that nothing is worth more."""
        return self.floor if self.tree is None else max(self.floor, self.tree.goal)

    def _trees(self) -> list[ProofTree]:
        return [tree for tree in (self.done, self.tree) if tree is not None]

    @property
    def upper_bound(self) -> int | None:
        """No alignment is worth more; ``None`` before the first bound."""
        if self.root is None:
            return None
        return max(self.best, min([self.root.total // self.whole.scale, *(tree.bound for tree in self._trees())]))

    @property
    def has_proof(self) -> bool:
        """Whether the root's bound can be proved within the limit of a proof."""
        return self.root is not None and self.whole.leaf_size(self.root.evaluation) <= self.longest_proof

    @property
    def keeps_proof(self) -> bool:
        """Whether the upper bound can be proved within that limit."""
        return self.proved_bound == self.upper_bound

    @property
    def proved_bound(self) -> int | None:
        """What the proof proves: the same, or more, where the tree is too long."""
        if self.root is None:
            return None
        bounds = [tree.bound for tree in self._trees() if tree.is_kept]
        return max(self.best, min([self.root.total // self.whole.scale, *bounds]))

    def _columns(self) -> list[int | None]:
        return [None if p < 0 else int(self.whole.arrays.column[p]) for p in self.picks.tolist()]

    def mapping(self) -> tuple[int | None, ...]:
        """The best alignment found."""
        return self.whole.arrays.mapping_of(self._columns())

    def run(self) -> Status:
        """Search, as far as the limits allow."""
        try:
            self.clock.count_node()
            if not self._close_root():
                self._branch()
        except LimitReached as limit:
            return limit.status
        return Status.OPTIMAL

    def proof(self) -> Proof:
        """That nothing is worth more than `proved_bound`."""
        assert self.root is not None
        kept = [tree for tree in self._trees() if tree.is_kept]
        best = min(kept, key=lambda tree: tree.bound, default=None)
        if best is None or self.root.total // self.whole.scale <= best.bound:
            return (Leaf(self.root.node.duals(self.root.evaluation)),)
        return tuple(best.proof())

    def _excess(self, place: Place) -> int:
        """By how much the bound of a place, times the scale, is too high for the goal; not positive where it is not."""
        return place.total + 1 - self.whole.scale * (self.goal + 1)

    def _is_closed(self, place: Place) -> bool:
        return self._excess(place) <= 0

    def _close_root(self) -> bool:
        """Improve bound and alignment of the root. Answers whether they have met."""
        node = Node.root(self.whole)
        self._climb(node.members())
        iterations, slow = ROOT_ITERATIONS, 0
        for _ in range(ROUNDS):
            evaluation = node.improve(iterations)
            gained = self.whole.scale if self.root is None else self.root.total - evaluation.total
            if self.root is None or gained > 0:
                self.root = Place(node, evaluation, evaluation.total)
            self._offer_inside(node, evaluation)
            if gained < self.whole.scale:
                iterations = 2 * ROOT_ITERATIONS
            slow += gained < self.whole.scale // SLOW
            if slow == PATIENCE and gained < self.whole.scale // SLOW and not self._is_closed(self.root):
                self._offer(evaluation)
                self._ask(evaluation, WIDE)
            if self._is_closed(self.root):
                return True
            if slow > PATIENCE:
                break
        return False

    def _branch(self) -> None:
        """One tree after the other, until nothing is open: each is to prove a little less than what was proved before.

        A tree for the whole gap at once would take exponentially longer, and leave nothing proved until then.
        """
        assert self.root is not None and self.upper_bound is not None
        step = max(1, (self.upper_bound - self.floor) // GAP_SHARE)
        while self.upper_bound > self.floor:
            goal = max(self.floor, self.upper_bound - step)
            self.tree = ProofTree(self.whole, self.root, goal, self.longest_proof if self.params.proof else 0)
            self._grow(self.tree)
            self.done, self.tree = self.tree, None

    def _grow(self, tree: ProofTree) -> None:
        """Branch until no place is open: on the one with the highest bound, or the last one, where many are open."""
        root = tree.root
        if self._fix(root) and not (root.node.membership != linear_program_kernels.GONE).any():
            root.evaluation = root.node.improve(self._iterations(root.node))
            root.most = min(root.total, root.most)
            tree.count(root.evaluation)
        is_open = [root]
        while is_open:
            highest = max(range(len(is_open)), key=lambda number: is_open[number].most)
            place = is_open[highest if len(is_open) <= MOST_OPEN else -1]
            is_open.remove(place)
            if self._is_closed(place):
                continue
            if self.nodes > MANY_NODES and not self.has_asked:
                self._ask(root.evaluation)
            candidate = self._undecided(place)
            below = []
            for is_forced in (True, False):
                self.clock.count_node()
                below.append(self._improved(place.node.child(candidate, is_forced), place.most))
            place.candidate, place.below = candidate, tuple(below)
            is_open += below

    def _improved(self, node: Node, above: int) -> Place:
        """A node of the tree, its bound improved as long as that goes fast, or is worse than that of the node above.

        What a bound excludes is forbidden.
        """
        place = Place(node, node.improve(self._iterations(node)), above)
        for _ in range(NODE_ROUNDS):
            if self._is_closed(place):
                break
            self._offer_inside(node, place.evaluation)
            has_fixed = self._fix(place)
            evaluation = node.improve(self._iterations(node))
            gained, rest = place.total - evaluation.total, self._excess(place)
            if gained > 0 or has_fixed:
                place.evaluation = evaluation
            is_slow = not has_fixed and SLOW_NODE * gained <= rest + self.whole.scale // LITTLE
            if is_slow and place.total <= above + self.whole.scale // LITTLE:
                break
        place.most = min(place.total, above)
        node.rest()
        if self.tree is not None:
            self.tree.count(place.evaluation)
        return place

    def _iterations(self, node: Node) -> int:
        """How many iterations a node gets at a time: more where they are cheap."""
        return min(MOST_ITERATIONS, max(NODE_ITERATIONS, NODE_WORK // (1 + len(node.members()))))

    def _fix(self, place: Place) -> bool:
        """Forbid what the evaluation excludes, if it is much. The node is then to be evaluated anew."""
        slack, node = place.evaluation.slack, place.node
        live = node.membership != linear_program_kernels.GONE
        doomed = np.flatnonzero(live & (slack >= self._excess(place)))
        if len(doomed) * FIXED_SHARE < live.sum():
            return False
        place.fixed.append(place.evaluation)
        if self.tree is not None:
            self.tree.count(place.evaluation)
        node.forbid(doomed)
        return True

    def _undecided(self, place: Place) -> int:
        """The candidate to branch on."""
        node, evaluation = place.node, place.evaluation
        core = np.zeros(len(node.membership), dtype=np.bool_)
        core[evaluation.members[evaluation.x > SUPPORT]] = True
        part = node.part(core & (node.membership == linear_program_kernels.INSIDE))
        if Probe.is_within(part, self.whole.scale):
            probe = Probe(part, self.whole.scale, node.program, self.experience, self._tick)
            best = probe.best(self._excess(place) / self.whole.scale)
            if best is not None:
                return best
        most, is_live = earnings(self.whole.arrays), node.membership != linear_program_kernels.GONE
        x, members = evaluation.x[is_live[evaluation.members]], evaluation.members[is_live[evaluation.members]]
        if not len(members):  # all that the linear program had has been forbidden since
            members = np.flatnonzero(is_live)
            return int(members[int(np.argmax(most[members]))])
        return int(members[int(np.argmax(np.minimum(x, 1 - x) * most[members]))])

    def _offer(self, evaluation: Evaluation) -> None:
        """Round the solution of the root, the largest x first, and climb among all candidates."""
        order = np.argsort(-evaluation.x, kind="stable")
        self._climb(evaluation.members[order[: int((evaluation.x > SUPPORT).sum())]])

    def _offer_inside(self, node: Node, evaluation: Evaluation) -> None:
        """Round the solution of a node, and climb among the candidates of its linear program alone, which is faster."""
        inside = np.zeros(len(node.membership), dtype=np.bool_)
        inside[evaluation.members] = True
        part = node.part(inside)
        order = np.argsort(-evaluation.x, kind="stable")
        climber = Climber(part, field_of(part), self._tick)
        value, picks = climber.climb(order[: int((evaluation.x > SUPPORT).sum())])
        forced = np.array(node.forced, dtype=np.int64)
        picks = _named(picks, part.number)
        picks[self.whole.arrays.row[forced]] = forced
        self._take(value + node.constant, picks)

    def _ask(self, evaluation: Evaluation, least_gap: int = 1) -> None:
        """Search the support, by an integer program, too, if it has not been asked before and the gap is that wide."""
        self._search_support(evaluation, with_program=False)
        gap = (self.upper_bound or 0) - self.best
        if not self.has_asked and gap >= least_gap:
            self.has_asked = True
            self._search_support(evaluation, with_program=True)

    def _search_support(self, evaluation: Evaluation, with_program: bool) -> None:
        """Look for the best alignment among the candidates that the linear program uses, and those picked."""
        a = self.whole.arrays
        used = np.zeros(len(a.row), dtype=np.bool_)
        used[evaluation.members[evaluation.x > SUPPORT]] = True
        used[self.picks[self.picks >= 0]] = True
        self._tick()
        if used.sum() > LARGEST_SUPPORT * a.rows:
            return
        part = a.part(used)
        if not with_program:
            self._wander(part, evaluation)
            return
        columns = best_of_support(part.problem(), self._columns(), self.best, self.clock.deadline, self.params.seed)
        pairs = {(row, column) for row, column in enumerate(columns) if column is not None}
        chosen = [p for p in part.number.tolist() if (int(a.row[p]), int(a.column[p])) in pairs]
        self._climb(np.array(chosen, dtype=np.int64))

    def _wander(self, part: Arrays, evaluation: Evaluation) -> None:
        """Look for a better alignment among these candidates by a random walk."""
        x, place = np.zeros(len(self.whole.arrays.row)), np.full(len(self.whole.arrays.row), -1)
        x[evaluation.members], place[part.number] = evaluation.x, np.arange(len(part.number))
        undecided = np.flatnonzero((x[part.number] > SUPPORT) & (x[part.number] < 1 - SUPPORT))
        picks = _named(self.picks, place)
        climber = Climber(part, field_of(part), self._tick)
        value, picks = climber.wander(self.best, picks, undecided, self.params.seed)
        self._take(value, _named(picks, part.number))

    def _climb(self, wanted: Numbers) -> None:
        """Take these candidates as they come, as far as they compete with none before, and climb from there."""
        self._take(*self.climber.climb(wanted))

    def _take(self, value: int, picks: Numbers) -> None:
        """Keep an alignment if it is the best so far. Stops the search where it is worth what was asked for."""
        if value > self.best:
            self.best, self.picks = value, picks
            if self.params.at_least is not None and value >= self.params.at_least:
                raise LimitReached(Status.DECIDED)


def _named(picks: Numbers, names: Numbers) -> Numbers:
    """The names of picks; -1 where there is none."""
    found = picks.copy()
    found[picks >= 0] = names[picks[picks >= 0]]
    return found
