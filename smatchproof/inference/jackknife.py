"""The jackknife: an estimate from sums over units, its standard error, and what open units may add to that error.

Each unit is left out once (Quenouille 1949; Tukey 1958; Efron & Tibshirani 1993, chapter 11); units of different
strata, such as the sources of an experiment, are left out of theirs. It draws nothing, so there is no seed.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from smatchproof.inference.sum_table import SumTable

if TYPE_CHECKING:
    from smatchproof.inference.sum_table import Floats, Numbers

LEAST_STRATUM = 10
"""Strata of fewer units are taken together: the variance of fewer is a guess, and each stratum costs one freedom."""


class Spread(NamedTuple):
    """An estimate, its standard error, and the degrees of freedom of that error.

    * `skewness`: the third standardised moment of the estimate (that of a unit over the root of their number).
    * `deciding`: how many units of equal influence would spread as much as these do; at most as many as there are.
    """

    estimate: float
    error: float
    freedom: float
    skewness: float = 0.0
    deciding: float = math.inf

    def quantile(self, level: float) -> float:
        """Return the two-sided quantile of Student's t at this level, in standard errors; infinite without freedom."""
        if self.freedom < 1:
            return math.inf
        from scipy.special import stdtrit  # type: ignore[import-untyped]

        return float(stdtrit(self.freedom, (1 + level) / 2))

    def reach(self, level: float) -> float:
        """Return the half width of Student's interval at this level; infinite without freedom."""
        return self.quantile(level) * self.error if self.freedom >= 1 else math.inf


def spreads(table: SumTable, strata: Sequence[Hashable] | None = None) -> tuple[Spread, Spread]:
    """The scores of all units with their errors: of the values found, and of the bounds. `strata`: a label per unit.

    Time and memory are linear in the units. Raises ``ValueError`` where there is no unit.

    >>> from smatchproof.inference.sum_table import mean_table
    >>> found, bound = spreads(mean_table([1, 2, 6], [1, 2, 9]))
    >>> print(f"{found.estimate} {found.error:.4f} {found.freedom}, {bound.estimate} {bound.error:.4f}")
    3.0 1.5275 2, 4.0 2.5166
    """
    if not table.units:
        raise ValueError("there is no pair to draw")
    labels = [None] * table.units if strata is None else large_strata(strata)
    found = [jackknife(*_left_out(rows, table.score), labels) for rows in table.ends]
    return found[0], found[1]


def _left_out(rows: Numbers, score: Callable[[Numbers], Floats]) -> tuple[float, Floats]:
    """The score of all rows, and those without each row."""
    total = rows.sum(axis=0)
    return score(total).item(), score(total - rows)


def large_strata(strata: Sequence[Hashable]) -> list[Hashable]:
    """Labels of strata that hold at least :data:`LEAST_STRATUM` units each: smaller ones become one, with the next
    larger one if need be. The variance of fewer units cannot be estimated.

    >>> large_strata(["a"] * 12 + ["b"] * 10 + ["c", "d"])[-3:]
    ['b', 'b', 'b']
    """
    sizes = Counter(strata).most_common()
    into: dict[Hashable, Hashable] = {}
    # The smallest joins the next larger one, again and again, so that large strata stay as they are.
    while sizes and sizes[-1][1] < LEAST_STRATUM and len(sizes) > 1:
        (smallest, size), (label, other) = sizes.pop(), sizes.pop()
        into[smallest] = label
        sizes.append((label, size + other))
        sizes.sort(key=lambda entry: -entry[1])

    def final(label: Hashable) -> Hashable:
        while label in into:
            label = into[label]
        return label

    return [final(label) for label in strata]


def jackknife(estimate: float, left_out: Floats, strata: Sequence[Hashable]) -> Spread:
    """An estimate with its error, from the scores without each unit, stratum by stratum. Time is linear in the units.

    The variance is that of Efron & Tibshirani (1993), equation 11.5. Of several strata it is the sum of theirs, each
    with its own number of units less one, as for a stratified mean; their degrees of freedom are those of Welch (1947):
    a stratum counts by its part of the variance.

    >>> import numpy as np
    >>> values = np.array([1.0, 2.0, 3.0, 6.0])
    >>> found = jackknife(3.0, (values.sum() - values) / 3, [None] * 4)
    >>> print(f"{found.error:.4f} {np.std(values, ddof=1) / 2:.4f}", found.freedom)
    1.0801 1.0801 3
    """
    of_a_mean = ((len(left_out) - 1) / len(left_out)) ** 2  # a mean without a unit moves by that much more
    variance, part_of_freedom = 0.0, 0.0
    second, third, fourth = 0.0, 0.0, 0.0
    places: dict[Hashable, list[int]] = {}
    for place, label in enumerate(strata):
        places.setdefault(label, []).append(place)
    for some in places.values():
        values = left_out[some]
        number = len(some)
        influences = values.mean() - values
        squares = influences**2
        of_stratum = number / max(1, number - 1) * of_a_mean * float(squares.sum())
        variance += of_stratum
        part_of_freedom += of_stratum**2 / max(1, number - 1)
        second += float(squares.sum())
        third += float((squares * influences).sum())
        fourth += float((squares**2).sum())
    most = len(left_out) - len(places)
    freedom = min(most, variance**2 / part_of_freedom) if part_of_freedom > 0 and len(places) > 1 else most
    if not fourth > 0:
        return Spread(estimate, math.sqrt(variance), freedom)
    return Spread(estimate, math.sqrt(variance), freedom, third / second**1.5, second**2 / fourth)


def open_reach(widths: Floats, quantile: float) -> float:
    """Return what open units add to an interval because they need not all be at the same end: units apart spread.

    `widths` are those of the units between their ends, in the score. The error of the mean of any mixture is at most
    that of an end plus the root of the sum of the squared widths of the units that leave it (the triangle inequality),
    while the mean itself moves inwards by the sum of these widths; the worst mixture is that of the widest units. Of
    ratios, and over strata, this holds nearly: of open units that weigh no more than others, within some per cent.

    >>> import numpy as np
    >>> open_reach(np.array([0.1, 0.0]), 3.0) > 0.2, open_reach(np.zeros(3), 3.0)
    (True, 0.0)
    """
    import numpy as np

    moved, spread = worst_mixtures(widths)
    if not len(moved):
        return 0.0
    return float(max(0.0, np.max(quantile * spread - moved)))


def worst_mixtures(widths: Floats) -> tuple[Floats, Floats]:
    """Return, for the one, two, three, ... widest open units, their shift of the score, and its error at most.

    >>> import numpy as np
    >>> moved, errors = worst_mixtures(np.array([0.1, 0.0, 0.3, 0.0]))
    >>> moved.round(4).tolist(), errors.round(4).tolist()
    ([0.3, 0.4], [0.3464, 0.3651])
    """
    import numpy as np

    ordered = np.sort(widths[widths > 0])[::-1]
    number = max(2, len(widths))
    return np.cumsum(ordered), np.sqrt(np.cumsum(ordered**2) * number / (number - 1))
