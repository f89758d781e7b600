"""The core in both its forms: flat lists, assignments and their duals, the star relaxation, alignments."""

import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, strategies as st
from scipy.optimize import linear_sum_assignment

from smatchproof.alignment import AlignmentProblem, SolveParams, core as building, recount
from smatchproof.alignment.core.forms import is_out_of_date
from smatchproof.alignment.number_table import flattened
from smatchproof.exact import brute_force, exact
from smatchproof.exact.core import relaxation as found_first, rounding as found_first_too
from smatchproof.exact.core.forms import FOLDER, is_compiled, plain
from smatchproof.exact.search.node import SCALE
from tests.strategies import problems

PLAIN = plain("relaxation").Relaxation


def filled(form, problem):
    """The relaxation of a problem, in one of the forms."""
    relaxation = form(problem.left_size, problem.right_size, len(problem.candidates), 2 * len(problem.matches))
    relaxation.fill(*problem.flat())
    return relaxation


def test_what_was_compiled_is_not_older_than_its_source():
    """An extension module shadows its source; `make` compiles anew what has changed."""
    assert not is_out_of_date(FOLDER) and not is_out_of_date(Path(building.__file__).parent)
    assert plain("relaxation").__file__ == str(FOLDER / "relaxation.py")
    assert SCALE == plain("relaxation").SCALE
    assert is_compiled() == (found_first.Relaxation is not PLAIN) == (found_first_too is not plain("rounding"))


@pytest.mark.parametrize("seed", range(20))
def test_an_assignment_is_worth_what_its_duals_prove_and_scipy_finds(seed):
    rng = random.Random(seed)
    for _ in range(100):
        rows, columns = rng.randint(0, 7), rng.randint(1, 7)
        edges = [(i, j, rng.randint(0, 9)) for i in range(rows) for j in range(columns) if rng.random() < 0.6]
        found = plain("assignment").Assignments()
        found.take_lists([], rows, columns, len(edges))
        matrix = np.zeros((rows, columns + rows))
        for e, (i, j, value) in enumerate(edges):
            found.column[e], found.value[e] = j, value
            matrix[i, j] = value
        for i in range(rows):
            mine = [e for e, edge in enumerate(edges) if edge[0] == i]
            found.row_begin[i], found.row_end[i] = (mine[0], mine[-1] + 1) if mine else (0, 0)
        total = found.solve(0, rows, 0, columns)
        assert min([0, *found.row_dual, *found.column_dual]) == 0
        assert all(found.row_dual[i] + found.column_dual[j] >= value for i, j, value in edges)
        picked = [edges[e] for e in found.pick if e >= 0]
        assert [i for i, _, _ in picked] == [i for i in range(rows) if found.pick[i] >= 0]
        assert len({j for _, j, _ in picked}) == len(picked)
        best = matrix[linear_sum_assignment(-matrix)].sum() if edges else 0
        assert sum(value for _, _, value in picked) == total == best == sum(found.row_dual) + sum(found.column_dual)


@given(problems(max_left=5, max_right=5), st.booleans(), st.randoms(use_true_random=False))
def test_flat_lists_hold_the_problem_in_order(problem, is_turned, rng):
    sizes = (problem.left_size, problem.right_size)
    flat = plain("candidates").Candidates(
        *sizes[:: -1 if is_turned else 1], len(problem.candidates), 2 * len(problem.matches)
    )
    if is_turned:
        flat.turn()
    matches = [*problem.matches]
    rng.shuffle(matches)
    flat.fill(*map(flattened, (problem.candidates, problem.unary, matches)))
    pairs = [*zip(flat.row, flat.column, strict=True)]
    assert pairs == sorted(pair[:: -1 if is_turned else 1] for pair in problem.candidates)
    assert [problem.candidates[p][:: -1 if is_turned else 1] for p in flat.original] == pairs
    assert flat.alone == [problem.unary[p] for p in flat.original]
    assert [flat.cell(*pair) for pair in pairs] == [*range(len(pairs))]
    assert [p for i in range(flat.rows) for p in range(flat.row_start[i], flat.row_start[i + 1])] == [
        *range(len(pairs))
    ]
    weights = {frozenset(match[:2]): match[2] for match in matches}
    halves = [(p, flat.partner[h], h) for p in range(len(pairs)) for h in range(flat.first[p], flat.first[p + 1])]
    assert halves == sorted(halves) and len(halves) == 2 * len(matches)
    for p, q, h in halves:
        assert flat.weight[h] == weights[frozenset((flat.original[p], flat.original[q]))] == flat.weight_between(p, q)
        assert flat.mate[flat.mate[h]] == h and flat.partner[flat.mate[h]] == p


def told(relaxation, rounding, whole, forced):
    """Everything that a form says of its state."""
    return (
        relaxation.bound(),
        relaxation.duals(whole, forced),
        relaxation.undecided(),
        rounding.climb(10**9),
        rounding.columns_of(),
        rounding.dive(10**9),
        rounding.columns_of(),
    )


@pytest.mark.skipif(not is_compiled(), reason="nothing is compiled here, so that there is one form only")
def test_what_is_kept_is_recalled():
    problem = AlignmentProblem.from_weights(
        3, 3, {}, {((i, j), (i + 1, k)): 1 for i in range(2) for j in range(3) for k in range(3) if j != k}
    )
    for form in {found_first.Relaxation, PLAIN}:
        relaxation = filled(form, problem)
        bound = relaxation.bound()
        duals = relaxation.duals(relaxation, [])
        relaxation.keep()
        for aim in (7, 11, 50):
            relaxation.step(aim)
            relaxation.bound()
        assert relaxation.duals(relaxation, []) != duals
        relaxation.recall()
        assert relaxation.duals(relaxation, []) == duals
        assert relaxation.bound() == bound


@pytest.mark.parametrize("unit", [1, 2**55, 2**61, 10**30], ids=["1", "2^55", "2^61", "10^30"])
def test_weights_of_any_size(unit):
    """Beyond 64 bits the same sources search uncompiled."""
    rng = random.Random(5)
    unary = {(i, j): unit * rng.randrange(4) + rng.randrange(3) for i in range(4) for j in range(4)}
    matches = {
        ((i, j), (i + 1, k)): unit * rng.randrange(4) for i in range(3) for j in range(4) for k in range(4) if j != k
    }
    problem = AlignmentProblem.from_weights(4, 4, unary, matches)
    solution = exact(problem, SolveParams(proof=True))
    assert (
        solution.matched == recount(problem, solution.mapping) == solution.upper_bound == brute_force(problem).matched
    )
