"""What the reductions leave has the optimum of what they were given."""

from hypothesis import given

from alignment import AlignmentProblem, recount
from exact import brute_force
from exact.reduction import components, persistent, without
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
