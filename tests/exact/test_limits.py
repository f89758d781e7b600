"""Numbers, time and memory have limits, and what is said at a limit is still true and proved."""

import random

import pytest

import smatchproof.exact.search.limits as magnitude
import smatchproof.exact.search.lp_tree as tree
import smatchproof.exact.search.star_search as plain_search
from smatchproof.conventions.triples import Duplicates
from smatchproof.exact import brute_force, exact
from smatchproof.exact.certificate import certificate
from smatchproof.exact.checker import check
from smatchproof.exact.core import is_compiled
from smatchproof.exact.outline import counting_bound, outline
from smatchproof.lab.generators import random_digraph_pair
from smatchproof.problem.problem import AlignmentProblem, ProblemSize, build_problem
from smatchproof.problem.proof import ProofOutcome
from smatchproof.problem.solution import SolveParams, Status
from smatchproof.similarity.grading import Similarities
from tests.exact.hard_problems import branching_pairs, problem_of
from tests.exact.random_pairs import random_pair

PROOF = SolveParams(proof=True)


def times(problem: AlignmentProblem, factor: int, odd: int = 0) -> AlignmentProblem:
    """All weights multiplied; with `odd` the first weight is so much more, so that they have little in common."""
    unary = [factor * weight for weight in problem.unary]
    unary[0] += odd
    matches = tuple((p, q, factor * weight) for p, q, weight in problem.matches)
    sides = problem.left_size, problem.right_size
    return AlignmentProblem(*sides, problem.candidates, tuple(unary), matches, factor * problem.unit)


# ---- numbers


@pytest.mark.parametrize("factor", [10**3, 10**18, 10**400])
@pytest.mark.parametrize("name", branching_pairs())
def test_the_same_weights_in_another_unit_take_the_same_nodes(name, factor):
    problem = problem_of(branching_pairs()[name])
    one, other = exact(problem, PROOF), exact(times(problem, factor), PROOF)
    assert (other.matched, other.upper_bound) == (factor * one.matched, factor * one.upper_bound)
    assert (other.nodes, other.mapping, other.outcome) == (one.nodes, one.mapping, ProofOutcome.COMPLETE)


@pytest.mark.parametrize("seed", [*range(6), *(pytest.param(seed, marks=pytest.mark.stress) for seed in range(6, 200))])
def test_similarities_of_nothing_take_the_nodes_of_smatch(seed):
    left, right = random_digraph_pair(10, 3, 1, 1, seed, both_ways=seed % 2 == 0)
    graded = exact(build_problem(left, right, Duplicates.SET, Similarities(10**6, {})))
    plain = exact(problem_of((left, right)))
    assert (graded.matched, graded.nodes) == (10**6 * plain.matched, plain.nodes)


def stages(problem: AlignmentProblem) -> list[int]:
    """Limits with which the compiled search keeps its scale, lowers it, or cannot be used; and their neighbours."""
    full = next(2**bits for bits in range(100) if magnitude.largest_scale(problem, tree.SCALE, 2**bits) == tree.SCALE)
    least = next(2**bits for bits in range(100) if magnitude.largest_scale(problem, 1, 2**bits) == 1)
    return [full, full // 2, 4 * least, least, least // 2]


@pytest.mark.compiled
@pytest.mark.parametrize("proof", [False, True])
@pytest.mark.parametrize("stage", range(5))
def test_all_stages_of_arithmetic_agree_with_brute_force(stage, proof, monkeypatch):
    monkeypatch.setattr(plain_search, "ROOT_STEPS", 1)
    rng = random.Random(stage)
    scales = []
    monkeypatch.setattr(tree, "largest_scale", lambda problem, scale: scales.append(scale) or real(problem, scale))
    real = magnitude.largest_scale
    for _ in range(60):
        problem = build_problem(*random_pair(rng))
        if not problem.candidates:
            continue
        problem = times(problem, 1000, odd=1)
        monkeypatch.setattr(magnitude, "LIMIT", stages(problem)[stage])
        solution = exact(problem, SolveParams(proof=proof))
        best = brute_force(problem).matched
        assert (solution.matched, solution.upper_bound, solution.status) == (best, best, Status.OPTIMAL)
        assert solution.outcome is (ProofOutcome.COMPLETE if proof else ProofOutcome.NOT_ASKED)
    assert bool(scales) == (stage < 4)


@pytest.mark.parametrize("copies", [200, 5_500])
def test_weights_that_64_bits_do_not_hold(copies):
    """Edges so often repeated under `product`, in units of 10^9, that scaled sums exceed 2^63: still the optimum."""
    plain = problem_of(branching_pairs()["digraphs-7-5"])
    problem = times(plain, copies * copies * 10**9, odd=7)
    assert 10_000 * sum(weight for _, _, weight in problem.matches) > 2**63
    solution = exact(problem, PROOF)
    assert solution.status is Status.OPTIMAL
    assert solution.matched == exact(times(plain, 10**6)).matched // 10**6 * copies * copies * 10**9 + (
        7 if solution.mapping[problem.candidates[0][0]] == problem.candidates[0][1] else 0
    )
    with pytest.raises(AssertionError, match="64 bits"):
        tree.search(times(plain, 10**18, odd=7), [None] * 7, SolveParams())


def test_the_bound_of_numbers_is_exact():
    problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 2**44 - 1}, {})
    assert 4096 * 2**44 * magnitude.largest_scale(problem, 10**6) == 2**61 - 4096 * 2**44 * 0
    larger = AlignmentProblem.from_weights(2, 2, {(0, 0): 2**49}, {})
    assert magnitude.largest_scale(larger, 10**6) == 0


# ---- outcomes of a proof


@pytest.mark.parametrize("size", [6, 16])
def test_a_no_is_decided_and_one_without_room_for_its_proof_says_so(size):
    problem = problem_of(random_digraph_pair(size, 3, 1, 1, 1, both_ways=True))
    asked = exact(problem).matched + 2
    no = exact(problem, SolveParams(proof=True, at_least=asked))
    assert (no.status, no.outcome) == (Status.DECIDED, ProofOutcome.DECIDED) and no.matched < asked > no.upper_bound
    for limits in ({}, {"node_limit": 1}, {"at_least": asked}):
        found = exact(problem, SolveParams(proof=True, proof_limit=0, **limits))
        assert (found.outcome, found.proof) == (ProofOutcome.SIZE, None)


@pytest.mark.parametrize("limits", [{"node_limit": 1}, {"node_limit": 3}, {"time_limit": 1e-9}, {"time_limit": 0.05}])
@pytest.mark.parametrize("seed", range(3))
def test_an_interval_has_a_certificate(limits, seed):
    left, right = random_digraph_pair(12, 4, 1, 1, seed, both_ways=seed % 2 == 0)
    problem = problem_of((left, right))
    solution = exact(problem, SolveParams(proof=True, **limits))
    record = check(certificate("open", "dup:set", left, right, problem, solution))
    assert (record["matched"], record["at_most"]) == (solution.matched, solution.proved_bound)
    assert solution.nodes <= limits.get("node_limit", solution.nodes)
    assert solution.matched <= exact(problem).matched <= solution.upper_bound <= solution.proved_bound


# ---- time and memory


@pytest.mark.parametrize("seed", range(60))
def test_an_outline_is_true(seed):
    left, right, rule = random_pair(random.Random(seed))
    best = brute_force(build_problem(left, right, rule)).matched
    solution = outline(left, right, rule)
    assert solution.matched <= best <= solution.upper_bound == counting_bound(left, right, rule)
    assert (solution.proof is None) == (rule is Duplicates.PRODUCT)


@pytest.mark.skipif(not is_compiled(), reason="lists of Python take more")
@pytest.mark.parametrize(
    ("size", "megabytes"), [((415_431, 290_707), 312), ((1_652_273, 1_141_170), 568), ((24_800_000, 17_000_000), 1_150)]
)
def test_documents_take_less_memory_than_is_estimated_and_a_quarter_at_least(size, megabytes):
    """Measured on 100 and 200 merged sentences of PARA, and on a book."""
    assert megabytes * 10**6 < magnitude.memory_of(ProblemSize(*size)) < 4 * megabytes * 10**6
