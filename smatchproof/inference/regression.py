"""Least squares with intervals that hold whatever the errors are: the jackknife over units, or clusters of them.

A simple regression, no mixed model: what pairs of one cluster share is not estimated, but whole clusters are left out,
so that intervals are as wide as it makes them. Neither normal errors nor equal variances are assumed; losses, which are
mostly 0, have neither.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from smatchproof.inference.interval import Interval, hull
from smatchproof.inference.intervals import Spread, spreads
from smatchproof.inference.sum_table import SumTable, by_cluster

if TYPE_CHECKING:
    from smatchproof.inference.sum_table import Floats, Numbers

SPARE = 10
"""So many units more than coefficients there have to be for an interval."""


@dataclass(frozen=True, slots=True)
class Coefficient:
    """A coefficient of a regression: an interval where values are not proved, and its confidence interval.

    There is none (``None``) where there are too few units, or where one of them alone decides about the coefficient.
    """

    estimate: Interval
    band: Interval | None

    @property
    def sign(self) -> int:
        """1 or -1 where the whole confidence interval is above or below 0; 0 where the data do not tell."""
        if self.band is None or self.band.low <= 0 <= self.band.high:
            return 0
        return 1 if self.band.low > 0 else -1


def least_squares(
    columns: Sequence[Sequence[float]],
    low: Sequence[float],
    high: Sequence[float],
    level: float = 0.95,
    clusters: Sequence[Hashable] | None = None,
) -> tuple[Coefficient, ...] | None:
    """The coefficients of `columns` for values that lie between `low` and `high`; ``None`` if columns are dependent.

    A coefficient is linear in the values, so its least and its most are those of the ends that its weights choose.
    Time is linear in the units, memory too. A column of ones is an intercept.

    >>> size = [8, 8, 16, 16, 24, 24, 32, 32, 40, 40, 48, 48, 56, 56]
    >>> gap = [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7]
    >>> _, slope = least_squares([[1] * 14, size], gap, gap)
    >>> print(slope.estimate, "|", slope.band, slope.sign)
    0.1250 | 0.1031 to 0.1469 1
    """
    import numpy as np

    x = np.column_stack([np.asarray(column, dtype=np.float64) for column in columns])
    if np.linalg.matrix_rank(x) < x.shape[1]:
        return None
    ends = [np.asarray(side, dtype=np.float64) for side in (low, high)]
    weights = np.linalg.pinv(x)  # a row for each coefficient
    found = []
    for place, row in enumerate(weights):
        least, most = np.where(row > 0, ends[0], ends[1]), np.where(row > 0, ends[1], ends[0])
        both = [_spread(x, values, place, clusters) for values in (least, most)]
        estimate = Interval(*(float(row @ values) for values in (least, most)))
        bands = [None if each is None else _band(each, level) for each in both]
        found.append(Coefficient(estimate, None if None in bands else hull([each for each in bands if each])))
    return tuple(found)


def _spread(x: Floats, values: Floats, place: int, clusters: Sequence[Hashable] | None) -> Spread | None:
    """A coefficient with its error: the regression is a function of sums of products, which units add to."""
    import numpy as np

    number, terms = x.shape
    products = (x[:, :, None] * x[:, None, :]).reshape(number, -1)
    table = SumTable(np.hstack([products, x * values[:, None]]), lambda sums: _solved(sums, terms, place))
    units = by_cluster(table, clusters)
    if units.units < terms + SPARE:
        return None
    try:
        spread, _ = spreads(units)
    except np.linalg.LinAlgError:  # without one of the units the columns are dependent
        return None
    return spread._replace(freedom=units.units - terms)


def _solved(sums: Numbers, terms: int, place: int) -> tuple[Floats, Floats]:
    """The coefficient at a place from sums of products."""
    import numpy as np

    square = sums[..., : terms * terms].reshape(*sums.shape[:-1], terms, terms)
    solution: Floats = np.linalg.solve(square, sums[..., terms * terms :, None])[..., place, 0]
    return solution, solution


def _band(spread: Spread, level: float) -> Interval:
    reach = spread.reach(level)
    return Interval(spread.estimate - reach, spread.estimate + reach)
