"""Confidence intervals: the jackknife's standard error, and Student's t on a scale where scores are nearly symmetric.

* *Scores between 0 and 1* (F1, precision, accuracy): t on the logit scale, so that no end leaves [0, 1].
* *Differences*: t on their own scale, and t of Hall's (1992) transformation, which removes their skewness; the interval
  is the hull of both. Either of them alone misses the true value too often on one side of a skewed distribution, or on
  both sides of a symmetrical one.
* *Losses* (gaps; at least 0, mostly 0): from the square-root scale below and from the log scale above. Either of them
  alone misses the true value too often if few pairs have a loss.
* *Shares*: Wilson's interval, and the exact bound if the share is 0 or 1.
* *Correlations*: t on Fisher's z scale.

Standard errors are those of the jackknife: each unit is left out once (Quenouille 1949; Tukey 1958; Efron & Tibshirani
1993, chapter 11), in linear time. Nothing is random, so there is no seed. Percentiles of the bootstrap contain the true
value in some 86 % of samples of 10 pairs and 89 % of 20 at a level of 95 %; the coverage of these intervals is measured
(`benchmarks/RESULTS.md`, "Inference"). No interval accounts for losses that are so rare and so large that the sample
has none of them.

Pairs that are not proved have no confidence interval: their scores are intervals of another kind.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

from smatchproof.inference.interval import Interval, hull
from smatchproof.inference.sum_table import SumTable, by_cluster, mean_table, paired

if TYPE_CHECKING:
    from smatchproof.inference.sum_table import Floats, Numbers

AT_AN_END = "where a score is 0 or 1, its interval ends at the exact binomial bound, not at the jackknife's"
"""The note about intervals of scores that no unit brings away from an end."""
FEW = 20
"""The number of units below which an interval is a rough guide: it depends on the shape of an unknown distribution."""
_NO_ERROR, _NO_SKEWNESS = 1e-12, 1e-9
"""Floats as small as these are rounding."""


# ---- the jackknife


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
    """Return the score of all units with its error (Efron & Tibshirani 1993, equation 11.5).

    Time and memory are linear in the units. Raises ``ValueError`` if there is no unit.

    >>> from smatchproof.inference.sum_table import mean_table
    >>> found = spread(mean_table([1, 2, 6]))
    >>> print(f"{found.estimate} {found.error:.4f} {found.freedom}")
    3.0 1.5275 2
    """
    if not table.units:
        raise ValueError("there is no pair to draw")
    total, number = table.rows.sum(axis=0), table.units
    left_out = table.score(total - table.rows)
    influences = left_out.mean() - left_out
    second, third = (float((influences**power).sum()) for power in (2, 3))
    error, scale = math.sqrt(second * (number - 1) / number), second**1.5
    return Spread(table.score(total).item(), error, number - 1, third / scale if scale else 0.0)


# ---- intervals


def score_interval(
    table: SumTable, level: float = 0.95, clusters: Sequence[Hashable] | None = None
) -> tuple[Interval, int]:
    """Return the interval of a score between 0 and 1 whose pairs are all proved, and the number of its units.

    If every unit scores 0 or every unit scores 1, the other end is the exact bound for the share of units that do not,
    as if all units had the same weight.

    >>> from smatchproof.problem.score import Counts
    >>> from smatchproof.inference.sum_table import f1_table
    >>> interval, units = score_interval(f1_table([Counts(7, 7, 10, 10), Counts(9, 9, 10, 10), Counts(5, 5, 9, 9)]))
    >>> print(interval, units)
    0.2403 to 0.9561 3
    """
    units = by_cluster(table, clusters)
    return _logit_t(spread(units), level, units.units), units.units


def _logit_t(found: Spread, level: float, units: int) -> Interval:
    score = found.estimate
    if score > 1:  # products of duplicates may match more than there is
        return _t(found, level)
    if found.freedom < 1:
        return Interval(0.0, 1.0)
    if score in (0, 1):
        unseen = exact_bound(units, level)
        return Interval(0.0, unseen) if score == 0 else Interval(1 - unseen, 1.0)
    middle, reach = math.log(score / (1 - score)), found.reach(level) / (score * (1 - score))
    return Interval(_expit(middle - reach), _expit(middle + reach))


def _expit(logit: float) -> float:
    """The inverse of the logit, without overflow."""
    return 1 / (1 + math.exp(-logit)) if logit > 0 else 1 - 1 / (1 + math.exp(min(logit, 700)))


def difference_interval(
    ones: SumTable, twos: SumTable, level: float = 0.95, clusters: Sequence[Hashable] | None = None
) -> tuple[Interval, int]:
    """Return the interval of the difference of two scores between 0 and 1 of the same units, and their number.

    All pairs are proved. Raises ``ValueError`` if the tables do not have the same number of rows.

    >>> from smatchproof.problem.score import Counts
    >>> from smatchproof.inference.sum_table import f1_table
    >>> ones, twos = ([Counts(n, n, 10, 10) for n in matched] for matched in ((9, 8, 9, 7), (8, 8, 7, 6)))
    >>> print(*difference_interval(f1_table(ones), f1_table(twos)))
    -0.0299 to 0.2299 4
    """
    one, two = by_cluster(ones, clusters), by_cluster(twos, clusters)
    most = max(1.0, *(abs(each.scores.high) for each in (one, two)))
    limit = 1.0 if most <= 1 else math.inf  # products of duplicates may match more than there is
    low, high = skew_t(spread(paired(one, two)), level)
    return Interval(max(low, -limit), min(high, limit)), one.units


def _t(found: Spread, level: float) -> Interval:
    reach = found.reach(level)
    return Interval(found.estimate - reach, found.estimate + reach)


def skew_t(found: Spread, level: float) -> Interval:
    """Return the hull of Student's interval and of that by Hall's transformation: the wider one on each side.

    >>> print(skew_t(Spread(1.0, 0.5, 20), 0.95), "|", skew_t(Spread(1.0, 0.5, 20, skewness=0.3), 0.95))
    -0.0430 to 2.0430 | -0.0430 to 2.4457
    """
    plain, quantile, skewness = _t(found, level), found.quantile(level), found.skewness
    if abs(skewness) < _NO_SKEWNESS or not math.isfinite(quantile):
        return plain
    low, high = (
        found.estimate - found.error * 3 / skewness * (math.cbrt(1 + skewness * (end - skewness / 6)) - 1)
        for end in (quantile, -quantile)
    )
    return hull([plain, Interval(low, high)])


def loss_interval(table: SumTable, clusters: Sequence[Hashable] | None = None) -> Interval | None:
    """Return the 95% interval of a mean or a ratio of losses, numbers of at least 0.

    ``None`` if an optimum is not proved, and if no unit has a loss, or all have the same: units that do not vary give
    no estimate of the variance.

    >>> print(loss_interval(mean_table([0, 0, 1, 0, 2, 0, 0, 1, 0, 0])))
    0.0562 to 1.3968
    >>> loss_interval(mean_table([0, 0, 0])), loss_interval(mean_table([6, 6, 6]))
    (None, None)
    """
    found = spread(by_cluster(table, clusters))
    if table.is_open or found.freedom < 1 or not found.error > _NO_ERROR * found.estimate:
        return None
    relative = found.reach(0.95) / found.estimate
    low = found.estimate * max(0.0, 1 - relative / 2) ** 2
    return Interval(low, found.estimate * math.exp(min(relative, 700)))


def share_interval(values: Sequence[float], clusters: Sequence[Hashable] | None = None) -> Interval:
    """Return the 95% interval of a share, from the value of each pair: 0, 1, or a part, such as the share of a method's
    runs.

    It is Wilson's (1927) for the number of independent pairs that would vary as much (Korn & Graubard 1998), at most
    the number of pairs; or the exact bound if all are 0 or all are 1. Raises ``ValueError`` if there is no value.

    >>> print(share_interval([1] + [0] * 9), "|", share_interval([0] * 10))
    0.0179 to 0.4042 | 0.0000 to 0.3085
    """
    units = by_cluster(mean_table(values), clusters)
    found = spread(units)
    share, number = found.estimate, units.units
    if share <= 0:
        return Interval(0.0, exact_bound(number))
    if share >= 1:
        return Interval(1 - exact_bound(number), 1.0)
    if clusters is None:
        return wilson(share, number)
    if found.freedom < 1:
        return Interval(0.0, 1.0)
    effective = share * (1 - share) / found.error**2 if found.error > 0 else len(values)
    sizes = units.rows[:, 1]  # of clusters of unequal size as many count as would of equal size (Kish 1965)
    freedom = max(1.0, float(sizes.sum() ** 2 / (sizes**2).sum()) - 1)
    return wilson(share, min(len(values), max(1.0, effective)), freedom=freedom)


def wilson(share: float, number: float, level: float = 0.95, freedom: float | None = None) -> Interval:
    """Return Wilson's interval for a share of `number` independent pairs; with Student's t if that number is an
    estimate with `freedom` degrees of freedom.

    >>> [round(end, 3) for end in wilson(0.1, 10)]
    [0.018, 0.404]
    """
    if freedom is None:
        z = NormalDist().inv_cdf((1 + level) / 2)
    else:
        from scipy.special import stdtrit

        z = float(stdtrit(freedom, (1 + level) / 2))
    centre = (share + z * z / (2 * number)) / (1 + z * z / number)
    reach = z * math.sqrt(share * (1 - share) / number + z * z / (4 * number * number)) / (1 + z * z / number)
    return Interval(min(share, max(0.0, centre - reach)), max(share, min(1.0, centre + reach)))  # without rounding


def exact_bound(number: int, level: float = 0.95) -> float:
    """Return the largest share with which none of `number` pairs has it with probability (1 - `level`) / 2
    (Clopper & Pearson 1934).

    >>> round(exact_bound(10), 4)
    0.3085
    """
    return float(1 - ((1 - level) / 2) ** (1 / number))


def correlation_interval(found: Sequence[float], given: Sequence[float], level: float = 0.95) -> Interval | None:
    """Return the interval of Pearson's correlation, or of Spearman's for ranks.

    ``None`` for fewer than 4 pairs or without any variance. The interval is on Fisher's z scale, with the larger of two
    errors: the jackknife's, which needs no normal distribution, and that of Bonett & Wright (2000), which is larger if
    correlations of few pairs are high by chance. A correlation beyond 1 - 2/n^2, as of few pairs in the same order,
    counts as that one, and the interval reaches to 1.
    Raises ``ValueError`` for a number that is not finite.

    >>> print(correlation_interval([1, 2, 3, 4, 5, 6], [2, 1, 4, 3, 6, 5]))
    -0.4904 to 0.9940
    """
    import numpy as np

    one, two = (np.asarray(side, dtype=np.float64) for side in (found, given))
    if not (np.isfinite(one).all() and np.isfinite(two).all()):
        raise ValueError("a number to correlate is not finite")
    if len(one) < 4 or not (one.std() and two.std()):
        return None
    one, two = (one - one.mean()) / one.std(), (two - two.mean()) / two.std()  # sums of squares stay exact enough
    rows = np.column_stack([np.ones(len(one)), one, two, one * one, two * two, one * two])
    nearest = 1 - 2 / len(one) ** 2
    whole = spread(SumTable(rows, lambda sums: np.arctanh(np.clip(_correlation(sums), -nearest, nearest))))
    known = math.sqrt((1 + math.tanh(whole.estimate) ** 2 / 2) / (len(one) - 3))
    reach = whole._replace(error=max(whole.error, known)).reach(level)
    ends = Interval(math.tanh(whole.estimate - reach), math.tanh(whole.estimate + reach))
    correlation = _correlation(rows.sum(axis=0)).item()
    if abs(correlation) <= nearest:
        return ends
    return Interval(ends.low, 1.0) if correlation > 0 else Interval(-1.0, ends.high)


def _correlation(sums: Numbers) -> Floats:
    import numpy as np

    number, x, y, xx, yy, xy = np.moveaxis(sums, -1, 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        r: Floats = (xy - x * y / number) / np.sqrt((xx - x * x / number) * (yy - y * y / number))
    return np.nan_to_num(r)
