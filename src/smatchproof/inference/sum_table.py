"""Tables of additive numbers of units, and the score of their sums: the interface of metrics to inference.

*Units* are drawn independently: a unit is a pair, or a cluster of pairs (the sentences of a document, the copies of one
graph). Clustering sums the rows of each cluster first (:func:`by_cluster`); all further steps are about units.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from smatchproof.inference.interval import Interval
from smatchproof.problem.score import Counts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[Any]
    """Integers or floats."""
    Floats = NDArray[np.float64]


class SumTable(NamedTuple):
    """A row of numbers for each unit, and the score of a sum of rows.

    * `rows`: the numbers of the values found.
    * `score`: takes sums of rows, in the last axis of an array, and returns an array without that axis.
    * `bounds`: the rows with the bounds in place of the values found; ``None`` if all are proved. The true value of a
      unit lies between its two rows, and units need not be at the same end.
    """

    rows: Numbers
    score: Callable[[Numbers], Floats]
    bounds: Numbers | None = None

    @property
    def units(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def is_open(self) -> bool:
        """Test whether a unit's bound differs from the value that was found."""
        return self.bounds is not None and bool((self.rows != self.bounds).any())

    @property
    def ends(self) -> tuple[Numbers, Numbers]:
        """The rows of the values found, and those of the bounds."""
        return self.rows, self.rows if self.bounds is None else self.bounds

    @property
    def scores(self) -> Interval:
        """The scores of all units together: of the values found, and of the bounds."""
        return Interval(*(self.score(rows.sum(axis=0)).item() for rows in self.ends))


Tabulate = Callable[[Sequence[Any]], SumTable]
"""A function that tabulates the counts of pairs by a metric."""


def f1_table(counts: Sequence[Counts]) -> SumTable:
    """Return the counts of aligned pairs, all in one unit: matched and triples of both sides; scored by F1.

    >>> print(f1_table([Counts(1, 2, 2, 2), Counts(3, 3, 4, 4)]).scores)
    0.6667 to 0.8333
    """
    triples = [each.denominator * (each.left_triples + each.right_triples) for each in counts]
    found, bounds = (_rows([getattr(each, name) for each in counts], triples) for name in ("matched", "upper_bound"))
    return SumTable(found, _f1, bounds)


def _rows(matched: Sequence[int], triples: Sequence[int]) -> Numbers:
    """Two columns: of integers, or of floats if sums could exceed 64 bits."""
    import numpy as np

    fits = 4 * (sum(matched) + sum(triples)) < 2**63
    return np.array([matched, triples], dtype=np.int64 if fits else np.float64).T


def _f1(sums: Numbers) -> Floats:
    """F1 of matched and all triples; 0 if there is no triple at all."""
    import numpy as np

    triples = sums[..., 1]
    ratio: Floats = np.divide(2.0 * sums[..., 0], triples, out=np.zeros(triples.shape), where=triples > 0)
    return ratio


def ratio_table(
    parts: Sequence[float], wholes: Sequence[float], bounds: tuple[Sequence[float], Sequence[float]] | None = None
) -> SumTable:
    """Return parts of wholes, such as the triples that a method misses of those that match; scored by their ratio.

    `bounds` has the bounds of parts and wholes, if they are not proved.

    >>> print(ratio_table([0, 1, 1], [4, 4, 2]).scores)
    0.2000
    """
    import numpy as np

    def score(sums: Numbers) -> Floats:
        wholes = sums[..., 1]
        ratio: Floats = np.divide(sums[..., 0], wholes, out=np.zeros(wholes.shape), where=wholes > 0)
        return ratio

    rows, *ends = (np.array(columns, dtype=np.float64).T for columns in ((parts, wholes), *([bounds] * bool(bounds))))
    return SumTable(rows, score, *ends)


def mean_table(values: Sequence[float], bounds: Sequence[float] | None = None) -> SumTable:
    """Return values of equal weight; scored by their mean. `bounds` has their bounds, if they are not proved.

    >>> print(mean_table([1, 2, 6]).scores, "|", mean_table([1, 2, 6], [1, 2, 9]).scores)
    3.0000 | 3.0000 to 4.0000
    """
    ones = [1.0] * len(values)
    return ratio_table(values, ones, None if bounds is None else (bounds, ones))


def paired(one: SumTable, two: SumTable) -> SumTable:
    """Return the rows of two systems side by side, scored by the difference of their scores.

    Raises ``ValueError`` if the tables do not have the same number of rows.

    >>> print(paired(mean_table([1, 2, 6]), mean_table([1, 2, 3])).scores)
    1.0000
    """
    import numpy as np

    if one.units != two.units:
        raise ValueError(f"{one.units} pairs of one system, {two.units} of the other")
    columns = one.rows.shape[1]

    def score(sums: Numbers) -> Floats:
        difference: Floats = one.score(sums[..., :columns]) - two.score(sums[..., columns:])
        return difference

    return SumTable(np.hstack([one.rows, two.rows]), score)


def differing_units(one: SumTable, two: SumTable) -> int:
    """Return the number of units on which two systems have different numbers.

    >>> differing_units(mean_table([1, 2, 6]), mean_table([1, 3, 6]))
    1
    """
    differ = [(a != b).any(axis=1) for a, b in zip(one.ends, two.ends, strict=True)]
    return int((differ[0] | differ[1]).sum())


def by_cluster(table: SumTable, clusters: Sequence[Hashable] | None) -> SumTable:
    """Return the table whose units are clusters, given a label for each row. ``None``: each row is its own cluster.

    Raises ``ValueError`` if there is not one label for each row.

    >>> by_cluster(mean_table([1, 2, 6]), ["a", "b", "a"]).rows.tolist()
    [[7.0, 2.0], [2.0, 1.0]]
    """
    if clusters is None:
        return table
    import numpy as np

    if len(clusters) != table.units:
        raise ValueError(f"{len(clusters)} labels of clusters for {table.units} rows")
    places: dict[Hashable, int] = {}
    labels = [places.setdefault(label, len(places)) for label in clusters]

    def summed(rows: Numbers) -> Numbers:
        sums = np.zeros((len(places), rows.shape[1]), dtype=rows.dtype)
        np.add.at(sums, labels, rows)
        return sums

    return SumTable(summed(table.rows), table.score, None if table.bounds is None else summed(table.bounds))
