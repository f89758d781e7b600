"""Probes of SemBleu in larger trees: exponents come near to the stated orders."""

import math

import pytest

from smatchproof.audits.probes import (
    Position,
)
from smatchproof.audits.probing import (
    DEGREES,
    error_bias,
)
from smatchproof.scoring.metrics.sembleu import SemBleuMetric
from tests.audits.test_probing import (
    SEMBLEU,
    check_stated_orders,
)


def lost(position, d):
    """The k-grams with k = 1, 2, 3 through a variable of a deep tree of degree d, counted by hand."""
    return {
        Position.ROOT: (1, d, d * d),
        Position.INNER: (1, 1 + d, 1 + d + d * d),
        Position.ABOVE_LEAVES: (1, 1 + d, 1 + d),
        Position.LEAF: (1, 1, 1),
    }[position]


def totals(d):
    """How many k-grams a tree of degree d and depth 4 has: all variables, but those without parent, grandparent."""
    size = 1 + d + d**2 + d**3 + d**4
    return size, size - 1, size - 1 - d


def expected_penalty(counts, d, n):
    return -sum(math.log(1 - gone / total) for gone, total in zip(counts[:n], totals(d)[:n], strict=True)) / n


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize("position", Position)
def test_the_penalties_of_sembleu_are_those_of_the_lost_k_grams(position, n):
    bias = error_bias(SemBleuMetric(n), (2, 3)).at(position)
    for degree, penalty, ratio in zip((2, 3), bias.penalties, bias.ratios, strict=True):
        wanted = expected_penalty(lost(position, degree), degree, n)
        at_leaf = expected_penalty((1, 1, 1), degree, n)
        assert penalty == pytest.approx(wanted, rel=1e-9)
        assert ratio == pytest.approx(wanted / at_leaf, rel=1e-9)


POLYNOMIALS = {
    Position.ROOT: lambda d: (1 + d + d**2) / 3,
    Position.INNER: lambda d: (3 + 2 * d + d**2) / 3,
    Position.ABOVE_LEAVES: lambda d: (3 + 2 * d) / 3,
    Position.LEAF: lambda d: 1,
}
"""The ratios where little is lost of a large tree."""


@pytest.mark.parametrize(
    ("degrees", "farther", "lower", "near"),
    [((2, 3, 4, 5, 6), (4, 6), 0.71, 0.02), pytest.param(DEGREES, (5, 8), 0.62, 0.01, marks=pytest.mark.stress)],
)
def test_the_exponents_of_sembleu_are_near_the_stated_orders_and_below(degrees, farther, lower, near):
    """The lower powers take less than `lower` from the order, and less from larger degrees on."""
    bias, farther = error_bias(SEMBLEU, degrees), error_bias(SEMBLEU, farther)
    assert [each.position for each in bias.positions] == list(Position)
    assert [each.order for each in bias.positions] == [2, 2, 1, 0]
    for each in bias.positions:
        assert each.order - lower < each.exponent <= farther.at(each.position).exponent <= each.order
        assert each.last_ratio == each.ratios[-1] == pytest.approx(POLYNOMIALS[each.position](degrees[-1]), rel=near)
    root, inner, above, leaf = (each.exponent for each in bias.positions)
    assert root > inner > above + 0.5 > leaf + 1.0
    assert leaf == 0


def test_the_exponents_of_sembleu_come_nearer_to_the_orders():
    for each in error_bias(SEMBLEU, (8, 16)).positions:
        assert each.order - 0.21 < each.exponent <= each.order
        assert each.last_ratio == pytest.approx(POLYNOMIALS[each.position](16), rel=0.003)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_stated_orders_hold_in_deeper_trees(n):
    check_stated_orders(n, degrees=(6, 7), depth=5)
