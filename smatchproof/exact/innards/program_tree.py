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

import numpy as np

from smatchproof.alignment.processors import usable_processors
from smatchproof.exact.innards import node_bound, node_iterations, node_program
from smatchproof.exact.innards.arrays import Arrays, Flags, Numbers
from smatchproof.exact.innards.dense_block import representatives, symmetries
from smatchproof.exact.innards.node_bound import Evaluation
from smatchproof.exact.innards.node_program import NONE, NodeProgram
from smatchproof.exact.innards.tabu import TabuSearch
from smatchproof.exact.search.limits import Clock

PRIMAL_WEIGHT = 2.0
"""Divided by the largest weight. Documents need less; random pairs close fastest with 1 to 2."""
ROOT_ITERATIONS, NODE_ITERATIONS = 50, 20
"""Iterations between two evaluations of a bound."""
ROOT_ROUNDS, NODE_ROUNDS = 20, 12
"""Evaluations at most."""
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
"""Open nodes may have so many matches in all, of 40 bytes each and as much again for slots; then the last one is next,
so that memory is that of a path through the tree."""
LARGEST_TABLE = 40_000
"""Problems with more rows times columns than this are not for this search, whose assignments are dense."""


class _Open(NamedTuple):
    """A node to be branched on: no alignment in it is worth more than `bound`, times the scale.

    `forced` are the candidates forced on the way, `constant` is what these earn; the program is about the rest.
    """

    bound: int
    program: NodeProgram
    evaluation: Evaluation
    forced: tuple[int, ...]
    constant: int
    symmetries: tuple[Numbers, ...]


class ProgramTree:
    """The search. `columns` are those of the best alignment known, worth `incumbent`; what is worth more is looked for.

    Of a problem that `is_full`, a :class:`smatchproof.exact.innards.dense_block.DenseBlock`, only alignments of
    all rows are looked at, and one of those that are symmetric.

    The answer does not depend on the number of threads: the children of a node are all bounded with the incumbent
    that was known before.
    """

    def __init__(
        self,
        arrays: Arrays,
        clock: Clock,
        scale: int,
        incumbent: int,
        columns: list[int | None],
        seed: int,
        is_full: bool = False,
    ) -> None:
        self.arrays = arrays
        self.clock = clock
        self.scale = scale
        self.incumbent = incumbent
        self.columns = columns
        self.seed = seed
        self.heaviest = max(1, int(arrays.weight.max(initial=1)))
        self.primal_weight = PRIMAL_WEIGHT / self.heaviest
        self.is_full = is_full
        self.tabu = TabuSearch(arrays)
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
        least = -np.inf if self.is_full else 0.0
        whole = node_program.root_program(self.arrays, least)
        keep = np.ones(len(whole.x), dtype=np.bool_)
        settings = self._settings(0, ROOT_ITERATIONS, ROOT_ROUNDS)
        program, evaluation = node_iterations.improved(whole, keep, NONE, *settings)
        symmetric = symmetries(self.arrays) if self.is_full else ()
        self.rate = ROOT_COST / max(evaluation.bound - self._target(), self.scale)
        self._add([_Open(min(bound, evaluation.bound), program, evaluation, (), 0, symmetric)])
        if self.open:
            self._look_long(evaluation.bound)
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
        if sum(len(node.program.y) for node in self.open) > MOST_MATCHES:
            return -1
        return max(range(len(self.open)), key=lambda number: (self.open[number].bound, number))

    def _settings(self, constant: int, iterations: int, rounds: int) -> tuple[int, int, int, float, int, int]:
        """How a program is improved: what :func:`smatchproof.exact.innards.node_iterations.improved` is to know."""
        return self.arrays.rows, self.scale, self._target(constant), self.primal_weight, iterations, rounds

    def _branch(self, node: _Open, pool: ThreadPoolExecutor) -> None:
        """Bound the children of a node: each candidate of a line forced and, if that may be, the line left alone."""
        if self.fruitless < FRUITLESS or self.fruitless % CLIMB_EVERY == 0:
            self._climb(self._columns(node), TABU_ITERATIONS, node.bound)
        self.fruitless += 1
        program, evaluation, target = node.program, node.evaluation, self._target(node.constant)
        keep = node_bound.within(evaluation, target)
        line = int(np.argmin(node_bound.line_costs(program, evaluation, self.scale, target, self.rate)))
        is_member = (program.row == line) | (program.column == line)
        members = np.flatnonzero(is_member & keep)
        options = self._distinct(node, line, members[np.argsort(evaluation.slack[members], kind="stable")])
        if not self.is_full and evaluation.bound - evaluation.lines[line] >= target:
            options.append(NONE)
        for _ in options:
            self.clock.count_node()
        without = keep & ~is_member
        self._add(list(pool.map(lambda option: self._child(node, keep, without, option), options)))

    def _distinct(self, node: _Open, line: int, members: Numbers) -> list[int]:
        """The candidates of a line without those that a symmetry of the node makes of others before them."""
        if node.symmetries and len(members):
            is_row = line < self.arrays.rows
            places = node.program.column[members].astype(np.int64) - self.arrays.rows
            others = places if is_row else node.program.row[members].astype(np.int64)
            members = members[representatives(others.tolist(), node.symmetries[is_row])]
        return [int(member) for member in members]

    def _child(self, node: _Open, keep: Flags, without: Flags, option: int) -> _Open:
        """A child of a node, bounded: a candidate forced, or a line left alone. Runs in any thread."""
        self.clock.check()
        forced, constant, symmetric = node.forced, node.constant, node.symmetries
        if option != NONE:
            candidate = int(node.program.number[option])
            forced = (*forced, candidate)
            constant += int(node.program.unary[option])
            keep_there = self.arrays.row[candidate], self.arrays.column[candidate]
            symmetric = tuple(
                each[each[:, at] == at] for each, at in zip(symmetric, keep_there, strict=bool(symmetric))
            )
        settings = self._settings(constant, NODE_ITERATIONS, NODE_ROUNDS)
        kept = without if option == NONE else keep
        program, evaluation = node_iterations.improved(node.program, kept, option, *settings)
        bound = min(node.bound, evaluation.bound + self.scale * constant)
        return _Open(bound, program, evaluation, forced, constant, symmetric)

    def _add(self, nodes: list[_Open]) -> None:
        """Take the alignments that new nodes suggest, and list those that are open, the highest bound last."""
        for node in nodes:
            if node.bound >= self._target():
                self._take(self._columns(node))
        target = self._target()
        self.open += sorted((node for node in nodes if node.bound >= target), key=lambda node: node.bound)

    def _columns(self, node: _Open) -> list[int | None]:
        """The alignment of a node: its outer solution, and what is forced."""
        columns: list[int | None] = [None if j == NONE else j for j in node.evaluation.column.tolist()]
        for p in node.forced:
            columns[int(self.arrays.row[p])] = int(self.arrays.column[p])
        return columns

    def _take(self, columns: list[int | None]) -> None:
        """Take an alignment for the incumbent, if it is better."""
        a = self.arrays
        chosen = np.array([-1 if column is None else column for column in columns], dtype=np.int64)[a.row] == a.column
        value = int(a.unary[chosen].sum()) + int(a.weight[chosen[a.source] & chosen[a.target]].sum()) // 2
        if value > self.incumbent:
            self.incumbent, self.columns, self.fruitless = value, columns, 0
            self.has_found()

    def _look_long(self, bound: int) -> None:
        """Look for a better alignment from many starts, the first of them the root's: the more, the larger the gap."""
        random = Random(self.seed)
        columns = self._columns(self.open[0])
        start = 0
        while True:
            self._climb(columns, ROOT_TABU_A_ROW * self.arrays.rows, bound)
            start += 1
            gap = (bound / self.scale - self.incumbent - 1) / self.heaviest
            if start >= MOST_STARTS or gap < 0 or start >= STARTS * math.exp(min(STARTS_RATE * gap, 30)):
                return
            columns = list(random.sample(range(self.arrays.columns), self.arrays.rows))

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


def has_small_table(arrays: Arrays) -> bool:
    """Whether dense assignments of rows to columns are no waste."""
    return arrays.rows * arrays.columns <= LARGEST_TABLE


def _threads() -> int:
    """As many as there are processors for this process; one, if it is one of several at work."""
    return 1 if parent_process() else usable_processors()
