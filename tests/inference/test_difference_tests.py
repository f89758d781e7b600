"""Tests of a difference: against all exchanges that there are, against scipy, and where nothing can be known."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

import smatchproof.inference.difference_tests
from smatchproof.inference.difference_tests import holm, p_values
from smatchproof.inference.intervals import mean_interval, two_sided_p
from smatchproof.inference.jackknife import spreads
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


def statistic(ones, twos):
    """The difference over the error of the delta method, by its textbook formula for a ratio of sums."""
    influences = np.zeros(len(ones))
    for counts, sign in ((ones, 1), (twos, -1)):
        score = float(f1(counts))
        triples = np.array([each.left_triples + each.right_triples for each in counts], dtype=float)
        matched = np.array([each.matched for each in counts], dtype=float)
        influences += sign * (2 * matched - score * triples) / triples.sum()
    error = math.sqrt(len(ones) * influences.var(ddof=1))
    difference = abs(float(f1(ones) - f1(twos)))
    return difference / error if error > 1e-12 else (math.inf if difference > 1e-12 else 0.0)


def exchanges(ones, twos):
    for coins in itertools.product([False, True], repeat=len(ones)):
        sides = [(two, one) if coin else (one, two) for one, two, coin in zip(ones, twos, coins, strict=True)]
        yield [one for one, _ in sides], [two for _, two in sides]


def near(found, share):
    """Within five standard deviations of what chance does to a share of random samples."""
    return abs(found - share) <= 5 * math.sqrt(share * (1 - share) / MANY) + 2 / MANY


def without_skewness(statistic, values):
    """Hall's transformation of Student's t of a mean of such values, by its definition in moments."""
    second, third = (((values - values.mean()) ** power).mean() for power in (2, 3))
    skewness = third / second**1.5
    number = len(values)
    linear = statistic + skewness * (2 * statistic**2 + 1) / (6 * math.sqrt(number))
    return linear + skewness**2 * statistic**3 / (27 * number)


def by_t(ones, twos):
    """The p-value of Student's t with the jackknife's error, by the textbook: as it is, and without skewness."""
    without = [[each[:place] + each[place + 1 :] for each in (ones, twos)] for place in range(len(ones))]
    left_out = np.array([f1(one) - f1(two) for one, two in without], dtype=float)
    error = math.sqrt((len(ones) - 1) / len(ones) * ((left_out - left_out.mean()) ** 2).sum())
    if error < 1e-12:
        return 0.0
    found = float(f1(ones) - f1(twos)) / error
    return max(2 * stats.t.sf(abs(each), len(ones) - 1) for each in (found, without_skewness(found, -left_out)))


@pytest.mark.parametrize("pairs", [2, 3, 4, 6, 8])
def test_against_all_exchanges(pairs):
    ones, twos = (GOOD * 3)[:pairs], (BAD + GOOD[::-1] + BAD)[:pairs]
    observed, difference = statistic(ones, twos), abs(f1(ones) - f1(twos))
    all_of_them = list(exchanges(ones, twos))
    as_far = sum(statistic(*each) >= observed * (1 - 1e-6) for each in all_of_them) / len(all_of_them)
    as_large = sum(abs(f1(one) - f1(two)) >= difference for one, two in all_of_them) / len(all_of_them)
    found = p_values(f1_table(ones), f1_table(twos), MANY)
    expected = max(as_far, by_t(ones, twos))
    assert abs(found.permutation.low - expected) < 1e-6 or (near(found.permutation.low, as_far) and expected == as_far)
    assert found.permutation.known
    assert near(found.randomisation.low, as_large) and found.randomisation.known


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
    found = p_values(mean_table(ones), mean_table(twos), MANY)
    assert found.randomisation.low == pytest.approx(expected, abs=0.02)
    # The t statistic of one sample is a monotone function of its mean, so that both tests agree about means.
    student = stats.ttest_1samp(ones - twos, 0)
    straight = 2 * stats.t.sf(abs(without_skewness(student.statistic, ones - twos)), pairs - 1)
    assert found.permutation.low == pytest.approx(max(expected, student.pvalue, straight), abs=0.02)


@pytest.mark.parametrize("shift", [-0.6, 0.3, 0.6])
def test_a_difference_that_is_significant_has_an_interval_without_zero(shift):
    """The p-value without exchanges is where the interval's end is 0, whatever the skewness."""
    rng = np.random.default_rng(7)
    for number in (6, 12, 40):
        values = rng.exponential(1, number) * rng.choice([1, 4], number) + shift - 1
        (spread, _) = spreads(mean_table(values))
        p = two_sided_p(spread)
        for level in (1 - p - 1e-6, 1 - p + 1e-6):
            low, high = mean_interval(values, level)
            assert (low > 0 or high < 0) == (level < 1 - p), (number, level)
        assert p_values(mean_table(values), mean_table([0.0] * number), 200).permutation.low >= p


def test_clusters_are_exchanged_whole():
    ones, twos = GOOD * 4, BAD * 4
    labels = [number // 3 for number in range(12)]
    summed = p_values(f1_table([proved(15, 22, 24)] * 4), f1_table([proved(13, 23, 24)] * 4), 500)
    assert p_values(f1_table(ones), f1_table(twos), 500, clusters=labels) == summed
    assert p_values(f1_table(ones), f1_table(twos), 500) != summed


def test_the_seed_decides_and_parts_do_not(monkeypatch):
    tables = f1_table(GOOD * 4), f1_table([*BAD, *GOOD[::-1]] * 2)
    whole = p_values(*tables, 2000, seed=3)
    assert whole != p_values(*tables, 2000, seed=4)
    monkeypatch.setattr(smatchproof.inference.difference_tests, "_CELLS", 1000)
    assert p_values(*tables, 2000, seed=3) == whole


def test_open_p_values_do_not_depend_on_the_order_of_the_systems():
    """Differences are mirrored with their skewness; all of them are skewed to one side here."""
    rng = np.random.default_rng(0)
    for number in (8, 12, 30):
        found = 9 + rng.geometric(0.3, number) + rng.integers(-3, 1, number)
        ones = f1_table(
            [
                Counts(n, n + extra, 60, 60)
                for n, extra in zip(found.tolist(), rng.integers(0, 3, number).tolist(), strict=True)
            ]
        )
        twos = f1_table([proved(9, 60, 60)] * number)
        there, back = p_values(ones, twos, 99), p_values(twos, ones, 99)
        assert there.permutation == pytest.approx(back.permutation) and there.randomisation == back.randomisation


def test_different_numbers_of_pairs():
    with pytest.raises(ValueError, match="3 pairs of one system, 2 of the other"):
        p_values(f1_table(GOOD), f1_table(BAD[:2]))


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
