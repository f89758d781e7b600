"""Tree search for hard pairs: depth-first branch and bound on the star bound, compiled."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from smatchproof.alignment import AlignmentProblem, Status, recount
from smatchproof.alignment.proof import Branch, Empty, Fix, Leaf, Proof, ProofNode, ProofOutcome, proof_size
from smatchproof.exact.innards.arrays import Arrays
from smatchproof.exact.innards.kernel_memory import KernelMemory
from smatchproof.exact.innards.magnitude import largest_scale
from smatchproof.exact.innards.tabu import tabu_search

_log = logging.getLogger("smatchproof")

SCALE = 10_000
"""Multipliers and bounds are integers in units of 1 / SCALE, or of less where 64 bits would not hold them."""
PROOF_SCALE = 840
"""The same in proofs, where small numbers are worth more than fine steps."""
ROOT_ITERATIONS = 3000
NODE_ITERATIONS = 120
ROOT_STEP, NODE_STEP = 1.8, 1.5
"""The factor of Polyak's step at first."""
PATIENCE = 80
"""After so many iterations without a better bound the factor shrinks."""
SHORT_TABU, LONG_TABU = (300, 5, 40_000_000), (4000, 13, 400_000_000)
"""Iterations, starts, and how many moves may be looked at in all, before and after the root."""
CELLS_A_START, ITERATIONS_A_ROW = 60, 100
"""A small problem needs less: one start for so many pairs of a row and a column, so many iterations for each row."""
FIXES = 3
"""So many Fix nodes at most are written for one node of the tree."""
SLICE_SECONDS = 0.03
"""About so long a compiled loop runs before the clock is looked at."""


@dataclass(frozen=True, slots=True)
class TreeResult:
    """The answer of :func:`search`.

    * `mapping`: the right partner of each left variable, ``None`` where there is none; `matched`: its recounted value.
    * `upper_bound`: no alignment is worth more; when the tree was finished, `matched` or, if that is more, what was
      known before.
    * `nodes`: of the tree, the root included; `status`: OPTIMAL, TIME_LIMIT or NODE_LIMIT.
    * `proof`: see :mod:`smatchproof.alignment.proof`; ``None`` if not asked for, if the tree was not finished, or if
      too long. `outcome` says which.
    * `leaf`: where a proof was asked for, duals that prove `leaf_bound`, which may be higher than `upper_bound`.
    """

    mapping: tuple[int | None, ...]
    matched: int
    upper_bound: int
    nodes: int
    status: Status
    proof: Proof | None = None
    outcome: ProofOutcome = ProofOutcome.NOT_ASKED
    leaf: Leaf | None = None
    leaf_bound: int = 0


class TooLargeError(ArithmeticError):
    """The numbers of this problem are too large for the compiled search."""


def search(
    problem: AlignmentProblem,
    mapping: Sequence[int | None],
    *,
    time_limit: float | None,
    node_limit: int | None,
    seed: int = 0,
    proof_limit: int = 0,
    known: int = 0,
) -> TreeResult:
    """The best alignment, proved by a tree search; `mapping` is an alignment to start from, which may be poor.

    Depth-first search, branching on all options of a row or column. A node's bound is Lagrangian: the weight of a
    match is divided between its two pairs, and what a pair's share of its matches can earn at most is a small
    assignment problem (Swoboda et al. 2017, Hutschenreiter et al. 2021, "Fusion moves for graph matching"); the dual
    steps follow Hahn & Grant 1998 in fixing by reduced costs as they go. The incumbent comes from robust tabu search
    (Taillard 1991). The time grows exponentially with the gap between the optimum and the bound at the root; memory is
    that of the matches (up to 1 kB each) and, for each level of the tree, of the words that have changed there.

    `known` is a value that needs no search: of alignments that are not worth more, none is looked for, and the upper
    bound is at least `known` even where `mapping` and what is found are worth less.

    With a `proof_limit` above 0 a second pass writes a proof of at most so many integers. `time_limit` is for the
    whole, in seconds; the answer of a limited search is an interval. Raises ``ValueError`` when `mapping` is no
    alignment, and :class:`TooLargeError` where 64 bits do not hold all intermediate values. Deterministic, but for the
    time limit. The first call on a machine compiles for some seconds.
    """
    with _compilation_announced():
        return _search(problem, mapping, time_limit, node_limit, seed, proof_limit, known)


def _search(
    problem: AlignmentProblem,
    mapping: Sequence[int | None],
    time_limit: float | None,
    node_limit: int | None,
    seed: int,
    proof_limit: int,
    known: int,
) -> TreeResult:
    start = time.perf_counter()
    recount(problem, mapping)
    scales = [largest_scale(problem, scale) for scale in (SCALE, PROOF_SCALE)]
    if not all(scales):
        raise TooLargeError("64 bits do not hold what the compiled search would compute")
    arrays = Arrays.of(problem)
    clock = _Clock(None if time_limit is None else start + time_limit, node_limit)
    run = _FirstPass(problem, arrays, clock, scales[0], arrays.columns_of(mapping), seed, known, proof_limit > 0)
    status = run.run()
    best = arrays.mapping_of(run.columns)
    matched = recount(problem, best)
    if status is not Status.OPTIMAL:
        bound = max(matched, run.upper_bound())
        outcome = ProofOutcome.NODES if status is Status.NODE_LIMIT else ProofOutcome.TIME
        return TreeResult(best, matched, bound, clock.nodes, status, None, outcome, run.leaf, run.leaf_bound)
    if proof_limit <= 0:
        return TreeResult(best, matched, max(matched, known), clock.nodes, status)
    last = _Clock(clock.deadline, None)
    proof, outcome = _ProofPass(arrays, last, scales[1], max(matched, known), run.most, proof_limit).run()
    bound = max(matched, known)
    return TreeResult(best, matched, bound, clock.nodes, status, proof, outcome, run.leaf, run.leaf_bound)


@contextmanager
def _compilation_announced() -> Iterator[None]:
    """Log that the kernels are being compiled, which happens once per installation, and how long it took."""
    from numba.core.event import install_timer

    from smatchproof.exact.innards import kernels

    dispatcher: Any = kernels.improve
    if any(Path(dispatcher.stats.cache_path).glob("kernels.improve-*.nbi")):
        yield
        return
    _log.info("compiling the tree search for hard pairs, once per installation: about 15 seconds")
    with install_timer("numba:compile", lambda seconds: _log.info("compiled in %.0f seconds", seconds)):
        yield


class _LimitReached(Exception):
    """The search stops here."""

    def __init__(self, status: Status) -> None:
        self.status = status


@dataclass(slots=True)
class _Clock:
    """The limits of a search and what has been used of them."""

    deadline: float | None
    node_limit: int | None
    nodes: int = 0

    def count_node(self) -> None:
        if self.node_limit is not None and self.nodes >= self.node_limit:
            raise _LimitReached(Status.NODE_LIMIT)
        self.nodes += 1

    def check(self) -> float:
        """The time, if there is some left."""
        now = time.perf_counter()
        if self.deadline is not None and now > self.deadline:
            raise _LimitReached(Status.TIME_LIMIT)
        return now


@dataclass(slots=True)
class _Frame:
    """A node of the tree whose children are being searched: how to return to it, and its options that are left."""

    mark: int
    serial: int
    node: int
    options: list[tuple[int, int]]
    """Bound and candidate (or NULL), the next one last."""


class _Tree:
    """What the two passes have in common: going through the nodes of the tree, depth first."""

    def __init__(self, arrays: Arrays, clock: _Clock, scale: int, incumbent: int, bound: int) -> None:
        from smatchproof.exact.innards import kernels

        self.kernels = kernels
        self.arrays = arrays
        self.clock = clock
        self.scale = scale
        self.state = KernelMemory(kernels, arrays, scale)
        self.state.words[kernels.INCUMBENT] = incumbent
        self.frames: list[_Frame] = []
        self.pace = 16
        self.current = scale * bound
        """The least bound known of the current node."""

    @property
    def target(self) -> int:
        """A node with a bound below this holds nothing better than the incumbent."""
        return self.scale * (self.state.incumbent + 1)

    def start(self) -> None:
        """Solve the stars for the first time, which may take long."""
        k, words, halves = self.kernels, self.state.words, self.state.halves
        for first in range(0, len(halves) - 1, 1 << 16):
            self.clock.check()
            k.charge(words, halves[first], halves[min(first + (1 << 16), len(halves) - 1)])
        waiting = int(words[k.STAR_QUEUE])
        for first in range(0, waiting, 1 << 14):
            self.clock.check()
            k.settle_stars(words, first, first + (1 << 14))
        candidates = self.state.candidates[:-1]
        words[candidates + k.CHANGED] = 1
        words[words[k.CHANGED_CELLS] :][: len(candidates)] = candidates
        words[k.CHANGES] = len(candidates)

    def trust(self) -> None:
        """Give up if the duals have come near what 64 bits hold."""
        if self.state.words[self.kernels.DRIFTED]:
            raise TooLargeError("the duals of the compiled search have drifted too far")

    def slice(self) -> int:
        """Some iterations on the current node, for about SLICE_SECONDS at most. Answers as the kernel does."""
        k, state = self.kernels, self.state
        state.reserve(state.undoable)
        before = self.clock.check()
        answer = int(k.improve(state.words, self.pace))
        self.trust()
        self.current = min(self.current, state.bound)
        if answer == k.RUNNING:
            elapsed = time.perf_counter() - before
            if elapsed > SLICE_SECONDS:
                self.pace = max(1, self.pace // 2)
            elif 4 * elapsed < SLICE_SECONDS:
                self.pace *= 2
        return answer

    def probe(self, node: int) -> list[tuple[int, int]]:
        """The options of a row or column, each with the bound that it has at once."""
        k, state = self.kernels, self.state
        self.clock.check()
        state.reserve(2 * state.undoable)
        words = state.words
        count = k.probe(words, node)
        self.trust()
        bounds = np.minimum(words[words[k.BOUNDS] :][:count], self.current).tolist()
        return list(zip(bounds, words[words[k.WORK] :][:count].tolist(), strict=True))

    def branch(self) -> _Frame:
        """Choose the row or column to branch on, and try its options."""
        k, state = self.kernels, self.state
        node = int(k.best_branching(state.words))
        options = self.probe(node)
        return _Frame(int(state.words[k.LOG_SIZE]), int(state.words[k.SERIAL]), node, sorted(options))

    def descend(self, frame: _Frame, option: int) -> None:
        """Go to the child of the top frame that has that option. The state must be the frame's."""
        k, state = self.kernels, self.state
        state.reserve(state.undoable)
        k.enter(state.words)
        k.choose(state.words, frame.node, option)


class _FirstPass(_Tree):
    """The search for the optimum."""

    def __init__(
        self,
        problem: AlignmentProblem,
        arrays: Arrays,
        clock: _Clock,
        scale: int,
        columns: list[int | None],
        seed: int,
        known: int,
        with_leaf: bool,
    ) -> None:
        self.problem = problem
        self.columns = columns
        self.seed = seed
        self.most = problem.trivial_bound()
        self.with_leaf = with_leaf
        self.leaf: Leaf | None = None
        self.leaf_bound = self.most + 1
        super().__init__(arrays, clock, scale, known, self.most)
        # What is killed leaves no trace in duals, so nothing is while those of the root are wanted.
        self.state.words[self.kernels.KILLING] = not with_leaf
        self.use(columns)

    def use(self, columns: list[int | None]) -> None:
        """Take these columns for the incumbent, unless it is better."""
        value = recount(self.problem, self.arrays.mapping_of(columns))
        if value >= self.state.incumbent:
            self.state.words[self.kernels.INCUMBENT] = value
            self.columns = columns

    def upper_bound(self) -> int:
        """No alignment is worth more: each is worth at most the incumbent, or is in an open node."""
        bounds = [bound for frame in self.frames for bound, _ in frame.options]
        return max(self.state.incumbent, max([self.current, *bounds]) // self.scale)

    def run(self) -> Status:
        """Search the tree, as far as the limits allow."""
        try:
            self.tabu(SHORT_TABU)
            self.clock.count_node()
            self.start()
            is_open = self.improve(ROOT_ITERATIONS, ROOT_STEP)
            self.with_leaf, self.state.words[self.kernels.KILLING] = False, 1
            if is_open:
                self.tabu(LONG_TABU)
                if self.improve(1, NODE_STEP):
                    self.frames.append(self.branch())
            while self.next():
                self.expand()
        except _LimitReached as limit:
            return limit.status
        return Status.OPTIMAL

    def tabu(self, effort: tuple[int, int, int]) -> None:
        """Look for a better incumbent."""
        iterations, starts, moves = effort
        iterations = min(iterations, ITERATIONS_A_ROW * self.arrays.rows)
        cells = max(1, self.arrays.rows * self.arrays.columns)
        affordable = 4 * moves // (max(1, iterations) * cells)
        starts = max(1, min(starts, max(2, cells // CELLS_A_START), affordable))
        columns = tabu_search(
            self.arrays,
            self.columns,
            iterations=min(iterations, moves // (starts * cells)),
            restarts=starts - 1,
            goal=self.current // self.scale,
            seed=self.seed,
            deadline=self.clock.deadline,
        )
        self.use(columns)

    def expand(self) -> None:
        """Prune the current node, or branch."""
        if self.improve(NODE_ITERATIONS, NODE_STEP):
            self.frames.append(self.branch())

    def improve(self, iterations: int, step: float) -> bool:
        """Work on the bound of the current node. Answers whether it is still open."""
        k, state = self.kernels, self.state
        k.begin_node(state.words, iterations, int(step * k.STEP_UNIT), PATIENCE)
        while True:
            incumbent = state.incumbent
            answer = self.slice()
            if self.with_leaf and self.current // self.scale < self.leaf_bound:
                self.keep_leaf()
            if answer != k.RUNNING:
                return bool(answer == k.OPEN)
            if state.incumbent > incumbent:
                self.columns = state.columns()

    def keep_leaf(self) -> None:
        """Keep the duals that prove the bound, if it is the best so far."""
        self.kernels.settle(self.state.words)
        self.trust()
        bound = self.state.bound // self.scale
        if bound < self.leaf_bound:
            self.leaf, self.leaf_bound = Leaf(self.state.duals(self.scale)), bound

    def probe(self, node: int) -> list[tuple[int, int]]:
        """The options of a row or column that are still open. The others are forbidden at once."""
        k, words = self.kernels, self.state.words
        options = super().probe(node)
        for bound, option in options:
            if bound < self.target and option != k.NULL:
                k.kill(words, option)
            elif bound < self.target:
                k.need(words, node)
        k.settle(words)
        self.trust()
        return [(bound, option) for bound, option in options if bound >= self.target]

    def next(self) -> bool:
        """Go to the next child. Answers whether there is one."""
        k, state = self.kernels, self.state
        while self.frames:
            frame = self.frames[-1]
            k.undo(state.words, frame.mark, frame.serial)
            while frame.options:
                self.current, option = frame.options[-1]
                if self.current >= self.target:
                    self.clock.count_node()
                    frame.options.pop()
                    self.descend(frame, option)
                    return True
                frame.options.pop()
            self.frames.pop()
        self.current = 0
        return False


class _TooLong(Exception):
    """The proof exceeds its limit."""


class _ProofPass(_Tree):
    """A second search, with the optimum known, that writes down why nothing is better.

    What is forbidden and required here is at every node what a reader of the proof concludes: nothing is killed
    except by a recorded Fix, and the last candidate of a required row is forced by a recorded Branch.
    """

    def __init__(self, arrays: Arrays, clock: _Clock, scale: int, optimum: int, most: int, limit: int) -> None:
        super().__init__(arrays, clock, scale, optimum, most)
        self.limit = limit
        self.size = 0
        self.proof: list[ProofNode] = []
        self.closing: list[int] = []
        """For each frame, how many Empty nodes end the node's part of the proof."""

    def run(self) -> tuple[Proof | None, ProofOutcome]:
        """The proof, or why there is none."""
        try:
            self.start()
            self.expand(ROOT_ITERATIONS, ROOT_STEP)
            while self.next():
                self.expand(NODE_ITERATIONS, NODE_STEP)
        except _LimitReached:
            return None, ProofOutcome.TIME
        except _TooLong:
            return None, ProofOutcome.SIZE
        return tuple(self.proof), ProofOutcome.COMPLETE

    def record(self, node: ProofNode, size: int = 1) -> None:
        """Append a node to the proof."""
        self.size += size
        if self.size > self.limit:
            raise _TooLong
        self.proof.append(node)

    def record_duals(self, kind: type[Leaf] | type[Fix]) -> None:
        """Append a node with the duals of the current state, in which all assignment problems are settled."""
        node = kind(self.state.duals(self.scale))
        self.record(node, proof_size([node]))

    def expand(self, iterations: int, step: float) -> None:
        """Prune the current node, with the least number of Fix nodes, or branch."""
        k, state = self.kernels, self.state
        forced = 0
        for _ in range(FIXES + 1):
            k.begin_node(state.words, iterations, int(step * k.STEP_UNIT), PATIENCE)
            while (answer := self.slice()) == k.RUNNING:
                pass
            if answer == k.PRUNED:
                self.record_duals(Leaf)
                for _ in range(forced):
                    self.record(Empty())
                return
            if k.kill_by_cost(state.words, True) == 0:
                break
            self.record_duals(Fix)
            k.kill_by_cost(state.words, False)
            forced += self.force_singletons()
            k.settle(state.words)
            self.trust()
            iterations, step = NODE_ITERATIONS, NODE_STEP
        self.frames.append(self.branch())
        self.closing.append(forced)

    def force_singletons(self) -> int:
        """Force candidates without an alternative; the other side of each Branch is for later. Answers how many."""
        k, state = self.kernels, self.state
        forced = 0
        while (cell := k.singleton(state.words)) != k.NULL:
            self.record(Branch(state.number(cell)))
            k.force(state.words, cell)
            forced += 1
        return forced

    def branch(self) -> _Frame:
        """As always; the option of staying alone comes last, when all candidates have been forbidden one by one."""
        frame = super().branch()
        frame.options.sort(key=lambda option: option[1] != self.kernels.NULL)
        return frame

    def next(self) -> bool:
        """Go to the next child, recording how. Answers whether there is one."""
        k, state = self.kernels, self.state
        while self.frames:
            frame = self.frames[-1]
            k.undo(state.words, frame.mark, frame.serial)
            if frame.options:
                self.current, option = frame.options.pop()
                if option != k.NULL:
                    self.record(Branch(state.number(option)))
                self.descend(frame, option)
                return True
            if state.words[frame.node + k.NEED] != k.OPTIONAL:
                self.record(Empty())
            for _ in range(self.closing.pop()):
                self.record(Empty())
            self.frames.pop()
        return False
