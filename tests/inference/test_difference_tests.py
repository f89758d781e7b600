"""Tests of a difference: against all exchanges that there are, against scipy, and where nothing can be known."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

import smatchproof.inference.difference_tests
from smatchproof.inference.difference_tests import holm, p_value
from smatchproof.inference.sum_table import f1_table, mean_table
from smatchproof.problem.score import Counts

MANY = 20_000


def proved(matched, left, right):
    return Counts(matched, matched, left, right)


GOOD = [proved(4, 6, 5), proved(9, 10, 12), proved(2, 6, 7)]
BAD = [proved(3, 6, 5), proved(9, 12, 12), proved(1, 5, 7)]


def f1(counts):
    triples = sum(each.left_triples + each.right_triples for each in counts)
    return Fraction(2 * sum(each.matched for each in counts), triples)


def exchanges(ones, twos):
    for coins in itertools.product([False, True], repeat=len(ones)):
        sides = [(two, one) if coin else (one, two) for one, two, coin in zip(ones, twos, coins, strict=True)]
        yield [one for one, _ in sides], [two for _, two in sides]


def near(found, share):
    """Within five standard deviations of what chance does to a share of random samples."""
    return abs(found - share) <= 5 * math.sqrt(share * (1 - share) / MANY) + 2 / MANY


@pytest.mark.parametrize("pairs", [2, 3, 4, 6, 8])
def test_against_all_exchanges(pairs):
    ones, twos = (GOOD * 3)[:pairs], (BAD + GOOD[::-1] + BAD)[:pairs]
    difference = abs(f1(ones) - f1(twos))
    all_of_them = list(exchanges(ones, twos))
    as_large = sum(abs(f1(one) - f1(two)) >= difference for one, two in all_of_them) / len(all_of_them)
    found = p_value(f1_table(ones), f1_table(twos), MANY)
    assert near(found, as_large)


@pytest.mark.parametrize("pairs", [9, 60])
def test_of_means_against_scipy(pairs):
    """With nine pairs scipy goes through all exchanges."""
    rng = np.random.default_rng(5)
    ones, twos = rng.normal(0.3, 1, pairs), rng.normal(0, 1, pairs)
    expected = stats.permutation_test(
        (ones, twos),
        lambda one, two, axis: np.mean(one - two, axis=axis),
        permutation_type="samples",
        n_resamples=MANY,
        rng=np.random.default_rng(2),
        vectorized=True,
    ).pvalue
    found = p_value(mean_table(ones), mean_table(twos), MANY)
    assert found == pytest.approx(expected, abs=0.02)


def test_clusters_are_exchanged_whole():
    ones, twos = GOOD * 4, BAD * 4
    labels = [number // 3 for number in range(12)]
    summed = p_value(f1_table([proved(15, 22, 24)] * 4), f1_table([proved(13, 23, 24)] * 4), 500)
    assert p_value(f1_table(ones), f1_table(twos), 500, clusters=labels) == summed
    assert p_value(f1_table(ones), f1_table(twos), 500) != summed


def test_the_seed_decides_and_parts_do_not(monkeypatch):
    tables = f1_table(GOOD * 4), f1_table([*BAD, *GOOD[::-1]] * 2)
    whole = p_value(*tables, 2000, seed=3)
    assert whole != p_value(*tables, 2000, seed=4)
    monkeypatch.setattr(smatchproof.inference.difference_tests, "_CELLS", 1000)
    assert p_value(*tables, 2000, seed=3) == whole


def test_no_difference_is_as_large_in_all_samples():
    assert p_value(f1_table(GOOD), f1_table(GOOD), 100) == 1


def test_different_numbers_of_pairs():
    with pytest.raises(ValueError, match="3 pairs of one system, 2 of the other"):
        p_value(f1_table(GOOD), f1_table(BAD[:2]))


def test_holm_against_its_definition():
    rng = np.random.default_rng(8)
    for _ in range(50):
        values = rng.random(rng.integers(1, 8)).round(2).tolist()
        ordered = sorted(values)
        expected = [
            min(1.0, max((len(values) - rank) * ordered[rank] for rank in range(ordered.index(value) + 1)))
            for value in values
        ]
        assert holm(values) == pytest.approx(expected)
