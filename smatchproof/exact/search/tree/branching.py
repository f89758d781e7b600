"""How a node of a tree is branched: on which line, on which of its candidates, and by which threads."""

from __future__ import annotations

from collections import defaultdict
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple

from smatchproof.exact.core.node_bound import NodeBound, tree_cost
from smatchproof.exact.core.node_program import NodeProgram
from smatchproof.exact.search.limits import Clock
from smatchproof.exact.search.proof_tree import Below
from smatchproof.exact.search.tree.dense_block import NONE, Permutation, orbits_of, representatives
from smatchproof.exact.search.tree.node_bounding import Bounding, Node
from smatchproof.problem.proof import Branch

NEAR = 100
"""A node is branched on those candidates of a line one by one whose slack is at most one part in so many of its gap;
all others of the line stay together in one node, which mostly closes at once. Edges of 40 nodes, seed 1, take 4,700
nodes and two thirds of the time that the 14,300 nodes of one candidate each take. With 25 the proofs of nine pairs are
three tenths longer; with 200 the search takes a sixth longer, since more of those nodes stay open."""

_Way = tuple[int, Permutation | None]
"""A candidate to branch on, or NONE; or one that is left out, and the symmetry that makes it of one before it."""


class Branched(NamedTuple):
    """A node whose children threads bound in `parts`: those of a `line`, by these `ways`, the rest last if it has one.

    Before, the node has dropped candidates, or has not.
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
    """What branches the nodes of a tree, whose cost is expected to grow with their gaps at some `growth_rate`."""

    def __init__(self, bounding: Bounding, growth_rate: float, clock: Clock, pool: ThreadPoolExecutor) -> None:
        self.bounding, self.growth_rate, self.clock, self.pool = bounding, growth_rate, clock, pool
        self.incumbent = bounding.incumbent
        self.block = bounding.block

    def branch(self, node: Node) -> Branched:
        """Let threads bound the children of a node: candidates of a line forced one by one, and the rest of it.

        The rest has the other candidates of the line, or leaves it alone; there is none if neither may be.
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
        """The line that is expected to cost least to branch on: the sum of what its children cost. Linear.

        Of symmetric children one is searched, and counts: nug15 has a quarter of the nodes that it has otherwise.
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
        """The candidates of a line, each with the symmetry of the node that makes it of one before it, if there is any.

        The line itself stays in place: where it is a row only columns are permuted.
        """
        if not node.path.symmetries:
            return [(p, None) for p in options]
        side = self._side(line)
        # right beside what bounds have excluded: that is worth less than the target, and so are its images
        others = [self.bounding.pairs[node.proved.program.root_number(p)][side] for p in options]
        return [*zip(options, representatives(others, node.path.symmetries[side]), strict=True)]

    def _side(self, line: int) -> int:
        """The side of the lines that cross a row or column: 0 for rows."""
        return 1 if line < self.bounding.problem.rows else 0

    def _child(self, node: Node, line: int, option: int) -> Node:
        """The child that forces a candidate of a line, or NONE, so that the line stays alone. Runs in any thread."""
        self.clock.check()
        program = node.proved.program
        other = NONE if option == NONE else sum(program.lines_of(option)) - line
        return self.bounding.bounded(self.bounding.on_child(node, option, program.child(line, other)))

    def _rest(self, node: Node, program: NodeProgram) -> Node:
        """The child that forces nothing and has this program, bounded. Runs in any thread."""
        self.clock.check()
        return self.bounding.bounded(self.bounding.on_child(node, NONE, program))

    def below(self, branched: Branched, children: list[Node]) -> list[Below]:
        """The candidates of a line one by one, with the places where they are forced, and what symmetries exclude."""
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
