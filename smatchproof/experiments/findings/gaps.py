"""Gaps: by how much each method of an experiment misses the optima, overall, by size, and the worst pairs.

A pair whose optimum is not proved makes an interval of every number that it enters (see
:mod:`smatchproof.experiments.tables`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TypeVar

from smatchproof.experiments.results import (
    ALL,
    PairResult,
    Results,
    cluster_count,
    clusters,
    mean_of_intervals,
    measured_by,
    share_band,
    total,
)
from smatchproof.inference.interval import Interval
from smatchproof.inference.intervals import few_losses, loss_interval
from smatchproof.inference.sum_table import SumTable, mean_table, ratio_table

MOST_BINS = 12
"""The most bins of sizes, unless others are asked for."""
FEWEST = 10
"""The fewest pairs (or clusters of pairs) for which a gap gets an interval: the variance of fewer is a guess."""


@dataclass(frozen=True, slots=True)
class Gaps:
    """The gap of a method over some pairs: those of `sizes`, the smallest and largest of a bin.

    Every pair counts alike, with the mean over the method's runs on it. `gap` counts triples, `relative` is the share
    of all optimal matches, and `missed` the share of pairs that are not solved. Each comes with a 95% confidence
    interval over the choice of the pairs (:mod:`smatchproof.inference.intervals`), whose units are the `clusters` of
    the pairs. That of a gap is ``None`` where there are fewer than :data:`FEWEST` of these, or all miss as much, such
    as nothing: such pairs are too few for an estimate. `worst` is the largest gap of a run; `worst_pair` and
    `worst_seed` have the largest one that is sure.
    """

    source: str
    method: str
    sizes: tuple[int, int]
    pairs: int
    clusters: int
    mean_size: float
    missed: Interval
    missed_band: Interval
    gap: Interval
    gap_band: Interval | None
    relative: Interval
    relative_band: Interval | None
    worst: Interval
    worst_pair: str
    worst_seed: int
    is_rough: bool = False


def gaps(results: Results) -> tuple[Gaps, ...]:
    """The gaps of every method over each source, and over all of them, in time linear in the runs.

    >>> from smatchproof.experiments.experiment import Experiment
    >>> from smatchproof.experiments.runner import results_of
    >>> from smatchproof.experiments.sources import TrapSource
    >>> rings = TrapSource("rings", "ring", (("size", (16,)),))
    >>> results = results_of(Experiment("rings", (rings,), ("S", "ILS"), seeds=(1, 2)))
    >>> [(row.method, row.gap.low, row.missed.low) for row in gaps(results)]
    [('S', 6.0, 1.0), ('ILS', 0.0, 0.0)]
    """
    return tuple(_gaps(source, method, _sizes(some), some) for source, method, some in results.by_method())


def gaps_by_size(results: Results, sizes: Sequence[int] | None = None) -> tuple[Gaps, ...]:
    """The gaps of every method over each source, and over all, by the number of variables of the larger graph.

    `sizes` are the largest ones of the bins; above the last there is one more. Without them each size is a bin where
    there are at most :data:`MOST_BINS`, as there are of designed pairs; otherwise bins hold about as many pairs each
    (see :func:`size_bins`). Empty bins are left out.

    >>> from smatchproof.experiments.experiment import Experiment
    >>> from smatchproof.experiments.runner import results_of
    >>> from smatchproof.experiments.sources import TrapSource
    >>> rings = TrapSource("rings", "ring", (("size", (8, 16)),))
    >>> results = results_of(Experiment("rings", (rings,), ("S",)))
    >>> [(row.sizes, row.pairs, row.gap.low) for row in gaps_by_size(results)]
    [((8, 8), 1, 3.0), ((16, 16), 1, 6.0)]
    """
    return tuple(
        _gaps(source, method, bin, measured)
        for source, pairs in results.by_source()
        for method in results.methods
        for bin, some in _bins(pairs, size_bins([pair.variables for pair in pairs]) if sizes is None else sizes)
        if (measured := measured_by(method, some))
    )


def gaps_by_feature(
    results: Results, feature: Callable[[PairResult], float]
) -> tuple[tuple[tuple[float, Gaps], ...], ...]:
    """Compute the gaps of every method over all pairs, in bins of a feature, with the feature's mean in each bin.

    There is an entry for each method that has run. Bins are made as those of sizes are.

    >>> from smatchproof.experiments.experiment import Experiment
    >>> from smatchproof.experiments.runner import results_of
    >>> from smatchproof.experiments.sources import TrapSource
    >>> rings = TrapSource("rings", "ring", (("size", (8, 16)),))
    >>> results = results_of(Experiment("rings", (rings,), ("S",)))
    >>> bins = gaps_by_feature(results, lambda pair: pair.variables)
    >>> [[(value, row.gap.low) for value, row in rows] for rows in bins]
    [[(8.0, 3.0), (16.0, 6.0)]]
    """
    (_, pairs), *_ = results.by_source()
    values = {(pair.source, pair.pair): feature(pair) for pair in pairs}

    def of(pair: PairResult) -> float:
        return values[pair.source, pair.pair]

    bins = [some for _, some in _bins(pairs, size_bins([*values.values()]), of)]
    return tuple(
        tuple(
            (sum(map(of, measured)) / len(measured), _gaps(ALL, method, _sizes(measured), measured))
            for some in bins
            if (measured := measured_by(method, some))
        )
        for method in results.methods
        if measured_by(method, pairs)
    )


def _sizes(pairs: Sequence[PairResult]) -> tuple[int, int]:
    """The smallest and the largest size of pairs."""
    sizes = [pair.variables for pair in pairs]
    return min(sizes), max(sizes)


_Size = TypeVar("_Size", int, float)


def size_bins(sizes: Sequence[_Size], number: int | None = None) -> tuple[_Size, ...]:
    """Choose the largest sizes of `number` bins that hold about as many pairs each; equal sizes are in one bin.

    Without a number each size is a bin if there are few, otherwise there are at most :data:`MOST_BINS` of at least
    :data:`FEWEST` pairs.

    >>> size_bins([8, 16, 8, 24]), size_bins(range(1, 101), 4)
    ((8, 16, 24), (25, 50, 75, 100))
    """
    ordered: list[_Size] = sorted(sizes)
    if number is None:
        if len(each := dict.fromkeys(ordered)) <= MOST_BINS:
            return tuple(each)
        number = max(1, min(MOST_BINS, len(ordered) // FEWEST))
    ends = {ordered[max(0, len(ordered) * part // number - 1)] for part in range(1, number + 1)}
    return tuple(sorted(ends))


def _bins(
    pairs: Sequence[PairResult], sizes: Sequence[float], of: Callable[[PairResult], float] = attrgetter("variables")
) -> Iterator[tuple[tuple[int, int], list[PairResult]]]:
    """The bins of a number that pairs have, those that hold pairs, with the smallest and the largest size in them."""
    largest = max(*sizes, *map(of, pairs))
    below = -1.0  # an empty graph has no variables
    for size in (*sizes, largest):
        some = [pair for pair in pairs if below < of(pair) <= size]
        if some:
            yield _sizes(some), some
        below = size


def _gaps(source: str, method: str, sizes: tuple[int, int], pairs: Sequence[PairResult]) -> Gaps:
    """All of it for pairs on which the method has run."""
    missed = [pair.missed(method) for pair in pairs]
    low, high = zip(*(pair.gap(method) for pair in pairs), strict=True)
    counts, number = total(pairs), len(pairs)
    optima = [pair.counts.matched for pair in pairs], [pair.counts.upper_bound for pair in pairs]
    worst = max(pairs, key=lambda pair: loss_of(pair, method))
    least = min(worst.runs[method].matched)
    return Gaps(
        source=source,
        method=method,
        sizes=sizes,
        pairs=number,
        clusters=cluster_count(pairs),
        mean_size=sum(pair.variables for pair in pairs) / number,
        missed=mean_of_intervals(missed) or Interval(0.0, 0.0),
        missed_band=share_band(pairs, missed),
        gap=Interval(sum(low) / number, sum(high) / number),
        gap_band=_loss_band(pairs, mean_table(low, high)),
        relative=Interval(_ratio(sum(low), counts.matched), _ratio(sum(high), counts.upper_bound)),
        relative_band=_loss_band(pairs, ratio_table(low, optima[0], (high, optima[1]))),
        worst=Interval(loss_of(worst, method), max(_most_missed(pair, method) for pair in pairs)),
        worst_pair=worst.pair,
        worst_seed=worst.runs[method].seeds[worst.runs[method].matched.index(least)],
        is_rough=few_losses(mean_table(low), clusters(pairs)),
    )


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _loss_band(pairs: Sequence[PairResult], table: SumTable) -> Interval | None:
    if cluster_count(pairs) < FEWEST:
        return None
    return loss_interval(table, clusters=clusters(pairs))


def worst_pairs(results: Results, each: int = 3) -> tuple[PairResult, ...]:
    """Find the pairs on which a method missed most, `each` for each method; the largest loss comes first.

    Each comes once; pairs that no method has missed do not come.

    >>> from smatchproof.experiments.experiment import Experiment
    >>> from smatchproof.experiments.runner import results_of
    >>> from smatchproof.experiments.sources import TrapSource
    >>> rings = TrapSource("rings", "ring", (("size", (8, 16)),))
    >>> results = results_of(Experiment("rings", (rings,), ("S",)))
    >>> [(pair.pair, loss_of(pair, "S")) for pair in worst_pairs(results)]
    [('size=16', 6), ('size=8', 3)]
    """
    losses: dict[tuple[str, str], tuple[int, PairResult]] = {}
    for method in results.methods:
        missed = [(loss_of(pair, method), pair) for pair in measured_by(method, results.pairs)]
        for loss, pair in sorted(missed, key=lambda entry: -entry[0])[:each]:
            if loss:
                key = pair.source, pair.pair
                losses[key] = max(losses.get(key, (0, pair)), (loss, pair), key=lambda entry: entry[0])
    return tuple(pair for _, pair in sorted(losses.values(), key=lambda entry: -entry[0]))


def _most_missed(pair: PairResult, method: str) -> int:
    """Count the triples that the worst run of a method may have missed on a pair."""
    return pair.counts.upper_bound - min(pair.runs[method].matched)


def loss_of(pair: PairResult, method: str) -> int:
    """Count the triples that the worst run of a method has missed on a pair; 0 where it could not run."""
    runs = pair.runs.get(method)
    return pair.counts.matched - min(runs.matched) if runs and runs.matched else 0
