"""Tree search for the hardest pairs: each node is bounded by a linear program that begins where its parent's ended.

The linear programs come nearer to the bound of the relaxation than the subgradient steps of
:mod:`smatchproof.exact.search.tree`, in less time; there are fewer nodes, and each is closed sooner. The children of
a node are independent of each other, so that threads share them. It leaves no proof.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import parent_process
from random import Random
from typing import NamedTuple

from smatchproof.alignment.processors import usable_processors
from smatchproof.exact.core.candidates import Candidates
from smatchproof.exact.core.node_bound import NodeBound
from smatchproof.exact.core.node_program import NodeProgram, root_program
from smatchproof.exact.search.dense_block import DenseBlock, Permutation, representatives
from smatchproof.exact.search.limits import Clock
from smatchproof.exact.search.tabu import TabuSearch

NONE = -1
"""No candidate, no line, no column."""
PRIMAL_WEIGHT = 2.0
"""Divided by the largest weight. Documents need less; random pairs close fastest with 1 to 2."""
ROOT_ITERATIONS, NODE_ITERATIONS = 50, 20
"""Iterations before each bound."""
ROOT_ROUNDS, NODE_ROUNDS = 21, 13
"""So many bounds at most are proved of a node."""
SLOW = 8
"""A round is slow if it closes less than one part in so many of the gap. Then a node is left as it is."""
DROPPED_SHARE = 20
"""Candidates are left out when they are one in so many: to copy the program costs as much as some iterations."""
TABU_ITERATIONS = 200
"""Iterations of the tabu search from the alignment that an open node suggests."""
FRUITLESS, CLIMB_EVERY = 30, 8
"""After so many nodes without a better alignment one is looked for from one open node in so many."""
ROOT_TABU_A_ROW = 100
"""Iterations of the tabu search at the root for each row and start."""
STARTS, STARTS_RATE, MOST_STARTS = 0.5, 0.9, 80
"""It has so many starts: they grow with the gap as nodes do, that is, exponentially."""
ROOT_COST = 6.0
"""To branch on the root is expected to cost the exponential of this, on a child less, as far as its gap is smaller."""
MOST_MATCHES = 4_000_000
"""Open nodes may have so many matches in all, of 48 bytes each and as much again for slots; then the last one is next,
so that memory is that of a path through the tree."""
LARGEST_TABLE = 40_000
"""Problems with more rows times columns than this are not for this search, whose assignments are dense."""


class _Open(NamedTuple):
    """A node to be branched on: no alignment in it is worth more than `bound`, times the scale.

    `forced` are the candidates forced on the way, `constant` is what these earn; `proved` is about the rest. The
    `symmetries` of rows and of columns are those that leave what is forced where it is; there are none, or both.
    """

    bound: int
    proved: NodeBound
    forced: tuple[int, ...]
    constant: int
    symmetries: tuple[list[Permutation], ...]


class ProgramTree:
    """The search. `columns` are those of the best alignment known, worth `incumbent`; what is worth more is looked for.

    Where the problem is that of a dense `block`, only alignments of all rows are looked at, and one of those that are
    symmetric.

    The answer does not depend on the number of threads: the children of a node are all bounded with the incumbent
    that was known before.
    """

    def __init__(
        self,
        problem: Candidates,
        clock: Clock,
        scale: int,
        incumbent: int,
        columns: list[int | None],
        seed: int,
        block: DenseBlock | None = None,
    ) -> None:
        self.problem = problem
        self.pairs = problem.pairs()
        self.clock = clock
        self.scale = scale
        self.incumbent = incumbent
        self.columns = columns
        self.seed = seed
        self.heaviest = max(1, problem.heaviest)
        self.block = block
        self.tabu = TabuSearch(problem)
        self.rate = 0.0
        self.fruitless = 0
        self.open: list[_Open] = []
        self.current: int | None = None
        self.has_found: Callable[[], None] = lambda: None

    @property
    def bound(self) -> int | None:
        """No alignment is worth more, times the scale, unless the incumbent is; ``None`` before the first bound."""
        if self.current is None:
            return None
        return max([self.current, *(node.bound for node in self.open)])

    def run(self, bound: int, has_found: Callable[[], None]) -> None:
        """Search the tree, of which `bound` is known. `has_found` is called after each better alignment.

        Raises :class:`smatchproof.exact.search.limits.LimitReached`.
        """
        self.current, self.has_found = bound, has_found
        program = root_program(self.problem, self.block is not None, PRIMAL_WEIGHT / self.heaviest)
        proved = self._improved(program, 0, ROOT_ITERATIONS, ROOT_ROUNDS)
        symmetries = () if self.block is None else self.block.symmetries()
        self.rate = ROOT_COST / max(proved.bound - self._target(), self.scale)
        self._add([_Open(min(bound, proved.bound), proved, (), 0, symmetries)])
        if self.open:
            self._look_long(proved.bound)
        with ThreadPoolExecutor(_threads()) as pool:
            try:
                while self.open:
                    node = self.open.pop(self._next())
                    self.current = node.bound
                    if node.bound >= self._target():
                        self._branch(node, pool)
            finally:
                pool.shutdown(cancel_futures=True)
        self.current = 0

    def _target(self, constant: int = 0) -> int:
        """A bound below this closes a node; of its program, which is without what its forced candidates earn."""
        return self.scale * (self.incumbent + 1 - constant)

    def _next(self) -> int:
        """The open node with the highest bound, so that the bound of all falls; the last where they fill the memory."""
        if sum(node.proved.program.matches for node in self.open) > MOST_MATCHES:
            return -1
        return max(range(len(self.open)), key=lambda number: (self.open[number].bound, number))

    def _improved(self, program: NodeProgram, constant: int, iterations: int, rounds: int) -> NodeBound:
        """A bound for a program: below the target, or as low as it gets in some rounds while that goes fast.

        A round is so many iterations and a bound. Candidates that no alignment worth the target contains are left out
        on the way; the bound is about the program that is left.
        """
        target = self._target(constant)
        best = None
        while True:
            program.iterate(iterations)
            proved = NodeBound(program, self.scale)
            rounds -= 1
            is_slow = best is not None and (best.bound - proved.bound) * SLOW < best.bound - target + 1
            if best is None or proved.bound < best.bound:
                best = proved
            if best.bound < target or is_slow or rounds == 0:
                return best
            if best.keep(target) * DROPPED_SHARE > program.candidates:
                program, best = program.child(NONE, NONE), None

    def _branch(self, node: _Open, pool: ThreadPoolExecutor) -> None:
        """Bound the children of a node: each candidate of a line forced and, if that may be, the line left alone."""
        if self.fruitless < FRUITLESS or self.fruitless % CLIMB_EVERY == 0:
            self._climb(self._columns(node), TABU_ITERATIONS, node.bound)
        self.fruitless += 1
        proved, target = node.proved, self._target(node.constant)
        proved.keep(target)
        line = proved.cheapest_line(target, self.rate)
        options = self._distinct(node, line, proved.options(line))
        if self.block is None and proved.without(line) >= target:
            options.append(NONE)
        for _ in options:
            self.clock.count_node()
        self._add(list(pool.map(lambda option: self._child(node, line, option), options)))

    def _distinct(self, node: _Open, line: int, options: list[int]) -> list[int]:
        """The candidates of a line without those that a symmetry of the node makes of others before them."""
        if not node.symmetries:
            return options
        side = 1 if line < self.problem.rows else 0
        others = [self.pairs[node.proved.program.root_number(p)][side] for p in options]
        chosen = representatives(others, node.symmetries[side])
        return [p for p, is_chosen in zip(options, chosen, strict=True) if is_chosen]

    def _child(self, node: _Open, line: int, option: int) -> _Open:
        """A child of a node, bounded: a candidate forced, or a line left alone. Runs in any thread."""
        self.clock.check()
        parent, forced, constant, symmetries = node.proved.program, node.forced, node.constant, node.symmetries
        if option == NONE:
            program = parent.child(NONE, line)
        else:
            program = parent.child(option, NONE)
            candidate = parent.root_number(option)
            forced = (*forced, candidate)
            constant += parent.earns(option)
            places = self.pairs[candidate]
            symmetries = tuple(
                [each for each in of_side if each[at] == at]
                for of_side, at in zip(symmetries, places, strict=bool(symmetries))
            )
        proved = self._improved(program, constant, NODE_ITERATIONS, NODE_ROUNDS)
        return _Open(min(node.bound, proved.bound + self.scale * constant), proved, forced, constant, symmetries)

    def _add(self, nodes: list[_Open]) -> None:
        """Take the alignments that new nodes suggest, and list those that are open, the highest bound last."""
        for node in nodes:
            if node.bound >= self._target():
                self._take(self._columns(node))
        target = self._target()
        self.open += sorted((node for node in nodes if node.bound >= target), key=lambda node: node.bound)

    def _columns(self, node: _Open) -> list[int | None]:
        """The alignment of a node: its outer solution, and what is forced."""
        columns: list[int | None] = [None if j == NONE else j for j in node.proved.columns()]
        for p in node.forced:
            row, column = self.pairs[p]
            columns[row] = column
        return columns

    def _take(self, columns: list[int | None]) -> None:
        """Take an alignment for the incumbent, if it is better."""
        value = self.problem.value_of(columns)
        if value > self.incumbent:
            self.incumbent, self.columns, self.fruitless = value, columns, 0
            self.has_found()

    def _look_long(self, bound: int) -> None:
        """Look for a better alignment from many starts, the first of them the root's: the more, the larger the gap."""
        random = Random(self.seed)
        columns = self._columns(self.open[0])
        start = 0
        while True:
            self._climb(columns, ROOT_TABU_A_ROW * self.problem.rows, bound)
            start += 1
            gap = (bound / self.scale - self.incumbent - 1) / self.heaviest
            if start >= MOST_STARTS or gap < 0 or start >= STARTS * math.exp(min(STARTS_RATE * gap, 30)):
                return
            columns = list(random.sample(range(self.problem.columns), self.problem.rows))

    def _climb(self, columns: list[int | None], iterations: int, bound: int) -> None:
        """Look for a better alignment near one, by tabu search."""
        columns = self.tabu.run(
            columns,
            iterations=iterations,
            restarts=0,
            goal=bound // self.scale,
            seed=self.seed,
            deadline=self.clock.deadline,
        )
        self._take(columns)


def _threads() -> int:
    """As many as there are processors for this process; one, if it is one of several at work."""
    return 1 if parent_process() else usable_processors()
