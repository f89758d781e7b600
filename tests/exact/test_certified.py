"""The certified solver: equal to brute force, its proofs accepted, its intervals valid, its answers repeatable."""

import json
import random
from dataclasses import replace

import pytest

import smatchproof.exact.search.star_search
from smatchproof.conventions.triples import Duplicates, matched_triples
from smatchproof.exact import brute_force, exact as solve
from smatchproof.exact.certificate import Refused, certificate, check_text, fingerprint
from smatchproof.exact.checker import check
from smatchproof.exact.search.known import greedy
from smatchproof.lab.generators import random_digraph_pair
from smatchproof.problem.problem import AlignmentProblem, build_problem, recount
from smatchproof.problem.solution import SolveParams, Status
from tests.exact.forms import is_proof
from tests.exact.hard_problems import branching_pairs, problem_of
from tests.exact.random_pairs import random_pair

PROOF = SolveParams(proof=True)


def check_solution(problem, solution, optimum=None):
    assert solution.matched == recount(problem, solution.mapping)
    assert solution.matched <= solution.upper_bound
    if optimum is not None:
        assert (solution.matched, solution.upper_bound, solution.status) == (optimum, optimum, Status.OPTIMAL)


def check_random_pairs(number, seed):
    """Solve that many random pairs with a proof, and compare everything with brute force and the checker."""
    rng = random.Random(seed)
    for _ in range(number):
        left, right, rule = random_pair(rng)
        problem = build_problem(left, right, rule)
        solution = solve(problem, PROOF)
        check_solution(problem, solution, brute_force(problem).matched)
        assert sum(matched_triples(left, right, solution.mapping, rule).values()) == solution.matched
        line = certificate("pair", f"conv:test|dup:{rule}|top:none", left, right, problem, solution)
        assert check(line)["matched"] == solution.matched


@pytest.mark.parametrize("seed", range(8))
def test_equal_to_brute_force(seed):
    check_random_pairs(250, seed)


@pytest.mark.parametrize("seed", range(8))
def test_equal_to_brute_force_by_the_tree_alone(seed, monkeypatch):
    """The same when nothing is left to the root: one step, then the compiled search."""
    monkeypatch.setattr(smatchproof.exact.search.star_search, "ROOT_STEPS", 1)
    check_random_pairs(60, 100 + seed)


def test_a_root_that_is_left_open_proves_its_lowest_bound():
    """Later steps have raised it: the proof is of the step that had it."""
    for seed in range(12):
        problem = build_problem(*random_digraph_pair(14, 3, 1, 1, seed), Duplicates.SET)
        solution = solve(problem, SolveParams(proof=True, node_limit=1))
        assert (solution.nodes, solution.status) == (1, Status.NODE_LIMIT)
        assert recount(problem, solution.mapping) == solution.matched < solution.proved_bound == solution.upper_bound
        assert is_proof(problem, solution.proved_bound, solution.proof)


HARD = {
    f"{nodes} nodes of degree {degree}, {seed}": random_digraph_pair(nodes, degree, 1, 1, seed, both_ways=True)
    for nodes, degree, seed in ((10, 4, 1), (10, 4, 0), (10, 4, 3), (12, 3, 1), (12, 3, 7))
}
"""Digraphs with one concept and one label: the root leaves more than a plain search is given at first."""


@pytest.mark.parametrize("pair", [*(branching_pairs() | HARD).values()], ids=[*branching_pairs(), *HARD])
def test_where_nothing_is_compiled_branch_and_bound_goes_on_alone(pair, monkeypatch, caplog):
    """Slower, with the same optimum and a proof; limits hold."""
    left, right = pair
    problem = problem_of(pair)
    optimum = solve(problem).matched
    monkeypatch.setattr(smatchproof.exact.certified, "is_compiled", lambda: False)
    smatchproof.exact.certified._TOLD[0] = 0
    solution = solve(problem, PROOF)
    check_solution(problem, solution, optimum)
    assert solution.nodes > 1 and solve(problem).proof is None
    assert check_text(certificate("pair", "dup:set", left, right, problem, solution))["matched"] == optimum
    assert "install a C compiler" in caplog.text
    limited = solve(problem, SolveParams(node_limit=4))
    check_solution(problem, limited)
    assert limited.nodes <= 4


def test_greedy_search_adds_up_what_a_pair_matches_with_all_that_were_taken():
    """(2, 2) earns 2 with each of two pairs, (2, 3) earns 3 with one of them."""
    matches = {((0, 0), (1, 1)): 5, ((0, 0), (2, 2)): 2, ((1, 1), (2, 2)): 2, ((0, 0), (2, 3)): 3}
    assert greedy(AlignmentProblem.from_weights(3, 4, {(0, 0): 9}, matches)) == (18, (0, 1, 2))


def test_a_certificate_is_bound_to_graphs_and_convention_and_written_of_what_is_proved_alone():
    left, right = pair = random_digraph_pair(5, 2, 1, 1, seed=3)
    problem = problem_of(pair)
    solution = solve(problem, PROOF)
    told = json.loads(certificate("id", "dup:set", left, right, problem, solution))["sha256"]
    assert told == fingerprint("dup:set", left, right)
    assert told not in (fingerprint("dup:multiset", left, right), fingerprint("dup:set", right, left))
    with pytest.raises(Refused, match="1 node is missing"):
        certificate("id", "dup:set", left, right, problem, replace(solution, proof=()))
    with pytest.raises(ValueError, match="only a solution with a proof"):
        certificate("id", "dup:set", left, right, problem, solve(problem))
