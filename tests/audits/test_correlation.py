"""Correlations: against scipy, against all couples of things, and where nothing can be said."""

import itertools
import math
import random

import numpy as np
import pytest
from hypothesis import example, given, strategies as st
from scipy import stats

from smatchproof.audits.correlation import Concordance, RoleConfusion, concordance, correlation, role_confusion

ROUNDING = 1e-12
grades = st.integers(0, 8).map(lambda eighth: eighth / 8)
scores = st.floats(0, 1).map(lambda score: round(score, 6))
nearly = st.builds(lambda grade, noise: grade + noise * 1e-15, grades, st.integers(-3, 3))


def two_sides(score, least=0, most=12):
    """Two lists of scores of the same length."""
    return st.lists(st.tuples(score, score), min_size=least, max_size=most).map(
        lambda rows: ([one for one, _ in rows], [other for _, other in rows])
    )


def sign(one, other):
    return 0 if abs(one - other) <= ROUNDING else 1 if one > other else -1


# ---- with people


@given(two_sides(scores | grades, least=2))
@example(([0.0, 0.0, 1.0], [0.5, 1.0, 1.0]))
def test_against_scipy(sides):
    found, given_scores = sides
    result = correlation(found, given_scores)
    constant = len(set(found)) == 1 or len(set(given_scores)) == 1
    assert (result.pearson is None) == (result.spearman is None) == constant
    if not constant:
        assert result.pearson == pytest.approx(stats.pearsonr(found, given_scores).statistic, abs=1e-9)
        assert result.spearman == pytest.approx(stats.spearmanr(found, given_scores).statistic, abs=1e-9)
        assert -1 <= result.pearson <= 1
    assert result.rmse == pytest.approx(np.sqrt(np.mean(np.subtract(found, given_scores) ** 2)))
    quantiles = [[by_definition(side, tenth / 10) for tenth in range(1, 10)] for side in sides]
    assert result.rmse_quantiles == pytest.approx(np.sqrt(np.mean(np.subtract(*quantiles) ** 2)))


def by_definition(scores, q):
    """The quantile on the line between the two scores around the place q (n - 1)."""
    ordered, place = sorted(scores), q * (len(scores) - 1)
    below = math.floor(place)
    above = min(below + 1, len(scores) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def test_correlations_have_intervals_that_hold_them():
    dice = random.Random(3)
    given = [dice.random() for _ in range(200)]
    found = [0.5 * each + 0.5 * dice.random() for each in given]
    wide, narrow = correlation(found[:30], given[:30]), correlation(found, given)
    for each in (wide, narrow):
        for value, (low, high) in ((each.pearson, each.pearson_interval), (each.spearman, each.spearman_interval)):
            assert -1 < low < value < high < 1
    widths = [each.pearson_interval.high - each.pearson_interval.low for each in (wide, narrow)]
    assert widths[1] < 0.6 * widths[0]
    assert correlation(found[:3], given[:3]).pearson_interval is None
    assert correlation([0.5] * 9, given[:9]).spearman_interval is None


# ---- role confusion


def test_role_confusion_by_hand():
    right, wrong, tied = (0.5, 0.6), (0.6, 0.5), (0.3, 0.1 + 0.2)
    result = role_confusion([*right, *wrong, *tied, *right, *right])
    assert result == RoleConfusion(couples=5, right=3, tied=1)
    assert result.accuracy == 0.6


# ---- order


def counted(first, second):
    """The specification: every couple of things."""
    signs = [
        (sign(first[one], first[other]), sign(second[one], second[other]))
        for one, other in itertools.combinations(range(len(first)), 2)
    ]
    return Concordance(
        concordant=sum(one * other > 0 for one, other in signs),
        discordant=sum(one * other < 0 for one, other in signs),
        tied_first=sum(one == 0 != other for one, other in signs),
        tied_second=sum(other == 0 != one for one, other in signs),
        tied_both=sum(one == other == 0 for one, other in signs),
    )


@given(two_sides(grades | nearly) | two_sides(scores))
def test_concordance_against_all_couples(sides):
    result = concordance(*sides)
    assert result == counted(*sides)
    assert result.couples == len(sides[0]) * (len(sides[0]) - 1) // 2


@given(two_sides(grades))
def test_tau_against_scipy(sides):
    result = concordance(*sides)
    if result.tau is None:
        assert any(len(set(side)) < 2 for side in sides)
    else:
        assert result.tau == pytest.approx(stats.kendalltau(*sides).statistic)
