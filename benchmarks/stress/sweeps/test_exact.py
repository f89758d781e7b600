"""The exact solver on more random cases than its tests have."""

import random

import pytest

from benchmarks.library.sources import random_subgraph
from benchmarks.stress.exact.written_pairs import COMBINATIONS, combination, written_pair
from smatchproof.conventions.triples import Duplicates
from smatchproof.exact import brute_force, exact
from smatchproof.exact.certificate import check_solution
from smatchproof.problem.problem import build_problem
from smatchproof.problem.solution import SolveParams
from tests.exact.test_campaign import counts
from tests.exact.test_certified import check_random_pairs
from tests.exact.test_checker import check_mutants
from tests.exact.test_graded import check_against_brute_force


def test_random_questions_are_decided_under_every_setting():
    rng = random.Random(7)
    for number in range(3 * len(COMBINATIONS)):
        asked, *_ = written_pair(rng, *combination(number))
        left, right, duplicates, similarities = asked.left, asked.right, asked.rule, asked.similarities
        problem = build_problem(left, right, duplicates, similarities)
        best = brute_force(problem).matched
        at_least = best + rng.randint(-2, 3)
        solution = exact(problem, SolveParams(proof=True, at_least=at_least))
        assert (solution.matched >= at_least) == (best >= at_least)
        check_solution(left, right, duplicates, problem, solution, similarities)


def test_subgraphs_are_found_or_excluded():
    for seed in range(20):
        pair = random_subgraph(6, 20, 3.0, bool(seed % 2), seed=seed)
        problem = pair.problem()
        best = exact(problem).matched
        for at_least in (best, best + 1):
            solution = exact(problem, SolveParams(proof=True, at_least=at_least))
            assert (solution.matched >= at_least) == (at_least == best)
            check_solution(*pair.triples(), Duplicates.SET, problem, solution)


def test_no_mutant_of_a_hundred_thousand_is_accepted():
    for seed in range(20):
        check_mutants(5_000, seed=seed)


@pytest.mark.parametrize("seed", range(10, 14))
def test_nothing_is_wrong_in_many(seed):
    assert all(count["wrong"] == [] for count in counts(pairs=9_000, mutants=50_000, seed=seed))


def test_the_optimum_is_that_of_brute_force_and_certified_20_000_times():
    assert check_against_brute_force(seed=2, number=20_000) > 4_000


@pytest.mark.parametrize("seed", range(40))
def test_equal_to_brute_force_200_000_times(seed):
    check_random_pairs(5_000, 1_000 + seed)
