"""Properties of every method, convention, metric and source, on small random instances."""

import random
from dataclasses import replace

import pytest

from smatchproof.base.optional import RELEASES
from smatchproof.conventions.conventions import CONVENTIONS, convention
from smatchproof.conventions.triples import Duplicates
from smatchproof.exact.brute_force import brute_force
from smatchproof.problem.problem import recount
from smatchproof.problem.solution import SolveParams
from smatchproof.scoring.methods.registry import METHODS
from smatchproof.scoring.metrics import entries, metric
from smatchproof.similarity.grading import matched_value
from tests import peers
from tests.commands.every_command.test_any_metric import WITH_PARAMETERS
from tests.instances import random_graph, random_problem

SLOW = {"ilp": 20, "ilp-tight": 20}


@pytest.mark.parametrize("name", METHODS)
def test_a_method_finds_an_alignment_the_same_for_a_seed_and_its_bound_holds(name):
    if name in RELEASES:
        peers.require(name, RELEASES[name])
    for number in range(SLOW.get(name, 60)):
        problem, params = random_problem(random.Random(f"method {number}")), SolveParams(seed=number)
        found, again = (METHODS[name].solve(problem, params) for _ in range(2))
        assert replace(again, seconds=0.0) == replace(found, seconds=0.0), problem
        optimum = brute_force(problem).matched
        assert found.matched == recount(problem, found.mapping) <= optimum <= found.upper_bound, problem
        assert (found.matched == found.upper_bound) == (found.status == "optimal"), problem


@pytest.mark.parametrize("name", CONVENTIONS)
def test_a_graph_has_the_same_triples_again_and_all_of_them_match_themselves(name):
    rule = convention(name)
    for number in range(150):
        graph = random_graph(random.Random(f"convention {number}"))
        triples = rule.triples(graph)
        assert triples == rule.triples(graph), graph
        size = len(triples.variables)
        ends = [triple.variable for triple in triples.attributes]
        ends += [end for triple in triples.relations for end in (triple.source, triple.target)]
        assert len({*triples.variables}) == size and all(0 <= end < size for end in ends), graph
        worth = matched_value(triples, triples, tuple(range(size)), rule.duplicates)
        assert worth >= triples.size if rule.duplicates is Duplicates.PRODUCT else worth == triples.size, graph


@pytest.mark.parametrize("name", [*(entry.name for entry in entries() if not entry.is_graded), *WITH_PARAMETERS])
def test_a_metric_is_the_same_again_and_most_for_equal_graphs(name):
    asked, sums = metric(name), []
    for number in range(25):
        rng = random.Random(f"metric {number}")
        left, right = random_graph(rng), random_graph(rng)
        counts, again, same = (asked.score(left, each, seed=number) for each in (right, right, left))
        assert counts.value == again.value and 0 <= counts.value <= 1 + 1e-9
        assert not same.proved or same.value >= counts.value - 1e-9
        sums = [counts, counts] if not sums else [sums[0].plus(counts), counts.plus(sums[1])]
    assert sums[0].value == pytest.approx(sums[1].value)
