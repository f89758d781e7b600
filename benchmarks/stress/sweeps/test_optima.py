"""What all optima share, at length: 10,000 pairs under every question, and 10,000 mutants of certificates."""

from tests.exact.test_optima import check_mutants, compare_ranges_with_enumeration, compare_with_enumeration


def test_small_pairs_agree_with_enumeration():
    print(compare_with_enumeration(10_000, seed=10))


def test_no_mutant_with_a_false_claim_is_accepted():
    accepted, refused = check_mutants(10_000, seed=11)
    print(accepted, refused)
    assert accepted > 500 < refused


def test_ranges_of_aspects_agree_with_enumeration():
    print(compare_ranges_with_enumeration(10_000, seed=12))
