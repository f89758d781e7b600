"""The tree search against brute force, and its proofs before the checker."""

import random
import time

import pytest

import smatchproof.exact.search.lp_tree as tree
from smatchproof.conventions.triples import Duplicates
from smatchproof.exact import exact
from smatchproof.exact.brute_force import brute_force
from smatchproof.exact.core import is_compiled
from smatchproof.lab.generators import random_digraph_pair
from smatchproof.problem.problem import AlignmentProblem, build_problem, recount
from smatchproof.problem.proof import Leaf, ProofOutcome, proof_size
from smatchproof.problem.solution import Solution, SolveParams, Status
from tests.exact.forms import is_proof


def random_problem(rng: random.Random, rows: int, columns: int) -> AlignmentProblem:
    """Weights 1-3, with any density of candidates and matches."""
    cells = [(i, j) for i in range(rows) for j in range(columns)]
    unary_density, density = rng.random(), rng.random()
    unary = {cell: rng.randint(1, 3) for cell in cells if rng.random() < unary_density}
    matches = {
        (p, q): rng.randint(1, 3)
        for p in cells
        for q in cells
        if p < q and p[0] != q[0] and p[1] != q[1] and rng.random() < density
    }
    return AlignmentProblem.from_weights(rows, columns, unary, matches)


def digraph_problem(degree: int, labels: int, size: int, other_size: int, seed: int) -> AlignmentProblem:
    """Two random digraphs with one concept: far from what the bound proves at once."""
    rng = random.Random(seed)

    def arcs(n: int) -> list[tuple[int, int, int]]:
        cells = [(u, v) for u in range(n) for v in range(n) if u != v]
        return [(u, v, rng.randrange(labels)) for u, v in rng.sample(cells, round(degree * n / 2))]

    matches: dict[tuple[tuple[int, int], ...], int] = {}
    others = arcs(other_size)
    for source, target, label in arcs(size):
        for other_source, other_target, other_label in others:
            if label == other_label:
                couple = tuple(sorted([(source, other_source), (target, other_target)]))
                matches[couple] = matches.get(couple, 0) + 1
    unary = {(i, j): 1 for i in range(size) for j in range(other_size)}
    return AlignmentProblem.from_weights(size, other_size, unary, matches)


def solve(problem: AlignmentProblem, **settings: int | None) -> Solution:
    params = SolveParams(proof="proof_limit" in settings, **settings)
    return tree.search(problem, [None] * problem.left_size, params)


@pytest.mark.usefixtures("strength", "form")
@pytest.mark.parametrize("rows", [0, 1, 3, 4, 5])
@pytest.mark.parametrize("columns", [0, 1, 3, 4, 5])
def test_equals_brute_force_and_proves_it(rows: int, columns: int) -> None:
    """And where a limit stops it, the interval holds the optimum."""
    rng = random.Random(100 * rows + columns)
    for _ in range(8):
        problem = random_problem(rng, rows, columns)
        best = brute_force(problem).matched
        result = solve(problem, proof_limit=1_000_000)
        assert (result.status, result.matched, result.upper_bound) == (Status.OPTIMAL, best, best), problem
        assert recount(problem, result.mapping) == best
        proof = result.proof
        assert proof is not None, problem
        assert is_proof(problem, best, proof), problem
        assert not is_proof(problem, best - 1, proof), problem
        limited = solve(problem, node_limit=rng.randrange(8))
        assert limited.matched <= best <= limited.upper_bound, problem


@pytest.mark.parametrize(("size", "other_size"), [(14, 14), (13, 15), (15, 13)])
def test_hard_pairs_branch_and_are_proved(size: int, other_size: int) -> None:
    nodes = 0
    for seed in range(3):
        problem = digraph_problem(4, 1, size, other_size, seed)
        result = solve(problem, proof_limit=10_000_000)
        assert result.status is Status.OPTIMAL
        nodes += result.nodes
        assert result.proof is not None
        assert is_proof(problem, result.matched, result.proof)
        assert not is_proof(problem, result.matched - 1, result.proof)
    assert nodes > 10


def test_limits_leave_a_valid_interval() -> None:
    problem = digraph_problem(4, 1, 16, 17, 2)
    full = solve(problem)
    assert full.nodes > 5
    for limit in (*range(4), *range(4, full.nodes, 4)):
        result = solve(problem, node_limit=limit, proof_limit=1_000_000)
        assert (result.status, result.nodes) == (Status.NODE_LIMIT, limit)
        assert (result.proof is None) == (limit == 0)
        assert result.proof is None or is_proof(problem, result.proved_bound, result.proof)
        assert recount(problem, result.mapping) == result.matched <= full.matched <= result.upper_bound
        assert result.upper_bound <= problem.trivial_bound()
    assert solve(problem, node_limit=full.nodes).status is Status.OPTIMAL


@pytest.mark.compiled  # a step of the plain one takes seconds
def test_time_limit() -> None:
    problem = digraph_problem(6, 1, 40, 40, 0)
    start = time.perf_counter()
    result = solve(problem, time_limit=1)
    assert time.perf_counter() - start < 2
    assert result.status is Status.TIME_LIMIT
    assert recount(problem, result.mapping) == result.matched < result.upper_bound


def test_a_proof_over_its_limit_is_not_given() -> None:
    problem = digraph_problem(4, 1, 14, 14, 0)
    without = solve(problem, proof_limit=100)
    assert (without.status, without.outcome, without.proof) == (Status.OPTIMAL, ProofOutcome.SIZE, None)
    whole = solve(problem, proof_limit=1_000_000)
    assert whole.proof is not None
    result = solve(problem, proof_limit=proof_size(whole.proof) - 1)
    assert (result.status, result.outcome) == (Status.OPTIMAL, ProofOutcome.SIZE)
    assert result.proof is not None and sum(isinstance(node, Leaf) for node in result.proof) == 1  # the root alone
    assert result.proved_bound > result.matched and is_proof(problem, result.proved_bound, result.proof)


def test_starts_from_the_given_alignment() -> None:
    problem = digraph_problem(4, 1, 12, 13, 1)
    best = solve(problem)
    result = tree.search(problem, best.mapping, SolveParams(node_limit=0))
    assert result.matched == best.matched


def test_what_is_no_alignment_is_refused() -> None:
    problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 1}, {})
    with pytest.raises(ValueError, match="not an alignment"):
        tree.search(problem, [0, 0], SolveParams())


@pytest.mark.skipif(not is_compiled(), reason="takes a minute where nothing is compiled")
def test_open_nodes_find_better_alignments_while_that_pays() -> None:
    """The outer solutions of nodes alone give alignments too low to exclude enough: 625 nodes of this digraph."""
    problem = build_problem(*random_digraph_pair(40, 2, 1, 1, 3), Duplicates.SET)
    solution = exact(problem, SolveParams(node_limit=400))
    assert solution.status is Status.OPTIMAL
    assert recount(problem, solution.mapping) == solution.matched == solution.upper_bound
