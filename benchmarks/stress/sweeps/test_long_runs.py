"""Checks of the tests on many more random cases."""

import random

import pytest

from smatchproof import optimal_edit_path
from smatchproof.lab.reductions.from_smatch.formats import FORMATS
from smatchproof.lab.reductions.to_smatch.edit_distance import EditDistanceToSmatch
from smatchproof.public import exact
from smatchproof.similarity.evidence import Strength
from tests.exact import test_optima as optima
from tests.exact.test_canonical import agrees, sparse_problem
from tests.exact.test_certified import check_random_pairs
from tests.exact.test_checker import check_mutants
from tests.exact.test_graded import check_against_brute_force
from tests.lab.reductions.cases import distance
from tests.lab.reductions.checks import best_alignments, draws
from tests.lab.reductions.foreign_solvers import SOLVERS
from tests.lab.reductions.test_exports import check_answer, couples, every_format
from tests.lab.reductions.test_reductions import CASES
from tests.scoring.test_network_distances import arcs, drawn, priced, replayed
from tests.similarity.test_evidence import compare_changed, compare_with_enumeration

# ---- the solver and the checker


def test_no_mutant_of_a_hundred_thousand_is_accepted():
    for seed in range(20):
        check_mutants(5_000, seed=seed)


def test_the_optimum_is_that_of_brute_force_and_certified_20_000_times():
    assert check_against_brute_force(seed=2, number=20_000) > 4_000


@pytest.mark.parametrize("seed", range(40))
def test_equal_to_brute_force_200_000_times(seed):
    check_random_pairs(5_000, 1_000 + seed)


# ---- all optima, the canonical one, and evidence


def test_all_optima_agree_with_enumeration():
    optima.compare_with_enumeration(10_000, seed=10)
    optima.compare_ranges_with_enumeration(10_000, seed=12)
    accepted, refused = optima.check_mutants(10_000, seed=11)
    assert accepted > 500 < refused


def test_the_canonical_optimum_agrees_with_enumeration():
    rng = random.Random(13)
    assert sum(agrees(sparse_problem(rng), rng) for _ in range(10_000)) > 1_000


@pytest.mark.parametrize("strength", Strength)
def test_evidence_agrees_with_enumeration(strength):
    compare_with_enumeration(4_000, 14, strength)


def test_no_changed_certificate_of_evidence_states_anything_false():
    compare_changed(10_000, seed=15)


# ---- reductions


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_both_sides_of_a_reduction_agree_on_many(case):
    assert len(set(draws(case, 400, seed=1))) > 1


@every_format
def test_solvers_of_other_fields_find_the_optimum_of_many_pairs(name, tmp_path):
    for couple in couples(400, seed=1):
        reduction = FORMATS[name].of_triples(couple)
        optimum, _ = best_alignments(couple.problem())
        check_answer(reduction, *SOLVERS[name](reduction.text(), tmp_path), optimum)


def test_edit_distances_are_those_of_brute_force():
    for number in range(5_000):
        source = distance(random.Random(f"edit distance {number}"))
        reduction = EditDistanceToSmatch.apply(source)
        found = exact(reduction.target.problem())
        path = reduction.read(reduction.target.names(found.mapping))
        least = source.value(source.brute_force())
        assert source.value(path) == least == reduction.relation.source_value(found.upper_bound), source
        assert source.bound() <= least, source


def test_edit_paths_lead_where_they_should():
    for number in range(5_000):
        rng = random.Random(f"edit path {number}")
        directed = rng.random() < 0.5
        left, right = (drawn(rng, 4, directed=directed) for _ in "ab")
        options = priced(rng)
        nodes, edges, cost = optimal_edit_path(left, right, **options)
        made, paid = replayed(left, right, nodes, edges, options)
        assert paid == cost, number
        assert dict(made.nodes(data=True)) == dict(right.nodes(data=True)), number
        assert {*arcs(made)} == {*arcs(right)}, number
