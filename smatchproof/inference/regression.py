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

from smatchproof.inference.interval import Interval, hull
from smatchproof.inference.intervals import skew_t
from smatchproof.inference.jackknife import Spread, jackknife, open_reach
from smatchproof.inference.sum_table import SumTable, by_cluster, mean_table

if TYPE_CHECKING:
    from smatchproof.inference.sum_table import Floats, Numbers

SPARE = 10
"""The number of units beyond the number of coefficients that an interval needs."""
FEW_LOSSES = 0.3
"""The share of units with a loss below which degrees of freedom are counted carefully: of intervals with those of
Satterthwaite, 90 % hold the truth where 6 % have one, and 95 % or more where 30 % have (see the simulation).
"""


@dataclass(frozen=True, slots=True)
class Coefficient:
    """A coefficient of a regression: an interval where values are not proved, and its confidence interval.

    There is none (``None``) where there are too few units, or where one of them alone decides about the coefficient.
    """

    estimate: Interval
    band: Interval | None

    @property
    def sign(self) -> int:
        """1 or -1 where the whole confidence interval is above or below 0; 0 where the data do not decide."""
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

    A coefficient is linear in the values, so its least and its most are those of the ends that its weights choose. Its
    confidence interval holds those of these two, of all low values and of all high ones, and reaches farther as their
    mixtures may spread (:func:`~smatchproof.inference.jackknife.open_reach`); that of a mixture in which very few units
    decide may be wider still. Time is linear in the units, memory too. A column of ones is an intercept.

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
    closed = np.array_equal(ends[0], ends[1])
    same = [_spreads(x, values, clusters) for values in ends[: 1 if closed else 2]]
    found = []
    for place, row in enumerate(np.linalg.pinv(x)):  # the weights of the values in a coefficient
        least, most = np.where(row > 0, ends[0], ends[1]), np.where(row > 0, ends[1], ends[0])
        tried = same if closed else [*same, *(_spreads(x, values, clusters) for values in (least, most))]
        estimate = Interval(*(float(row @ values) for values in (least, most)))
        widths = by_cluster(mean_table(np.abs(row) * (ends[1] - ends[0])), clusters).rows[:, 0]
        band = _band([None if each is None else each[place] for each in tried], widths, level)
        least_told = _ROUNDING * float(np.abs(row) @ np.maximum(*map(np.abs, (ends[0], ends[-1]))))
        found.append(Coefficient(_told(estimate, least_told), band and _told(band, least_told)))
    return tuple(found)


_ROUNDING = 1e-9
"""The share of the terms of a sum below which the sum is taken for 0: values on a line leave as much by rounding."""


def _told(interval: Interval, least: float) -> Interval:
    """The interval, with 0 for ends that are smaller than `least`."""
    return Interval(*(0.0 if abs(end) < least else end for end in interval))


def _band(tried: Sequence[Spread | None], widths: Floats, level: float) -> Interval | None:
    """The interval of a coefficient over the values that were tried, and as much more as mixtures of them may reach."""
    stated = [each for each in tried if each is not None]
    if len(stated) < len(tried):
        return None
    whole = hull([skew_t(each, level) for each in stated])
    more = open_reach(widths, max(each.quantile(level) for each in stated))
    return Interval(whole.low - more, whole.high + more)


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
    labels = [None] * units.units
    found = [jackknife(estimates[place].item(), left_out[:, place], labels) for place in range(terms)]
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
