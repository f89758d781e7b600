"""The test of a difference between two systems by exchanging their results on units, and Holm's correction.

If two systems are equally good, their results on a pair might as well be exchanged. *Approximate randomisation* (Noreen
1989; Riezler & Maxwell 2005) counts how often the difference is as large as the observed one when a coin decides for
each unit. What was observed counts as one more sample, so that no p-value is zero (Phipson & Smyth 2010).

It is ``scipy.stats.permutation_test`` of paired samples for statistics that are functions of sums: all exchanges are
one matrix product, while scipy copies the pairs of each. For 1,500 pairs and 4,999 exchanges that takes 0.1 seconds
instead of 0.4.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from smatchproof.inference import SAMPLES
from smatchproof.inference.sum_table import SumTable, by_cluster, paired

_CELLS = 1 << 20
"""The number of coins that are held in memory at once: as doubles, with their random numbers, some 20 MB."""
_ROUNDING = 1e-12
"""Differences this close count as equal: floats do not represent equal fractions equally."""


def p_value(
    ones: SumTable,
    twos: SumTable,
    samples: int = SAMPLES,
    seed: int = 0,
    clusters: Sequence[Hashable] | None = None,
) -> float:
    """Return the two-sided p-value of the difference of two systems on the same units, whose pairs are all proved.

    Time grows with units times samples, memory does not. A single unit shows nothing: its p-value is 1.

    >>> from smatchproof.problem.score import Counts
    >>> from smatchproof.inference.sum_table import f1_table
    >>> good, bad = ([Counts(n, n, 10, 10) for n in matched] for matched in ((9, 8, 9, 9, 8, 7), (7, 8, 7, 8, 6, 7)))
    >>> 0.12 < p_value(f1_table(good), f1_table(bad)) < 0.13
    True
    """
    import numpy as np

    one, two = by_cluster(ones, clusters), by_cluster(twos, clusters)
    table = paired(one, two)
    if table.units < 2:
        return 1.0
    sums = table.rows.sum(axis=0)
    moved = (np.hstack([two.rows, one.rows]) - table.rows).astype(np.float64)
    are_whole = np.issubdtype(table.rows.dtype, np.integer)
    rng, size = np.random.default_rng(seed), max(1, _CELLS // table.units)
    observed, as_large = abs(table.score(sums).item()), 1
    for start in range(0, samples, size):
        coins = (rng.random((min(size, samples - start), table.units)) < 0.5).astype(np.float64)
        change = coins @ moved
        differences = table.score(sums + (np.rint(change).astype(np.int64) if are_whole else change))
        as_large += int((np.abs(differences) >= observed - _ROUNDING).sum())
    return as_large / (1 + samples)


def holm(values: Sequence[float]) -> list[float]:
    """Return the p-values of several tests, corrected to keep the level for any false finding (Holm 1979).

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    corrected, largest = [0.0] * len(values), 0.0
    for rank, place in enumerate(sorted(range(len(values)), key=lambda place: values[place])):
        largest = max(largest, min(1.0, (len(values) - rank) * values[place]))
        corrected[place] = largest
    return corrected
