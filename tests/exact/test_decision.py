"""Asking only whether so much can be matched: yes with an alignment, no with a bound that the checker accepts."""

import random
from dataclasses import replace

import pytest

from benchmarks.library.sources import random_digraphs
from smatchproof.conventions.triples import Duplicates
from smatchproof.exact import brute_force, exact
from smatchproof.exact.certificate import check_solution
from smatchproof.exact.checker import Refused
from smatchproof.exact.search.containment import Constraints, Containment
from smatchproof.exact.search.known import Task
from smatchproof.problem.problem import recount
from smatchproof.problem.solution import SolveParams, Status
from tests.exact.forms import is_proof
from tests.instances import random_problem

SETTINGS = [SolveParams(proof=proof) for proof in (True, False)]


@pytest.mark.parametrize("params", SETTINGS, ids=["proof", "no proof"])
def test_small_problems_are_decided_as_brute_force_decides_them(params):
    rng = random.Random(5)
    for _ in range(150):
        problem = random_problem(rng)
        best = brute_force(problem).matched
        for at_least in {0, 1, best - 1, best, best + 1, best + 2, best + 50}:
            solution = exact(problem, replace(params, at_least=at_least))
            assert (solution.matched >= at_least) == (best >= at_least)
            assert solution.matched <= best <= solution.upper_bound
            assert solution.upper_bound <= max(best, problem.trivial_bound())
            if best < at_least:
                assert solution.upper_bound < at_least
                assert solution.proved_bound == (solution.upper_bound if params.proof else None)


def everything(problem):
    """The most that all left variables and all couples of them can earn together."""
    alone, together = {}, {}
    for (row, _), weight in zip(problem.candidates, problem.unary, strict=True):
        alone[row] = max(alone.get(row, 0), weight)
    for p, q, weight in problem.matches:
        couple = problem.candidates[p][0], problem.candidates[q][0]
        together[couple] = max(together.get(couple, 0), weight)
    return sum(alone.values()) + sum(together.values())


@pytest.mark.parametrize("number", [1_500, pytest.param(20_000, marks=pytest.mark.stress)])
def test_all_of_a_graph_is_found_where_brute_force_finds_it(number):
    rng = random.Random(number)
    answers = {True: 0, False: 0}
    for _ in range(number):
        problem = random_problem(rng)
        asked = everything(problem)
        question = Containment(Constraints.of(problem, asked))
        is_yes = brute_force(problem).matched == asked
        answers[is_yes] += 1
        columns = question.solve()
        assert (columns is not None) == is_yes
        if is_yes:
            assert recount(problem, [columns.get(row) for row in range(problem.left_size)]) == asked
        else:
            assert is_proof(problem, asked - 1, question.proof(problem))
        for other in (asked - 1, asked + 1):
            assert Constraints.of(problem, other) is None
    assert min(answers.values()) > number / 20


def test_what_is_asked_is_decided_as_soon_as_value_or_bound_say_so():
    task = Task(None, SolveParams(at_least=5), 0.0, 0, 0)
    assert [task.met(*ends) for ends in ((4, 5), (4, 4), (5, 7), (6, 7), (3, 4))] == [
        *[None, Status.OPTIMAL, Status.DECIDED, Status.DECIDED, Status.DECIDED]
    ]


def hard(size, seed):
    return random_digraphs(size, 3, 1, 1, seed=seed, undirected=True)


@pytest.mark.parametrize("seed", [1, 2])
def test_pairs_that_branch_are_decided_and_a_no_is_certified(seed):
    pair = hard(11, seed)
    problem, triples = pair.problem(), pair.triples()
    best = exact(problem).matched
    for at_least in (best - 2, best, best + 1, best + 2):
        solution = exact(problem, SolveParams(proof=True, at_least=at_least))
        assert (solution.matched >= at_least) == (best >= at_least)
        assert solution.proof is not None
        check_solution(*triples, Duplicates.SET, problem, solution)
        if at_least > best:
            assert solution.upper_bound == solution.proved_bound < at_least
            if at_least > best + 1 or solution.matched < best:
                assert solution.status is Status.DECIDED


def test_a_no_that_is_false_is_refused():
    """The proof of a no, claimed of one less."""
    pair = hard(12, 3)
    problem = pair.problem()
    best = exact(problem).matched
    no = exact(problem, SolveParams(proof=True, at_least=best + 1))
    check_solution(*pair.triples(), Duplicates.SET, problem, no)
    lower = replace(no, matched=0, mapping=(None,) * problem.left_size, upper_bound=best - 1, proved_bound=best - 1)
    with pytest.raises(Refused):
        check_solution(*pair.triples(), Duplicates.SET, problem, lower)


def test_weights_with_a_common_divisor_are_decided_at_the_next_multiple():
    pair = hard(8, 1)
    problem = pair.problem()
    best = exact(problem).matched
    times = problem.from_weights(
        problem.left_size,
        problem.right_size,
        {pair: 6 * weight for pair, weight in zip(problem.candidates, problem.unary, strict=True)},
        {(problem.candidates[p], problem.candidates[q]): 6 * weight for p, q, weight in problem.matches},
    )
    for at_least, is_yes in ((6 * best, True), (6 * best - 5, True), (6 * best + 1, False), (6 * best + 6, False)):
        solution = exact(times, SolveParams(proof=True, at_least=at_least))
        assert (solution.matched >= at_least) == is_yes
        assert is_yes or solution.upper_bound < at_least
