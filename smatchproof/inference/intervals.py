"""Confidence intervals: the jackknife's standard error, and Student's t on a scale where scores are nearly symmetric.

* *Scores between 0 and 1* (F1, precision, accuracy): t on the logit scale, so that no end leaves [0, 1].
* *Differences*: t on their own scale, and t of Hall's (1992) transformation, which takes their skewness out; the
  interval reaches as far as either. One of the two alone misses the truth too often on one side of a skewed
  distribution, or on both sides of a symmetrical one.
* *Losses* (gaps; at least 0, mostly 0): from the square-root scale below and from the log scale above. One of the two
  alone misses the truth too often where few pairs have a loss; both together do not (see the simulation).
* *Shares*: Wilson's interval, and the exact bound where all or none have what is counted.
* *Correlations*: t on Fisher's z scale.

Standard errors are those of :mod:`.jackknife`. Percentiles of the bootstrap, which were here before, hold the truth in
some 86 % of samples of 10 pairs and 89 % of 20 where 95 % are meant; how often these do is measured
(`benchmarks/RESULTS.md`, "Inference"). No interval knows of losses that are so rare and so large that the sample has
none of them: :func:`few_losses` says of which samples that is to be feared.

Where the score of a sum is an interval itself (pairs that are not proved), the interval reaches from the lower end of
the one to the upper end of the other, and as much farther as the pairs may spread when some of them are at one end and
some at the other (:func:`.jackknife.open_reach`).
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING

from smatchproof.inference.interval import Interval, hull
from smatchproof.inference.jackknife import Spread, open_reach, spreads
from smatchproof.inference.sum_table import SumTable, by_cluster, mean_table, paired

if TYPE_CHECKING:
    from smatchproof.inference.sum_table import Floats, Numbers

FEW = 20
"""The number of units below which an interval is a rough guide: it leans on the shape of an unknown distribution."""
FEW_LOSSES, FEW_DECIDING = 50, 10
"""The numbers of units below which an interval of losses is a rough guide (see the simulation of heavy tails)."""
_NO_DIFFERENCE, _NO_ERROR, _NO_SKEWNESS = 1e-15, 1e-12, 1e-9
"""Floats as small as these are rounding."""


def score_interval(
    table: SumTable, level: float = 0.95, clusters: Sequence[Hashable] | None = None
) -> tuple[Interval, int]:
    """The interval of a score between 0 and 1, and from how many units it comes.

    Where every unit scores 0 or every unit scores 1, the other end is the exact bound for the share of units that do
    not, as if all units weighed alike.

    >>> from smatchproof.problem.score import Counts
    >>> from smatchproof.inference.sum_table import f1_table
    >>> interval, units = score_interval(f1_table([Counts(7, 7, 10, 10), Counts(9, 9, 10, 10), Counts(5, 5, 9, 9)]))
    >>> print(interval, units)
    0.2403 to 0.9561 3
    """
    units = by_cluster(table, clusters)
    both = spreads(units)
    ends = hull([_logit_t(each, level, units.units) for each in both])
    return _widened(ends, units, both, level, (0.0, max(1.0, ends.high))), units.units


def _widened(
    ends: Interval, units: SumTable, both: Sequence[Spread], level: float, limits: tuple[float, float]
) -> Interval:
    """The interval, and as much more as mixtures of open units may reach, within limits."""
    if not units.is_open:
        return ends
    more = open_reach(units.widths(), max(each.quantile(level) for each in both))
    return Interval(max(limits[0], ends.low - more), min(limits[1], ends.high + more))


def _logit_t(spread: Spread, level: float, units: int) -> Interval:
    score = spread.estimate
    if score > 1:  # products of duplicates may match more than there is
        return _t(spread, level)
    if spread.freedom < 1:
        return Interval(0.0, 1.0)
    if score in (0, 1):
        unseen = exact_bound(units, level)
        return Interval(0.0, unseen) if score == 0 else Interval(1 - unseen, 1.0)
    middle, reach = math.log(score / (1 - score)), spread.reach(level) / (score * (1 - score))
    return Interval(_expit(middle - reach), _expit(middle + reach))


def _expit(logit: float) -> float:
    """The inverse of the logit, without overflow."""
    return 1 / (1 + math.exp(-logit)) if logit > 0 else 1 - 1 / (1 + math.exp(min(logit, 700)))


def difference_interval(
    ones: SumTable, twos: SumTable, level: float = 0.95, clusters: Sequence[Hashable] | None = None
) -> tuple[Interval, int]:
    """The interval of the difference of two scores between 0 and 1 of the same units, and how many units there are.

    Raises ``ValueError`` where the tables do not have the same number of rows.

    >>> from smatchproof.problem.score import Counts
    >>> from smatchproof.inference.sum_table import f1_table
    >>> ones, twos = ([Counts(n, n, 10, 10) for n in matched] for matched in ((9, 8, 9, 7), (8, 8, 7, 6)))
    >>> print(*difference_interval(f1_table(ones), f1_table(twos)))
    -0.0299 to 0.2299 4
    """
    one, two = by_cluster(ones, clusters), by_cluster(twos, clusters)
    table = paired(one, two)
    both = spreads(table)
    most = max(1.0, *(abs(end) for each in (one, two) for end in each.scores))
    limit = 1.0 if most <= 1 else math.inf  # products of duplicates may match more than there is
    ends = hull([skew_t(each, level) for each in both])
    whole = _widened(ends, table, both, level, (-math.inf, math.inf))
    return Interval(max(whole.low, -limit), min(whole.high, limit)), one.units


def _t(spread: Spread, level: float) -> Interval:
    reach = spread.reach(level)
    return Interval(spread.estimate - reach, spread.estimate + reach)


def skew_t(spread: Spread, level: float) -> Interval:
    """The hull of Student's interval and of that by Hall's transformation: the wider one to each side.

    >>> print(skew_t(Spread(1.0, 0.5, 20), 0.95), "|", skew_t(Spread(1.0, 0.5, 20, skewness=0.3), 0.95))
    -0.0430 to 2.0430 | -0.0430 to 2.4457
    """
    plain, quantile, skewness = _t(spread, level), spread.quantile(level), spread.skewness
    if abs(skewness) < _NO_SKEWNESS or not math.isfinite(quantile):
        return plain
    low, high = (
        spread.estimate - spread.error * 3 / skewness * (math.cbrt(1 + skewness * (end - skewness / 6)) - 1)
        for end in (quantile, -quantile)
    )
    return hull([plain, Interval(low, high)])


def two_sided_p(spread: Spread) -> float:
    """The chance of an estimate as far from 0 as this one where 0 is the truth: 0 is outside of the intervals of
    :func:`skew_t` at every level below 1 minus this number, and inside of the others.

    >>> spread = Spread(1.0, 0.4, 20, skewness=-0.3)
    >>> p = two_sided_p(spread)
    >>> print(f"{p:.4f}", skew_t(spread, 0.999 - p).low > 0, skew_t(spread, 1.001 - p).low < 0)
    0.0752 True True
    """
    if abs(spread.estimate) < _NO_DIFFERENCE:
        return 1.0
    if not spread.error > _NO_ERROR:
        return 0.0
    from scipy.special import stdtr  # type: ignore[import-untyped]

    plain, skewness = spread.estimate / spread.error, spread.skewness
    straight = plain + skewness * (1 / 6 + plain**2 / 3) + skewness**2 * plain**3 / 27
    return max(2 * float(stdtr(spread.freedom, -abs(each))) for each in (plain, straight))


def mean_interval(
    values: Sequence[float], level: float = 0.95, clusters: Sequence[Hashable] | None = None
) -> Interval | None:
    """The interval of a mean of numbers of either sign, such as differences: t. ``None`` of fewer than two units.

    >>> print(mean_interval([0.0, 1.0, 2.0, 1.0, -1.0, 0.0]))
    -0.6007 to 1.6007
    """
    units = by_cluster(mean_table(values), clusters)
    return skew_t(spreads(units)[0], level) if units.units > 1 else None


def loss_interval(
    table: SumTable,
    level: float = 0.95,
    clusters: Sequence[Hashable] | None = None,
    strata: Sequence[Hashable] | None = None,
) -> Interval | None:
    """The interval of a mean or a ratio of losses, numbers of at least 0. ``None`` where no unit has a
    loss, or all have the same: units that do not vary give no estimate of the variance.

    `strata` has a label for each row; all rows of a cluster are of one stratum.

    >>> print(loss_interval(mean_table([0, 0, 1, 0, 2, 0, 0, 1, 0, 0])))
    0.0562 to 1.3968
    >>> loss_interval(mean_table([0, 0, 0])), loss_interval(mean_table([6, 6, 6]))
    (None, None)
    """
    units = by_cluster(table, clusters)
    by_unit = strata if strata is None or clusters is None else list(dict(zip(clusters, strata, strict=True)).values())
    found, bound = spreads(units, by_unit)
    if not bound.estimate > 0 or bound.freedom < 1:
        return None
    if not units.is_open and found.error < _NO_ERROR * found.estimate:
        return None
    ends = hull([_loss_ends(each, level) for each in (found, bound) if each.estimate > 0 and each.freedom >= 1])
    ends = ends if found.estimate > 0 else Interval(0.0, ends.high)
    return _widened(ends, units, (found, bound), level, (0.0, math.inf))


def few_losses(table: SumTable, clusters: Sequence[Hashable] | None = None) -> bool:
    """Tell whether an interval of losses may be too short: fewer than :data:`FEW_LOSSES` units have a loss, or fewer
    than :data:`FEW_DECIDING` decide about the variance. A loss as rare as one in ten of them, and as large as twenty,
    may then be missing.

    >>> few_losses(mean_table([0, 0, 1, 1] * 20)), few_losses(mean_table([0, 1, 1, 1] * 20))
    (True, False)
    """
    units = by_cluster(table, clusters)
    return int((units.rows[:, 0] > 0).sum()) < FEW_LOSSES or spreads(units)[0].deciding < FEW_DECIDING


def _loss_ends(spread: Spread, level: float) -> Interval:
    """The lower end on the square-root scale, the upper one on the log scale: each is the wider one of the two."""
    relative = spread.reach(level) / spread.estimate
    low = spread.estimate * max(0.0, 1 - relative / 2) ** 2
    return Interval(low, spread.estimate * math.exp(min(relative, 700)))


def share_interval(
    values: Sequence[float], level: float = 0.95, clusters: Sequence[Hashable] | None = None
) -> Interval:
    """The interval of a share, from what each pair has of it: 0, 1, or a part, such as the share of a method's runs.

    Wilson's (1927) for as many independent pairs as would spread as much (Korn & Graubard 1998), at most as many as
    there are; the exact bound where all are 0 or all are 1. Raises ``ValueError`` where there is no value.

    >>> print(share_interval([1] + [0] * 9), "|", share_interval([0] * 10))
    0.0179 to 0.4042 | 0.0000 to 0.3085
    """
    units = by_cluster(mean_table(values), clusters)
    spread, _ = spreads(units)
    share, number = spread.estimate, units.units
    if share <= 0:
        return Interval(0.0, exact_bound(number, level))
    if share >= 1:
        return Interval(1 - exact_bound(number, level), 1.0)
    if clusters is None:
        return wilson(share, number, level)
    if spread.freedom < 1:
        return Interval(0.0, 1.0)
    effective = share * (1 - share) / spread.error**2 if spread.error > 0 else len(values)
    sizes = units.rows[:, 1]  # of clusters of unequal size as many count as would of equal size (Kish 1965)
    freedom = max(1.0, float(sizes.sum() ** 2 / (sizes**2).sum()) - 1)
    return wilson(share, min(len(values), max(1.0, effective)), level, freedom)


def wilson(share: float, number: float, level: float = 0.95, freedom: float | None = None) -> Interval:
    """Wilson's interval for a share of `number` independent pairs; with Student's t where that number is an estimate
    with `freedom` degrees of freedom.

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
    """The largest share that leaves `number` pairs without one with the probability of half of what `level` leaves
    (Clopper & Pearson 1934).

    >>> round(exact_bound(10), 4)
    0.3085
    """
    return float(1 - ((1 - level) / 2) ** (1 / number))


def correlation_interval(found: Sequence[float], given: Sequence[float], level: float = 0.95) -> Interval | None:
    """The interval of Pearson's correlation; of ranks, of Spearman's. ``None`` below 4 pairs or without any spread.

    On Fisher's z scale, with the larger of two errors: the jackknife's, which needs no normal distribution, and that of
    Bonett & Wright (2000), which the jackknife falls below where correlations of few pairs are high by chance. A
    correlation beyond 1 - 2/n^2, as of few pairs in the same order, counts as that one, and the interval reaches to 1.
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
    spread, _ = spreads(SumTable(rows, lambda sums: np.arctanh(np.clip(_correlation(sums), -nearest, nearest))))
    known = math.sqrt((1 + math.tanh(spread.estimate) ** 2 / 2) / (len(one) - 3))
    reach = spread._replace(error=max(spread.error, known)).reach(level)
    ends = Interval(math.tanh(spread.estimate - reach), math.tanh(spread.estimate + reach))
    whole = _correlation(rows.sum(axis=0)).item()
    if abs(whole) <= nearest:
        return ends
    return Interval(ends.low, 1.0) if whole > 0 else Interval(-1.0, ends.high)


def _correlation(sums: Numbers) -> Floats:
    import numpy as np

    number, x, y, xx, yy, xy = np.moveaxis(sums, -1, 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        r: Floats = (xy - x * y / number) / np.sqrt((xx - x * x / number) * (yy - y * y / number))
    return np.nan_to_num(r)
