"""Steps of iterated local search: what it takes back, what it looks at again, and where its kicks lead."""

import math
import random

from hypothesis import given, strategies as st

from smatchproof.lab.heuristics.iterated import _Walk, iterated_local_search
from smatchproof.lab.heuristics.search_index import SearchIndex
from smatchproof.problem.problem import AlignmentProblem
from smatchproof.problem.solution import SolveParams
from tests.lab.heuristics.neighbours import COPIES, is_local_optimum
from tests.strategies import problems


@st.composite
def walks(draw):
    """A walk that stands anywhere, and where it may go: left and right variables."""
    problem = draw(problems(5, 5))
    left_size, right_size = problem.left_size, problem.right_size
    rights = draw(st.permutations(range(-left_size, right_size)))
    walk = _Walk(SearchIndex(problem), [max(right, -1) for right in rights[:left_size]], random.Random(0), math.inf)
    steps = st.tuples(st.integers(0, left_size - 1), st.integers(0, right_size - 1))
    return walk, draw(st.lists(steps, max_size=5)) if left_size and right_size else []


@given(walks())
def test_what_was_done_is_undone(case):
    walk, steps = case
    before = list(walk.state.place), list(walk.state.gain), walk.state.value
    for left, right in steps:
        walk._exchange(left, right)
    walk._undo()
    assert (walk.state.place, walk.state.gain, walk.state.value) == before


def test_what_the_last_kick_put_in_is_looked_at_too():
    #    0-0 is worth 1; 0-1 is worth 1 with 1-2 and 3 with 1-3: a kick to the first pair of the two is kept
    problem = AlignmentProblem.from_weights(3, 4, {(0, 0): 1}, {((0, 1), (1, 2)): 1, ((0, 1), (1, 3)): 3})
    for seed in range(50):
        mapping = iterated_local_search(problem, SolveParams(seed=seed), kicks=1).mapping
        assert is_local_optimum(problem, mapping)


def test_so_many_kicks_as_are_asked_for_or_ten_a_variable(monkeypatch):
    count = []
    monkeypatch.setattr(_Walk, "try_kick", lambda walk: count.append(walk))
    problem = COPIES["12 people"].pair.problem()
    for kicks, expected in ((0, 0), (3, 3), (None, 10 * 25)):
        count.clear()
        iterated_local_search(problem, kicks=kicks)
        assert len(count) == expected
