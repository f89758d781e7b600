"""The bound of a node of a tree: its linear program iterates, and integers prove what it is worth, for some rounds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from smatchproof.exact.core.candidates import Candidates
from smatchproof.exact.core.node_bound import NodeBound
from smatchproof.exact.core.node_program import NodeProgram, root_program
from smatchproof.exact.search.proof_tree import NO_EVIDENCE, Evidence, Place
from smatchproof.exact.search.store import Store
from smatchproof.exact.search.tree.dense_block import NONE, BlockProof, DenseBlock, Permutation
from smatchproof.exact.search.tree.incumbent import Columns, Incumbent
from smatchproof.problem.proof import Duals

NO_BOUND = 1 << 62
"""More than any bound."""
PRIMAL_WEIGHT = 2.0
"""Divided by the largest weight. Documents need less; random pairs close fastest with 1 to 2."""
ROOT_ITERATIONS = 50
"""Iterations before each bound of the root."""
ROOT_ROUNDS, NODE_ROUNDS, BLOCK_ROUNDS = 21, 13, 60
"""So many bounds at most are proved of a root, of a node, and of one of a dense block."""


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


class Path(NamedTuple):
    """The decisions on the way to a node, of which nothing is worth more than `bound`, times the scale.

    `forced` are the candidates forced, `constant` is what these earn, with what is settled beside a block. The
    `symmetries` of rows and of columns are those that leave what is forced where it is; there are none, or both.
    """

    bound: int
    forced: tuple[int, ...] = ()
    constant: int = 0
    symmetries: tuple[list[Permutation], ...] = ()


class Node(NamedTuple):
    """A node that has been bounded: `proved` is about what is left beside its forced candidates, `place` the proof."""

    path: Path
    proved: NodeBound
    place: Place

    @property
    def bound(self) -> int:
        """No alignment in it is worth more, times the scale."""
        return self.path.bound


@dataclass(eq=False, slots=True)
class Work:
    """The work on a node: so many `rounds` are left, in which its `program` iterates and is bounded.

    `best` is the lowest bound of this program, ``None`` before the first; `before` is that of those that it had before,
    and `fixed` has left candidates out of these. The node is open as long as more rounds are worth it.
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
    """What bounds the nodes of a tree, in any thread: with its problem, which may be that of a dense `block`.

    Bounds leave their duals to the proof in a store as long as that `is_wanted`.
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
        path = Path(NO_BOUND, (), self.incumbent.beside, symmetries)
        program = root_program(self.problem, self.block is not None, PRIMAL_WEIGHT / max(1, self.problem.heaviest))
        patience = self.patience._replace(iterations=ROOT_ITERATIONS)
        return self.bounded(Work(program, path, ROOT_ROUNDS, patience))

    def on_child(self, node: Node, option: int, program: NodeProgram) -> Work:
        """The work on a child that forces an option of its parent's program, or NONE, and has this program.

        There the candidates earn from now on what they match with the option.
        """
        path, parent = node.path, node.proved.program
        if option != NONE:
            path = self._forcing(path, parent.root_number(option), parent.earns(option))
            program.earn_beside(self.problem, path.forced[-1])
        return Work(program, path, NODE_ROUNDS if self.block is None else BLOCK_ROUNDS, self.patience)

    def _forcing(self, path: Path, candidate: int, earned: int) -> Path:
        """A path that goes on to force a candidate, which earns so much beside what is forced."""
        places = zip(path.symmetries, self.pairs[candidate], strict=bool(path.symmetries))
        # one that moves either line would map alignments of this node to some without the forced pair
        symmetries = tuple([each for each in of_side if each[at] == at] for of_side, at in places)
        return Path(path.bound, (*path.forced, candidate), path.constant + earned, symmetries)

    def bounded(self, work: Work) -> Node:
        """A node, bounded: below the target, or as low as it gets in some rounds while that goes fast."""
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
        """Bound a node by where its program stands now, and see whether more iterations are worth it.

        Candidates that no alignment worth the target contains are left out on the way; the bound is about the program
        that is left.
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
        """The duals that a bound leaves to a proof, if one is wanted. Listed at once: programs may be forgotten."""
        if not self.is_wanted:
            return NO_EVIDENCE
        if self.block_proof is not None:
            return self.block_proof.evidence(proved, path.forced)
        target = self.incumbent.target(path.constant)
        return Evidence.of(Duals(self.scale, *proved.duals(self.problem, path.forced, target)), self.store)

    def columns(self, node: Node) -> Columns:
        """The alignment of a node: its outer solution, and what is forced."""
        columns: Columns = [None if j == NONE else j for j in node.proved.columns()]
        for p in node.path.forced:
            row, column = self.pairs[p]
            columns[row] = column
        return columns
