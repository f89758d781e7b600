"""Tree search for hard pairs: each node is bounded by a linear program that begins where its parent's ended.

The iterations are floats and propose how to split the weights; integers then solve all assignments for that split, so
that each bound is proved by the duals of its node. The duals of all nodes are the proof of the optimum: there is no
second search, and the tree is the same if nobody wants a proof. The iterations of some children of a node run side by
side (``core/siblings.py``), and threads share the others; the subtrees of open nodes are for other processes
(``shared_tree.py``).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import chain
from multiprocessing import parent_process
from random import Random
from typing import NamedTuple

from smatchproof.base.processors import usable_processors
from smatchproof.exact.core.candidates import Candidates
from smatchproof.exact.core.node_bound import NodeBound, tree_cost
from smatchproof.exact.core.node_program import NodeProgram, root_program
from smatchproof.exact.core.siblings import Siblings, lanes
from smatchproof.exact.search.limits import Clock, LimitReached
from smatchproof.exact.search.proof_tree import NO_EVIDENCE, Below, Evidence, Place, ProofTree
from smatchproof.exact.search.store import Store
from smatchproof.exact.search.tabu import TabuSearch
from smatchproof.exact.search.tree.dense_block import BlockProof, DenseBlock, Permutation, orbits_of, representatives
from smatchproof.exact.search.tree.subtree import OpenNode, Searched
from smatchproof.problem.proof import Branch, Duals
from smatchproof.problem.solution import Status

NO_BOUND = 1 << 62
"""More than any bound."""
NONE = -1
"""No candidate, no line, no column."""
FIRST_TABU, MOST_FIRST_STARTS, CELLS_A_START = 300, 5, 60
"""Before the root is bounded, tabu search has so many iterations from so many starts at most: it finds the optimum of
most pairs. A small problem needs less: one start for so many pairs of a row and a column."""
PRIMAL_WEIGHT = 2.0
"""Divided by the largest weight. Documents need less; random pairs close fastest with 1 to 2."""
ROOT_ITERATIONS = 50
"""Iterations before each bound of the root."""
ROOT_ROUNDS, NODE_ROUNDS, BLOCK_ROUNDS = 21, 13, 60
"""So many bounds at most are proved of a node, and of one of a dense block."""
ROOT_TABU_A_ROW = 100
"""Iterations of the tabu search at the root for each row and start."""
TABU_ITERATIONS, FRUITLESS = 200, 30
"""Below the root it has so many iterations from each open node until so many in a row have given nothing better. From
then on the outer solutions of nodes are alignments enough. Without it digraphs of degree 2 and 40 nodes take up to five
times as many nodes; from each eighth node to the end, it saved one node in a hundred, and took a tenth of the time."""
LONG_TABU_A_ROW = 500
"""Iterations of each start of the long search before the first branch, for each row. From starts of a fifth as many it
missed the optimum of digraphs of 40 and 48 nodes, and the tree had three to six times as many nodes."""
STARTS, STARTS_RATE, MOST_STARTS, MOST_LOOKS = 0.5, 0.9, 80, 4_000_000_000
"""The long search has so many starts: they grow with the gap as nodes do, that is, exponentially. All of them together
look at so many moves at most: that is ten seconds of one processor, also for graphs of hundreds of nodes."""
BATCH = 4
"""Starts that threads share before the best of them is taken: a fixed number, so that the answer does not depend on
that of the threads."""
ROOT_COST = 6.0
"""To branch on the root is expected to cost the exponential of this, on a child less, as far as its gap is smaller."""
NEAR = 100
"""A node is branched on those candidates of a line one by one whose slack is at most one part in so many of its gap;
all others of the line stay together in one node, which mostly closes at once. Edges of 40 nodes, seed 1, take 4,700
nodes and two thirds of the time that the 14,300 nodes of one candidate each take. With 25 the proofs of nine pairs are
three tenths longer; with 200 the search takes a sixth longer, since more of those nodes stay open."""
AT_ONCE = 8
"""So many open nodes are branched side by side, so that threads need not wait for the last child of each: a fixed
number, so that the answer does not depend on that of the threads. With two threads it saves a tenth of the time."""
MOST_MATCHES = 4_000_000
"""Open nodes may have so many matches in all, of 48 bytes each and as much again for slots; then the last one is next,
so that memory is that of a path through the tree."""

SUBTREES, WORTHWHILE = 64, 300.0
"""With so many open nodes, whose trees are expected to cost so much in all, a tree is shared among processes: each is
the root of a subtree. To bound it anew costs what some four nodes cost, and in a dense block what twenty do."""


class Patience(NamedTuple):
    """The patience with which a node is worked on.

    `iterations` come before each bound. A round is slow if it closes less than one part in `slow` of the gap; then the
    node is left as it is. Candidates are left out when they are one in `dropped`: to copy the program costs as much as
    some iterations, and in a proof as many numbers as a leaf.
    """

    iterations: int
    slow: int
    dropped: int


PATIENCE = Patience(40, 16, 2)
"""With 20 to 40 iterations, a `slow` of 8 to 16 and a `dropped` of 2 to 20, random digraphs and graphs of 24 to 40
nodes take as long, within a twentieth. With these the proof is shortest: a node that closes late is shorter than a
branch with its leaves. So one tree serves those who want a proof and those who do not."""
BLOCK_PATIENCE = Patience(20, 64, 2)
"""The same of dense blocks, whose bounds go on to fall: had16 takes 5,900 nodes and 14 seconds of a processor, with 13
rounds and a `slow` of 8 it took 11,200 nodes and 17 seconds. With 40 iterations it takes 18 seconds for 5,200 nodes."""


class _Path(NamedTuple):
    """The decisions on the way to a node, of which nothing is worth more than `bound`, times the scale.

    `forced` are the candidates forced, `constant` is what these earn. The `symmetries` of rows and of columns are those
    that leave what is forced where it is; there are none, or both.
    """

    bound: int
    forced: tuple[int, ...] = ()
    constant: int = 0
    symmetries: tuple[list[Permutation], ...] = ()


class _Node(NamedTuple):
    """A node that has been bounded: `proved` is about what is left beside its forced candidates, `place` the proof."""

    path: _Path
    proved: NodeBound
    place: Place

    @property
    def bound(self) -> int:
        """No alignment in it is worth more, times the scale."""
        return self.path.bound


@dataclass(eq=False, slots=True)
class _Work:
    """The work on a node: so many `rounds` are left, in which its `program` iterates and is bounded.

    `best` is the lowest bound of this program, ``None`` before the first; `before` is that of those that it had before,
    and `fixed` has left candidates out of these. The node is open as long as more rounds are worth it.
    """

    program: NodeProgram
    path: _Path
    rounds: int
    patience: Patience
    best: NodeBound | None = None
    before: int = NO_BOUND
    fixed: list[Evidence] = field(default_factory=list)
    is_open: bool = True


_Way = tuple[int, Permutation | None]
"""A candidate to branch on, or NONE; or one that is left out, and the symmetry that makes it of one before it."""


class _Branched(NamedTuple):
    """A node whose children threads bound in `parts`: those of a `line`, by these `ways`, the rest last if it has one.

    Before, the node has dropped candidates, or has not.
    """

    node: _Node
    line: int
    ways: list[_Way]
    parts: list[Future[list[_Node]]]
    has_rest: bool
    has_dropped: bool


class Asked(NamedTuple):
    """What a tree is asked, and what is known before it begins.

    * `scale`: of all bounds; `seed`: of tabu search.
    * `incumbent`: the value of the best alignment known; what is worth more is looked for.
    * `most`: no alignment is worth more, times the scale; `goal`: the search ends where one is worth as much.
    * `longest`: so many numbers a proof may have at most; 0 where none is wanted.
    """

    scale: int
    seed: int
    incumbent: int
    most: int
    goal: int
    longest: int = 0


class ProgramTree:
    """The search. `columns` are those of the best alignment known; the nodes leave their duals in `record`.

    Where the problem is that of a dense `block`, only alignments of all rows are looked at, and one of those that are
    symmetric; all values are those of the whole problem then, with what is settled beside the block, but for the
    columns.

    The answer does not depend on the number of threads: the children of a node are all bounded with the incumbent
    that was known before.
    """

    def __init__(
        self,
        problem: Candidates,
        clock: Clock,
        asked: Asked,
        columns: list[int | None],
        block: DenseBlock | None = None,
    ) -> None:
        self.problem = problem
        self.pairs = problem.pairs()
        self.clock = clock
        self.scale, self.seed, self.incumbent, self.most, self.goal, self.longest = asked
        self.columns = columns
        self.heaviest = max(1, problem.heaviest)
        self.block = block
        self.patience = PATIENCE if block is None else BLOCK_PATIENCE
        self.beside = 0 if block is None else block.constant
        self.store = Store()
        self.block_proof = (
            None if block is None or not self.longest else BlockProof(block, problem, self.scale, self.store)
        )
        self.idle = [TabuSearch(problem)]  # as many as have been at work at once
        self.root_total = 0
        self.rate = 0.0
        self.fruitless = 0
        self.open: list[_Node] = []
        self.current = NO_BOUND
        self.record: ProofTree | None = None
        self.others: Callable[[], None] | None = None
        """What lets others search all that is open, and takes what they find."""

    @property
    def bound(self) -> int:
        """No alignment is worth more, times the scale, unless the incumbent is."""
        return min(self.most, max([self.current, *(node.bound for node in self.open)]))

    @property
    def asked(self) -> Asked:
        """What is left to ask of the open nodes: with the incumbent of now, and what the proof may still take."""
        # 1 where nothing is left: a proof is wanted, and too long
        longest = 0 if not self.longest or self.record is None else max(1, self.longest - self.record.size)
        return Asked(self.scale, self.seed, self.incumbent, self.most, self.goal, longest)

    def begin(self) -> None:
        """Look for an alignment, and bound the root.

        Raises :class:`smatchproof.exact.search.limits.LimitReached`, as :meth:`grow` does.
        """
        cells = self.problem.rows * self.problem.columns
        starts = min(MOST_FIRST_STARTS, max(2, cells // CELLS_A_START))
        iterations = min(FIRST_TABU, ROOT_TABU_A_ROW * self.problem.rows)
        self._climb(self.columns, iterations, self.most, starts)
        self._plant(self._bounded(self._at_root(*self._whole())), self.block is not None)

    def begin_at(self, node: OpenNode, rate: float) -> None:
        """Bound a node of another tree of this problem, to grow its subtree."""
        program, path = self._whole(node.bound)
        program.keep({*node.forced, *node.alive})
        program = program.child(NONE, NONE)
        for candidate in node.forced:
            option = next(p for p in range(program.candidates) if program.root_number(p) == candidate)
            path = self._forcing(path, candidate, program.earns(option))
            program = program.child(*program.lines_of(option))
            program.earn_beside(self.problem, candidate)
        self.rate, self.fruitless = rate, FRUITLESS  # better alignments were looked for in the whole tree
        # as many iterations as the root has: they begin at 0 again, and not where those of the node stand
        self._plant(self._bounded(self._at_root(program, path)), False)

    def _whole(self, bound: int = NO_BOUND) -> tuple[NodeProgram, _Path]:
        """The program of all candidates, and a path without decisions."""
        symmetries = () if self.block is None else self.block.symmetries()
        return whole_program(self.problem, self.block is not None), _Path(bound, (), self.beside, symmetries)

    def _at_root(self, program: NodeProgram, path: _Path) -> _Work:
        """The work on a root, whose iterations begin at 0."""
        return _Work(program, path, ROOT_ROUNDS, self.patience._replace(iterations=ROOT_ITERATIONS))

    def _plant(self, root: _Node, covers: bool) -> None:
        """Begin a tree at a node, and its proof, which `covers` or does not."""
        self.root_total = root.place.total
        if self.longest:
            # a root that is too long by itself has no proof: then no node has to list its duals
            record = ProofTree(root.place, self.incumbent, self.scale, self.longest, covers)
            self.record, self.longest = (record, self.longest) if record.is_kept else (None, 0)
        self.current = root.bound
        self._add([root])

    def grow(self, is_whole: bool = True) -> None:
        """Branch until no node is open. Where the tree `is_whole`, not a subtree, look for better alignments first."""
        with ThreadPoolExecutor(_threads()) as pool:
            try:
                if self.open and is_whole:
                    # before the first branch: with an incumbent too low by one the tree is several times as large
                    self._look_long(self.open[0].bound, pool)
                    self.rate = self._rate()
                # what is known may say that nothing is better; then branching serves the proof alone
                while self.open and (self.longest or self.most >= self._target()) and not self._is_to_share():
                    nodes = [self.open.pop(self._next()) for _ in range(min(AT_ONCE, len(self.open)))]
                    # while they are in no list: a limit may strike before their children are
                    self.current = max(node.bound for node in nodes)
                    self._grow_below(nodes, pool)
            finally:
                pool.shutdown(cancel_futures=True)  # what has not begun need not, after a limit
        if self.others is not None and self._is_to_share():
            self.others()  # behind the threads: a process that has some should not be forked
        self.current = 0  # no node is left: nothing is worth more than the incumbent

    def _grow_below(self, nodes: list[_Node], pool: ThreadPoolExecutor) -> None:
        """Let threads bound the children of some nodes, and take them."""
        for node in nodes:
            if self.fruitless < FRUITLESS and node.bound >= self._target():
                self.fruitless += 1
                self._climb(self._columns(node), TABU_ITERATIONS, node.bound)
        # the incumbent may be better now than when they were listed
        branched = [self._branch(node, pool) for node in nodes if node.bound >= self._target()]
        # all with the same incumbent: else the answer would depend on which thread is first
        children = [[*chain.from_iterable(part.result() for part in each.parts)] for each in branched]
        for each, below in zip(branched, children, strict=True):
            self._take_children(each, below)

    def _rate(self) -> float:
        """The rate at which trees grow with their gaps, if what is known now had been known at the root."""
        # a gap of less than a triple counts as one: else the rate would have no limit
        return ROOT_COST / max(self.root_total - self._target(), self.scale)

    def _is_to_share(self) -> bool:
        """Test whether others should search what is open, if there are any: enough nodes, and enough work in them."""
        if self.others is None or len(self.open) < SUBTREES:
            return False
        rate, target = self._rate(), self._target()
        return sum(tree_cost(node.bound - target, rate) for node in self.open) >= WORTHWHILE

    def _target(self, constant: int = 0) -> int:
        """A bound below this closes a node; of its program, which is without what its forced candidates earn."""
        # + 1: values are whole, so that the next better alignment is worth one more
        return self.scale * (self.incumbent + 1 - constant)

    def _next(self) -> int:
        """The open node with the highest bound, so that the bound of all falls; the last where they fill the memory."""
        if sum(node.proved.program.matches for node in self.open) > MOST_MATCHES:
            return -1
        return max(range(len(self.open)), key=lambda number: (self.open[number].bound, number))

    def _bounded(self, work: _Work) -> _Node:
        """A node, bounded: below the target, or as low as it gets in some rounds while that goes fast."""
        while work.is_open:
            work.program.iterate(work.patience.iterations)
            self._look(work)
        assert work.best is not None  # it has been looked at since candidates were left out
        total = work.best.bound + self.scale * work.path.constant
        # an alignment of this node is one of its parent's, and of the node before candidates were left out, so that the
        # lowest of these bounds holds
        most = min(work.path.bound, total, work.before + self.scale * work.path.constant)
        place = Place(total, self._evidence(work.best, work.path), most, work.fixed)
        return _Node(work.path._replace(bound=place.most), work.best, place)

    def _look(self, work: _Work) -> None:
        """Bound a node by where its program stands now, and see whether more iterations are worth it.

        Candidates that no alignment worth the target contains are left out on the way; the bound is about the program
        that is left.
        """
        target, best, proved = self._target(work.path.constant), work.best, NodeBound(work.program, self.scale)
        work.rounds -= 1
        is_slow = best is not None and (best.bound - proved.bound) * work.patience.slow < best.bound - target + 1
        if best is None or proved.bound < best.bound:
            work.best = best = proved
        work.is_open = best.bound >= target and not is_slow and work.rounds > 0
        if work.is_open and best.keep(target) * work.patience.dropped > work.program.candidates:
            work.fixed.append(self._evidence(best, work.path))
            # the bound so far is about the larger program: its duals do not fit this one
            work.before = min(work.before, best.bound)
            work.program, work.best = work.program.child(NONE, NONE), None

    def _evidence(self, proved: NodeBound, path: _Path) -> Evidence:
        """The duals that a bound leaves to a proof, if one is wanted. Listed at once: programs may be forgotten."""
        if not self.longest:
            return NO_EVIDENCE
        if self.block_proof is not None:
            return self.block_proof.evidence(proved, path.forced)
        duals = Duals(self.scale, *proved.duals(self.problem, path.forced, self._target(path.constant)))
        return Evidence.of(duals, self.store)

    def _branch(self, node: _Node, pool: ThreadPoolExecutor) -> _Branched:
        """Let threads bound the children of a node: candidates of a line forced one by one, and the rest of it.

        The rest has the other candidates of the line, or leaves it alone; there is none if neither may be.
        """
        proved, target = node.proved, self._target(node.path.constant)
        dropped = proved.keep(target)  # better alignments since then exclude more
        line = self._cheapest_line(node, target)
        near, has_others = self._near(proved, line, target)
        ways = self._ways(node, line, near)
        options = [option for option, permutation in ways if permutation is None]
        # in a dense block some optimum aligns every line
        may_stay_alone = self.block is None and proved.without(line) >= target
        if may_stay_alone and not has_others:
            options.append(NONE)
            ways.append((NONE, None))
        # counted here and not by threads, so that a limit of nodes ends the search at the same node each time
        for _ in range(len(options) + has_others):
            self.clock.count_node()
        # first the rest, which takes longest: it is made before threads read what is to be kept
        rest = [pool.submit(self._others, node, proved.program.without(near))] if has_others else []
        size = lanes() if self.block is None else 1
        batches = [options[first : first + size] for first in range(0, len(options), size)]
        parts = [pool.submit(self._children, node, line, batch) for batch in batches] + rest
        return _Branched(node, line, ways, parts, may_stay_alone or has_others, dropped > 0)

    def _take_children(self, branched: _Branched, children: list[_Node]) -> None:
        """Take the children of a node, which have been bounded."""
        node = branched.node
        if node.bound < self._target():
            return  # the children of a node beside it have closed it
        if self.record is not None and self.longest:
            rest = children[-1].place if branched.has_rest else None
            # the checker takes Empty only where a required line has no live pair: a Fix has to require this one, unless
            # it is one of those that are covered from the beginning
            is_fixed = branched.has_dropped or (rest is None and self.block is None)
            self._note(node, self._below(node, branched.line, branched.ways, children), rest, is_fixed)
            if not self.record.is_kept:
                self._drop_record()
        self._add(children)

    def _near(self, proved: NodeBound, line: int, target: int) -> tuple[list[int], bool]:
        """The candidates of a line to force one by one, and whether there are others, which stay in the rest."""
        options = proved.options(line)
        every = [p for _, p in options]
        near = [p for slack, p in options if NEAR * slack <= proved.bound - target] or every[:1]
        # in a dense block others may be images of those; and forced, one alone is bounded better than as the rest
        has_others = self.block is None and len(every) - len(near) > 1
        return near if has_others else every, has_others

    def _drop_record(self) -> None:
        """Give a proof up that is too long; from now on nodes list no duals."""
        assert self.record is not None
        self.longest = 0
        self.record.drop()

    def _cheapest_line(self, node: _Node, target: int) -> int:
        """The line that is expected to cost least to branch on: the sum of what its children cost. Linear.

        Of symmetric children one is searched, and counts: nug15 has a quarter of the nodes that it has otherwise.
        """
        proved, costs = node.proved, defaultdict[int, dict[int, float]](dict)
        orbits = [orbits_of(permutations) for permutations in node.path.symmetries]
        for p, cost in enumerate(proved.costs(target, self.rate)):
            row, column = proved.program.lines_of(p)
            for line, other in ((row, column - self.problem.rows), (column, row)):
                orbit = orbits[self._side(line)][other] if orbits else other
                costs[line][orbit] = max(cost, costs[line].get(orbit, 0.0))
        if self.block is None:  # in a dense block no line stays alone
            for line, of_line in costs.items():
                if proved.without(line) >= target:
                    of_line[NONE] = tree_cost(proved.without(line) - target, self.rate)
        return min(sorted(costs), key=lambda line: sum(costs[line].values()))

    def _note(self, node: _Node, below: list[Below], rest: Place | None, is_fixed: bool) -> None:
        """Note how a node was branched, for the proof."""
        assert self.record is not None
        if is_fixed:  # for the target of now, which may be higher than when the node was bounded
            self.record.fix(node.place, self._evidence(node.proved, node.path))
        self.record.branch(node.place, below, rest)

    def _below(self, node: _Node, line: int, ways: list[_Way], children: list[_Node]) -> list[Below]:
        """The candidates of a line one by one, with the places where they are forced, and what symmetries exclude."""
        below, excluded, places = list[Below](), set[int](), iter(children)
        side = self._side(line)
        for option, permutation in ways:
            if option == NONE:  # the last one
                break
            number = node.proved.program.root_number(option)
            if permutation is None:
                below.append((Branch(self._original(number)), next(places).place))
                excluded.add(self.pairs[number][side])
            elif self.block_proof is not None and self.pairs[number][side] not in excluded:
                below.append((self.block_proof.symmetry(side, permutation), None))
                excluded |= {permutation[other] for other in excluded}
        return below

    def _original(self, p: int) -> int:
        """The number of a candidate in the whole problem before it was turned."""
        return self.problem.original_number(p) if self.block_proof is None else self.block_proof.number(p)

    def _side(self, line: int) -> int:
        """The side of the lines that cross a row or column: 0 for rows."""
        return 1 if line < self.problem.rows else 0

    def _ways(self, node: _Node, line: int, options: list[int]) -> list[_Way]:
        """The candidates of a line, each with the symmetry of the node that makes it of one before it, if there is any.

        The line itself stays in place: where it is a row only columns are permuted.
        """
        if not node.path.symmetries:
            return [(p, None) for p in options]
        side = self._side(line)
        # right beside what bounds have excluded: that is worth less than the target, and so are its images
        others = [self.pairs[node.proved.program.root_number(p)][side] for p in options]
        return [*zip(options, representatives(others, node.path.symmetries[side]), strict=True)]

    def _children(self, node: _Node, line: int, options: list[int]) -> list[_Node]:
        """Some children of a node, bounded: each forces a candidate of a line, or NONE, so that the line stays alone.

        Runs in any thread.
        """
        self.clock.check()
        program = node.proved.program
        # the other line that the candidate takes
        taken = [NONE if option == NONE else sum(program.lines_of(option)) - line for option in options]
        if self.block is not None:
            return [
                self._bounded(self._on_child(node, option, program.child(line, other), BLOCK_ROUNDS))
                for option, other in zip(options, taken, strict=True)
            ]
        siblings = Siblings(program.child(line, NONE))
        for lane, option in enumerate(options):
            forced = NONE if option == NONE else program.root_number(option)
            siblings.begin(lane, self.problem, forced, taken[lane])
        siblings.iterate(self.patience.iterations)
        programs = [siblings.program(lane, other) for lane, other in enumerate(taken)]
        works = [self._on_child(node, *child, NODE_ROUNDS) for child in zip(options, programs, strict=True)]
        for work in works:
            self._look(work)
        # the others have left candidates out since, so that they have lists of their own
        while len(alike := [k for k, work in enumerate(works) if work.is_open and work.program is programs[k]]) > 1:
            self.clock.check()
            siblings.iterate(self.patience.iterations)
            for lane in alike:
                siblings.lead(programs[lane], lane, taken[lane])
                self._look(works[lane])
        return [self._bounded(work) for work in works]

    def _others(self, node: _Node, program: NodeProgram) -> list[_Node]:
        """The child that forces nothing and has this program, bounded. Runs in any thread."""
        self.clock.check()
        return [self._bounded(_Work(program, node.path, NODE_ROUNDS, self.patience))]

    def _on_child(self, node: _Node, option: int, program: NodeProgram, rounds: int) -> _Work:
        """The work on a child, in whose program the candidates earn what they match with the option."""
        path, parent = node.path, node.proved.program
        if option != NONE:
            path = self._forcing(path, parent.root_number(option), parent.earns(option))
            program.earn_beside(self.problem, path.forced[-1])
        return _Work(program, path, rounds, self.patience)

    def _forcing(self, path: _Path, candidate: int, earned: int) -> _Path:
        """A path that goes on to force a candidate, which earns so much beside what is forced."""
        places = zip(path.symmetries, self.pairs[candidate], strict=bool(path.symmetries))
        # one that moves either line would map alignments of this node to some without the forced pair
        symmetries = tuple([each for each in of_side if each[at] == at] for of_side, at in places)
        return _Path(path.bound, (*path.forced, candidate), path.constant + earned, symmetries)

    def _add(self, nodes: list[_Node]) -> None:
        """Take the alignments that new nodes suggest, and list those that are open, the highest bound last."""
        for node in nodes:
            if node.bound >= self._target():  # a closed node holds nothing better
                self._take(self._columns(node))
        # anew: an alignment just taken may close some of them
        target = self._target()
        self.open += sorted((node for node in nodes if node.bound >= target), key=lambda node: node.bound)

    def subtrees(self, number: int) -> list[OpenNode]:
        """So many open nodes at most, those of the highest bounds first, which take longest.

        The list of open nodes begins with them from then on.
        """
        target = self._target()
        self.open = sorted((node for node in self.open if node.bound >= target), key=lambda node: -node.bound)
        self.current = 0  # all that is open is in the list
        found = []
        for node in self.open[:number]:
            program = node.proved.program
            alive = [*map(program.root_number, range(program.candidates))]
            found.append(OpenNode(node.path.forced, alive, node.bound))
        return found

    def take_subtree(self, found: Searched) -> None:
        """Take what was found below the first open node, and its proof; where that is still open, it comes last.

        :meth:`subtrees` has put the open nodes in order.

        Raises :class:`smatchproof.exact.search.limits.LimitReached` at the goal.
        """
        node = self.open.pop(0)
        self.clock.nodes += found.nodes
        if self.record is not None and self.longest:
            if found.places and node.bound >= self._target():  # else a place above it is a leaf
                self.record.graft(node.place, found.place(self.store), found.size)
                self.record.prune(self._target(), node.place)  # its search may have known a worse alignment
            if found.is_too_long or not self.record.is_kept:
                self._drop_record()
        if found.status is not Status.OPTIMAL:
            self.open.append(node._replace(path=node.path._replace(bound=min(node.bound, found.bound))))
        if found.columns is not None:
            self._take(found.columns)

    def _columns(self, node: _Node) -> list[int | None]:
        """The alignment of a node: its outer solution, and what is forced."""
        columns: list[int | None] = [None if j == NONE else j for j in node.proved.columns()]
        for p in node.path.forced:
            row, column = self.pairs[p]
            columns[row] = column
        return columns

    def _take(self, columns: list[int | None]) -> None:
        """Take an alignment for the incumbent, if it is better."""
        value = self.beside + self.problem.value_of(columns)  # counted from the problem, whatever the program promises
        if value > self.incumbent:
            self.incumbent, self.columns, self.fruitless = value, columns, 0
            if self.record is not None and self.longest:
                self.record.prune(self._target())
            if value >= self.goal:
                raise LimitReached(Status.DECIDED)

    def _look_long(self, bound: int, pool: ThreadPoolExecutor) -> None:
        """Look for a better alignment from many starts, the first of them the root's: the more, the larger the gap."""
        random = Random(self.seed)  # its own: the answer depends on no other draws, nor do these on it
        starts, done = [self._columns(self.open[0])], 0
        while done < self._starts(bound):
            starts += [list(random.sample(range(self.problem.columns), self.problem.rows)) for _ in range(BATCH)]
            goal, iterations = self._most_wanted(bound), LONG_TABU_A_ROW * self.problem.rows
            searches = [
                pool.submit(self._climbed, columns, iterations, goal, seed=self.seed + done + number)
                for number, columns in enumerate(starts[:BATCH])
            ]
            done, starts = done + BATCH, starts[BATCH:]
            for each in searches:
                self._take(each.result())

    def _starts(self, bound: int) -> float:
        """The number of long starts that pays where nothing is worth more than the bound, divided by the scale."""
        rows = self.problem.rows
        most = min(MOST_STARTS, max(1, MOST_LOOKS // (LONG_TABU_A_ROW * rows * rows * self.problem.columns)))
        gap = (bound / self.scale - self.incumbent - 1) / self.heaviest
        # 30 is far beyond the most starts, and no float overflows
        return 0 if gap < 0 else min(most, STARTS * math.exp(min(STARTS_RATE * gap, 30)))

    def _climb(self, columns: list[int | None], iterations: int, bound: int, starts: int = 1) -> None:
        """Look for a better alignment near one, and from random starts beside it, by tabu search."""
        if min(bound, self.most) >= self._target():  # else nothing better is left to find
            self._take(self._climbed(columns, iterations, self._most_wanted(bound), starts, self.seed))

    def _most_wanted(self, bound: int) -> int:
        """The value at which a search for alignments can end, where nothing is worth more than the bound.

        Of a block that is its own value.
        """
        return min(self.goal, min(bound, self.most) // self.scale) - self.beside

    def _climbed(
        self, columns: list[int | None], iterations: int, goal: int, starts: int = 1, seed: int = 0
    ) -> list[int | None]:
        """The best alignment near one, and from random starts beside it. Runs in any thread."""
        tabu = self.idle.pop() if self.idle else TabuSearch(self.problem)
        try:
            return tabu.run(
                columns,
                iterations=iterations,
                restarts=starts - 1,
                goal=goal,
                seed=seed,
                deadline=self.clock.deadline,
            )
        finally:
            self.idle.append(tabu)


def whole_program(problem: Candidates, is_full: bool = False) -> NodeProgram:
    """The linear program of all candidates, of a dense block in full, before its first iteration."""
    return root_program(problem, is_full, PRIMAL_WEIGHT / max(1, problem.heaviest))


def _threads() -> int:
    """As many as there are processors for this process; one, if it is one of several at work."""
    return 1 if parent_process() else usable_processors()
