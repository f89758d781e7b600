"""S2match: graded matches against brute force, with certificates; what it has in common with Smatch."""

import random

from smatchproof.conventions.triples import Duplicates, TripleGraph, matched_triples
from smatchproof.exact import brute_force, exact
from smatchproof.exact.certificate import certificate
from smatchproof.exact.checker import check
from smatchproof.problem.problem import build_problem
from smatchproof.problem.solution import SolveParams, Status
from smatchproof.similarity.grading import Label, Similarities, matched_value
from tests.exact.random_pairs import random_pair

CONVENTIONS = {rule: f"conv:any|dup:{rule}|top:none|sim:any" for rule in Duplicates}


def labels(graph: TripleGraph) -> list[Label]:
    return sorted({Label(kind, role, value) for kind, role, _, value in graph.attributes})


def random_similarities(rng: random.Random, left: TripleGraph, right: TripleGraph, unit: int) -> Similarities:
    """Similarities of some of the labels that the graphs hold and of some that they do not."""
    couples = [(one, other) for one in labels(left) for other in labels(right) if one[:2] == other[:2] and one != other]
    chosen = [couple for couple in couples if rng.random() < 0.6]
    strangers = (Label("instance", "instance", "no-01"), Label("instance", "instance", "never-02"))
    return Similarities(unit, {couple: rng.randint(1, unit) for couple in [*chosen, strangers]})


def graded_pair(rng: random.Random):
    left, right, rule = random_pair(rng)
    return left, right, rule, random_similarities(rng, left, right, rng.choice((1, 2, 7, 1000, 10**6)))


def solved(left, right, rule, similarities):
    problem = build_problem(left, right, rule, similarities)
    solution = exact(problem, SolveParams(proof=True))
    assert solution.status is Status.OPTIMAL
    assert matched_value(left, right, solution.mapping, rule, similarities) == solution.matched
    return problem, solution


def check_against_brute_force(seed: int, number: int) -> int:
    rng = random.Random(seed)
    with_graded = 0
    for _ in range(number):
        left, right, rule, similarities = graded_pair(rng)
        problem, solution = solved(left, right, rule, similarities)
        assert solution.matched == brute_force(problem).matched
        line = certificate("pair", CONVENTIONS[rule], left, right, problem, solution, similarities)
        assert check(line)["matched"] == solution.matched
        equal = sum(matched_triples(left, right, solution.mapping, rule).values())
        with_graded += solution.matched > similarities.denominator * equal
    return with_graded


def test_the_optimum_is_that_of_brute_force_and_certified():
    assert check_against_brute_force(seed=1, number=800) > 160
