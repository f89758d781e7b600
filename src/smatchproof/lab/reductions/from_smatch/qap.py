"""SMATCH → QUADRATIC ASSIGNMENT: Lawler's form as sparse text.

It is maximised over the permutations of a square that the smaller side is padded to. Padding is worth nothing, and
since no weight is negative, assigning every index costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from smatchproof.base.errors import InputError, Place
from smatchproof.lab.reductions.from_smatch.base import FromSmatch, Names, SolutionFile, names_or_numbers
from smatchproof.lab.reductions.from_smatch.solution_files import HINT, solution_lines
from smatchproof.lab.reductions.reduction import Affine, numbers
from smatchproof.public import Alignment, AlignmentProblem

Permutation = tuple[int, ...]
"""The column of each row, counted from 0."""


@dataclass(frozen=True, slots=True)
class SparseQap:
    """Find the permutation of greatest weight, of single assignments (`linear`) and of couples of them (`quadratic`).

    A row with a column is (row, column); ``(i, j, w)`` earns w for i with j, and ``(i, j, k, l, w)`` for i with j and k
    with l, whichever is named first: each couple is listed once. Indexes count from 0.

    >>> SparseQap(2, ((0, 0, 2),), ((0, 0, 1, 1, 1),)).value((0, 1))
    3
    """

    size: int
    linear: tuple[tuple[int, int, int], ...]
    quadratic: tuple[tuple[int, int, int, int, int], ...]

    def lines(self) -> Iterator[str]:
        """The text form, which is our own since none is in use; indexes count from 1 as in QAPLIB.

        First ``p qap SIZE LINEAR QUADRATIC``, the last two being numbers of lines; then ``l i j w`` for each assignment
        and ``q i j k l w`` for each couple that earns something.
        """
        yield f"p qap {self.size} {len(self.linear)} {len(self.quadratic)}"
        for i, j, weight in self.linear:
            yield f"l {i + 1} {j + 1} {weight}"
        for i, j, k, m, weight in self.quadratic:
            yield f"q {i + 1} {j + 1} {k + 1} {m + 1} {weight}"

    def value(self, solution: Permutation) -> int:
        """The weight. Raises ``ValueError`` unless it is a permutation."""
        if sorted(solution) != list(range(self.size)):
            raise ValueError(f"not a permutation of {self.size}: {solution}")
        linear = sum(weight for i, j, weight in self.linear if solution[i] == j)
        return linear + sum(w for i, j, k, m, w in self.quadratic if solution[i] == j and solution[k] == m)


class QapFromSmatch(FromSmatch[SparseQap, Permutation]):
    """Theorem: the greatest weight of a permutation is the largest number of matched triples.

    >>> problem = AlignmentProblem.from_weights(2, 3, {(0, 0): 2, (1, 2): 1}, {((0, 0), (1, 2)): 1})
    >>> reduction = QapFromSmatch.apply(problem)
    >>> print(*reduction.target.lines(), sep=", ")
    p qap 3 2 1, l 1 1 2, l 2 3 1, q 1 1 2 3 1
    >>> reduction.forward((0, None)), reduction.backward((0, 2, 1))
    ((0, 1, 2), (0, 2))
    """

    name = "qap"
    summary = "quadratic assignment in Lawler's form, sparse"
    suffix = ".qap"
    comment = "#"
    goal = "greatest weight of a permutation"

    @classmethod
    def apply(cls, source: AlignmentProblem, names: Names | None = None) -> Self:
        """Write the weights down. Linear."""
        names = names_or_numbers(names, source)
        weights = zip(source.candidates, source.unary, strict=True)
        linear = tuple((*pair, weight) for pair, weight in weights if weight)
        quadratic = tuple((*source.candidates[p], *source.candidates[q], weight) for p, q, weight in source.matches)
        size = max(source.left_size, source.right_size)
        padding = ["(padding)"] * size
        rows = numbers(1, [*map(str, names.left), *padding][:size], "row ")
        columns = numbers(1, [*map(str, names.right), *padding][:size], "column ")
        return cls(source, SparseQap(size, linear, quadratic), Affine(1, 0), rows | columns, None)

    def forward(self, solution: Alignment) -> Permutation:
        """Its pairs; rows without a partner take the free columns in order, and may earn something more by it."""
        size, taken = self.target.size, set(solution)
        free = iter([column for column in range(size) if column not in taken])
        padded = [*solution, *([None] * (size - len(solution)))]
        return tuple(next(free) if column is None else column for column in padded)

    def backward(self, solution: Permutation) -> Alignment:
        """The assignments without padding. Raises ``ValueError`` unless it is a permutation."""
        self.target.value(solution)
        right_size = self.source.right_size
        return tuple(column if column < right_size else None for column in solution[: self.source.left_size])

    def read_solution(self, text: str, source: str = "solution") -> SolutionFile[Permutation]:
        r"""Read a solution as QAPLIB has them: the size, the value, and the column of each row, counted from 1.

        See :meth:`~smatchproof.lab.reductions.from_smatch.base.FromSmatch.read_solution`.

        >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 1): 2}, {})
        >>> QapFromSmatch.apply(problem).read_solution("2 2\n2 1").solution
        (1, 0)
        """
        size = self.target.size
        words = [word for line in solution_lines(text, source, r"\s,") for word in line]
        if len(words) < 2:
            raise InputError("expected the size, the value and a permutation", Place(source), HINT)
        if words[0].integer(0, 10**9, "the size") != size:
            raise words[0].error(f"a permutation of {words[0].text}, expected one of {size}")
        if len(words) != size + 2:
            last = words[min(len(words) - 1, size + 2)]
            raise last.error(f"expected {size} numbers after the value, found {len(words) - 2}")
        first: dict[int, int] = {}
        for row, word in enumerate(words[2:], 1):
            column = word.integer(1, size, "a column")
            if first.setdefault(column, row) != row:
                raise word.error(f"no permutation: rows {first[column]} and {row} both have column {column}")
        return SolutionFile(tuple(column - 1 for column in first), self.claimed(words[1]))
