"""Numbers of units that add up, and what their sums score: all that inference has to know of a metric.

A *unit* is what was drawn independently: a pair, or a cluster of pairs (the sentences of a document, the copies of one
graph). Clustering is summing the rows of a cluster first (:func:`by_cluster`); everything after is about units.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from smatchproof.alignment import Counts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[Any]
    """Whole numbers or floats."""
    Floats = NDArray[np.float64]


class SumTable(NamedTuple):
    """A row of numbers for each unit, and what a sum of rows scores.

    `scores` takes sums of rows, in the last axis of an array, and returns two arrays without that axis: the scores of
    what was found, and those of the bound, which are the same where all is proved.
    """

    rows: Numbers
    scores: Callable[[Numbers], tuple[Floats, Floats]]

    @property
    def units(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    @property
    def sums(self) -> Numbers:
        """All rows together."""
        total: Numbers = self.rows.sum(axis=0)
        return total


Tabulate = Callable[[Sequence[Any]], SumTable]
"""What makes a table of the counts that a metric has of pairs."""


def f1_table(counts: Sequence[Counts]) -> SumTable:
    """The counts of aligned pairs, all in one unit: matched, upper bound and triples of both sides; scored by F1.

    >>> table = f1_table([Counts(1, 2, 2, 2), Counts(3, 3, 4, 4)])
    >>> [score.item() for score in table.scores(table.sums)]
    [0.6666666666666666, 0.8333333333333334]
    """
    import numpy as np

    rows = [
        (each.matched, each.upper_bound, each.denominator * (each.left_triples + each.right_triples)) for each in counts
    ]
    return SumTable(np.array(rows, dtype=np.int64).reshape(len(rows), 3), lambda sums: (_f1(sums, 0), _f1(sums, 1)))


def _f1(sums: Numbers, column: int) -> Floats:
    """F1 of the found alignments (column 0) or of the bound (column 1); 0 where there is no triple at all."""
    import numpy as np

    triples = sums[..., 2]
    ratio: Floats = np.divide(2.0 * sums[..., column], triples, out=np.zeros(triples.shape), where=triples > 0)
    return ratio


def ratio_table(parts: Sequence[float], wholes: Sequence[float]) -> SumTable:
    """Parts of wholes, such as the triples that a method misses of those that match; scored by their ratio.

    >>> table = ratio_table([0, 1, 1], [4, 4, 2])
    >>> table.scores(table.sums)[0].item()
    0.2
    """
    import numpy as np

    def scores(sums: Numbers) -> tuple[Floats, Floats]:
        wholes = sums[..., 1]
        ratio: Floats = np.divide(sums[..., 0], wholes, out=np.zeros(wholes.shape), where=wholes > 0)
        return ratio, ratio

    rows = np.column_stack([np.asarray(side, dtype=np.float64) for side in (parts, wholes)])
    return SumTable(rows, scores)


def mean_table(values: Sequence[float]) -> SumTable:
    """Values that count alike; scored by their mean.

    >>> table = mean_table([1, 2, 6])
    >>> table.scores(table.sums)[0].item()
    3.0
    """
    return ratio_table(values, [1.0] * len(values))


def differing_units(one: SumTable, two: SumTable) -> int:
    """On how many units two systems have other numbers.

    >>> differing_units(mean_table([1, 2, 6]), mean_table([1, 3, 6]))
    1
    """
    return int((one.rows != two.rows).any(axis=1).sum())


def by_cluster(table: SumTable, clusters: Sequence[Hashable] | None) -> SumTable:
    """The table whose units are clusters: a label for each row says to which it belongs. ``None``: each row is its own.

    Raises ``ValueError`` where there is not one label for each row.

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
    sums = np.zeros((len(places), table.rows.shape[1]), dtype=table.rows.dtype)
    np.add.at(sums, labels, table.rows)
    return table._replace(rows=sums)
