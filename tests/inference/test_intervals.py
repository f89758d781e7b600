"""Intervals: against textbook formulas and scipy, at the edges, under clusters and strata, and for open pairs."""

import math

import numpy as np
import pytest
from scipy import stats

from smatchproof.inference.interval import Interval
from smatchproof.inference.intervals import (
    correlation_interval,
    exact_bound,
    loss_interval,
    score_interval,
    share_interval,
    spread,
    wilson,
)
from smatchproof.inference.sum_table import SumTable, by_cluster, f1_table, mean_table, ratio_table
from smatchproof.problem.score import Counts


def pairs(number, seed=1, loose=0):
    """Counts of random pairs; `loose` is how far bounds may be above what was found."""
    rng = np.random.default_rng(seed)
    counts = []
    for _ in range(number):
        left, right = rng.integers(5, 40, 2).tolist()
        matched = int(rng.integers(1, min(left, right) + 1))
        counts.append(Counts(matched, min(matched + int(rng.integers(0, loose + 1)), min(left, right)), left, right))
    return counts


def test_the_jackknife_of_a_mean_is_the_standard_error():
    values = np.random.default_rng(1).normal(size=40)
    found = spread(mean_table(values))
    assert found.estimate == pytest.approx(values.mean())
    assert found.error == pytest.approx(stats.sem(values))
    assert found.reach(0.95) == pytest.approx(stats.t.ppf(0.975, 39) * stats.sem(values))


def test_perfect_correlations_of_few_pairs_have_an_interval():
    for number in (4, 5, 6, 10):
        interval = correlation_interval(range(number), range(number))
        assert interval.low < 0.9 and interval.high == 1
        assert correlation_interval(range(number), range(0, -number, -1)) == Interval(-1, -interval.low)
    with pytest.raises(ValueError, match="not finite"):
        correlation_interval([1, 2, 3, math.nan], [1, 2, 3, 4])


def test_the_score_interval_by_hand():
    counts = pairs(25)
    matched, triples = np.array([(each.matched, each.left_triples + each.right_triples) for each in counts]).T
    score = 2 * matched.sum() / triples.sum()
    without = 2 * (matched.sum() - matched) / (triples.sum() - triples)
    error = math.sqrt(24 / 25 * ((without - without.mean()) ** 2).sum())
    reach = stats.t.ppf(0.975, 24) * error / (score * (1 - score))
    expected = [1 / (1 + math.exp(-(math.log(score / (1 - score)) + sign * reach))) for sign in (-1, 1)]
    interval, units = score_interval(f1_table(counts))
    assert (list(interval), units) == (pytest.approx(expected), 25)


@pytest.mark.parametrize("level", [0.5, 0.9, 0.99])
def test_a_higher_level_gives_a_wider_interval(level):
    table = f1_table(pairs(15))
    inner, outer = (score_interval(table, each)[0] for each in (level - 0.1, level))
    assert outer.low < inner.low < inner.high < outer.high


def test_clusters_are_units():
    counts = pairs(30)
    labels = [number // 3 for number in range(30)]
    sums = [
        Counts(*(sum(column) for column in zip(*(tuple(each)[:4] for each in counts[at : at + 3]), strict=True)))
        for at in range(0, 30, 3)
    ]
    assert score_interval(f1_table(counts), clusters=labels) == score_interval(f1_table(sums))
    with pytest.raises(ValueError, match="2 labels of clusters for 30 rows"):
        by_cluster(f1_table(counts), [1, 2])


# ---- edges


def test_where_every_pair_matches_the_exact_bound_is_said():
    perfect = [Counts(5, 5, 5, 5)] * 20
    assert score_interval(f1_table(perfect))[0] == Interval(1 - exact_bound(20), 1.0)
    nothing = [Counts(0, 0, 5, 5)] * 20
    assert score_interval(f1_table(nothing))[0] == Interval(0.0, exact_bound(20))


def test_a_score_above_one_under_products():
    assert score_interval(f1_table([Counts(6, 6, 4, 4)] * 3))[0] == (1.5, 1.5)


def test_losses():
    assert loss_interval(mean_table([0] * 10)) is None
    is_open = SumTable(np.array([[1, 1], [3, 1]]), mean_table([1, 3]).score, np.array([[1, 1], [4, 1]]))
    assert is_open.is_open and loss_interval(is_open) is None
    low, high = loss_interval(ratio_table([0, 0, 2, 1, 0, 0], [10, 12, 9, 14, 11, 10]))
    assert 0 <= low < 3 / 66 < high
    assert loss_interval(mean_table([0, 1]))[1] < math.inf


# ---- shares and correlations


@pytest.mark.parametrize("number", [1, 5, 20, 100])
def test_shares_against_scipy(number):
    for some in range(number + 1):
        found = share_interval([1] * some + [0] * (number - some))
        method = "exact" if some in (0, number) else "wilson"
        expected = stats.binomtest(some, number).proportion_ci(0.95, method)
        assert found == pytest.approx((expected.low, expected.high), abs=1e-9)
        assert wilson(some / number, number) == pytest.approx(
            tuple(stats.binomtest(some, number).proportion_ci(0.95, "wilson")), abs=1e-9
        )


def test_shares_of_clusters_of_unequal_size_by_hand():
    """As many pairs as would have the error between clusters, and Kish's degrees of freedom: 10^2 / 30 - 1."""
    values, labels = [1, 1, 0, 1, 0, 0, 1, 0, 0, 0], [0, 1, 1, 2, 2, 2, 3, 3, 3, 3]
    sums = [(1, 1), (1, 2), (1, 3), (1, 4)]
    without = np.array([(4 - value) / (10 - size) for value, size in sums])
    error = math.sqrt(3 / 4 * ((without - without.mean()) ** 2).sum())
    found = share_interval(values, clusters=labels)
    assert found == pytest.approx(wilson(0.4, min(10, 0.4 * 0.6 / error**2), freedom=100 / 30 - 1))


def test_clusters_that_are_all_alike_count_once():
    alone = share_interval([1, 0, 0, 0, 1, 0, 0, 0, 0, 0])
    copies = share_interval([each for each in (1, 0, 0, 0, 1, 0, 0, 0, 0, 0) for _ in range(10)],
                            clusters=[number // 10 for number in range(100)])  # fmt: skip
    assert copies.low < alone.low and copies.high > alone.high


def test_correlations_against_scipy():
    rng = np.random.default_rng(3)
    found = rng.normal(size=200)
    given = found + rng.normal(size=200)
    low, high = correlation_interval(found, given)
    known = stats.pearsonr(found, given)
    expected = known.confidence_interval()
    assert low < known.statistic < high
    assert (low, high) == pytest.approx(tuple(expected), abs=0.03)
    assert correlation_interval([1, 1, 1, 1], [1, 2, 3, 4]) is None
    assert correlation_interval([1, 2, 3], [1, 2, 3]) is None
    assert correlation_interval([1, 2, 3, 4], [1, 2, 3, 4])[1] == pytest.approx(1)
