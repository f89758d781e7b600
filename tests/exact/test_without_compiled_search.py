"""Hard pairs where nothing can be compiled: the search in plain Python finds the same optima, and proves them."""

import pytest

from smatchproof.conventions.triples import Duplicates
from smatchproof.exact import brute_force, certified, exact
from smatchproof.exact.certificate import certificate
from smatchproof.exact.checker import check
from smatchproof.generators import random_digraph_pair
from smatchproof.problem.problem import recount
from smatchproof.problem.solution import SolveParams, Status
from tests.exact.hard_problems import problem_of

HARD = [(10, 4, 0), (10, 4, 1), (10, 4, 3), (10, 4, 6), (12, 3, 0), (12, 3, 1), (12, 3, 3), (12, 3, 7)]
"""Digraphs with one concept and one label: the root leaves more than a plain search is given at first."""


@pytest.fixture
def asked(monkeypatch):
    """Nothing can be compiled; the list grows when a pair would be."""
    asked = []

    def refuse(*_):
        asked.append(True)
        return False

    monkeypatch.setattr(certified, "_has_tree_search", refuse)
    return asked


@pytest.mark.parametrize(("nodes", "degree", "seed"), HARD)
def test_the_plain_search_proves_the_optimum_of_the_compiled_one(nodes, degree, seed, asked, monkeypatch):
    left, right = pair = random_digraph_pair(nodes, degree, 1, 1, seed, both_ways=True)
    problem = problem_of(pair)
    plain = exact(problem, SolveParams(proof=True))
    assert asked, "this pair is not hard"
    monkeypatch.undo()
    compiled = exact(problem)
    assert plain.status is compiled.status is Status.OPTIMAL
    assert plain.matched == plain.upper_bound == recount(problem, plain.mapping) == compiled.matched
    line = certificate("pair", f"conv:test|dup:{Duplicates.SET}|top:none", left, right, problem, plain)
    assert check(line)["matched"] == plain.matched


@pytest.mark.parametrize("seed", range(10))
def test_small_hard_pairs_as_brute_force_says(seed, asked):
    problem = problem_of(random_digraph_pair(6, 3, 1, 1, seed))
    assert exact(problem).matched == brute_force(problem).matched


def test_limits_hold_without_the_compiled_search(asked):
    problem = problem_of(random_digraph_pair(18, 4, 1, 1, 1, both_ways=True))
    solution = exact(problem, SolveParams(node_limit=4))
    assert asked and solution.status is Status.NODE_LIMIT
    assert recount(problem, solution.mapping) == solution.matched < solution.upper_bound
