"""Whether two systems differ: tests that exchange their results on units, and the correction for many systems.

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
from typing import TYPE_CHECKING, NamedTuple

from smatchproof.inference import SAMPLES
from smatchproof.inference.interval import Interval
from smatchproof.inference.intervals import spreads, two_sided_p
from smatchproof.inference.sum_table import SumTable, by_cluster

if TYPE_CHECKING:
    from smatchproof.inference.sum_table import Floats, Numbers

_CELLS = 1 << 20
"""How many coins are held in memory at once."""
_ROUNDING = 1e-9
"""Statistics this close, relatively, count as equal: floats do not tell equal fractions reliably."""


class PValues(NamedTuple):
    """Two-sided p-values; where pairs are not proved, the least and the most of what may be true."""

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

    Where some pairs are not proved, the test is made three times: with the alignments that were found, with the
    bounds of the one system, and with those of the other; if the sign of the difference is open, the upper end is 1.

    >>> from smatchproof.alignment import Counts
    >>> from smatchproof.inference.sum_table import f1_table
    >>> good, bad = ([Counts(n, n, 10, 10) for n in matched] for matched in ((9, 8, 9, 9, 8, 7), (7, 8, 7, 8, 6, 7)))
    >>> result = p_values(f1_table(good), f1_table(bad))
    >>> print(0.12 < result.permutation.low < 0.13, 0.12 < result.randomisation.low < 0.13)
    True True
    """
    one, two = by_cluster(ones, clusters), by_cluster(twos, clusters)
    if one.units != two.units:
        raise ValueError(f"{one.units} pairs of one system, {two.units} of the other")
    if one.units < 2:
        return PValues(Interval(1.0, 1.0), Interval(1.0, 1.0))
    ends = [[float(end) for end in table.scores(table.sums)] for table in (one, two)]
    choices = [(0, 0)] + ([(0, 1), (1, 0)] if any(low != high for low, high in ends) else [])
    found = [_exchange(one, two, choice, samples, seed) for choice in choices]
    (low, high), (other_low, other_high) = ends
    is_open = len(choices) > 1 and low - other_high <= 0 <= high - other_low
    both = []
    for values in zip(*found, strict=True):
        both.append(Interval(min(values), 1.0 if is_open else max(values)))
    return PValues(*both)


def _exchange(one: SumTable, two: SumTable, ends: tuple[int, int], samples: int, seed: int) -> tuple[float, float]:
    """Both p-values, with the found (0) or the upper (1) scores of each system."""
    import numpy as np

    difference = _Difference(one, two, ends)
    rng = np.random.default_rng(seed)
    observed, its_error = (float(each[0]) for each in difference(np.zeros((1, one.units))))
    statistic = _over(np.array([observed]), np.array([its_error]))[0]
    as_far, as_large = 1, 1
    for number in _parts(samples, one.units):
        coins = (rng.random((number, one.units)) < 0.5).astype(np.float64)
        differences, errors = difference(coins)
        as_far += int((_over(differences, errors) >= statistic * (1 - _ROUNDING)).sum())
        as_large += int((np.abs(differences) >= abs(observed) * (1 - _ROUNDING) - 1e-15).sum())
    return max(as_far / (1 + samples), _by_t(one, two, ends)), as_large / (1 + samples)


def _by_t(one: SumTable, two: SumTable, ends: tuple[int, int]) -> float:
    """The p-value of Student's t: the difference over the jackknife's error, as it is and without skewness."""
    import numpy as np

    columns = one.rows.shape[1]

    def difference(sums: Numbers) -> tuple[Floats, Floats]:
        scores = one.scores(sums[..., :columns])[ends[0]] - two.scores(sums[..., columns:])[ends[1]]
        return scores, scores

    spread, _ = spreads(SumTable(np.hstack([one.rows, two.rows]), difference))
    return two_sided_p(spread)


def _over(differences: Floats, errors: Floats) -> Floats:
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

    def __init__(self, one: SumTable, two: SumTable, ends: tuple[int, int]) -> None:
        import numpy as np

        self.one, self.two, self.ends, self.units = one, two, ends, one.units
        self.columns = one.rows.shape[1]
        plain = np.hstack([one.rows, two.rows]).astype(np.float64)
        swapped = np.hstack([two.rows, one.rows]).astype(np.float64)
        self.sums, self.moved = plain.sum(axis=0), swapped - plain
        products = [(rows[:, :, None] * rows[:, None, :]).reshape(self.units, -1) for rows in (plain, swapped)]
        self.products, self.products_moved = products[0].sum(axis=0), products[1] - products[0]

    def __call__(self, coins: Floats) -> tuple[Floats, Floats]:
        """For each row of coins (a 1 exchanges a unit): the difference, and its standard error."""
        import numpy as np

        sums = self.sums + coins @ self.moved
        score, gradient = _with_gradient(self.one, sums[:, : self.columns], self.ends[0])
        other, other_gradient = _with_gradient(self.two, sums[:, self.columns :], self.ends[1])
        weights = np.hstack([gradient, -other_gradient])
        size = 2 * self.columns
        products = (self.products + coins @ self.products_moved).reshape(-1, size, size)
        squares = np.einsum("si,sij,sj->s", weights, products, weights)
        centred = squares - np.einsum("si,si->s", weights, sums) ** 2 / self.units
        scale = np.maximum(np.einsum("si,sij,sj->s", np.abs(weights), np.abs(products), np.abs(weights)), 1e-300)
        variance = np.where(centred > 1e-11 * scale, centred, 0.0) * self.units / (self.units - 1)
        return score - other, np.sqrt(variance)


def _with_gradient(table: SumTable, sums: Floats, end: int) -> tuple[Floats, Floats]:
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
        gradient[:, column] = (table.scores(above)[end] - table.scores(below)[end]) / width
    return table.scores(sums)[end], gradient


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
