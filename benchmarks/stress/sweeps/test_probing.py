"""Probes of SemBleu in larger trees: exponents come near to the stated orders."""

import pytest

from smatchproof.audits.probes import (
    ErrorKind,
)
from smatchproof.audits.probing import (
    error_bias,
)
from tests.audits.test_probing import POLYNOMIALS, SEMBLEU, check_stated_orders


def test_the_exponents_of_sembleu_come_nearer_to_the_orders():
    for each in error_bias(SEMBLEU, (8, 16)).positions:
        assert each.order - 0.21 < each.exponent <= each.order
        assert each.last_ratio == pytest.approx(POLYNOMIALS[each.position](16), rel=0.003)


@pytest.mark.parametrize("error", ErrorKind)
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_stated_orders_hold_in_deeper_trees(n, error):
    check_stated_orders(n, error, degrees=(6, 7), depth=5)
