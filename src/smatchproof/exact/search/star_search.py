"""Branch and bound on the star relaxation, whose root closes the pairs of real corpora.

The root::

    bound the root                                          an upper bound, and the duals that prove it
    for 30 steps:
        round the relaxation to alignments, and climb       a lower bound
        stop if both meet
        move halves of matches, by a subgradient step       the next upper bound is mostly lower

If the root stays open, the compiled tree search takes over; where there is none, the tree grows here, depth first.
The method ``primal`` is the heuristic part of the root alone: it reports how far it may be from the optimum.
"""

from __future__ import annotations

import time
from functools import partial

from smatchproof.exact.search.known import SCALE, Evidence, Known, Node, Task
from smatchproof.exact.search.limits import Clock
from smatchproof.problem.problem import AlignmentProblem
from smatchproof.problem.proof import Branch, Leaf, Proof, ProofNode, ProofOutcome
from smatchproof.problem.solution import Method, Solution, SolveParams, Status

_FACTOR_UNIT = 1 << 40
"""The factor of a step is a fraction of this: weights may be too large for floats."""
ROOT_STEPS, _NODE_STEPS = 30, 12
"""Subgradient steps at the root, and in every other node, at most: a child begins with the split of its parent."""
FIRST_FACTOR = 1.8
"""The factor of the first multiplier step, in units of the step that would close the gap; later factors are smaller."""
SLOWER = 0.8
"""Where a step has not lowered the bound, the factor of the next ones is multiplied by this."""
DIVE_AT = frozenset([1, 6, 12, 20, 28])
"""Steps before which dives look for alignments. On sentences the first climb mostly finds the best one; rings and trees
aligned with their copies, where many picks are equally good, are closed at the root by dives alone."""
LARGE = 20_000
"""With more candidates and matches than this, the greedy alignment and the counting bound come before the relaxation,
which may take longer than there is time."""
STEPS = 30
"""The number of steps that improve the multipliers without a time limit: pairs of AMRs hardly ever need as many."""
_DIVE_EVERY = 3
"""The number of steps from one dive to the next."""


def part_of(excess: int, factor: float) -> int:
    """Return a factor times an integer of any size, rounded down.

    >>> part_of(10**30, 0.5)
    500000000000000000000000000000
    """
    return int(factor * _FACTOR_UNIT) * excess // _FACTOR_UNIT


def star_root(task: Task, known: Known) -> Known:
    """Search the root. The state returned has a status, or the node that is left open."""
    problem, params = task.problem, task.params
    if task.size > LARGE:
        known = known.with_greedy(problem).with_counting(task)
        if Clock(params.deadline(task.start)).is_over:
            return known._replace(status=Status.TIME_LIMIT)
        if (known := known.met(task)).status:
            return known
    search = _Stars(task, known)
    search.nodes = 1
    left = search.close(Node.root(problem, known.bound), is_root=True)
    if left is None or search.status:
        return search.known()
    known = search.known(left).with_counting(task).met(task)  # no result has a bound above this one
    if known.status is None and params.node_limit is not None and params.node_limit <= 1:
        return known._replace(status=Status.NODE_LIMIT)
    return known


def star_tree(task: Task, known: Known) -> Known:
    """Search the tree below the root that was left open, depth first."""
    search, node, stack = _Stars(task, known), known.open, list[Node]()
    while (node is not None or stack) and search.status is None:
        if node is not None:
            candidate, with_it, without = node.children(node.relaxation.undecided())
            search.proof.append(Branch(candidate))
            # the one with it comes next: it is smaller, and alignments are found there
            stack += without, with_it
        if task.params.node_limit is not None and search.nodes >= task.params.node_limit:
            search.status = Status.NODE_LIMIT
            break
        search.nodes += 1
        node = search.close(stack.pop(), is_root=False)
    return search.known()


class _Stars:
    """The work of a stage on star relaxations: the best alignment and bound so far, and the proof.

    Only alignments worth more than `floor` are searched for. A `status` says that a limit is reached, or that the
    question is decided.
    """

    def __init__(self, task: Task, known: Known) -> None:
        self.task, self.before = task, known
        self.mapping, self.value, self.floor = known.mapping, known.value, task.floor(known.value)
        self.bound, self.bound_proof = known.bound, known.bound_proof
        self.nodes, self.proof = known.nodes, list[ProofNode]()
        self.clock = Clock(task.params.deadline(task.start))
        self.status: Status | None = None

    def known(self, left: Node | None = None) -> Known:
        """Return the current state. Without a status and without a node that is left open, all nodes are closed."""
        proof, is_closed = tuple(self.proof), self.status is None and left is None
        known = self.before._replace(
            mapping=self.mapping,
            value=self.value,
            bound=self.bound,
            bound_proof=self.bound_proof,
            nodes=self.nodes,
            open=left,
            status=Status.OPTIMAL if is_closed else None,
            result=Evidence(self.floor, lambda: proof) if is_closed else None,
            outcome=ProofOutcome.COMPLETE if is_closed else None,
        )
        return known if is_closed else known.ended(self.task, self.status)

    def close(self, node: Node, is_root: bool) -> Node | None:
        """Lower the bound of a node until no alignment in it is worth more than the best one known.

        Returns the node if it is left open, or ``None``. Ends as soon as there is a status.
        """
        factor, lowest = FIRST_FACTOR, None
        bound = node.relaxation.bound()
        for step in range(ROOT_STEPS if is_root else _NODE_STEPS):
            if self.clock.is_over:
                self.status = Status.TIME_LIMIT
                return node
            self._improve(node, bound, step)  # first: a better alignment may close the node at this bound
            if bound < SCALE * (self.floor + 1):  # values are whole, and all below are known
                if self.task.params.proof:
                    self.proof.append(Leaf(node.duals()))
                return None
            if is_root:
                self._lower(node, bound)
            self.status = self.task.met(self.value, self._least_bound())
            if self.status:
                return node
            if lowest is not None and bound >= lowest:
                factor *= SLOWER
            lowest = bound if lowest is None else min(lowest, bound)
            if step == 0:  # once: again and again it gets stuck
                node.relaxation.share_slack()
            # aims at the highest bound that closes the node, one unit below the next value, and not at the best value
            node.relaxation.step(part_of(bound - SCALE * (self.floor + 1) + 1, factor))
            bound = node.relaxation.bound()
        return node

    def _least_bound(self) -> int:
        return self.bound if self.before.counted is None else min(self.bound, self.before.counted)

    def _lower(self, node: Node, bound: int) -> None:
        """Lower the bound of the root, and keep its proof."""
        value = bound // SCALE  # rounded down, since values are whole
        if value < self.bound or self.bound_proof is None:
            self.bound = min(self.bound, value)
            if self.task.params.proof:
                node.relaxation.save()
                self.bound_proof = partial(_kept_proof, node)

    def _improve(self, node: Node, bound: int, step: int) -> None:
        """Look for a better alignment near the solution of the relaxation."""
        if step == 1 or step % 2 == 0:
            self._offer(node.rounding.climb(bound // SCALE), node)
        if step in DIVE_AT and bound >= SCALE * (self.floor + 1):
            self._offer(node.rounding.dive(bound // SCALE), node)

    def _offer(self, value: int, found: Node | tuple[int | None, ...]) -> None:
        if value > self.value:
            self.mapping = found.alignment() if isinstance(found, Node) else found
            self.value, self.floor = value, max(self.floor, value)


def _kept_proof(node: Node) -> Proof:
    """The proof of the bound that the root has kept."""
    node.relaxation.restore()  # later steps have moved its halves
    return (Leaf(node.duals()),)


def primal(problem: AlignmentProblem, params: SolveParams = SolveParams()) -> Solution:
    """Return the best of the alignments read off the star relaxation while its multipliers improve.

    Each alignment is improved by moves and swaps. The method ends when an alignment meets the bound, which proves it
    optimal, after :data:`STEPS` steps, or at the time limit if there is one. The upper bound is that of the relaxation.
    A step is linear in the problem, but for sorting and for stars whose matches compete. Nothing is random: the seed
    has no effect.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (0, 1): 2, (1, 0): 2}, {})
    >>> solution = primal(problem)
    >>> solution.mapping, solution.upper_bound, solution.status
    ((1, 0), 4, <Status.OPTIMAL: 'optimal'>)
    """
    start = time.perf_counter()
    node = Node.root(problem)
    best, mapping, upper_bound = -1, tuple[int | None, ...](), problem.trivial_bound()
    lowest, factor = None, 1.0
    step = 0
    while True:
        bound = node.relaxation.bound()
        # a step may raise the bound: the lowest one holds
        upper_bound = min(upper_bound, bound // SCALE)
        # a dive looks at every row for each candidate that it takes: it is made less often than a climb
        for search in (node.rounding.climb, node.rounding.dive)[: 2 if step % _DIVE_EVERY == 0 else 1]:
            value = search(upper_bound) if best < upper_bound else best
            if value > best:
                best, mapping = value, node.alignment()
        step += 1
        # not before the first alignment: even without any time there is an answer
        if best == upper_bound or _is_over(params.time_limit, start, step):
            break
        factor *= 1.0 if lowest is None or bound < lowest else SLOWER
        lowest = bound if lowest is None else min(lowest, bound)
        if step == 1:
            # needs the slacks of a bound, and gets stuck if repeated
            node.relaxation.share_slack()
        # the aim is a bound just below best + 1: values are whole, so that this would prove the best
        node.relaxation.step(part_of(bound - SCALE * (best + 1) + 1, factor))
    seconds = time.perf_counter() - start
    return Solution.of(problem, mapping, upper_bound, Status.HEURISTIC, seconds=seconds)


PRIMAL = Method("primal", "primal heuristic of exact alone, with its bound", primal, options=frozenset({"time_limit"}))


def _is_over(time_limit: float | None, start: float, steps: int) -> bool:
    # steps, not seconds, without a time limit: the result is then the same everywhere
    return steps >= STEPS if time_limit is None else time.perf_counter() - start > time_limit
