"""Intervals: against textbook formulas and scipy, at the edges, under clusters and strata, and for open pairs."""

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, strategies as st
from scipy import stats

from smatchproof.inference.difference_tests import p_values
from smatchproof.inference.interval import Interval
from smatchproof.inference.intervals import (
    correlation_interval,
    difference_interval,
    exact_bound,
    loss_interval,
    score_interval,
    share_interval,
    wilson,
)
from smatchproof.inference.jackknife import large_strata, spreads
from smatchproof.inference.sum_table import by_cluster, f1_table, mean_table, ratio_table
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
    spread, _ = spreads(mean_table(values))
    assert spread.estimate == pytest.approx(values.mean())
    assert spread.error == pytest.approx(stats.sem(values))
    assert spread.reach(0.95) == pytest.approx(stats.t.ppf(0.975, 39) * stats.sem(values))


def test_strata_are_judged_apart():
    """The error of a stratified mean: the variances inside the strata only."""
    rng = np.random.default_rng(2)
    low, high = rng.normal(0, 1, 30), rng.normal(100, 1, 20)
    values, strata = np.concatenate([low, high]), ["low"] * 30 + ["high"] * 20
    spread, _ = spreads(mean_table(values), strata)
    expected = (
        math.sqrt(sum(((some - some.mean()) ** 2).sum() * n / (n - 1) for some, n in ((low, 30), (high, 20)))) / 50
    )
    assert spread.error == pytest.approx(expected)
    assert spreads(mean_table(values))[0].error > 10 * spread.error
    assert 19 < spread.freedom < 48


@pytest.mark.parametrize("sizes", [(100, 2), (20, 2, 2, 2), (2,) * 10, (1,) * 12])
def test_strata_of_few_units_do_not_hide_their_spread(sizes):
    """Two pairs of a source may miss as much by chance: their interval is no narrower than without strata."""
    values = [0] * (sum(sizes) - 2) + [3, 4]
    strata = [label for label, size in enumerate(sizes) for _ in range(size)]
    assert loss_interval(mean_table(values), strata=strata) == loss_interval(mean_table(values))
    assert min(Counter(large_strata([*strata, *"a" * 11])).values()) >= 10
    assert large_strata([*"a" * 10, *"b" * 12]) == [*"a" * 10, *"b" * 12]


@given(st.integers(0, 10**6))
def test_intervals_and_p_values_hold_those_of_any_optima(seed):
    """Open pairs at either end or between, each by itself."""
    rng = np.random.default_rng(seed)
    number = int(rng.integers(12, 40))
    found = rng.integers(0, 50, (2, number))
    bounds = np.minimum(60, found + rng.integers(0, 9, (2, number)) * (rng.random((2, number)) < rng.random()))
    tables = [f1_table([Counts(*map(int, ends), 60, 60) for ends in zip(*side, strict=True)])
              for side in zip(found, bounds, strict=True)]  # fmt: skip
    (score, _), (difference, _) = score_interval(tables[0]), difference_interval(*tables)
    p = p_values(*tables, samples=199)
    chosen = rng.random(number) < rng.random()
    for optima in (
        np.stack([np.where(chosen, found[0], bounds[0]), np.where(chosen, bounds[1], found[1])]),
        rng.integers(found, bounds + 1),
    ):
        closed = [f1_table([Counts(each, each, 60, 60) for each in side]) for side in optima.tolist()]
        slack = 0.02 * (score.high - score.low)
        one, _ = score_interval(closed[0])
        assert score.low - slack <= one.low and one.high <= score.high + slack
        slack = 0.05 * (difference.high - difference.low)
        both, _ = difference_interval(*closed)
        assert difference.low - slack <= both.low and both.high <= difference.high + slack
        told = p_values(*closed, samples=199).permutation
        assert p.permutation.low <= told.low and told.high <= p.permutation.high + 0.05


def test_one_open_pair_may_spread_alone():
    """All of 30 pairs at the bound differ alike, and all at what was found; one of them alone does not."""
    ones, twos = f1_table([Counts(51, 100, 100, 100)] * 30), f1_table([Counts(50, 50, 100, 100)] * 30)
    mixed = f1_table([Counts(100, 100, 100, 100)] + [Counts(51, 51, 100, 100)] * 29)
    interval, (alone, _) = difference_interval(ones, twos)[0], difference_interval(mixed, twos)
    assert interval.low <= alone.low < 0 < alone.high <= interval.high
    assert p_values(ones, twos).permutation.high >= p_values(mixed, twos).permutation.high > 0.05


def test_perfect_correlations_of_few_pairs_have_an_interval():
    for number in (4, 5, 6, 10):
        interval = correlation_interval(range(number), range(number))
        assert interval.low < 0.9 and interval.high == 1
        assert correlation_interval(range(number), range(0, -number, -1)) == Interval(-1, -interval.low)
    with pytest.raises(ValueError, match="not finite"):
        correlation_interval([1, 2, 3, math.nan], [1, 2, 3, 4])


def test_numbers_beyond_64_bits():
    huge = [Counts(n * 10**18, n * 10**18, 10 * 10**18, 10 * 10**18) for n in (7, 9, 5)]
    small = [Counts(n, n, 10, 10) for n in (7, 9, 5)]
    assert score_interval(f1_table(huge))[0] == pytest.approx(score_interval(f1_table(small))[0])


def test_degrees_of_freedom_of_two_strata_are_welchs():
    """The mean over two sources of equal size spreads as half of their difference does."""
    rng = np.random.default_rng(3)
    one, two = rng.normal(0, 1, 12), rng.normal(0, 5, 12)
    spread, _ = spreads(mean_table(np.concatenate([one, two])), [1] * 12 + [2] * 12)
    assert spread.freedom == pytest.approx(stats.ttest_ind(one, two, equal_var=False).df)
    alike, _ = spreads(mean_table(np.concatenate([one, one])), [1] * 12 + [2] * 12)
    assert alike.freedom == pytest.approx(22)


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


def test_one_pair_tells_nothing():
    assert score_interval(f1_table(pairs(1)))[0] == (0, 1)
    assert difference_interval(f1_table(pairs(1)), f1_table(pairs(1, 2)))[0] == (-1, 1)
    assert loss_interval(mean_table([3])) is None
    assert share_interval([1, 0], clusters=["a", "a"]) == (0, 1)


def test_no_pair():
    for function in (score_interval, loss_interval):
        with pytest.raises(ValueError, match="no pair"):
            function(f1_table([]))


def test_a_score_above_one_under_products():
    assert score_interval(f1_table([Counts(6, 6, 4, 4)] * 3))[0] == (1.5, 1.5)


def test_losses():
    assert loss_interval(mean_table([0] * 10)) is None
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
