"""Quadratic assignment: permutations that make two matrices fit each other, and files of QAPLIB.

Rows and columns are counted from 1 in messages and files, and from 0 in the code.

QAPLIB (Burkard, Karisch & Rendl 1997) writes nothing but integers, separated by any white space: an instance has
n and then two matrices of n x n entries. Some files have the best known value behind n, in line 1, which is read over.
Here commas separate too, and ``#`` starts a comment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import ClassVar

from smatchproof.base.record import Record
from smatchproof.lab.reductions.words import Numbers

Matrix = tuple[tuple[int, ...], ...]
"""Rows of entries."""
Permutation = tuple[int, ...]
"""The image of each index."""


class MaxQap(Record):
    """0-1 Max-QAP: permute the rows and columns of `b` so that as many of its ones as possible meet ones of `a`.

    Nagarajan & Sviridenko (2009, "On the maximum quadratic assignment problem"): maximise the sum of
    ``a[i][k] * b[p(i)][p(k)]`` over all *ordered* pairs, so that an edge of two undirected graphs counts twice, the
    diagonal among them. The matrices need not be symmetric. Raises ``ValueError`` for matrices that are not square, not
    of one size or not of 0 and 1.

    >>> arc, arcs = ((0, 1), (0, 0)), ((0, 0), (1, 0))
    >>> problem = MaxQap(arc, arcs)
    >>> problem.brute_force(), problem.value((1, 0)), problem.value((0, 1))
    ((1, 0), 1, 0)
    >>> MaxQap(((0, 2), (0, 0)), arcs)
    Traceback (most recent call last):
    ...
    ValueError: row 1, column 2 of matrix a is 2, expected 0 or 1
    """

    a: Matrix
    b: Matrix

    goal: ClassVar[str] = "max"
    quantity: ClassVar[str] = "ones that meet ones"
    quantity_of_one: ClassVar[str] = "one that meets a one"

    def __post_init__(self) -> None:
        _check({"a": self.a, "b": self.b}, 1, "0 or 1")

    def __len__(self) -> int:
        return len(self.a)

    def value(self, solution: Permutation) -> int:
        """The number of ones that meet ones. Quadratic. Raises ``ValueError`` unless it is a permutation."""
        check_permutation(solution, len(self))
        return product_sum(self.a, self.b, solution)

    def brute_force(self) -> Permutation:
        """All permutations."""
        return max(permutations(range(len(self))), key=self.value)

    def describe(self, solution: Permutation) -> str:
        """The permutation in words, for example ``1 → 2, 2 → 1``."""
        return from_one(solution)


class QuadraticAssignment(Record):
    """Koopmans-Beckmann quadratic assignment: a location for each facility, at the least cost.

    Koopmans & Beckmann (1957), in the form of QAPLIB: minimise the sum of ``flow[i][k] * distance[p(i)][p(k)]`` over
    all ordered pairs, the diagonal among them. The matrices need not be symmetric. Raises ``ValueError`` for matrices
    that are not square, not of one size or not of integers from 0.

    >>> problem = QuadraticAssignment(((0, 3, 0), (3, 0, 1), (0, 1, 0)), ((0, 1, 5), (1, 0, 2), (5, 2, 0)))
    >>> problem.brute_force(), problem.value((0, 1, 2))
    ((0, 1, 2), 10)
    >>> QuadraticAssignment(((0, -1), (0, 0)), ((0, 1), (1, 0)))
    Traceback (most recent call last):
    ...
    ValueError: row 1, column 2 of matrix flow is -1, expected a whole number from 0
    """

    flow: Matrix
    distance: Matrix

    goal: ClassVar[str] = "min"
    quantity: ClassVar[str] = "units of cost"
    quantity_of_one: ClassVar[str] = "unit of cost"

    def __post_init__(self) -> None:
        _check({"flow": self.flow, "distance": self.distance}, None, "a whole number from 0")

    def __len__(self) -> int:
        return len(self.flow)

    def value(self, solution: Permutation) -> int:
        """The cost. Quadratic. Raises ``ValueError`` unless it is a permutation."""
        check_permutation(solution, len(self))
        return product_sum(self.flow, self.distance, solution)

    def brute_force(self) -> Permutation:
        """All permutations."""
        return min(permutations(range(len(self))), key=self.value)

    def describe(self, solution: Permutation) -> str:
        """The facilities and their locations, for example ``1 → 2, 2 → 1``."""
        return from_one(solution)


def product_sum(first: Matrix, second: Matrix, images: Permutation) -> int:
    """The sum of the products of the entries that a permutation lets meet, over all ordered pairs of indexes.

    >>> product_sum(((1, 2), (3, 4)), ((5, 6), (7, 8)), (1, 0))
    60
    """
    total = 0
    for row, image in zip(first, images, strict=True):
        other = second[image]
        total += sum(entry * other[column] for entry, column in zip(row, images, strict=True) if entry)
    return total


def check_permutation(solution: Sequence[int], size: int) -> None:
    """Raise ``ValueError`` unless this is a permutation of that many indexes.

    >>> check_permutation((1, 1), 2)
    Traceback (most recent call last):
    ...
    ValueError: no permutation of 2 indexes: (1, 1)
    """
    if sorted(solution) != list(range(size)):
        raise ValueError(f"no permutation of {size} indexes: {solution}")


def from_one(images: Permutation) -> str:
    """Format a permutation with indexes from 1.

    >>> from_one((2, 0, 1))
    '1 → 3, 2 → 1, 3 → 2'
    """
    return ", ".join(f"{index} → {image + 1}" for index, image in enumerate(images, 1))


def _check(matrices: Mapping[str, Matrix], most: int | None, expected: str) -> None:
    """Raise ``ValueError`` unless the matrices are square, of one size, and of integers from 0 to `most`."""
    sizes = {len(each) for matrix in matrices.values() for each in (matrix, *matrix)}
    if len(sizes) > 1:
        raise ValueError(f"matrices {' and '.join(matrices)} need as many rows and columns, both the same number")
    for name, matrix in matrices.items():
        for row, entries in enumerate(matrix, 1):
            for column, entry in enumerate(entries, 1):
                if type(entry) is not int or entry < 0 or (most is not None and entry > most):
                    message = f"row {row}, column {column} of matrix {name} is {entry!r}, expected {expected}"
                    raise ValueError(message)


# ---- files

_HINT = "a QAPLIB file has n and then two n x n matrices of whole numbers, nothing else"


def read_qaplib(text: str, source: str) -> QuadraticAssignment:
    r"""An instance of QAPLIB; the first matrix is taken for the flow. Raises :class:`InputError`. Linear time.

    >>> read_qaplib("2 10\n0 1\n1 0\n0 5\n5 0\n", "tiny.dat").distance  # 10 is the best known value
    ((0, 5), (5, 0))

    >>> read_qaplib("2\n\n0 1 1 0\n0 5\n5 0\n", "tiny.dat")
    QuadraticAssignment(flow=((0, 1), (1, 0)), distance=((0, 5), (5, 0)))
    >>> read_qaplib("2\n0 1 1 0\n0 x\n5 0\n", "tiny.dat")
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.InputError: tiny.dat:3:3: expected row 1, column 2 of the second matrix, found ...
      0 x
        ^
    """
    return QuadraticAssignment(*_matrices(Numbers(text, source, _HINT)))


def read_zero_one(text: str, source: str) -> MaxQap:
    r"""Two 0-1 matrices in the same format, for 0-1 Max-QAP. Raises :class:`InputError`. Takes linear time.

    >>> read_zero_one("2  0 1 1 0  0 1 0 0", "tiny.dat").b
    ((0, 1), (0, 0))
    >>> read_zero_one("1  0  7", "tiny.dat")
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.InputError: tiny.dat:1:7: expected row 1, column 1 of the second matrix from 0 to 1, ...
      1  0  7
            ^
    """
    return MaxQap(*_matrices(Numbers(text, source, _HINT), most=1))


def _matrices(numbers: Numbers, **range_: int) -> tuple[Matrix, Matrix]:
    size = numbers.whole("the size")
    numbers.skip_best_known(size)
    indexes = range(1, size + 1)

    def matrix(name: str) -> Matrix:
        where = f"row {{}}, column {{}} of the {name} matrix"
        return tuple(tuple(numbers.whole(where.format(i, k), **range_) for k in indexes) for i in indexes)

    both = matrix("first"), matrix("second")
    numbers.end(f"the end of the file after two {size} x {size} matrices")
    return both
