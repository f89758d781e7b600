"""All optima, the canonical one and evidence, at length: 10,000 pairs each, and 10,000 changed certificates."""

import random

import pytest

from smatchproof.similarity.evidence import Strength
from tests.exact.test_canonical import agrees, sparse_problem
from tests.exact.test_optima import check_mutants, compare_ranges_with_enumeration, compare_with_enumeration
from tests.similarity.test_evidence import (
    compare_changed,
    compare_with_enumeration as compare_evidence_with_enumeration,
)


def test_small_pairs_agree_with_enumeration():
    print(compare_with_enumeration(10_000, seed=10))


def test_no_mutant_with_a_false_claim_is_accepted():
    accepted, refused = check_mutants(10_000, seed=11)
    print(accepted, refused)
    assert accepted > 500 < refused


def test_ranges_of_aspects_agree_with_enumeration():
    print(compare_ranges_with_enumeration(10_000, seed=12))


def test_the_canonical_optimum_agrees_with_enumeration():
    rng = random.Random(13)
    print(sum(agrees(sparse_problem(rng), rng) for _ in range(10_000)))


@pytest.mark.parametrize("strength", Strength)
def test_evidence_agrees_with_enumeration(strength):
    print(compare_evidence_with_enumeration(4_000, 14, strength))


def test_no_changed_certificate_of_evidence_states_anything_false():
    print(compare_changed(10_000, seed=15))
