"""Least squares with intervals that hold whatever the errors are: the jackknife over units, or clusters of them.

A simple regression, no mixed model: what pairs of one cluster share is not estimated, but whole clusters are left out,
so that intervals are as wide as it makes them. Neither normal errors nor equal variances are assumed; losses, which are
mostly 0, have neither: a few pairs may decide about a coefficient. Its interval is therefore that of Student's t, as it
is and without skewness (see :mod:`.intervals`). The degrees of freedom are those of a variance from units as unequal as
these (Satterthwaite 1946), which is the power of other methods for unequal variances. Where few units have a loss the
sample says too little of how unequal they are: then they are as many as units decide, less one.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from smatchproof.inference.interval import Interval
from smatchproof.inference.intervals import skew_t
from smatchproof.inference.jackknife import Spread, jackknife
from smatchproof.inference.sum_table import SumTable, by_cluster

if TYPE_CHECKING:
    from smatchproof.inference.sum_table import Floats, Numbers

SPARE = 10
"""The number of units beyond the number of coefficients that an interval needs."""
FEW_LOSSES = 0.3
"""The share of units with a loss below which degrees of freedom are counted carefully: of intervals with those of
Satterthwaite, 90 % hold the truth where 6 % have one, and 95 % or more where 30 % have.
"""


@dataclass(frozen=True, slots=True)
class Coefficient:
    """A coefficient of a regression, and its confidence interval.

    There is none (``None``) where there are too few units, or where one of them alone decides about the coefficient.
    """

    estimate: float
    band: Interval | None

    @property
    def sign(self) -> int:
        """1 or -1 where the whole confidence interval is above or below 0; 0 where the data do not decide."""
        if self.band is None or self.band.low <= 0 <= self.band.high:
            return 0
        return 1 if self.band.low > 0 else -1


def least_squares(
    columns: Sequence[Sequence[float]],
    values: Sequence[float],
    level: float = 0.95,
    clusters: Sequence[Hashable] | None = None,
) -> tuple[Coefficient, ...] | None:
    """Return the coefficients of `columns` for these values; ``None`` if columns are dependent.

    Time is linear in the units, memory too. A column of ones is an intercept.

    >>> size = [8, 8, 16, 16, 24, 24, 32, 32, 40, 40, 48, 48, 56, 56]
    >>> gap = [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7]
    >>> _, slope = least_squares([[1] * 14, size], gap)
    >>> print(slope.estimate, "|", slope.band, slope.sign)
    0.125 | 0.1031 to 0.1469 1
    """
    import numpy as np

    x = np.column_stack([np.asarray(column, dtype=np.float64) for column in columns])
    if np.linalg.matrix_rank(x) < x.shape[1]:
        return None
    y = np.asarray(values, dtype=np.float64)
    spreads = _spreads(x, y, clusters)
    found = []
    for place, row in enumerate(np.linalg.pinv(x)):  # the weights of the values in a coefficient
        least = _ROUNDING * float(np.abs(row) @ np.abs(y))
        estimate = float(row @ y)
        band = None if spreads is None else skew_t(spreads[place], level)
        if band is not None:
            band = Interval(*(0.0 if abs(end) < least else end for end in band))
        found.append(Coefficient(0.0 if abs(estimate) < least else estimate, band))
    return tuple(found)


_ROUNDING = 1e-9
"""The share of the terms of a sum below which the sum is taken for 0: values on a line leave as much by rounding."""


def _spreads(x: Floats, values: Floats, clusters: Sequence[Hashable] | None) -> list[Spread] | None:
    """The coefficients with their errors: a regression is a function of sums of products, which units add to.

    ``None`` where there are too few units, or where without one of them the columns are dependent.
    """
    import numpy as np

    number, terms = x.shape
    products = (x[:, :, None] * x[:, None, :]).reshape(number, -1)
    units = by_cluster(SumTable(np.hstack([products, x * values[:, None]]), lambda sums: sums), clusters)
    if units.units < terms + SPARE:
        return None
    try:
        total = units.rows.sum(axis=0)
        estimates, left_out = (_solved(sums, terms) for sums in (total, total - units.rows))
    except np.linalg.LinAlgError:
        return None
    found = [jackknife(estimates[place].item(), left_out[:, place]) for place in range(terms)]
    rare = units.rows[:, terms * terms :].any(axis=1).mean() < FEW_LOSSES
    return [each._replace(freedom=_freedom(each.deciding, units.units, units.units - terms, rare)) for each in found]


def _freedom(deciding: float, units: int, most: int, rare: bool) -> float:
    """The degrees of freedom of a variance of which so many units of equal influence would decide."""
    unequal = 1 / deciding - 1 / units
    counted = deciding - 1 if rare else 2 / unequal if unequal > 0 else most
    return max(1.0, min(most, counted))


def _solved(sums: Numbers, terms: int) -> Floats:
    """The coefficients from sums of products."""
    import numpy as np

    square = sums[..., : terms * terms].reshape(*sums.shape[:-1], terms, terms)
    solution: Floats = np.linalg.solve(square, sums[..., terms * terms :, None])[..., 0]
    return solution
