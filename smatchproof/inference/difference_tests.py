"""Tests whether two systems differ: they exchange results on units. Also the correction for many systems.

If two systems are equally good, their results on a pair might as well be exchanged. A test counts how often the
difference is as large as the observed one when a coin decides for each unit:

* *Studentised permutation test*: the difference over its own standard error (Janssen 1997; Chung & Romano 2013). It
  keeps its level where the two scores are equal although the systems are not: one may trade precision for recall.
  Of few units it does so nearly; its p-value is therefore never below those of Student's t with the jackknife's error,
  as it is and without skewness, from which the interval of the difference comes. So where the test calls systems
  different the interval does not hold 0. Fewer than 6 units have too few exchanges for the level 0.05.
* *Approximate randomisation* (Noreen 1989; Riezler & Maxwell 2005): the difference itself, as other programs report it.
  With 20 pairs of unequal systems of equal F1 it calls some 10 % of them different at the level 0.05.

What was observed counts as one more sample, so that no p-value is zero (Phipson & Smyth 2010).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from smatchproof.inference import SAMPLES
from smatchproof.inference.interval import Interval, hull
from smatchproof.inference.intervals import two_sided_p
from smatchproof.inference.jackknife import Spread, spreads, worst_mixtures
from smatchproof.inference.sum_table import SumTable, by_cluster, paired

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from smatchproof.inference.sum_table import Floats

_CELLS = 1 << 20
"""The number of coins that are held in memory at once: as doubles, with their random numbers, some 20 MB."""
_ROUNDING = 1e-9
"""Statistics this close, relatively, count as equal: floats do not represent equal fractions equally."""


class PValues(NamedTuple):
    """Two-sided p-values; where pairs are not proved, the least and the largest p-value over the possible optima."""

    permutation: Interval
    randomisation: Interval


def p_values(
    ones: SumTable,
    twos: SumTable,
    samples: int = SAMPLES,
    seed: int = 0,
    clusters: Sequence[Hashable] | None = None,
) -> PValues:
    """Test whether two systems differ on the same units. Time grows with units times samples, memory does not.

    Where some pairs are not proved, the test is made with the values found, with the bounds of one system, with those
    of the other, and with the bounds of those open units alone that would hide a difference best. The p-value reaches
    over what these give and over what Student's t may at most and at least be for any optima: their least difference
    over their greatest error, and the other way around. If the sign of the difference is open, the upper end is 1.

    >>> from smatchproof.problem.score import Counts
    >>> from smatchproof.inference.sum_table import f1_table
    >>> good, bad = ([Counts(n, n, 10, 10) for n in matched] for matched in ((9, 8, 9, 9, 8, 7), (7, 8, 7, 8, 6, 7)))
    >>> result = p_values(f1_table(good), f1_table(bad))
    >>> print(0.12 < result.permutation.low < 0.13, 0.12 < result.randomisation.low < 0.13)
    True True
    """
    one, two = by_cluster(ones, clusters), by_cluster(twos, clusters)
    table = paired(one, two)
    if table.units < 2:
        return PValues(Interval(1.0, 1.0), Interval(1.0, 1.0))
    found = [_exchange(*rows, samples, seed) for rows in _completions(one, two, table)]
    permutation, randomisation = (Interval(min(values), max(values)) for values in zip(*found, strict=True))
    if table.is_open:
        by_t, fewest = _t_of_any_optima(table), 1 / (1 + samples)
        permutation = hull([permutation, Interval(max(by_t.low, fewest), max(by_t.high, fewest))])
        if table.scores.low <= 0 <= table.scores.high:
            permutation, randomisation = (Interval(each.low, 1.0) for each in (permutation, randomisation))
    return PValues(permutation, randomisation)


def _completions(one: SumTable, two: SumTable, table: SumTable) -> Iterator[tuple[SumTable, SumTable]]:
    """The tables, side by side in `table`, with each open unit at one of its ends, in the ways that are tried."""
    import numpy as np

    (found, bounds), (other_found, other_bounds) = one.ends, two.ends
    yield SumTable(found, one.score), SumTable(other_found, two.score)
    if not table.is_open:
        return
    yield SumTable(found, one.score), SumTable(other_bounds, two.score)
    yield SumTable(bounds, one.score), SumTable(other_found, two.score)
    for place, spread in enumerate(spreads(table)):  # a positive difference is least at the lower end
        if (place == 0) == (spread.estimate > 0):
            hidden = _hiding(table, spread)[:, None]
            if place == 0:
                rows = np.where(hidden, bounds, found), np.where(hidden, other_found, other_bounds)
            else:
                rows = np.where(hidden, found, bounds), np.where(hidden, other_bounds, other_found)
            yield SumTable(rows[0], one.score), SumTable(rows[1], two.score)


def _hiding(table: SumTable, spread: Spread) -> NDArray[Any]:
    """Which open units have to leave their end so that the difference is least in units of its error."""
    import numpy as np

    widths = table.widths()
    moved, errors = worst_mixtures(widths)
    if not len(moved):
        return np.zeros(table.units, dtype=bool)
    number = 1 + int(np.argmin((abs(spread.estimate) + moved) / (spread.error + errors)))
    chosen = np.zeros(table.units, dtype=bool)
    chosen[np.argsort(-widths, kind="stable")[:number]] = True
    return chosen


def _t_of_any_optima(table: SumTable) -> Interval:
    """The p-values of Student's t between which that of any optima lies, by the triangle inequality of errors.

    The skewness of a mixture is taken for that of the end from which it comes.
    """
    both, (moved, errors) = spreads(table), worst_mixtures(table.widths())
    ends = [each if each.estimate >= 0 else each._replace(estimate=-each.estimate, skewness=-each.skewness)
            for each in both]  # fmt: skip
    nearest = [
        two_sided_p(each._replace(estimate=each.estimate + by, error=each.error + error))
        for each in ends
        for by, error in ((0.0, 0.0), *zip(moved.tolist(), errors.tolist(), strict=True))
    ]
    farthest = max(each.estimate for each in ends)
    least = max(0.0, max(each.error for each in ends) - float(errors[-1] if len(errors) else 0.0))
    return Interval(two_sided_p(ends[0]._replace(estimate=farthest, error=least, skewness=0.0)), max(nearest))


def _exchange(one: SumTable, two: SumTable, samples: int, seed: int) -> tuple[float, float]:
    """Both p-values of two systems whose numbers are known."""
    import numpy as np

    difference = _Difference(one, two)
    rng = np.random.default_rng(seed)
    observed, its_error = (float(each[0]) for each in difference(np.zeros((1, one.units))))
    statistic = _studentised(np.array([observed]), np.array([its_error]))[0]
    as_far, as_large = 1, 1
    for number in _parts(samples, one.units):
        coins = (rng.random((number, one.units)) < 0.5).astype(np.float64)
        differences, errors = difference(coins)
        as_far += int((_studentised(differences, errors) >= statistic * (1 - _ROUNDING)).sum())
        as_large += int((np.abs(differences) >= abs(observed) * (1 - _ROUNDING) - 1e-15).sum())
    by_t = two_sided_p(spreads(paired(one, two))[0])
    return max(as_far / (1 + samples), by_t), as_large / (1 + samples)


def _studentised(differences: Floats, errors: Floats) -> Floats:
    """The sizes of differences in units of their errors: 0 of 0 is 0, and anything else of 0 is infinite."""
    import numpy as np

    sizes = np.abs(differences)
    sizes[sizes < 1e-15] = 0.0
    ratio: Floats = np.divide(sizes, errors, out=np.where(sizes > 0, np.inf, 0.0), where=errors > 1e-12)
    return ratio


class _Difference:
    """The difference of two scores and its standard error, when some units have exchanged their results.

    The error is the delta method's: with the gradients of both scores at the sums, each unit has an influence; the
    variance of the difference is that of the influences, a quadratic form in the sums of products of the numbers of
    each unit. These sums are linear in the coins, so that a matrix product gives them for all samples at once.
    """

    def __init__(self, one: SumTable, two: SumTable) -> None:
        import numpy as np

        self.one, self.two, self.units = one, two, one.units
        self.columns = one.rows.shape[1]
        plain = np.hstack([one.rows, two.rows]).astype(np.float64)
        swapped = np.hstack([two.rows, one.rows]).astype(np.float64)
        self.sums, self.moved = plain.sum(axis=0), swapped - plain
        products = [(rows[:, :, None] * rows[:, None, :]).reshape(self.units, -1) for rows in (plain, swapped)]
        self.products, self.products_moved = products[0].sum(axis=0), products[1] - products[0]

    def __call__(self, coins: Floats) -> tuple[Floats, Floats]:
        """Return, for each row of coins (a 1 exchanges a unit), the difference and its standard error."""
        import numpy as np

        sums = self.sums + coins @ self.moved
        score, gradient = _with_gradient(self.one, sums[:, : self.columns])
        other, other_gradient = _with_gradient(self.two, sums[:, self.columns :])
        weights = np.hstack([gradient, -other_gradient])
        size = 2 * self.columns
        products = (self.products + coins @ self.products_moved).reshape(-1, size, size)
        squares = np.einsum("si,sij,sj->s", weights, products, weights)
        centred = squares - np.einsum("si,si->s", weights, sums) ** 2 / self.units
        scale = np.maximum(np.einsum("si,sij,sj->s", np.abs(weights), np.abs(products), np.abs(weights)), 1e-300)
        variance = np.where(centred > 1e-11 * scale, centred, 0.0) * self.units / (self.units - 1)
        return score - other, np.sqrt(variance)


def _with_gradient(table: SumTable, sums: Floats) -> tuple[Floats, Floats]:
    """The scores of sums and their derivatives by each column, from differences."""
    import numpy as np

    gradient = np.empty(sums.shape)
    are_whole = np.issubdtype(table.rows.dtype, np.integer)
    sums = np.rint(sums).astype(np.int64) if are_whole else sums
    for column in range(sums.shape[1]):
        values = sums[:, column]
        step = np.maximum(1, np.abs(values) // 1000) if are_whole else 1e-4 * np.maximum(1.0, np.abs(values))
        above, below = sums.copy(), sums.copy()
        above[:, column] += step
        below[:, column] = np.maximum(values - step, np.minimum(values, 0))  # a count does not fall below nothing
        width = above[:, column] - below[:, column]
        gradient[:, column] = (table.score(above) - table.score(below)) / width
    return table.score(sums), gradient


def _parts(samples: int, units: int) -> Iterator[int]:
    """The samples in parts that memory holds."""
    size = max(1, _CELLS // units)
    for start in range(0, samples, size):
        yield min(size, samples - start)


def holm(values: Sequence[float]) -> list[float]:
    """P-values of several tests, corrected so that the chance of any false finding keeps its level (Holm 1979).

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    corrected, largest = [0.0] * len(values), 0.0
    for rank, place in enumerate(sorted(range(len(values)), key=lambda place: values[place])):
        largest = max(largest, min(1.0, (len(values) - rank) * values[place]))
        corrected[place] = largest
    return corrected


def holm_intervals(values: Sequence[Interval]) -> list[Interval]:
    """The same for p-values that are intervals: the correction never falls where a value grows, so ends go to ends.

    >>> holm_intervals([Interval(0.01, 0.01), Interval(0.02, 0.3)])
    [Interval(low=0.02, high=0.02), Interval(low=0.02, high=0.3)]
    """
    return [Interval(*ends) for ends in zip(*(holm(side) for side in zip(*values, strict=True)), strict=True)]
