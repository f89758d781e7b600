"""The gains of local search, against a recount of every neighbour."""

import random
from itertools import product

import pytest
from hypothesis import example, given, settings, strategies as st

from smatchproof.lab.heuristics.iterated import _best_of
from smatchproof.lab.heuristics.neighbourhood import Neighbourhood
from smatchproof.lab.heuristics.search_index import ClimbingState, SearchIndex
from smatchproof.lab.heuristics.starts import random_start, smart_start
from smatchproof.problem.problem import AlignmentProblem
from tests.lab.heuristics.neighbours import COPIES, best_neighbour, value
from tests.strategies import problems


@st.composite
def states(draw):
    """A problem and any alignment of it, also with pairs that are no candidates."""
    problem = draw(problems(5, 5))
    rights = draw(st.permutations(range(-problem.left_size, problem.right_size)))
    return problem, [max(right, -1) for right in rights[: problem.left_size]]


def check(state, problem):
    """All fields of a state, counted again."""
    assert state.value == value(problem, state.place)
    assert [left for left, right in enumerate(state.place) if right >= 0 and state.holder[right] != left] == []
    assert sum(left >= 0 for left in state.holder) == sum(right >= 0 for right in state.place)
    picked = {p for p, (left, right) in enumerate(problem.candidates) if state.place[left] == right}
    assert {pick for pick in state.pick if pick >= 0} == picked
    gain = list(problem.unary)
    for p, q, weight in problem.matches:
        gain[p] += weight if q in picked else 0
        gain[q] += weight if p in picked else 0
    assert state.gain == [*gain, 0]


@given(states(), st.randoms(use_true_random=False))
def test_gains_and_value_are_those_of_a_recount_after_any_exchanges(case, rng):
    problem, places = case
    state = ClimbingState(SearchIndex(problem), places)
    assert state.place == places
    check(state, problem)
    for _ in range(6 if problem.left_size and problem.right_size else 0):
        left, right = rng.randrange(problem.left_size), rng.randrange(problem.right_size)
        expected = list(state.place)
        if state.holder[right] >= 0:
            expected[state.holder[right]] = expected[left]
        expected[left] = right
        state.exchange(left, right)
        assert state.place == expected
        check(state, problem)


@given(states(), st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_after_any_exchanges_each_step_of_a_climb_leads_to_the_first_best_neighbour(case, rng):
    check_climb(*case, rng, rng.randrange(5))


@pytest.mark.parametrize("copy", ["ring of 16", "12 people", "tangle of 24"])
def test_each_step_of_a_long_climb_leads_to_the_first_best_neighbour(copy):
    problem, rng = COPIES[copy].pair.problem(), random.Random(1)
    check_climb(problem, random_start(SearchIndex(problem), rng), rng, 3)


CLIMBS = {
    "a variable takes the place that another one leaves": ([0, -1, -1], {(0, 0): 1, (0, 1): 5, (1, 0): 1}, {}),
    "a variable whose match has gone leaves": ([0, 1, -1], {(0, 3): 9, (1, 2): 2}, {((0, 0), (1, 1)): 3}),
    "another one takes its place": ([0, 1, -1], {(0, 3): 9, (2, 1): 2}, {((0, 0), (1, 1)): 3}),
    "a variable finds a match that has come": ([0, -1, -1], {(0, 1): 1}, {((0, 1), (1, 2)): 1}),
}
"""A start, weights, and matches: the best exchange makes another one better."""


@pytest.mark.parametrize("name", CLIMBS)
def test_a_step_that_makes_another_exchange_better(name):
    places, unary, matches = CLIMBS[name]
    check_climb(AlignmentProblem.from_weights(3, 4, unary, matches), places, random.Random(0), 0)


def check_climb(problem, places, rng, exchanges):
    """So many exchanges by chance, then a climb: what is kept up from step to step, against the definition."""
    state = ClimbingState(SearchIndex(problem), places)
    neighbourhood = Neighbourhood(state)
    for _ in range(exchanges if problem.left_size and problem.right_size else 0):
        left, right = rng.randrange(problem.left_size), rng.randrange(problem.right_size)
        neighbourhood.exchange(left, right)
    gain = 1
    while gain:
        before = list(state.place)
        gain, left, right = neighbourhood.best()
        best = best_neighbour(problem, before)
        assert gain == value(problem, best) - value(problem, before)
        if gain:
            neighbourhood.exchange(left, right)
        assert state.place == best


EXCHANGED = AlignmentProblem.from_weights(2, 2, {}, {((0, 0), (1, 1)): 1, ((0, 1), (1, 0)): 2})


@given(states())
@example((EXCHANGED, [0, 1]))  # both that exchange their places match something together before and after
def test_the_best_exchange_of_a_variable_is_the_best_of_those_that_change_its_place(case):
    problem, places = case
    search_index = SearchIndex(problem)
    for left in range(problem.left_size):
        best = 0
        for who, right in product(range(problem.left_size), range(problem.right_size)):
            state = ClimbingState(search_index, places)
            state.exchange(who, right)
            if state.place[left] != places[left]:
                best = max(best, state.value - value(problem, places))
        gain, who, right = _best_of(ClimbingState(search_index, places), left)
        assert gain == best
        if gain:
            state = ClimbingState(search_index, places)
            state.exchange(who, right)
            assert state.value - value(problem, places) == gain


@given(states())
def test_the_mapping_of_a_state_has_candidates_only_and_loses_nothing(case):
    problem, places = case
    mapping = ClimbingState(SearchIndex(problem), places).mapping()
    assert {pair for pair in enumerate(mapping) if pair[1] is not None} <= set(problem.candidates)
    assert value(problem, [-1 if right is None else right for right in mapping]) == value(problem, places)


# ---- starts


@given(problems(5, 5), st.integers(0, 5))
def test_starts_take_free_candidates_as_long_as_there_are_any(problem, seed):
    search_index = SearchIndex(problem)
    for start in (random_start, smart_start):
        places = start(search_index, random.Random(seed))
        taken = [pair for pair in enumerate(places) if pair[1] >= 0]
        assert set(taken) <= set(problem.candidates)
        assert len({right for _, right in taken}) == len(taken)
        assert not [pair for pair in problem.candidates if places[pair[0]] < 0 and pair[1] not in places]


def test_a_random_start_takes_every_free_candidate_equally_often():
    search_index = SearchIndex(AlignmentProblem.from_weights(2, 4, {(0, j): j + 1 for j in range(4)} | {(1, 0): 9}, {}))
    count = [0] * 4
    for seed in range(4000):
        places = random_start(search_index, random.Random(seed))
        count[places[0]] += 1
        assert places[1] == (-1 if places[0] == 0 else 0)
    assert all(abs(number - 1000) < 5 * 28 for number in count)  # five standard deviations


def test_a_smart_start_takes_the_first_in_the_text_not_the_heaviest_and_leaves_matches_to_chance():
    #   0: 1, 2 (heavier)     1: 0 by a match only, 2     2: 1, 0 by a match only
    unary = {(0, 1): 1, (0, 2): 5, (1, 2): 1, (2, 1): 1}
    search_index = SearchIndex(AlignmentProblem.from_weights(3, 3, unary, {((1, 0), (0, 1)): 9, ((2, 0), (0, 1)): 1}))
    assert smart_start(search_index, random.Random(0)) == [1, 2, 0]
