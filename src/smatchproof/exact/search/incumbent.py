"""The best alignment known to a tree, and the searches for a better one, all by tabu search."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from random import Random
from typing import NamedTuple

from smatchproof.exact.core.candidates import Candidates
from smatchproof.exact.core.tabu import Tabu
from smatchproof.exact.search.limits import in_slices

SLICE_WORK = 5_000_000
"""Moves evaluated between two looks at the clock: some hundredths of a second."""

_SEEDS = 1 << 63
"""Seeds may be of any size; the generator's state has 64 bits."""


Columns = list[int | None]
"""An alignment: the column of each row, ``None`` if it has none."""

TABU_ITERATIONS, FRUITLESS = 200, 30
"""Below the root, tabu search has this number of iterations from each open node, until this number of searches in a row
was fruitless. From then on the outer solutions of nodes suffice, until one of them is better. Without tabu search
digraphs of degree 2 and 40 nodes take up to five times as many nodes; from each eighth node to the end, it saved one
node in a hundred, and took a tenth of the time."""
LONG_TABU_A_ROW = 500
"""Iterations of each start of the long search before the first branch, for each row. From starts of a fifth as many it
missed the optimum of digraphs of 40 and 48 nodes, and the tree had three to six times as many nodes."""
STARTS, STARTS_RATE, MOST_STARTS, MOST_LOOKS = 0.5, 0.9, 80, 4_000_000_000
"""The number of starts of the long search: factor, rate and maximum. It grows exponentially with the gap, as the number
of nodes does. The last number limits the moves of all starts: ten seconds of one processor, also for graphs of hundreds
of nodes."""
FREE_LOOKS, LOOKS_A_NODE = 1_000_000_000, 400_000_000
"""If its first starts look at more moves than the first number, the long search waits until the tree has a node for
each of the second number beyond. Graphs of 79 variables do not wait; trees of documents of 150 variables end with 6
nodes, in a fortieth of the time of those starts."""
BATCH = 4
"""Starts that threads share before the best of them is taken: a fixed number, so that the result does not depend on
the number of threads."""


class Asked(NamedTuple):
    """The task of a tree, and the bounds known before it begins.

    * `scale`: of all bounds; `seed`: of tabu search.
    * `incumbent`: the value of the best alignment known; the search is for better ones.
    * `most`: an upper bound, times the scale; `goal`: the search ends at an alignment of this value.
    * `longest`: the most numbers of a proof; 0 if no proof is wanted.
    """

    scale: int
    seed: int
    incumbent: int
    most: int
    goal: int
    longest: int = 0


class Incumbent:
    """The best alignment known: its `columns`, and its `value`, which includes the settled candidates (`settled`).

    A caller that finds another alignment hands it to :meth:`accept`; the searches here only return what they find.
    Threads may search at the same time. They end at the `deadline`, or when nothing better can be found: no alignment
    is worth more than `most`, times the scale, and the `goal` is enough. `fruitless` is the number of searches near
    nodes since the last success.
    """

    def __init__(self, problem: Candidates, asked: Asked, columns: Columns, deadline: float, settled: int = 0) -> None:
        self.problem = problem
        self.scale, self.seed, self.value, self.most, self.goal, _ = asked
        self.columns = columns
        self.deadline = deadline
        self.settled = settled
        self.fruitless = 0
        self._heaviest = max(1, problem.heaviest)
        self._idle: list[Tabu] = []  # as many as have been at work at once, with tables of rows times columns

    def target(self, constant: int = 0) -> int:
        """The bound below which a node is closed; `constant`, the earnings of its forced candidates, is subtracted."""
        # + 1: values are whole, so that the next better alignment is worth one more
        return self.scale * (self.value + 1 - constant)

    def accept(self, columns: Columns) -> bool:
        """Take an alignment if it is better. Returns whether it is."""
        value = self.settled + self.problem.value_of(columns)  # counted from the problem, whatever a program promises
        if value <= self.value:
            return False
        self.value, self.columns, self.fruitless = value, columns, 0
        return True

    def is_worth_a_search(self, bound: int) -> bool:
        """Test whether to search :meth:`near` an open node's alignment with this bound: not after many failures."""
        return self.fruitless < FRUITLESS and bound >= self.target()

    def near(self, columns: Columns, bound: int) -> Columns:
        """The best alignment near that of a node with this bound."""
        self.fruitless += 1
        if min(bound, self.most) < self.target():  # no better one can exist
            return columns
        return self._climbed(columns, TABU_ITERATIONS, self._most_wanted(bound), self.seed)

    @property
    def long_nodes(self) -> int:
        """The number of nodes before :meth:`from_many_starts` is worth its time."""
        looks = BATCH * LONG_TABU_A_ROW * self.problem.rows**2 * self.problem.columns
        return max(0, looks - FREE_LOOKS) // LOOKS_A_NODE

    def from_many_starts(self, first: Columns, bound: int, pool: Executor) -> Iterator[Columns]:
        """Yield the best alignments near the first start, that of the root, and near random ones.

        The larger the gap, the more there are; fewer if the caller accepts each before it asks for the next one.
        """
        random = Random(self.seed)  # its own generator: the result depends on no other draws, nor do others on it
        starts, done = [first], 0
        while done < self._starts(bound):
            starts += [list(random.sample(range(self.problem.columns), self.problem.rows)) for _ in range(BATCH)]
            goal, iterations = self._most_wanted(bound), LONG_TABU_A_ROW * self.problem.rows
            searches = [
                pool.submit(self._climbed, columns, iterations, goal, self.seed + done + number)
                for number, columns in enumerate(starts[:BATCH])
            ]
            done, starts = done + BATCH, starts[BATCH:]
            yield from (each.result() for each in searches)

    def _starts(self, bound: int) -> float:
        """The number of long starts that pays at this bound, which is times the scale."""
        rows = self.problem.rows
        most = min(MOST_STARTS, max(1, MOST_LOOKS // (LONG_TABU_A_ROW * rows * rows * self.problem.columns)))
        gap = (bound / self.scale - self.value - 1) / self._heaviest
        # 30 is far beyond the most starts, and no float overflows
        return 0 if gap < 0 else min(most, STARTS * math.exp(min(STARTS_RATE * gap, 30)))

    def _most_wanted(self, bound: int) -> int:
        """The value at which a search can end, given an upper bound; without the settled candidates of a block."""
        return min(self.goal, min(bound, self.most) // self.scale) - self.settled

    def _climbed(self, columns: Columns, iterations: int, goal: int, seed: int) -> Columns:
        """The best alignment that tabu search finds from this one. Runs in any thread.

        An iteration evaluates all exchanges, so it costs rows times columns. The search ends early at a value of
        `goal`, or at the deadline. The same arguments give the same columns, deadline aside.
        """
        cells = self.problem.rows * self.problem.columns
        if not cells:
            return columns  # tabu search draws rows and columns: there must be some
        try:
            tabu = self._idle.pop()
        except IndexError:  # all are at work in other threads
            tabu = Tabu(self.problem)
        try:
            tabu.begin(columns, seed % _SEEDS)
            # one move at least: where a table is so large that it takes longer than a slice, the limit comes later
            for first, last in in_slices(iterations, max(1, SLICE_WORK // cells)):
                if time.perf_counter() > self.deadline:
                    break
                tabu.run(last - first, goal)
            return list(tabu.best_columns())
        finally:
            self._idle.append(tabu)
