"""The matching and its duals, against SciPy."""

import random

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from smatchproof.exact.innards.assignment import assign


def random_instance(rng):
    """Rows and columns of any number, sparse, small values so that ties abound."""
    rows, columns = rng.randint(0, 7), rng.randint(1, 7)
    edges, column, value = [], [], []
    matrix = np.zeros((rows, columns + rows))
    for row in range(rows):
        options = []
        for target in rng.sample(range(columns), columns):
            if rng.random() < 0.6:
                options.append(len(column))
                column.append(target)
                value.append(rng.randint(0, 9))
                matrix[row, target] = value[-1]
        edges.append(options)
    return edges, column, value, columns, matrix


@pytest.mark.parametrize("seed", range(20))
def test_value_duals_and_matching_agree(seed):
    rng = random.Random(seed)
    for _ in range(100):
        edges, column, value, columns, matrix = random_instance(rng)
        rows, column_duals, picks = assign(edges, column, value, columns)
        assert min([0, *rows, *column_duals]) == 0
        for row, options in enumerate(edges):
            assert all(rows[row] + column_duals[column[edge]] >= value[edge] for edge in options)
        taken = [(row, edge) for row, edge in enumerate(picks) if edge >= 0]
        assert all(edge in edges[row] for row, edge in taken)
        assert len({column[edge] for _, edge in taken}) == len(taken)
        best = matrix[linear_sum_assignment(-matrix)].sum() if edges else 0
        assert sum(value[edge] for _, edge in taken) == sum(rows) + sum(column_duals) == best
