"""A node of the search by linear programs: some candidates forced, some forbidden, and a bound for the rest.

The linear program of a node has a *working set* of candidates. After some iterations its duals say how to split the
weights of the matches inside; then whole numbers take over. The stars and the outer assignment of the working set are
solved exactly for this split. A candidate outside pays for its matches with inside ones alone, so that these owe it
nothing, and must not be worth more than the duals of its row and column: where it is, one of them is raised by the
excess, which makes the bound valid for all candidates, and it joins the working set.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from smatchproof.alignment import AlignmentProblem
from smatchproof.alignment.proof import Duals
from smatchproof.alignment.star_table import StarTable
from smatchproof.exact.core import whole as linear_program_kernels
from smatchproof.exact.innards import kernels
from smatchproof.exact.innards.arrays import Arrays, Flags, Floats, Numbers
from smatchproof.exact.innards.kernel_memory import KernelMemory
from smatchproof.exact.core.star_program import StarProgram
from smatchproof.exact.core.whole import GONE, INSIDE, OUTSIDE, Memberships
from smatchproof.exact.innards.magnitude import scale_within
from smatchproof.exact.innards.settling import settle
from smatchproof.exact.search.slices import CANDIDATES, in_slices
from smatchproof.exact.innards.tree_walk import TooLargeError

Tick = Callable[[], None]

BEST_OF_LINE = 10
"""The working set begins with so many candidates of each row and of each column."""


def field_of(arrays: Arrays) -> linear_program_kernels.Field:
    """Arrays as the compiled loops read them."""
    return linear_program_kernels.Field(
        row=arrays.row,
        column=arrays.column,
        first_candidate=np.searchsorted(arrays.row, np.arange(arrays.rows + 1)),
        first_half=np.searchsorted(arrays.source, np.arange(len(arrays.row) + 1)),
        target=arrays.target,
        weight=arrays.weight,
        columns=arrays.columns,
    )


class Whole:
    """All candidates and halves of a problem, and the scale of the whole numbers that bounds are made of."""

    def __init__(self, problem: AlignmentProblem, scale: int, tick: Tick) -> None:
        self.arrays = a = Arrays.of(problem)
        self.scale = scale
        self.tick = tick
        self.field = field_of(a)
        ends = np.append(0, np.cumsum(a.weight))
        self.most_paid = ends[self.field.first_half[1:]] - ends[self.field.first_half[:-1]]

    def leaf_size(self, evaluation: Evaluation) -> int:
        """How many star duals a leaf of a proof holds, at most."""
        return len(evaluation.inside.owner) + int(
            np.count_nonzero(evaluation.membership[self.arrays.source] == OUTSIDE)
        )

    def rich(self, spare: Numbers) -> Flags:
        """Which candidates could pay for all of their matches from what they have to spare."""
        enough: Flags = spare >= self.scale * self.most_paid
        return enough

    def price(self, node: Node, rows: Numbers, columns: Numbers) -> tuple[Numbers, Flags]:
        """By how much each candidate outside exceeds the duals of its row and column, and whether its columns pay."""
        size, spare = len(node.membership), node.spare(rows, columns)
        rich = self.rich(spare)
        excess, by_column = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.bool_)
        for first, last in in_slices(size, CANDIDATES):
            self.tick()
            linear_program_kernels.price(
                self.field, node.membership, spare, rich, self.scale, excess, by_column, first, last
            )
        return excess, by_column


class Stars(NamedTuple):
    """Star duals that are not 0, one by one: of which candidate, for which row (side 0) or column (side 1)."""

    owner: Numbers
    side: Numbers
    line: Numbers
    dual: Numbers


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Whole numbers that prove a bound for all alignments of a node: `total`, times the scale.

    `rows` and `columns` are the outer duals, without what forced candidates earn, `before` those of the working set
    alone. `members` are the candidates of the working set, `x` is what the linear program says of them, `inside` their
    star duals. `membership` is that of then, and `by_column` whether one outside pays by columns. An
    alignment that contains a candidate is worth its `slack` less than the bound.
    """

    total: int
    rows: Numbers
    columns: Numbers
    before: tuple[Numbers, Numbers]
    inside: Stars
    membership: Memberships
    by_column: Flags
    slack: Numbers
    members: Numbers
    x: Floats


class _Workspace(NamedTuple):
    """What the iterations on one working set share; `words` is the memory of the kernels before anything is solved."""

    part: Arrays
    program: StarProgram
    memory: KernelMemory
    words: Numbers


class Node:
    """A node: its `membership` says whether each candidate is outside of its working set, inside, or gone; `unary` what
    each earns alone beside the `forced` ones, and `constant` what these earn.
    """

    def __init__(
        self,
        whole: Whole,
        membership: Memberships,
        unary: Numbers,
        constant: int = 0,
        forced: tuple[int, ...] = (),
        program: StarProgram | None = None,
    ) -> None:
        self.whole = whole
        self.membership = membership
        self.unary = unary
        self.constant = constant
        self.forced = forced
        self.program = program
        self.workspace: _Workspace | None = None

    @classmethod
    def root(cls, whole: Whole) -> Node:
        """The node of all alignments. In its working set are the candidates that seem best in their row or column.

        Of those that seem equally good the ones are taken whose variables stand in similar places of the two graphs.
        """
        a = whole.arrays
        node = cls(whole, np.full(len(a.row), OUTSIDE, dtype=np.int8), a.unary)
        zeros = np.zeros(a.rows, dtype=np.int64), np.zeros(a.columns, dtype=np.int64)
        value, _ = whole.price(node, *zeros)
        far = np.abs(a.row * a.columns - a.column * a.rows)
        for line in (a.row, a.column):
            order = np.lexsort((far, -value, line))
            start = np.searchsorted(line[order], np.arange(line.max(initial=0) + 1))
            rank = np.arange(len(order)) - start[line[order]]
            node.membership[order[rank < BEST_OF_LINE]] = INSIDE
        return node

    def members(self) -> Numbers:
        """The working set."""
        return np.flatnonzero(self.membership == INSIDE)

    def part(self, inside: Flags) -> Arrays:
        """The arrays of some candidates, with what they earn in this node."""
        part = self.whole.arrays.part(inside)
        return replace(part, unary=self.unary[part.number])

    def child(self, candidate: int, is_forced: bool) -> Node:
        """The node below with that candidate forced or forbidden."""
        membership = self.membership.copy()
        if not is_forced:
            membership[candidate] = GONE
            return Node(self.whole, membership, self.unary, self.constant, self.forced, self.program)
        a, f = self.whole.arrays, self.whole.field
        row, column = a.row[candidate], a.column[candidate]
        membership[f.first_candidate[row] : f.first_candidate[row + 1]] = GONE
        membership[np.flatnonzero(a.column == column)] = GONE
        halves = slice(f.first_half[candidate], f.first_half[candidate + 1])
        unary = self.unary.copy()
        unary[a.target[halves]] += a.weight[halves]
        constant = self.constant + int(self.unary[candidate])
        return Node(self.whole, membership, unary, constant, (*self.forced, candidate), self.program)

    def spare(self, rows: Numbers, columns: Numbers) -> Numbers:
        """How far these duals of its row and column exceed what each candidate earns alone."""
        a = self.whole.arrays
        return rows[a.row] + columns[a.column] - self.whole.scale * self.unary

    def improve(self, iterations: int) -> Evaluation:
        """So many iterations on the working set, from where the last ones have ended, and the bound that they prove.

        What outside is worth more than its duals joins the working set.
        """
        whole = self.whole
        if self.workspace is None:
            self.workspace = self._begin()
        part, memory = self.workspace.part, self.workspace.memory
        x = self.workspace.program.run(iterations, whole.tick)
        memory.words = self.workspace.words.copy()
        settle(memory, whole.scale, self.workspace.program, whole.tick)
        duals = memory.words[memory.nodes[: part.rows + part.columns] + kernels.DUAL]
        rows, columns = duals[: part.rows], duals[part.rows :]
        excess, by_column = whole.price(self, rows, columns)
        new = np.flatnonzero(excess > 0)
        raised = [np.zeros_like(rows), np.zeros_like(columns)]
        np.maximum.at(raised[0], whole.arrays.row[new], excess[new])
        np.maximum.at(raised[1], whole.arrays.column[new], excess[new])
        side = int(raised[1].sum() < raised[0].sum())
        raised[1 - side][:] = 0
        slack = raised[0][whole.arrays.row] + raised[1][whole.arrays.column] - excess
        slack[part.number] -= memory.words[memory.candidates[:-1] + kernels.VALUE]
        slack[part.number] += rows[part.row] + columns[part.column]
        total = whole.scale * self.constant + memory.bound + int(raised[side].sum())
        membership = self.membership.copy()
        if len(new):
            self.membership[new] = INSIDE
            self.workspace = None
        stars = _stars_of(memory)
        outer = rows + raised[0], columns + raised[1], (rows, columns)
        return Evaluation(total, *outer, stars, membership, by_column, slack, part.number, x)

    def copy(self) -> Node:
        """The same node, to be changed on its own."""
        return Node(self.whole, self.membership.copy(), self.unary, self.constant, self.forced, self.program)

    def forbid(self, candidates: Numbers) -> None:
        """Nothing that is looked for contains any of these."""
        self.membership[candidates] = GONE
        self.workspace = None

    def rest(self) -> None:
        """Give memory back that only :meth:`improve` needs."""
        self.workspace = None

    def _begin(self) -> _Workspace:
        part = self.part(self.membership == INSIDE)
        total = int(part.unary.sum()) + int(part.weight.sum()) // 2  # each match is two halves
        if scale_within(total, part.rows + part.columns + len(part.row)) < self.whole.scale:
            raise TooLargeError("too many candidates matter at once for 64 bits")
        program = StarProgram(part)
        if self.program is not None:
            program.inherit(self.program)
        self.program = program
        memory = KernelMemory(part, self.whole.scale)
        return _Workspace(part, program, memory, memory.words)

    def duals(self, evaluation: Evaluation) -> Duals:
        """The evaluation in the form of a proof, with the problem's numbers of candidates, rows and columns."""
        a, scale = self.whole.arrays, self.whole.scale
        stars = [evaluation.inside, *self._outside_stars(evaluation), self._forced_stars(evaluation.membership)]
        owner, side, line, dual = (np.concatenate(parts) for parts in zip(*stars, strict=True))
        outer = evaluation.rows.copy(), evaluation.columns
        earned = self.whole.arrays.unary.copy()
        for candidate in self.forced:  # what each earns beside those forced before it
            halves = slice(self.whole.field.first_half[candidate], self.whole.field.first_half[candidate + 1])
            outer[0][a.row[candidate]] += scale * earned[candidate]
            earned[a.target[halves]] += a.weight[halves]
        rows, columns = ({int(i): int(part[i]) for i in np.flatnonzero(part)} for part in outer)
        if a.swapped:
            rows, columns = columns, rows
        return Duals(scale, StarTable(a.number[owner], side ^ int(a.swapped), line, dual), rows, columns)

    def _outside_stars(self, evaluation: Evaluation) -> list[Stars]:
        """What candidates outside of the working set pay: in row slots, and in column slots."""
        a, membership, rich = self.whole.arrays, evaluation.membership, self.whole.rich(self.spare(*evaluation.before))
        halves = np.flatnonzero((membership[a.source] == OUTSIDE) & (membership[a.target] != GONE))
        one, other = a.source[halves], a.target[halves]
        halves = halves[(membership[other] == INSIDE) | ~rich[other] | (rich[one] & (one < other))]
        one, other = a.source[halves], a.target[halves]
        share = self.whole.scale * a.weight[halves]
        half = np.where(one < other, share // 2, share - share // 2)
        share = np.where((membership[other] == OUTSIDE) & ~rich[one], half, share)
        stars = []
        for side, (line, number) in enumerate(((a.row, a.rows), (a.column, a.columns))):
            mine = np.flatnonzero(evaluation.by_column[a.source[halves]] == side)
            key = a.source[halves[mine]] * number + line[a.target[halves[mine]]]
            order = np.argsort(key, kind="stable") if side else np.arange(len(key))
            key = key[order]
            begin = np.flatnonzero(np.diff(key, prepend=-1))
            dual = np.maximum.reduceat(share[mine[order]], begin) if len(begin) else np.zeros(0, dtype=np.int64)
            key = key[begin]
            stars.append(Stars(key // number, np.full(len(key), side), key % number, dual))
        return stars

    def _forced_stars(self, membership: Memberships) -> Stars:
        """What candidates pay for their matches with forced ones: all, each forced one for those forced before it."""
        a, f = self.whole.arrays, self.whole.field
        parts = [np.zeros((3, 0), dtype=np.int64)]
        before: set[int] = set()
        for candidate in self.forced:
            halves = np.arange(f.first_half[candidate], f.first_half[candidate + 1])
            live = halves[membership[a.target[halves]] != GONE]
            row = np.full(len(live), a.row[candidate])
            parts.append(np.stack((a.target[live], row, self.whole.scale * a.weight[live])))
            for half in halves.tolist():
                if int(a.target[half]) in before:
                    other = int(a.target[half])
                    parts.append(np.array([[candidate], [a.row[other]], [self.whole.scale * a.weight[half]]]))
            before.add(candidate)
        owner, index, dual = np.concatenate(parts, axis=1)
        return Stars(owner, np.zeros_like(owner), index, dual)


def _stars_of(memory: KernelMemory) -> Stars:
    """The star duals of the working set, with the numbers of all candidates."""
    duals = memory.words[memory.slots[:-1] + kernels.DUAL]
    used = np.flatnonzero(duals)
    owner = memory.arrays.number[memory.slot_source[used]]
    return Stars(owner, memory.slot_side[used], memory.slot_key[used], duals[used])
