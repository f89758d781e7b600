"""The compiled twin of the relaxation in plain Python: nodes of the tree with the same answers, number by number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, NamedTuple, Self

import numpy as np

from smatchproof.alignment import AlignmentProblem
from smatchproof.alignment.number_table import NumberTable, as_array
from smatchproof.alignment.proof import StarDuals as Duals
from smatchproof.alignment.star_table import Star
from smatchproof.exact.innards import compiled_code, relaxation_kernels as k, relaxation_memory as m, rounding_kernels
from smatchproof.exact.innards.arrays import Numbers
from smatchproof.exact.innards.relaxation import FACTOR_UNIT, SCALE, charge_forced


class CompiledBound(NamedTuple):
    """What the relaxation says: the bound times the scale, the picks of the rows, to be compared, and all of it."""

    total: int
    picks: bytes
    answer: Numbers


class CompiledNode:
    """A node of the tree, see :class:`smatchproof.exact.innards.tree_node.TreeNode`."""

    __slots__ = ("forced", "problem", "tick", "words", "work")

    def __init__(
        self, problem: AlignmentProblem, words: Numbers, forced: tuple[int, ...], tick: Callable[[], None]
    ) -> None:
        self.problem = problem
        self.words = words
        self.forced = forced
        self.tick = tick
        self.work = int(words[m.CANDIDATES] + words[m.HALVES])

    @classmethod
    def of(cls, problem: AlignmentProblem, tick: Callable[[], None]) -> Self:
        """The root of the tree of a problem. Linear in its size."""
        pairs, unary = _table(problem.candidates, 2), _table(problem.unary, 1).ravel()
        words = m.whole(problem.left_size, problem.right_size, pairs, unary, _table(problem.matches, 3))
        return cls(problem, words, (), tick)

    @property
    def original(self) -> list[int]:
        """The candidates that are alive, by their numbers in the problem."""
        first = self.words[m.ORIGINAL]
        listed: list[int] = self.words[first : first + self.words[m.CANDIDATES]].tolist()
        return listed

    def bound(self) -> CompiledBound:
        """The bound for the split of the weights as it is."""
        return self._bound(k.solve(self.words))

    def _bound(self, answer: Numbers) -> CompiledBound:
        return CompiledBound(answer.item(0), answer[1 : 1 + self.problem.left_size].tobytes(), answer)

    def surviving(self, bound: CompiledBound, most: int) -> Numbers | None:
        """The candidates with so much slack at most, each marked by 1; ``None`` if these are all."""
        alive = k.surviving(self.words, bound.answer, most)
        return None if alive.all() else alive

    def undecided(self, bound: CompiledBound) -> int:
        """The candidate to branch on: of those that the assignment picks, the one whose partners disagree most."""
        return k.undecided(self.words, bound.answer)

    def share_slack(self, bound: CompiledBound) -> None:
        """Let candidates with slack take over halves from their partners."""
        k.share_slack(self.words, bound.answer)

    def lowered(self, bound: CompiledBound, factor: float, excess: int) -> CompiledBound:
        """The bound after a subgradient step."""
        return self._bound(k.lower(self.words, bound.answer, int(factor * FACTOR_UNIT) * excess // FACTOR_UNIT))

    def climb(self, bound: CompiledBound) -> int:
        """Improve the alignment that the bound picks by moves and swaps, until it meets the bound: its value."""
        return self._climb(bound, rounding_kernels.FROM_PICKS)

    def dive(self, bound: CompiledBound) -> int:
        """The same with an alignment that is built one candidate at a time, by slack."""
        return self._climb(bound, rounding_kernels.FROM_DIVE)

    def _climb(self, bound: CompiledBound, start: int) -> int:
        value = rounding_kernels.climb(self.words, bound.answer, start)
        while value < 0:
            self.tick()
            value = rounding_kernels.climb(self.words, bound.answer, rounding_kernels.GO_ON)
        return value

    def alignment(self) -> list[int]:
        """The candidates of the alignment climbed to last, forced ones first, by their numbers in the problem."""
        first, original = self.words[m.PICKS], self.original
        picks = self.words[first : first + self.problem.left_size].tolist()
        return [*self.forced, *(original[pick] for pick in picks if pick >= 0)]

    def part(self, alive: Numbers, force: int = -1) -> Self:
        """The part with only those candidates that are marked and, if one is given, that candidate forced."""
        words = m.restricted(self.words, alive, force)
        forced = self.forced if force < 0 else (*self.forced, self.original[force])
        return type(self)(self.problem, words, forced, self.tick)

    def forcing(self, candidate: int) -> Self:
        """The part with that candidate forced."""
        return self.part(np.ones(self.words[m.CANDIDATES], dtype=np.int64), candidate)

    def forbidding(self, candidate: int) -> Self:
        """The part without that candidate."""
        alive = np.ones(self.words[m.CANDIDATES], dtype=np.int64)
        alive[candidate] = 0
        return self.part(alive)

    def multipliers(self) -> Numbers:
        """The split of the weights now, and how crowded stars were solved for it by the last bound."""
        return self.words[self.words[m.HALF] : self.words[m.ROW_START]].copy()

    def duals(self, bound: CompiledBound, multipliers: Numbers | None = None) -> Duals:
        """The integers that prove a bound."""
        if multipliers is None:
            multipliers = self.words[self.words[m.HALF] : self.words[m.ROW_START]]
        numbers: list[int] = k.listed_stars(self.words, multipliers).tolist()
        common, at = numbers[0], 1
        stars = dict[int, Star]()
        while at < len(numbers):
            middle = at + 2 + numbers[at + 1]
            end = middle + 1 + numbers[middle]
            stars[numbers[at]] = numbers[at + 2 : middle], numbers[middle + 1 : end]
            at = end
        rows, columns = 1 + self.problem.left_size, 1 + 2 * self.problem.left_size
        answer = bound.answer.tolist()
        left = {i: dual // common for i, dual in enumerate(answer[rows:columns]) if dual}
        right = {j: dual // common for j, dual in enumerate(answer[columns:]) if dual}
        if self.forced:
            charge_forced(self.problem, self.forced, self.original, stars, left, SCALE // common)
        return Duals(SCALE // common, stars, left, right)


def _table(items: Sequence[Any], width: int) -> Numbers:
    """A sequence of numbers, or of tuples of so many, as an array of shape (its length, `width`)."""
    if isinstance(items, NumberTable):
        return np.array(as_array(items), dtype=np.int64).reshape(-1, width)
    flat = items if width == 1 else chain.from_iterable(items)
    return np.fromiter(flat, dtype=np.int64, count=width * len(items)).reshape(-1, width)


_KERNELS = (
    *(m.whole, m.restricted, k.solve, k.surviving, k.share_slack, k.lower, k.undecided, k.listed_stars),
    rounding_kernels.climb,
)


def is_kept() -> bool:
    """Whether all of this was compiled before, in this process or on this machine."""
    return all(compiled_code.is_kept(kernel) for kernel in _KERNELS)


def compile_all() -> None:
    """Compile all of this, or load what was compiled before: what takes a node through all of its methods."""
    with compiled_code.compilation_announced(k.listed_stars, "the search for easy pairs", 10):
        problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (0, 1): 1}, {((0, 0), (1, 1)): 1})
        node = CompiledNode.of(problem, lambda: None)
        bound = node.bound()
        node.share_slack(bound)
        node.climb(node.lowered(bound, 1.0, bound.total))
        node.surviving(bound, bound.total)
        node.forcing(node.undecided(bound)).bound()
        node.duals(bound)
