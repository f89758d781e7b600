"""Gaps: by how much each method of an experiment misses the optima, overall, by size, and the worst pairs.

And the differences between methods, pair by pair.

A pair whose optimum is not proved makes an interval of every number that it enters (see
:mod:`smatchproof.lab.experiments.tables`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from fractions import Fraction
from statistics import fmean

from smatchproof.base.errors import UsageError, unknown
from smatchproof.base.record import Record, replace
from smatchproof.inference.difference_tests import holm, p_value
from smatchproof.inference.interval import Interval
from smatchproof.inference.intervals import loss_interval, skew_t, spread
from smatchproof.inference.sum_table import SumTable, by_cluster, mean_table, ratio_table
from smatchproof.lab.experiments.results import (
    PairResult,
    Results,
    cluster_count,
    clusters,
    mean_of_intervals,
    measured_by,
    share_band,
    total,
)

MOST_BINS = 12
"""The most bins of sizes."""
FEWEST = 10
"""The fewest pairs (or clusters of pairs) for which a gap gets an interval: the variance of fewer is a guess."""


class Gaps(Record):
    """The gap of a method over some pairs: those of `sizes`, the smallest and largest of a bin.

    `place` is the mean size. Every pair counts alike, with the mean over the
    method's runs on it. `gap` counts triples, `relative` is the share of all optimal matches, and `missed` the share of
    pairs that are not solved. Each comes with a 95% confidence interval over the choice of the pairs
    (:mod:`smatchproof.inference.intervals`), whose units are the `clusters` of the pairs. That of a gap is ``None``
    where there are fewer than :data:`FEWEST` of these, or all miss as much, such as nothing: such pairs are too few for
    an estimate. `worst` is the largest gap of a run; `worst_pair` has the largest one that is sure.

    All of this is of the `runs` that ended with an alignment, of those `tried`, and of the `pairs` with such a run.
    """

    source: str
    method: str
    sizes: tuple[int, int]
    place: float
    pairs: int
    clusters: int
    runs: int
    tried: int
    missed: Interval
    missed_band: Interval
    gap: Interval
    gap_band: Interval | None
    relative: Interval
    relative_band: Interval | None
    worst: Interval
    worst_pair: PairResult


def gaps(results: Results) -> tuple[Gaps, ...]:
    """The gaps of every method over each source, and over all of them, in time linear in the runs.

    >>> from smatchproof.lab.experiments.experiment import Experiment
    >>> from smatchproof.lab.experiments.runner import results_of
    >>> from smatchproof.lab.experiments.made_pairs import TrapSource
    >>> rings = TrapSource("rings", "ring", (("size", (16,)),))
    >>> results = results_of(Experiment("rings", (rings,), ("S", "ILS"), seeds=(1, 2)))
    >>> [(row.method, row.gap.low, row.missed.low) for row in gaps(results)]
    [('S', 6.0, 1.0), ('ILS', 0.0, 0.0)]
    """
    return tuple(
        _gaps(source, method, pairs)
        for source, pairs in results.by_source()
        for method in results.methods
        if measured_by(method, pairs)
    )


def gaps_by_size(results: Results) -> tuple[Gaps, ...]:
    """The gaps of every method over each source by the number of variables of the larger graph.

    Over all sources, too, unless their sizes differ: then a bin would show which families have this size.

    >>> from smatchproof.lab.experiments.experiment import Experiment
    >>> from smatchproof.lab.experiments.runner import results_of
    >>> from smatchproof.lab.experiments.made_pairs import TrapSource
    >>> rings = TrapSource("rings", "ring", (("size", (8, 16)),))
    >>> results = results_of(Experiment("rings", (rings,), ("S",)))
    >>> [(row.sizes, row.pairs, row.gap.low) for row in gaps_by_size(results)]
    [((8, 8), 1, 3.0), ((16, 16), 1, 6.0)]
    """
    return tuple(
        row
        for source, pairs in results.by_source()
        if _have_all_sources(pairs)
        for row in _by_size(results, source, pairs)
    )


def _have_all_sources(pairs: Sequence[PairResult]) -> bool:
    """Test whether each bin of sizes has pairs of every source."""
    ends = size_bins([pair.variables for pair in pairs])
    found = {(bisect_left(ends, pair.variables), pair.row.source) for pair in pairs}
    return len(found) == len(ends) * len({pair.row.source for pair in pairs})


def _by_size(results: Results, source: str, pairs: Sequence[PairResult]) -> Iterable[Gaps]:
    """Yield the gaps of every method over some pairs of a source, in bins of sizes."""
    ends = size_bins([pair.variables for pair in pairs])
    for method in results.methods:
        below = -1
        for end in ends:
            some = [pair for pair in pairs if below < pair.variables <= end]
            if measured_by(method, some):
                yield _gaps(source, method, some)
            below = end


def size_bins(sizes: Sequence[int]) -> tuple[int, ...]:
    """The largest size of each bin: of each size, or of bins of about as many pairs each, :data:`FEWEST` at least.

    >>> size_bins([8, 16, 8, 24]), size_bins(range(1, 41))
    ((8, 16, 24), (10, 20, 30, 40))
    """
    ordered = sorted(sizes)
    if len(each := dict.fromkeys(ordered)) <= MOST_BINS:
        return tuple(each)
    number = max(1, min(MOST_BINS, len(ordered) // FEWEST))
    ends = {ordered[max(0, len(ordered) * part // number - 1)] for part in range(1, number + 1)}
    return tuple(sorted(ends))


def _gaps(source: str, method: str, some: Sequence[PairResult]) -> Gaps:
    """The gaps over those of some pairs on which the method has run: at least one."""
    tried = sum(pair.runs[method].tried for pair in some if method in pair.runs)
    pairs = measured_by(method, some)
    missed = [pair.missed(method) for pair in pairs]
    low, high = zip(*(pair.gap(method) for pair in pairs), strict=True)
    counts, number = total(pairs), len(pairs)
    optima = [pair.counts.matched for pair in pairs], [pair.counts.upper_bound for pair in pairs]
    worst = max(pairs, key=lambda pair: pair.loss(method))
    sizes = [pair.variables for pair in pairs]
    return Gaps(
        source=source,
        method=method,
        sizes=(min(sizes), max(sizes)),
        place=sum(sizes) / number,
        pairs=number,
        clusters=cluster_count(pairs),
        runs=sum(len(pair.runs[method].matched) for pair in pairs),
        tried=tried,
        missed=mean_of_intervals(missed) or Interval(0.0, 0.0),
        missed_band=share_band(pairs, missed),
        gap=Interval(sum(low) / number, sum(high) / number),
        gap_band=_loss_band(pairs, mean_table(low, high)),
        relative=Interval(_ratio(sum(low), counts.matched), _ratio(sum(high), counts.upper_bound)),
        relative_band=_loss_band(pairs, ratio_table(low, optima[0], (high, optima[1]))),
        worst=Interval(worst.loss(method), max(p.counts.upper_bound - min(p.runs[method].matched) for p in pairs)),
        worst_pair=worst,
    )


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _loss_band(pairs: Sequence[PairResult], table: SumTable) -> Interval | None:
    if cluster_count(pairs) < FEWEST:
        return None
    return loss_interval(table, clusters=clusters(pairs))


def worst_pairs(results: Results, method: str, most: int) -> list[PairResult]:
    """The pairs that a method missed by most, the largest loss first.

    >>> from smatchproof.lab.experiments.experiment import Experiment
    >>> from smatchproof.lab.experiments.runner import results_of
    >>> from smatchproof.lab.experiments.made_pairs import TrapSource
    >>> rings = TrapSource("rings", "ring", (("size", (8, 16)),))
    >>> results = results_of(Experiment("rings", (rings,), ("S",)))
    >>> [(pair.row.pair, pair.loss("S")) for pair in worst_pairs(results, "S", 3)]
    [('size=16', 6), ('size=8', 3)]
    """
    missed = [pair for pair in results.pairs if pair.loss(method)]
    return sorted(missed, key=lambda pair: -pair.loss(method))[:most]


# ---- two methods


class Difference(Record):
    """The number of triples that a method matches more than another one, on average over the `pairs` that both ran on.

    The runs of a method on a pair are averaged first; on `more` pairs it is better, on `fewer` worse. `band` is the 95%
    confidence interval of the `mean` over the choice of pairs, with clusters as units; it is ``None`` where there are
    fewer than :data:`FEWEST` of these, or all differ by as much. `p` is that of the exchange test
    (:mod:`smatchproof.inference.difference_tests`), by Holm's correction for all methods of the source. `seconds` are
    those of one run over the pairs, of the method and of the other one.
    """

    source: str
    method: str
    pairs: int
    more: int
    fewer: int
    mean: float
    band: Interval | None
    p: float
    seconds: tuple[float, ...]


def differences(results: Results, against: str) -> list[Difference]:
    """Compare every method with `against`, over each source and over all of them, in time linear in the runs.

    Optima that are not proved do not matter here: they cancel out. Raises :class:`UsageError` for an unknown method,
    and for the only one.

    >>> from smatchproof.lab.experiments.experiment import Experiment
    >>> from smatchproof.lab.experiments.runner import results_of
    >>> from smatchproof.lab.experiments.made_pairs import TrapSource
    >>> rings = TrapSource("rings", "ring", (("size", (8, 12, 16)),))
    >>> results = results_of(Experiment("rings", (rings,), ("S", "ILS"), seeds=(1, 2)))
    >>> [(row.method, row.more, row.fewer, row.mean, row.p < 0.3) for row in differences(results, "S")]
    [('ILS', 3, 0, 4.5, True)]
    """
    if against not in results.methods:
        raise unknown("method", against, results.methods)
    if len(results.methods) == 1:
        raise UsageError(
            f"{against} is the only method that was run; run another one with it (a reference has no runs)"
        )
    rows: list[Difference] = []
    for source, pairs in results.by_source():
        both = {name: measured_by(name, measured_by(against, pairs)) for name in results.methods if name != against}
        some = [_difference(source, method, against, pairs) for method, pairs in both.items() if pairs]
        rows += (replace(row, p=p) for row, p in zip(some, holm([row.p for row in some]), strict=True))
    return rows


def _difference(source: str, method: str, against: str, pairs: Sequence[PairResult]) -> Difference:
    """The difference over pairs on which both methods have run: at least one. Its p-value is not corrected."""
    runs = [[pair.runs[name] for pair in pairs] for name in (method, against)]
    means = [[Fraction(sum(each.matched)) / len(each.matched) for each in some] for some in runs]
    seconds = tuple(sum(each.seconds / len(each.matched) for each in some) for some in runs)
    moved = [float(one - two) for one, two in zip(*means, strict=True)]  # of large means floats lose small differences
    table, labels = mean_table(moved), clusters(pairs)
    varies = cluster_count(pairs) >= FEWEST and len({*moved}) > 1
    band = skew_t(spread(by_cluster(table, labels)), 0.95) if varies else None
    counts = len(pairs), sum(each > 0 for each in moved), sum(each < 0 for each in moved)
    p = p_value(table, mean_table([0] * len(moved)), clusters=labels)
    return Difference(source, method, *counts, fmean(moved), band, p, seconds)
