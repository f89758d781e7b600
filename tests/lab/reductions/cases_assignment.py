"""Rows of the table: quadratic assignment."""

import random

from smatchproof.conventions.conventions import Top
from smatchproof.lab.reductions.problems.assignment import Matrix, MaxQap, QuadraticAssignment
from smatchproof.lab.reductions.to_smatch.max_qap import MaxQapToSmatch
from smatchproof.lab.reductions.to_smatch.quadratic_assignment import QuadraticAssignmentToSmatch
from tests.lab.reductions.case import Case


def random_matrix(rng: random.Random, size: int, most: int, *, symmetric: bool = False) -> Matrix:
    """Any density, and any multiple of the entries."""
    density, factor = rng.choice([0.3, 0.6, 0.9, 1]), rng.choice([1, 1, 2, 3]) if most > 1 else 1
    rows = [[factor * rng.randint(0, most) * (rng.random() < density) for _ in range(size)] for _ in range(size)]
    if symmetric:
        rows = [[rows[min(i, k)][max(i, k)] for k in range(size)] for i in range(size)]
    return tuple(map(tuple, rows))


def max_qap(rng: random.Random) -> MaxQap:
    size, diagonal = rng.choice([0, 1, 2, 3, 3, 4, 4, 4, 4, 4]), rng.random() < 0.5
    a, b = random_matrix(rng, size, 1), random_matrix(rng, size, 1)
    return MaxQap(a, b) if diagonal else MaxQap(without_diagonal(a), without_diagonal(b))


def without_diagonal(matrix: Matrix) -> Matrix:
    return tuple((*row[:i], 0, *row[i + 1 :]) for i, row in enumerate(matrix))


def with_twins(rng: random.Random, matrix: Matrix) -> Matrix:
    """The matrix with some indexes made like others, among themselves too."""
    size = len(matrix)
    like = [rng.randrange(size) for _ in range(size)]
    return tuple(tuple(matrix[min(like[i], like[k])][max(like[i], like[k])] for k in range(size)) for i in range(size))


def assignment(rng: random.Random) -> QuadraticAssignment:
    """Symmetric matrices (both, one or none), with diagonals and without, with twins and without."""
    size, most = rng.choice([0, 1, 2, 3, 3, 4, 4, 4, 5, 5]), rng.choice([1, 2, 4])
    symmetric = [rng.random() < 0.6, rng.random() < 0.6]
    matrices = [random_matrix(rng, size, most, symmetric=each) for each in symmetric]
    if rng.random() < 0.4:
        matrices = [*map(without_diagonal, matrices)]
    if all(symmetric) and size and rng.random() < 0.5:
        matrices = [with_twins(rng, matrix) for matrix in matrices]
    return QuadraticAssignment(*matrices)


TOPS = (Top.CONST, Top.CONCEPT, Top.NONE)
CASES = [
    *(
        Case(f"max-qap{' lean' * lean} top {top}", MaxQapToSmatch, max_qap, {"top": top, "lean": lean})
        for lean in (False, True)
        for top in TOPS
    ),
    *(
        Case(f"quadratic assignment{' copies' * copies} top {top}", QuadraticAssignmentToSmatch, assignment, options)
        for copies in (False, True)
        for top in (TOPS if copies else TOPS[:1])
        for options in ({"top": top, "copies": copies},)
    ),
]
