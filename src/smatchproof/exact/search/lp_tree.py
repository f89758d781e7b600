"""Tree search for hard pairs: branch and bound on linear programs, whose duals are the proof.

The tree::

    bound the root, and search long for a good alignment
    while a node is open:
        take the open nodes with the highest bounds
        bound their children, each with its linear program, in threads     (lp_node.py)
        close those whose bound is no more than the best alignment

Each node begins with the linear program of its parent. The iterations use floats and propose how to split the weights;
then integer duals cover the stars, and the outer assignment is solved in integers, so that each bound is proved by the
duals of its node. The duals of all nodes are the proof of the optimum. The tree is the same if no proof is asked for;
if other bounds make it unnecessary, it grows for the proof alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from typing import Any

from smatchproof.base.process import usable_processors
from smatchproof.base.record import replace
from smatchproof.exact.core.candidates import Candidates
from smatchproof.exact.search.dense_block import DenseBlock
from smatchproof.exact.search.incumbent import Asked, Columns, Incumbent
from smatchproof.exact.search.known import columns_of, mapping_of, turned
from smatchproof.exact.search.limits import OUTCOMES, Clock, LimitReached, largest_scale
from smatchproof.exact.search.lp_node import NO_BOUND, Bounding, Branched, Branching, Node
from smatchproof.exact.search.proof_tree import ProofTree
from smatchproof.problem.problem import AlignmentProblem, recount
from smatchproof.problem.proof import ProofOutcome
from smatchproof.problem.solution import Solution, SolveParams, Status

SMALL_TABLE = 400
"""Above this number of pairs of a row and a column a tabu search comes before the bound of the root. Without it edit
distances of graphs of 10 nodes take two thirds of the time, and digraphs of 40 nodes up to twice as many nodes."""
ROOT_COST = 6.0
"""The expected cost of branching on the root is the exponential of this. A child, with a smaller gap, costs less."""
AT_ONCE = 8
"""The number of open nodes branched at a time, so that threads need not wait for the last child of each. It is fixed,
so that the result does not depend on the number of threads. With two threads it saves a tenth of the time."""
MOST_MATCHES = 4_000_000
"""The most matches of all open nodes, of 48 bytes each and as much again for slots. Beyond this the last node is next,
so that memory is that of the paths to the nodes, and not of all open ones."""


class ProgramTree:
    """The search: the nodes that are `open`, the best alignment known, and the `proof`, a tree of their duals.

    It begins with an alignment of these `columns`. Nodes in no list are bounded by `bound_of_batch`, which stays until
    the next ones are. The root's own bound is `root_total`.

    If the problem is that of a dense `block`, only alignments of all rows are searched, and one of each set of
    symmetric ones. All values then include the settled candidates of the whole problem; `columns` are of the block.

    The result does not depend on the number of threads: the children of a node are all bounded with the incumbent
    that was known before.
    """

    def __init__(
        self, problem: Candidates, clock: Clock, asked: Asked, columns: Columns, block: DenseBlock | None = None
    ) -> None:
        self.problem, self.clock, self.block = problem, clock, block
        self.scale, self.longest = asked.scale, asked.longest
        settled = 0 if block is None else block.constant
        self.incumbent = Incumbent(problem, asked, columns, clock.deadline, settled)
        self.bounding = Bounding(problem, self.incumbent, block, asked.longest > 0)
        self.root_total = 0
        self.open: list[Node] = []
        self.bound_of_batch = NO_BOUND
        self.proof: ProofTree | None = None

    @property
    def bound(self) -> int:
        """The upper bound, times the scale, for alignments better than the incumbent."""
        return min(self.incumbent.most, max([self.bound_of_batch, *(node.bound for node in self.open)]))

    @property
    def is_proving(self) -> bool:
        """Test whether a proof is wanted, and not too long yet."""
        return self.bounding.is_wanted

    def solve(self) -> None:
        """Search until no node is open. Raises :class:`smatchproof.exact.search.limits.LimitReached`."""
        self._begin()
        self._grow()

    def _begin(self) -> None:
        """Bound the root, for the best alignment near the one known, unless that is enough."""
        if self.problem.rows * self.problem.columns > SMALL_TABLE:
            self._accept(self.incumbent.near(self.incumbent.columns, self.incumbent.most))
        if self.has_met_goal:
            return
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

    @property
    def has_met_goal(self) -> bool:
        """Test whether the incumbent is worth what was asked for; then the search ends."""
        return self.incumbent.value >= self.incumbent.goal

    def _give_proof_up(self) -> None:
        """Give up a proof that is too long; from now on nodes list no duals."""
        self.bounding.is_wanted = False
        if self.proof is not None:
            self.proof.drop()

    def _grow(self) -> None:
        """Branch until no node is open. Before, or after some nodes if it takes long, search long for alignments."""
        with _executor(self.problem) as pool:
            try:
                branching, root = self._branching(pool), self.open[:1]
                # the known bound may exclude better alignments; then branching serves the proof alone
                while self.open and not self.has_met_goal and (self.is_proving or self._may_be_better()):
                    if root and self.clock.nodes >= self.incumbent.long_nodes:
                        self._look_long(root.pop(), pool)
                        branching = self._branching(pool)  # for the gap that is left
                        continue
                    nodes = [self.open.pop(self._next()) for _ in range(min(AT_ONCE, len(self.open)))]
                    # while they are in no list: a limit may strike before their children are
                    self.bound_of_batch = max(node.bound for node in nodes)
                    self._grow_below(nodes, branching)
            finally:
                pool.shutdown(cancel_futures=True)  # tasks that have not begun are not needed after a limit
        if not self.has_met_goal:
            self.bound_of_batch = 0  # no node is left, or none that can beat the bound known from elsewhere

    def _look_long(self, root: Node, pool: Executor) -> None:
        """Search long: an incumbent too low by one makes the tree several times as large."""
        for columns in self.incumbent.from_many_starts(self.bounding.columns(root), root.bound, pool):
            self._accept(columns)
            if self.has_met_goal:
                break

    def _may_be_better(self) -> bool:
        """Test whether the bound known from elsewhere allows a better alignment."""
        return self.incumbent.most >= self.incumbent.target()

    def _grow_below(self, nodes: list[Node], branching: Branching) -> None:
        """Let threads bound the children of some nodes, and add them to the tree."""
        for node in nodes:
            if self.incumbent.is_worth_a_search(node.bound):
                self._accept(self.incumbent.near(self.bounding.columns(node), node.bound))
            if self.has_met_goal:
                return
        # the incumbent may be better now than when they were listed
        branched = [branching.branch(node) for node in nodes if node.bound >= self.incumbent.target()]
        # all with the same incumbent: else the answer would depend on which thread is first
        children = [each.children() for each in branched]
        for each, of_it in zip(branched, children, strict=True):
            if each.node.bound >= self.incumbent.target():  # else an alignment of another node's children has closed it
                self._note(each, of_it, branching)
                self._add(of_it)
            if self.has_met_goal:
                return

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

    def _branching(self, pool: Executor) -> Branching:
        # Trees grow with the gap of the root to the incumbent; of less than a unit it counts as one, or had no limit.
        growth_rate = ROOT_COST / max(self.root_total - self.incumbent.target(), self.scale)
        return Branching(self.bounding, growth_rate, self.clock, pool)

    def _next(self) -> int:
        """The open node with the highest bound, so that the bound of all falls; the last node if memory is full.

        The last one is a child of the node branched last, with the lowest bound, which closes soonest: in the reverse
        order twice as many nodes are open.
        """
        if sum(node.proved.program.matches for node in self.open) > MOST_MATCHES:
            return -1
        return max(range(len(self.open)), key=lambda number: (self.open[number].bound, number))

    def _add(self, nodes: list[Node]) -> None:
        """Take the alignments that new nodes suggest, and list the open nodes, the highest bound last."""
        for node in nodes:
            if node.bound >= self.incumbent.target():  # a closed node holds nothing better
                self._accept(self.bounding.columns(node))
            if self.has_met_goal:
                return
        # again: an alignment just taken may close some of them
        target = self.incumbent.target()
        self.open += sorted((node for node in nodes if node.bound >= target), key=lambda node: node.bound)

    def _accept(self, columns: Columns) -> None:
        """Make an alignment the incumbent if it is better; then prune the proof, and check the goal."""
        if self.incumbent.accept(columns) and self.proof is not None and self.is_proving:
            self.proof.prune(self.incumbent.target())


class _Here(Executor):
    """An executor that runs tasks at once, in the calling thread."""

    def submit(self, task: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        """Run the task. Returns a finished future."""
        future: Future[Any] = Future()
        try:
            future.set_result(task(*given, **named))
        except Exception as error:
            future.set_exception(error)
        return future


SMALL = 2_000
"""Up to this number of candidates and halves, handing work to threads takes longer than they save: edit distances of
molecules with 10 atoms spend a tenth of their time on it."""


def _executor(problem: Candidates) -> Executor:
    """An executor with threads, or without for a small problem. The result of the search is the same."""
    if problem.candidates + problem.halves <= SMALL:
        return _Here()
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(_threads())


def _threads() -> int:
    """The number of threads: the processors of this process; one if this is one of several worker processes."""
    from multiprocessing import parent_process  # a hard pair of a corpus has a small problem, which needs no threads

    return 1 if parent_process() else usable_processors()


SCALE = 10_000
"""Bounds are integers in steps of 1 / SCALE; the scale is smaller if 64 bits would not hold them."""


def search(
    problem: AlignmentProblem,
    mapping: Sequence[int | None],
    params: SolveParams,
    known: int = 0,
) -> Solution:
    """Return the best alignment, proved by a tree search from `mapping`, an alignment that may be poor.

    Branch and bound on the options of a row or column, those with hardly any slack one by one and all others together:
    see ``lp_node.py``. The incumbent comes from robust tabu search (Taillard 1991). The time grows exponentially
    with the gap between the optimum and the bound at the root; memory is that of the matches, and of the linear
    programs of open nodes.

    Only alignments worth more than `known` are searched for, and the upper bound is at least `known` even if `mapping`
    and the alignment found are worth less. The search ends at an alignment that is worth ``params.at_least``.

    With ``params.proof`` the tree is the proof, unless that is longer than :attr:`SolveParams.longest_tree`. The
    result of a limited search is an interval. 64 bits have to hold all numbers (``limits.py``). Deterministic, but for
    the time limit. Raises ``ValueError`` if `mapping` is no alignment.
    """
    start = time.perf_counter()
    # recounted, since alignments that are not worth more are skipped
    incumbent = max(known, recount(problem, mapping))
    scale = largest_scale(problem, SCALE)
    assert scale, "64 bits do not hold what the compiled search would compute"
    candidates, most = turned(problem), problem.trivial_bound()
    clock = Clock(params.deadline(start), params.node_limit)
    longest = max(1, params.longest_tree) if params.proof else 0  # 0 where no proof is wanted
    # one more than counting allows is never reached: the search goes on to the optimum
    goal = most + 1 if params.at_least is None else params.at_least
    columns = columns_of(candidates, mapping)
    asked = Asked(scale, params.seed, incumbent, most=scale * most, goal=goal, longest=longest)
    tree = ProgramTree(candidates, clock, asked, columns)
    try:
        _solve(tree, params)
        status = Status.DECIDED if tree.has_met_goal else Status.OPTIMAL
    except LimitReached as limit:
        status = limit.status
    best = mapping_of(candidates, tree.incumbent.columns)
    matched = recount(problem, best)
    # whatever has ended the search: a limit may come when the remaining gap is less than one
    is_solved = tree.bound < tree.incumbent.target()
    # between `matched` and `known` nothing was looked for, so that no bound below `known` is claimed
    upper_bound = max(matched, known if is_solved else tree.bound // scale)
    result = Solution(best, matched, upper_bound, Status.OPTIMAL if is_solved else status, clock.nodes)
    return _with_proof(result, tree, max(matched, known), OUTCOMES[status]) if longest else result


def _with_proof(result: Solution, tree: ProgramTree, wanted_bound: int, otherwise: ProofOutcome) -> Solution:
    """The result with the proof that no alignment is worth more than `wanted_bound`, or than the bound reached."""
    if tree.proof is None:
        return replace(result, outcome=otherwise)
    tree.proof.wanted_bound = wanted_bound  # the proof began with the first incumbent
    bound = tree.proof.proved_bound
    is_complete = result.status is Status.OPTIMAL and bound <= result.upper_bound
    outcome = ProofOutcome.COMPLETE if is_complete else otherwise
    proof = tree.proof.whole_proof()
    return replace(result, proof=proof, proved_bound=bound, outcome=outcome)


def _solve(tree: ProgramTree, params: SolveParams) -> None:
    """Solve the problem of a tree; if it has a dense block, by the tree of that, whose programs are stronger."""
    tree.clock.count_node()
    # the proof of a block covers lines: where that is not allowed, the whole problem has to be searched
    block = DenseBlock.of(tree.problem) if params.in_full or not params.proof else None
    if block is None:
        tree.solve()
        return
    known = tree.incumbent
    asked = Asked(tree.scale, known.seed, known.value, tree.bound, known.goal, tree.longest)
    inner = ProgramTree(block.candidates(), tree.clock, asked, [None] * block.size, block)
    try:
        inner.solve()
    finally:
        # after a limit as well: the alignment and the bound of the block hold
        tree.incumbent.accept(block.whole(inner.incumbent.columns))
        tree.incumbent.most = min(tree.incumbent.most, inner.bound)
        tree.proof = inner.proof
