"""Correlations: against scipy, against all couples of things, and where nothing can be said."""

import gzip
import math
import random

import numpy as np
import pytest
from hypothesis import example, given, strategies as st
from scipy import stats

from smatchproof.base.errors import InputError
from smatchproof.lab.audits.correlation import RoleConfusion, correlation, rank_agreement, read_human, role_confusion

grades = st.integers(0, 8).map(lambda eighth: eighth / 8)
scores = st.floats(0, 1).map(lambda score: round(score, 6))


def two_sides(score, least=0, most=12):
    """Two lists of scores of the same length."""
    return st.lists(st.tuples(score, score), min_size=least, max_size=most).map(
        lambda rows: ([one for one, _ in rows], [other for _, other in rows])
    )


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


@given(two_sides(grades))
def test_tau_against_scipy(sides):
    found = rank_agreement(*sides)
    if found is None:
        assert any(len(set(side)) < 2 for side in sides)
    else:
        assert found == pytest.approx(stats.kendalltau(*sides).statistic)


# ---- the file of human scores


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        (b"0.5\nhigh\n", 2, 1, "expected a finite number, found 'high'"),
        (b"0.5\n  0,5\n", 2, 3, "expected a finite number, found '0,5'"),
        (b"nan\n", 1, 1, "expected a finite number, found 'nan'"),
        (b"# one\n-inf\n", 2, 1, "expected a finite number, found '-inf'"),
        (b"1e999\n", 1, 1, "expected a finite number, found '1e999'"),
        (b"1_0\n", 1, 1, "expected a finite number, found '1_0'"),
        (b"0.5\t0.75\n", 1, 1, r"expected a finite number, found '0.5\t0.75'"),
        (b"0.5\n0.7\xe9\n", 2, 4, "byte 0xe9 is not UTF-8"),
        ("0.5 é\n".encode() + b"\xff", 1, 1, "expected a finite number, found '0.5 é'"),
    ],
)
def test_lines_that_are_no_score(tmp_path, text, line, column, message):
    path = tmp_path / "human.txt"
    path.write_bytes(gzip.compress(text) if line == 1 else text)
    with pytest.raises(InputError) as caught:
        read_human(path)
    error = caught.value
    assert (error.message, error.place.source) == (message, str(path))
    assert (error.place.line, error.place.column) == (line, column)
    assert error.hint
    assert str(error).splitlines()[-1] == " " * (column + 1) + "^"
