"""SMATCH → QUADRATIC ASSIGNMENT: Lawler's form as sparse text, and Koopmans and Beckmann's as matrices.

Both are maximised over the permutations of a square that the smaller side is padded to. Padding is worth nothing, and
since no weight is negative, assigning every index costs nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from smatchproof.alignment import Alignment, AlignmentProblem, Duplicates, InputError, Place, Relation
from smatchproof.reductions.from_smatch.base import (
    FromProblem,
    Names,
    SolutionFile,
    TripleGraphPair,
    names_or_numbers,
    numbers,
)
from smatchproof.reductions.from_smatch.solution_files import WAY_OUT, word_lines
from smatchproof.reductions.reduction import Affine

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

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
        """The weight. Raises ``ValueError`` for what is no permutation."""
        if sorted(solution) != list(range(self.size)):
            raise ValueError(f"not a permutation of {self.size}: {solution}")
        linear = sum(weight for i, j, weight in self.linear if solution[i] == j)
        return linear + sum(w for i, j, k, m, w in self.quadratic if solution[i] == j and solution[k] == m)


class QapFromSmatch(FromProblem[SparseQap, Permutation]):
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
        """The assignments without padding. Raises ``ValueError`` for what is no permutation."""
        self.target.value(solution)
        right_size = self.source.right_size
        return tuple(column if column < right_size else None for column in solution[: self.source.left_size])

    def read_solution(self, text: str, source: str = "solution") -> SolutionFile[Permutation]:
        r"""Read a solution as QAPLIB has them: the size, the value, and the column of each row, counted from 1.

        See :meth:`~smatchproof.reductions.from_smatch.base.FromSmatch.read_solution`.

        >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 1): 2}, {})
        >>> QapFromSmatch.apply(problem).read_solution("2 2\n2 1").solution
        (1, 0)
        """
        size = self.target.size
        words = [word for line in word_lines(text, source, r"\s,") for word in line]
        if len(words) < 2:
            raise InputError("expected the size, the value and a permutation", Place(source), WAY_OUT)
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


@dataclass(frozen=True, eq=False)
class KoopmansBeckmann:
    """The same weights as a matrix and a sum of products of matrices, one product for each layer.

    The weight of the permutation matrix X is ``<U, X>`` plus the sum over the layers of ``<A, X B X^T>``, where
    ``<M, N>`` adds up the products of entries. A layer is a relation, of which `left` and `right` say who has it with
    whom; where repeated triples count, a relation can have several layers.
    """

    unary: NDArray[np.int64]
    layers: tuple[str, ...]
    left: NDArray[np.int64]
    right: NDArray[np.int64]

    @classmethod
    def of(cls, couple: TripleGraphPair) -> Self:
        """The matrices of two graphs. Takes memory for two squares a layer.

        >>> from smatchproof.alignment import GraphPair, parse_graph
        >>> graph = parse_graph("(b / boy :mod (t / tall))")
        >>> matrices = KoopmansBeckmann.of(TripleGraphPair(*GraphPair(graph, graph).triples()))
        >>> matrices.layers, matrices.left[0].tolist(), matrices.value((0, 1))
        (('mod',), [[0, 1], [0, 0]], 4)
        """
        import numpy as np

        problem = couple.problem()
        size = max(problem.left_size, problem.right_size)
        unary = np.zeros((size, size), dtype=np.int64)
        for pair, weight in zip(problem.candidates, problem.unary, strict=True):
            unary[pair] = weight
        layers, left, right = [], [], []
        sides = [_label_matrices(graph.relations, size) for graph in (couple.left, couple.right)]
        for role in [role for role in sides[0] if role in sides[1]]:
            for one, other in _layers(sides[0][role], sides[1][role], couple.duplicates):
                layers.append(role)
                left.append(one)
                right.append(other)
        shape = (len(layers), size, size)
        stacked = (np.array(each, dtype=np.int64).reshape(shape) for each in (left, right))
        return cls(unary, tuple(layers), *stacked)

    def value(self, permutation: Permutation) -> int:
        """The weight of a permutation."""
        import numpy as np

        columns = np.array(permutation, dtype=np.intp)
        linear = self.unary[np.arange(len(columns)), columns].sum()
        return int(linear + (self.left * self.right[:, columns][:, :, columns]).sum())


def _label_matrices(relations: Iterable[Relation], size: int) -> dict[str, NDArray[np.int64]]:
    """How often each relation holds between any two variables, loops left out: they are unary."""
    import numpy as np

    matrices: dict[str, NDArray[np.int64]] = {}
    for (role, source, target), copies in Counter(relations).items():
        if source != target:
            matrix = matrices.setdefault(role, np.zeros((size, size), dtype=np.int64))
            matrix[source, target] = copies
    return matrices


def _layers(
    left: NDArray[np.int64], right: NDArray[np.int64], duplicates: Duplicates
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Matrices whose products add up to the matches: n x m is one, min(n, m) counts the t up to both n and m."""
    if duplicates is Duplicates.PRODUCT:
        yield left, right
        return
    most = 1 if duplicates is Duplicates.SET else int(min(left.max(), right.max()))
    for least in range(1, most + 1):
        yield (left >= least).astype("int64"), (right >= least).astype("int64")
