"""A quadratic assignment problem as arcs and units: the first step of its way to triples.

The step is that of :mod:`smatchproof.lab.reductions.to_smatch.quadratic_assignment`, which says why it is right.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import gcd
from typing import NamedTuple, Self

from smatchproof.lab.reductions.problems.assignment import Matrix, Permutation, QuadraticAssignment

Arc = tuple[int, int]


class Normal(NamedTuple):
    """A problem whose cost, in units, is the sum of ``flow * distance`` over all couples, smaller index first, if it is
    symmetric, otherwise over all ordered pairs; and of the products of the two `own` lists, which are diagonals.
    """

    flow: Matrix
    distance: Matrix
    own: tuple[Sequence[int], Sequence[int]]
    unit: int
    symmetric: bool

    @classmethod
    def of(cls, source: QuadraticAssignment) -> Self:
        """Step 1 applied to a problem."""
        flow, distance = source.flow, source.distance
        own = [[row[i] for i, row in enumerate(matrix)] for matrix in (flow, distance)]
        symmetric = True
        if _mirrored(flow) == flow:
            distance = _sum(distance, _mirrored(distance))
        elif _mirrored(distance) == distance:
            flow = _sum(flow, _mirrored(flow))
        else:
            symmetric = False
        arcs = all_arcs(len(source))
        factors = [gcd(*(matrix[i][k] for i, k in arcs)) for matrix in (flow, distance)]
        own_factors = [gcd(*entries) for entries in own]
        common, own_common = factors[0] * factors[1], own_factors[0] * own_factors[1]
        unit = gcd(common, own_common) or 1
        return cls(
            _scaled(flow, common // unit, factors[0]),
            _scaled(distance, 1, factors[1]),
            (_scaled([own[0]], own_common // unit, own_factors[0])[0], _scaled([own[1]], 1, own_factors[1])[0]),
            unit,
            symmetric,
        )

    def in_order(self, images: Permutation) -> Permutation:
        """A permutation of the same cost in which twins, of both kinds, come in order.

        Each exchange that is needed makes the sum of index times image larger, so that there is an end of it.
        """
        if not self.symmetric:
            return images
        facilities, locations = twins_of(self.flow, self.own[0]), twins_of(self.distance, self.own[1])
        before: Permutation = ()
        while images != before:
            before = images
            images = _inverse(_ascending(_inverse(_ascending(images, facilities)), locations))
        return images


def all_arcs(size: int) -> list[Arc]:
    """The arcs between `size` vertices: all ordered couples of different vertices."""
    return [(i, k) for i in range(size) for k in range(size) if i != k]


def _mirrored(matrix: Matrix) -> Matrix:
    return tuple(zip(*matrix, strict=True))


def _sum(first: Matrix, second: Matrix) -> Matrix:
    rows = zip(first, second, strict=True)
    return tuple(tuple(a + b for a, b in zip(one, other, strict=True)) for one, other in rows)


def _scaled(matrix: Iterable[Sequence[int]], factor: int, divisor: int) -> Matrix:
    """All entries times a factor, over a divisor of theirs (off the diagonal); 0 is no divisor and changes nothing."""
    return tuple(tuple(entry // (divisor or 1) * (factor or 1) for entry in row) for row in matrix)


def twins_of(matrix: Matrix, own: Sequence[int]) -> list[list[int]]:
    """All indexes in classes: those of a class can be exchanged without any change of the (symmetric) matrix."""
    classes: list[list[int]] = []
    for index, row in enumerate(matrix):
        for twins in classes:
            first = twins[0]
            others = (k for k in range(len(matrix)) if k not in (first, index))
            if own[first] == own[index] and all(matrix[first][k] == row[k] for k in others):
                twins.append(index)
                break
        else:
            classes.append([index])
    return classes


def _ascending(images: Permutation, classes: Iterable[Sequence[int]]) -> Permutation:
    """The images of each class, sorted."""
    ordered = list(images)
    for twins in classes:
        for index, image in zip(twins, sorted(images[twin] for twin in twins), strict=True):
            ordered[index] = image
    return tuple(ordered)


def _inverse(images: Permutation) -> Permutation:
    return tuple(sorted(range(len(images)), key=images.__getitem__))
