"""The search by linear programs: its bounds and alignments against brute force, its proofs before both checkers."""

import json
import random
import time
from dataclasses import replace

import numpy as np
import pytest

from smatchproof.alignment import Duplicates, SolveParams, Status, build_problem, recount
from smatchproof.alignment.proof import Branch, Fix, Leaf
from smatchproof.exact import brute_force, certified, exact
from smatchproof.exact.certificate import Refused, certificate, check_solution
from smatchproof.exact.checker import check
from smatchproof.exact.search import support
from smatchproof.exact.search.document_node import Node, Whole
from smatchproof.exact.core.whole import GONE
from smatchproof.exact.core.climb import Climber
from smatchproof.exact.search.documents import LinearProgramSearch, scale_of
from smatchproof.exact.search.slices import in_slices
from smatchproof.generators import random_digraph_pair
from tests.exact.hard_problems import branching_pairs, problem_of
from tests.exact.random_pairs import random_pair
from tests.exact.test_tree import is_proof, random_problem


def searched(problem, **settings):
    run = LinearProgramSearch(problem, SolveParams(proof=True, **settings), time.perf_counter(), scale_of(problem))
    return run, run.run()


@pytest.fixture
def for_all(monkeypatch):
    """Problems of any size are solved by linear programs."""
    monkeypatch.setattr(certified, "LARGE", -1)


@pytest.mark.parametrize("seed", range(30))
def test_small_problems_as_brute_force_says(seed):
    rng = random.Random(seed)
    problem = random_problem(rng, rng.randint(1, 5), rng.randint(1, 5))
    run, status = searched(problem)
    assert status is Status.OPTIMAL
    assert run.best == recount(problem, run.mapping()) == brute_force(problem).matched
    assert run.best == run.upper_bound == run.proved_bound
    assert is_proof(problem, run.best, run.proof())


@pytest.mark.parametrize("seed", range(20))
def test_poor_linear_programs_cost_nodes_and_no_answer(seed, monkeypatch):
    """Few iterations, nothing in the working set at first, one open node at a time, heavy weights, no rounding."""
    rng = random.Random(seed)
    changes = {"linear_node.BEST_OF_LINE": seed % 2, "linear_program_search.ROOT_ITERATIONS": 1}
    for name in ("MOST_ITERATIONS", "ROUNDS", "MOST_OPEN", "FIXED_SHARE"):
        changes[f"linear_program_search.{name}"] = 1
    changes["linear_program_search.SUPPORT"] = 0.5
    for name, value in changes.items():
        monkeypatch.setattr(f"smatchproof.exact.innards.{name}", value)
    small = random_problem(rng, rng.randint(2, 4), rng.randint(2, 4))
    weights = replace(small, unary=[rng.randint(2**31, 2**31 + 9) for _ in small.unary])
    for problem in (small, weights):
        run, status = searched(problem, node_limit=5000)
        assert status is Status.OPTIMAL
        assert run.best == recount(problem, run.mapping()) == brute_force(problem).matched == run.proved_bound
        assert is_proof(problem, run.best, run.proof())


@pytest.mark.parametrize("seed", range(20))
def test_every_bound_on_the_way_holds_and_is_proved(seed, monkeypatch):
    """Also where hardly any candidate is in the working set, so that nearly all are priced."""
    monkeypatch.setattr("smatchproof.exact.search.document_node.BEST_OF_LINE", seed % 3)
    rng = random.Random(seed)
    problem = random_problem(rng, rng.randint(2, 5), rng.randint(2, 5))
    optimum = brute_force(problem).matched
    node = Node.root(Whole(problem, 840, lambda: None))
    for _ in range(4):
        evaluation = node.improve(5)
        assert evaluation.total >= 840 * optimum
        duals = node.duals(evaluation)
        assert duals.total == evaluation.total
        assert is_proof(problem, evaluation.total // 840, (Leaf(duals),))


@pytest.mark.parametrize("seed", range(15))
def test_bounds_of_nodes_hold_and_are_proved(seed):
    """Whatever is forced and forbidden: a proof that branches so far proves the worst of its leaves."""
    rng = random.Random(seed)
    problem = random_problem(rng, rng.randint(2, 5), rng.randint(2, 5))
    whole = Whole(problem, 840, lambda: None)
    node, proof, totals = Node.root(whole), [], []
    while len(free := np.flatnonzero(node.membership != GONE)) and len(proof) < 8:
        candidate = int(rng.choice(free.tolist()))
        other = node.child(candidate, is_forced=False)
        evaluation = other.improve(20)
        proof.append((int(whole.arrays.number[candidate]), other.duals(evaluation)))
        totals.append(evaluation.total)
        node = node.child(candidate, is_forced=True)
    evaluation = node.improve(20)
    bound = max([evaluation.total, *totals]) // 840
    nodes = [Branch(candidate) for candidate, _ in proof]
    leaves = [node.duals(evaluation), *(duals for _, duals in reversed(proof))]
    assert is_proof(problem, bound, (*nodes, *(Leaf(duals) for duals in leaves)))
    assert bound >= brute_force(problem).matched


@pytest.mark.parametrize("seed", range(30))
def test_certificates_of_random_pairs_are_accepted_and_their_mutants_refused(seed, for_all):
    rng = random.Random(seed)
    left, right, rule = random_pair(rng)
    problem = build_problem(left, right, rule)
    solution = exact(problem, SolveParams(proof=True))
    assert solution.matched == solution.proved_bound == brute_force(problem).matched
    line = certificate("pair", f"conv:test|dup:{rule}|top:none", left, right, problem, solution)
    assert check(line)["matched"] == solution.matched
    record = json.loads(line)
    lists = [part for node in record["proof"] if node[0] == "leaf" for part in (*node[2], *node[3:])]
    if listed := [part for part in lists if isinstance(part, list) and part]:
        rng.choice(listed)[1] -= (solution.matched + 1) * 10_000
        with pytest.raises(Refused):
            check(json.dumps(record))


@pytest.mark.parametrize("name", ["digraphs-8-1", "sat-chain"])
def test_pairs_that_have_to_branch_are_certified(name, for_all):
    left, right = branching_pairs()[name]
    problem = problem_of((left, right))
    solution = exact(problem, SolveParams(proof=True))
    assert solution.status is Status.OPTIMAL and solution.nodes > 1
    assert solution.matched == exact(problem, SolveParams(proof=True)).matched
    check_solution(left, right, Duplicates.SET, problem, solution)


def test_limits_leave_a_proved_interval(for_all):
    left, right = pair = random_digraph_pair(20, 4, 1, 1, 1, both_ways=True)
    problem = problem_of(pair)
    for limits, status in (({"node_limit": 3}, Status.NODE_LIMIT), ({"time_limit": 0.2}, Status.TIME_LIMIT)):
        start = time.perf_counter()
        solution = exact(problem, SolveParams(proof=True, **limits))
        assert time.perf_counter() - start < 5
        assert solution.status is status
        assert solution.matched < solution.proved_bound == solution.upper_bound
        check_solution(left, right, Duplicates.SET, problem, solution)


@pytest.mark.parametrize("seed", [1, 4])
def test_a_wide_gap_is_closed_one_by_one(seed):
    """Whatever ends the search, what the trees before have proved stays proved, and what the last one has so far."""
    problem = problem_of(random_digraph_pair(14, 4, 1, 1, seed, both_ways=True))
    run, status = searched(problem, node_limit=9)
    first = run.root.total // run.whole.scale
    assert status is Status.NODE_LIMIT and run.best <= run.upper_bound == run.proved_bound < first
    assert run.done is not None and run.done.bound == run.done.goal < first
    assert is_proof(problem, run.proved_bound, run.proof())
    assert is_proof(problem, run.done.bound, tuple(run.done.proof()))
    run.tree.longest = run.done.longest = 0
    assert run.proved_bound == first and is_proof(problem, first, run.proof())


def test_a_proof_that_is_too_long_is_left_out(for_all):
    pair = branching_pairs()["sat-chain"]
    solution = exact(problem_of(pair), SolveParams(proof=True, proof_limit=500))
    assert solution.status is Status.OPTIMAL and solution.outcome == "over the size limit"


def test_the_support_is_searched_with_and_without_an_integer_program(monkeypatch):
    problem = problem_of(random_digraph_pair(8, 3, 1, 1, 1))
    for program in (True, False):
        monkeypatch.setattr(support, "find_spec", lambda _, program=program: program)
        start = (None,) * problem.left_size
        assert recount(problem, support.best_of_support(problem, start, 0, None, 0)) == exact(problem).matched


@pytest.mark.parametrize("seed", range(3))
def test_a_random_walk_finds_what_is_worth_as_much_as_it_says(seed):
    problem = problem_of(random_digraph_pair(9, 3, 1, 1, seed))
    whole = Whole(problem, 840, lambda: None)
    climber = Climber(whole.arrays, whole.field, lambda: None)
    value, picks = climber.climb(np.array([seed]))
    everywhere = np.arange(len(whole.arrays.row))
    best, found = climber.wander(value, picks, everywhere, seed=1)
    columns = [None if p < 0 else int(whole.arrays.column[p]) for p in found]
    assert recount(problem, whole.arrays.mapping_of(columns)) == best == exact(problem).matched
    assert climber.wander(value, picks, everywhere, seed=1)[0] == best
    assert climber.wander(value, picks, everywhere[:0], seed=1)[0] == value


def test_questions_are_decided(for_all):
    problem = problem_of(branching_pairs()["digraphs-7-9"])
    optimum = exact(problem).matched
    yes, no = (exact(problem, SolveParams(proof=True, at_least=k)) for k in (optimum, optimum + 1))
    assert yes.matched == optimum and no.upper_bound == no.proved_bound == optimum
    early = exact(problem, SolveParams(proof=True, at_least=1))
    assert early.status is Status.DECIDED and early.matched >= 1 and early.proved_bound == early.upper_bound >= optimum
    unproved = exact(problem, SolveParams(proof=True, at_least=optimum + 9, proof_limit=0))
    assert (unproved.status, unproved.proof) == (Status.DECIDED, None) and unproved.matched < unproved.upper_bound


def test_slices_make_up_the_whole():
    assert [*in_slices(0, 3)] == [] and [*in_slices(3, 3)] == [(0, 3)]


@pytest.mark.parametrize("seed", [2, 4])
def test_what_is_forbidden_on_the_way_is_proved(seed, for_all):
    left, right = pair = random_digraph_pair(13, 4, 1, 1, seed, both_ways=True)
    solution = exact(problem_of(pair), SolveParams(proof=True))
    assert solution.matched == solution.proved_bound
    assert {type(node) for node in solution.proof or ()} == {Branch, Fix, Leaf}
    check_solution(left, right, Duplicates.SET, problem_of(pair), solution)
