"""A node of the tree search: how it is bounded, and how it is branched.

In each of some rounds its linear program iterates, and integers prove a bound. Then the node is branched on some of the
candidates of a line, and threads bound the children.
"""

from __future__ import annotations

from collections import defaultdict
from concurrent.futures import Executor, Future
from typing import NamedTuple

from smatchproof.base.record import Struct, field
from smatchproof.exact.core.candidates import Candidates
from smatchproof.exact.core.lp_proof import LpProof
from smatchproof.exact.core.node_program import NodeBound, NodeProgram, root_program, tree_cost
from smatchproof.exact.search.dense_block import NONE, BlockProof, DenseBlock, Permutation, orbits_of, representatives
from smatchproof.exact.search.incumbent import Columns, Incumbent
from smatchproof.exact.search.limits import Clock
from smatchproof.exact.search.proof_tree import NO_EVIDENCE, Below, Evidence, Place, Store
from smatchproof.problem.proof import Branch, Duals

NO_BOUND = 1 << 62
"""A number above any bound."""
PRIMAL_WEIGHT = 2.0
"""Divided by the largest weight. Documents need less; random pairs close fastest with 1 to 2."""
ROOT_ITERATIONS = 50
"""Iterations before each bound of the root."""
ROOT_ROUNDS, NODE_ROUNDS, BLOCK_ROUNDS = 21, 13, 60
"""The most bounds that are proved for a root, for another node, and for a node of a dense block."""


class Patience(NamedTuple):
    """The patience with which a node is worked on.

    `iterations` come before each bound. A round is slow if it closes less than one part in `slow` of the gap; then no
    further round is made. Candidates are dropped when they are at least one in `dropped`: copying the program costs as
    much as some iterations, and as many numbers in a proof as a leaf.
    """

    iterations: int
    slow: int
    dropped: int


PATIENCE = Patience(40, 16, 2)
"""With 20 to 40 iterations, a `slow` of 8 to 16 and a `dropped` of 2 to 20, random digraphs and graphs of 24 to 40
nodes take as long, within a twentieth. With these the proof is shortest: a node that closes late is shorter than a
branch with its leaves. So one tree serves those who want a proof and those who do not."""
BLOCK_PATIENCE = Patience(20, 64, 2)
"""The patience for dense blocks, whose bounds go on falling: had16 takes 5,900 nodes and 14 seconds of a processor. It
took 11,200 nodes and 17 seconds with 13 rounds and a `slow` of 8; with 40 iterations, 5,200 nodes and 18 seconds."""


class Path(NamedTuple):
    """The decisions on the way to a node, whose alignments are worth at most `bound`, times the scale.

    `forced` are the forced candidates, `constant` their earnings, including the settled candidates of a block. The
    `symmetries` of rows and of columns are those that keep forced candidates in place; both are given, or neither.
    """

    bound: int
    forced: tuple[int, ...] = ()
    constant: int = 0
    symmetries: tuple[list[Permutation], ...] = ()


class Node(NamedTuple):
    """A bounded node: `proved` is the bound without its forced candidates, `place` its place in the proof."""

    path: Path
    proved: NodeBound
    place: Place

    @property
    def bound(self) -> int:
        """The upper bound for the alignments of the node, times the scale."""
        return self.path.bound


class Work(Struct, eq=False):
    """The work on a node: `rounds` is the number of rounds left, in which its `program` iterates and is bounded.

    `best` is the lowest bound of this program, ``None`` before the first. `before` is the lowest bound of its earlier
    programs, from which `fixed` has dropped candidates. The node is open while more rounds are worth it.
    """

    program: NodeProgram
    path: Path
    rounds: int
    patience: Patience
    best: NodeBound | None = None
    before: int = NO_BOUND
    fixed: list[Evidence] = field(default_factory=list)
    is_open: bool = True


class Bounding:
    """The bounding of the nodes of a tree, in any thread. The problem may be that of a dense `block`.

    While the proof `is_wanted`, the duals of bounds are written to a store.
    """

    def __init__(self, problem: Candidates, incumbent: Incumbent, block: DenseBlock | None, is_wanted: bool) -> None:
        self.problem, self.incumbent, self.block, self.is_wanted = problem, incumbent, block, is_wanted
        self.pairs = problem.pairs()
        self.scale = incumbent.scale
        self.patience = PATIENCE if block is None else BLOCK_PATIENCE
        self.store = Store()
        self.block_proof = (
            None if block is None or not is_wanted else BlockProof(block, problem, self.scale, self.store)
        )

    def root(self) -> Node:
        """The root, bounded: its program has all candidates, and its path no decisions."""
        symmetries = () if self.block is None else self.block.symmetries()
        path = Path(NO_BOUND, (), self.incumbent.settled, symmetries)
        program = root_program(self.problem, self.block is not None, PRIMAL_WEIGHT / max(1, self.problem.heaviest))
        patience = self.patience._replace(iterations=ROOT_ITERATIONS)
        return self.bounded(Work(program, path, ROOT_ROUNDS, patience))

    def on_child(self, node: Node, option: int, program: NodeProgram) -> Work:
        """The work on a child that forces an option of its parent's program, or NONE, and has this program.

        The candidates of the program now earn their matches with the option.
        """
        path, parent = node.path, node.proved.program
        if option != NONE:
            path = self._forcing(path, parent.root_number(option), parent.earns(option))
            program.earn_beside(self.problem, path.forced[-1])
        return Work(program, path, NODE_ROUNDS if self.block is None else BLOCK_ROUNDS, self.patience)

    def _forcing(self, path: Path, candidate: int, earned: int) -> Path:
        """The path extended by a forced candidate, which earns `earned` with those forced before."""
        places = zip(path.symmetries, self.pairs[candidate], strict=bool(path.symmetries))
        # one that moves either line would map alignments of this node to some without the forced pair
        symmetries = tuple([each for each in of_side if each[at] == at] for of_side, at in places)
        return Path(path.bound, (*path.forced, candidate), path.constant + earned, symmetries)

    def bounded(self, work: Work) -> Node:
        """Bound a node: below the target, or as low as some rounds get it while that goes fast."""
        while work.is_open:
            work.program.iterate(work.patience.iterations)
            self.look(work)
        assert work.best is not None  # it has been looked at since candidates were left out
        total = work.best.bound + self.scale * work.path.constant
        # an alignment of this node is one of its parent's, and of the node before candidates were left out, so that the
        # lowest of these bounds holds
        most = min(work.path.bound, total, work.before + self.scale * work.path.constant)
        place = Place(total, self.evidence(work.best, work.path), most, work.fixed)
        return Node(work.path._replace(bound=place.most), work.best, place)

    def look(self, work: Work) -> None:
        """Bound a node at the current point of its program, and find out whether more iterations are worth it.

        Candidates that no alignment worth the target contains are dropped; the bound is that of the remaining program.
        """
        target, best = self.incumbent.target(work.path.constant), work.best
        proved = NodeBound(work.program, self.scale)
        work.rounds -= 1
        is_slow = best is not None and (best.bound - proved.bound) * work.patience.slow < best.bound - target + 1
        if best is None or proved.bound < best.bound:
            work.best = best = proved
        work.is_open = best.bound >= target and not is_slow and work.rounds > 0
        if work.is_open and best.mark_kept(target) * work.patience.dropped > work.program.candidates:
            work.fixed.append(self.evidence(best, work.path))
            # the bound so far is about the larger program: its duals do not fit this one
            work.before = min(work.before, best.bound)
            work.program, work.best = work.program.child(NONE, NONE), None

    def evidence(self, proved: NodeBound, path: Path) -> Evidence:
        """The duals of a bound for the proof, if one is wanted. Listed at once, because programs are not kept."""
        if not self.is_wanted:
            return NO_EVIDENCE
        if self.block_proof is not None:
            return self.block_proof.evidence(proved, path.forced)
        target = self.incumbent.target(path.constant)
        return Evidence.of(Duals(self.scale, *LpProof(proved).duals(self.problem, path.forced, target)), self.store)

    def columns(self, node: Node) -> Columns:
        """The alignment of a node: its outer solution and the forced candidates."""
        columns: Columns = [None if j == NONE else j for j in node.proved.columns()]
        for p in node.path.forced:
            row, column = self.pairs[p]
            columns[row] = column
        return columns


NEAR = 100
"""The candidates of a line whose slack is at most the gap divided by this have a child each; the others of the line
form one extra child, the *rest*, in which these are forbidden and which a single bound usually closes. When this was
chosen, edges of 40 nodes, seed 1, took 4,700 nodes and two thirds of the time of the 14,300 nodes with a child for each
candidate. With 25 the proofs of nine pairs are three tenths longer; with 200 the search takes a sixth longer, since
more rests stay open."""

_Way = tuple[int, Permutation | None]
"""A candidate to branch on, or NONE, without a symmetry; or one that is excluded as the image of an earlier one."""


class Branched(NamedTuple):
    """A node whose children are being bounded by threads in `parts`: one child for each of the `ways` of a `line`.

    The rest is last, if there is one. `has_dropped` says whether the node dropped candidates before.
    """

    node: Node
    line: int
    ways: list[_Way]
    parts: list[Future[Node]]
    has_rest: bool
    has_dropped: bool

    def children(self) -> list[Node]:
        """The children, once they are bounded."""
        return [part.result() for part in self.parts]


class Branching:
    """The branching of the nodes of a tree, whose expected cost grows with their gaps at `growth_rate`."""

    def __init__(self, bounding: Bounding, growth_rate: float, clock: Clock, pool: Executor) -> None:
        self.bounding, self.growth_rate, self.clock, self.pool = bounding, growth_rate, clock, pool
        self.incumbent = bounding.incumbent
        self.block = bounding.block

    def branch(self, node: Node) -> Branched:
        """Let threads bound the children of a node: candidates of a line forced one by one, and the rest.

        In the rest the line has one of the other candidates, or stays alone; there is no rest if neither is possible.
        """
        proved, target = node.proved, self.incumbent.target(node.path.constant)
        dropped = proved.mark_kept(target)  # better alignments since then exclude more
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
        rest = [self.pool.submit(self._rest, node, proved.program.without(near))] if has_others else []
        parts = [self.pool.submit(self._child, node, line, option) for option in options] + rest
        return Branched(node, line, ways, parts, may_stay_alone or has_others, dropped > 0)

    def _cheapest_line(self, node: Node, target: int) -> int:
        """The line with the least expected cost of branching, the sum of its children's costs. Linear.

        Of symmetric children only one is searched and counted: nug15 then has a quarter of the nodes.
        """
        proved, costs = node.proved, defaultdict[int, dict[int, float]](dict)
        orbits = [orbits_of(permutations) for permutations in node.path.symmetries]
        for p, cost in enumerate(proved.costs(target, self.growth_rate)):
            row, column = proved.program.lines_of(p)
            for line, other in ((row, column - self.bounding.problem.rows), (column, row)):
                orbit = orbits[self._side(line)][other] if orbits else other
                costs[line][orbit] = max(cost, costs[line].get(orbit, 0.0))
        if self.block is None:  # in a dense block no line stays alone
            for line, of_line in costs.items():
                if proved.without(line) >= target:
                    of_line[NONE] = tree_cost(proved.without(line) - target, self.growth_rate)
        return min(sorted(costs), key=lambda line: sum(costs[line].values()))

    def _near(self, proved: NodeBound, line: int, target: int) -> tuple[list[int], bool]:
        """The candidates of a line to force one by one, and whether there are others, which stay in the rest."""
        options = proved.options(line)
        every = [p for _, p in options]
        near = [p for slack, p in options if NEAR * slack <= proved.bound - target] or every[:1]
        # in a dense block others may be images of those; and forced, one alone is bounded better than as the rest
        has_others = self.block is None and len(every) - len(near) > 1
        return near if has_others else every, has_others

    def _ways(self, node: Node, line: int, options: list[int]) -> list[_Way]:
        """The candidates of a line, each with a symmetry of the node that takes an earlier one to it, if there is any.

        The line itself stays in place: if it is a row, only columns are permuted.
        """
        if not node.path.symmetries:
            return [(p, None) for p in options]
        side = self._side(line)
        # also right for candidates that bounds have excluded: they are worth less than the target, as are their images
        others = [self.bounding.pairs[node.proved.program.root_number(p)][side] for p in options]
        return [*zip(options, representatives(others, node.path.symmetries[side]), strict=True)]

    def _side(self, line: int) -> int:
        """The side of the lines that cross a row or column: 0 for rows."""
        return 1 if line < self.bounding.problem.rows else 0

    def _child(self, node: Node, line: int, option: int) -> Node:
        """The child that forces a candidate of a line, or NONE: then the line stays alone. Runs in any thread."""
        self.clock.check()
        program = node.proved.program
        other = NONE if option == NONE else sum(program.lines_of(option)) - line
        return self.bounding.bounded(self.bounding.on_child(node, option, program.child(line, other)))

    def _rest(self, node: Node, program: NodeProgram) -> Node:
        """The bounded child that forces nothing and has this program. Runs in any thread."""
        self.clock.check()
        return self.bounding.bounded(self.bounding.on_child(node, NONE, program))

    def below(self, branched: Branched, children: list[Node]) -> list[Below]:
        """The candidates of a line, with the places where they are forced, and the symmetries that exclude others."""
        below, excluded, places = list[Below](), set[int](), iter(children)
        side, proof = self._side(branched.line), self.bounding.block_proof
        for option, permutation in branched.ways:
            if option == NONE:  # the last one
                break
            number = branched.node.proved.program.root_number(option)
            at = self.bounding.pairs[number][side]
            if permutation is None:
                original = self.bounding.problem.original_number(number) if proof is None else proof.number(number)
                below.append((Branch(original), next(places).place))
                excluded.add(at)
            elif proof is not None and at not in excluded:
                below.append((proof.symmetry(side, permutation), None))
                excluded |= {permutation[other] for other in excluded}
        return below
