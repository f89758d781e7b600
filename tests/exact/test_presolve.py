"""What the reductions leave has the optimum of what they were given."""

from hypothesis import given

from smatchproof.exact import brute_force
from smatchproof.exact.brute_force import alignments
from smatchproof.exact.search.presolve import components, persistent, without, without_symmetry
from smatchproof.problem.problem import AlignmentProblem, recount
from tests.strategies import problems


def taken_value(problem, taken):
    mapping = [None] * problem.left_size
    for p in taken:
        left, right = problem.candidates[p]
        assert mapping[left] is None, "two persistent candidates share a row"
        mapping[left] = right
    return recount(problem, mapping)


@given(problems(max_left=4, max_right=4))
def test_persistent_candidates_are_part_of_an_optimum(problem):
    taken = persistent(problem)
    rest = without(problem, taken)
    assert taken_value(problem, taken) + brute_force(rest).matched == brute_force(problem).matched


@given(problems(max_left=4, max_right=4))
def test_the_optimum_is_the_sum_of_its_components(problem):
    parts = components(problem)
    assert sum(brute_force(part).matched for part in parts) == brute_force(problem).matched
    assert sorted(pair for part in parts for pair in part.candidates) == list(problem.candidates)


@given(problems(max_left=4, max_right=4))
def test_breaking_symmetry_keeps_an_optimum(problem):
    assert brute_force(without_symmetry(problem)).matched == brute_force(problem).matched


def test_twins_on_both_sides():
    """Three rows and three columns that nothing tells apart, and a row that all of them match.

    Six alignments of three twins become one.
    """
    unary = {(i, j): 1 for i in range(3) for j in range(3)} | {(3, 3): 1}
    matches = {((i, j), (3, 3)): 1 for i in range(3) for j in range(3)}
    problem = AlignmentProblem.from_weights(4, 4, unary, matches)
    smaller = without_symmetry(problem)
    assert brute_force(smaller).matched == brute_force(problem).matched == 7
    best = [mapping for value, mapping in alignments(smaller) if value == 7]
    assert best == [(0, 1, 2, 3)]


def test_rows_that_match_each_other_are_no_twins():
    """0 -> 1 on the left and 0 -> 1 on the right: exchanging the rows loses the match."""
    problem = AlignmentProblem.from_weights(2, 2, {}, {((0, 0), (1, 1)): 1})
    assert without_symmetry(problem) == problem


def test_the_rule_needs_the_sum_of_both_competitors():
    """One competitor in the row and one in the column, each weaker than p, together stronger.

       0   1
    0  3   2      p = (0, 0)
    1  2   .
    """
    problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 3, (0, 1): 2, (1, 0): 2}, {})
    assert persistent(problem) == []
    assert brute_force(problem).mapping == (1, 0)


def test_taking_one_candidate_decides_the_next():
    unary = {(0, 0): 3, (0, 1): 1, (1, 1): 1, (1, 0): 1}
    problem = AlignmentProblem.from_weights(2, 2, unary, {((0, 0), (1, 1)): 1})
    assert persistent(problem) == [0, 3]
