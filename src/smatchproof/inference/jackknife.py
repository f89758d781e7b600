"""The jackknife: an estimate from sums over units, and its standard error.

Each unit is left out once (Quenouille 1949; Tukey 1958; Efron & Tibshirani 1993, chapter 11). Nothing is random, so
there is no seed.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from smatchproof.inference.sum_table import SumTable

if TYPE_CHECKING:
    from smatchproof.inference.sum_table import Floats


class Spread(NamedTuple):
    """An estimate, its standard error, and the degrees of freedom of that error.

    `skewness` is the third standardised moment of the estimate (that of a unit over the root of their number).
    """

    estimate: float
    error: float
    freedom: float
    skewness: float = 0.0

    def quantile(self, level: float) -> float:
        """Return the two-sided quantile of Student's t at this level, in standard errors; infinite without freedom."""
        if self.freedom < 1:
            return math.inf
        from scipy.special import stdtrit  # type: ignore[import-untyped]

        return float(stdtrit(self.freedom, (1 + level) / 2))

    def reach(self, level: float) -> float:
        """Return the half width of Student's interval at this level; infinite without freedom."""
        return self.quantile(level) * self.error if self.freedom >= 1 else math.inf


def spread(table: SumTable) -> Spread:
    """Return the score of all units with its error. Time and memory are linear in the units.

    Raises ``ValueError`` if there is no unit.

    >>> from smatchproof.inference.sum_table import mean_table
    >>> found = spread(mean_table([1, 2, 6]))
    >>> print(f"{found.estimate} {found.error:.4f} {found.freedom}")
    3.0 1.5275 2
    """
    if not table.units:
        raise ValueError("there is no pair to draw")
    total = table.rows.sum(axis=0)
    return jackknife(table.score(total).item(), table.score(total - table.rows))


def jackknife(estimate: float, left_out: Floats) -> Spread:
    """Return an estimate with its error, from the scores without each unit (Efron & Tibshirani 1993, equation 11.5).

    >>> import numpy as np
    >>> values = np.array([1.0, 2.0, 3.0, 6.0])
    >>> found = jackknife(3.0, (values.sum() - values) / 3)
    >>> print(f"{found.error:.4f} {np.std(values, ddof=1) / 2:.4f}", found.freedom)
    1.0801 1.0801 3
    """
    number = len(left_out)
    influences = left_out.mean() - left_out
    second, third = (float((influences**power).sum()) for power in (2, 3))
    error, scale = math.sqrt(second * (number - 1) / number), second**1.5
    return Spread(estimate, error, number - 1, third / scale if scale else 0.0)
