"""A problem as arrays of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from smatchproof.alignment import AlignmentProblem
from smatchproof.alignment.number_table import as_array

Numbers = npt.NDArray[np.int64]
Indices = npt.NDArray[np.uint32]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Arrays:
    """An alignment problem as arrays, turned so that there are no more rows than columns.

    * `row`, `column`, `unary`: shape (P,), of the candidates, which are in lexicographic order of rows and columns.
    * `number`: shape (P,), the candidate's number in the problem; `swapped`: whether the rows are the right variables.
    * `source`, `target`, `weight`, `mate`: shape (H,), of the halves (each match once from either end) in order of
      source and target; `mate` is the other half of the match.
    """

    rows: int
    columns: int
    row: Numbers
    column: Numbers
    unary: Numbers
    number: Numbers
    swapped: bool
    source: Numbers
    target: Numbers
    weight: Numbers
    mate: Numbers

    @classmethod
    def of(cls, problem: AlignmentProblem) -> Arrays:
        """The arrays of a problem. Time and memory in proportion to its size, but for sorting."""
        swapped = problem.left_size > problem.right_size
        pairs = as_array(problem.candidates).reshape(-1, 2)
        if swapped:
            pairs = pairs[:, ::-1]
        number = np.lexsort((pairs[:, 1], pairs[:, 0]))
        place = np.empty_like(number)
        place[number] = np.arange(len(number))
        matches = as_array(problem.matches).reshape(-1, 3)
        first, second = place[matches[:, 0]], place[matches[:, 1]]
        source, target = np.concatenate((first, second)), np.concatenate((second, first))
        order = np.lexsort((target, source))
        position = np.empty_like(order)
        position[order] = np.arange(len(order))
        return cls(
            rows=min(problem.left_size, problem.right_size),
            columns=max(problem.left_size, problem.right_size),
            row=np.ascontiguousarray(pairs[number, 0]),
            column=np.ascontiguousarray(pairs[number, 1]),
            unary=as_array(problem.unary)[number],
            number=number,
            swapped=swapped,
            source=source[order],
            target=target[order],
            weight=np.concatenate((matches[:, 2], matches[:, 2]))[order],
            mate=position[(order + len(matches)) % max(len(order), 1)],
        )

    def part(self, inside: Flags) -> Arrays:
        """The arrays of some candidates and the halves between them; `number` holds their places in these arrays."""
        kept = np.flatnonzero(inside)
        place = np.cumsum(inside) - 1
        halves = np.flatnonzero(inside[self.source] & inside[self.target])
        half_place = np.empty(len(self.source), dtype=np.int64)
        half_place[halves] = np.arange(len(halves))
        return Arrays(
            rows=self.rows,
            columns=self.columns,
            row=self.row[kept],
            column=self.column[kept],
            unary=self.unary[kept],
            number=kept,
            swapped=self.swapped,
            source=place[self.source[halves]],
            target=place[self.target[halves]],
            weight=self.weight[halves],
            mate=half_place[self.mate[halves]],
        )

    def slots(self, side: int) -> tuple[Numbers, Numbers, Numbers]:
        """The *slots*: each candidate with each other row (side 0) or column (side 1) that it has matches with.

        Answers the key of each slot, which is its candidate times the number of lines plus the line, in ascending
        order; the slot of each half, shape (H,); and how many halves each slot has. Sorts the halves.
        """
        line, lines = ((self.row, self.rows), (self.column, self.columns))[side]
        keys, slot, sizes = np.unique(self.source * lines + line[self.target], return_inverse=True, return_counts=True)
        return keys, slot, sizes

    def problem(self) -> AlignmentProblem:
        """The problem of these arrays as they are turned: its left variables are the rows."""
        first = np.flatnonzero(self.source < self.target)
        matches = np.column_stack((self.source[first], self.target[first], self.weight[first]))
        return AlignmentProblem(
            self.rows,
            self.columns,
            tuple(zip(self.row.tolist(), self.column.tolist(), strict=True)),
            tuple(self.unary.tolist()),
            tuple((p, q, weight) for p, q, weight in matches.tolist()),
        )

    def columns_of(self, mapping: Sequence[int | None]) -> list[int | None]:
        """The column of each row in a mapping of left to right variables."""
        if not self.swapped:
            return list(mapping)
        columns: list[int | None] = [None] * self.rows
        for left, right in enumerate(mapping):
            if right is not None:
                columns[right] = left
        return columns

    def mapping_of(self, columns: Sequence[int | None]) -> tuple[int | None, ...]:
        """The mapping of left to right variables that puts the rows into these columns."""
        if not self.swapped:
            return tuple(columns)
        mapping: list[int | None] = [None] * self.columns
        for right, left in enumerate(columns):
            if left is not None:
                mapping[left] = right
        return tuple(mapping)
