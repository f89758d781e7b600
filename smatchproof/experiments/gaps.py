"""Gaps: by how much each method of an experiment misses the optima, overall, by size, and the worst pairs.

A pair whose optimum is not proved makes an interval of every number that it enters (see
:mod:`smatchproof.experiments.tables`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from smatchproof.experiments.results import ALL, PairResult, Results, mean_interval, measured_by, total
from smatchproof.inference.interval import Interval

SIZES = (5, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200)
"""The largest numbers of variables of the size bins; one more bin is open."""
RESAMPLES = 1000
"""Of the bootstrap."""


@dataclass(frozen=True, slots=True)
class Gaps:
    """By how much a method misses the optima of some pairs: those of `sizes`, the smallest and largest of a bin.

    Every pair counts alike, with the mean over the method's runs on it. `gap` counts triples, `relative` is the share
    of all optimal matches, and `missed` the share of pairs that are not solved. Each comes with a 95% confidence band
    over the choice of the pairs: Wilson's for `missed`, a percentile bootstrap for the others; with fewer than about
    ten pairs a bootstrap is too sure of itself. `worst` is the largest gap; `worst_pair` and `worst_seed` have it.
    """

    source: str
    method: str
    sizes: tuple[int, int]
    pairs: int
    mean_size: float
    missed: Interval
    missed_band: Interval
    gap: Interval
    gap_band: Interval
    relative: Interval
    relative_band: Interval
    worst: int
    worst_pair: str
    worst_seed: int


def gaps(results: Results, seed: int = 0) -> tuple[Gaps, ...]:
    """The gaps of every method over each source, and over all of them. Seeded: the same rows give the same bands.

    Takes time linear in the runs, and :data:`RESAMPLES` resamples of the pairs for each band.

    >>> from smatchproof.experiments.experiment import Experiment
    >>> from smatchproof.experiments.runner import results_of
    >>> from smatchproof.experiments.sources import TrapSource
    >>> rings = TrapSource("rings", "ring", (("size", (16,)),))
    >>> results = results_of(Experiment("rings", (rings,), ("S", "ILS"), seeds=(1, 2)))
    >>> [(row.method, row.gap.low, row.missed.low) for row in gaps(results)]
    [('S', 6.0, 1.0), ('ILS', 0.0, 0.0)]
    """
    return tuple(
        _gaps(source, method, (min(sizes), max(sizes)), measured, seed)
        for source, pairs in results.by_source()
        for method in results.methods
        if (measured := measured_by(method, pairs)) and (sizes := [pair.variables for pair in measured])
    )


def gaps_by_size(results: Results, sizes: Sequence[int] = SIZES, seed: int = 0) -> tuple[Gaps, ...]:
    """The gaps of every method over each source by the number of variables of the larger graph.

    `sizes` are the largest ones of the bins; above the last there is one more. Empty bins are left out.
    """
    return tuple(
        _gaps(source, method, bin, measured, seed)
        for source, pairs in results.by_source()
        if source != ALL
        for method in results.methods
        for bin, some in _bins(pairs, sizes)
        if (measured := measured_by(method, some))
    )


def _bins(pairs: Sequence[PairResult], sizes: Sequence[int]) -> Iterator[tuple[tuple[int, int], list[PairResult]]]:
    """The bins that hold pairs, with their smallest and largest sizes."""
    largest = max(sizes[-1] + 1, *(pair.variables for pair in pairs), 0)
    below = min(0, *(pair.variables - 1 for pair in pairs))  # an empty graph has no variables
    for size in (*sizes, largest):
        some = [pair for pair in pairs if below < pair.variables <= size]
        if some:
            yield (below + 1, size), some
        below = size


def _gaps(source: str, method: str, sizes: tuple[int, int], pairs: Sequence[PairResult], seed: int) -> Gaps:
    """All of it for pairs on which the method has run."""
    low, high = zip(*(pair.gap(method) for pair in pairs), strict=True)
    missed = mean_interval([pair.missed(method) for pair in pairs]) or Interval(0.0, 0.0)
    counts, number = total(pairs), len(pairs)
    bands = [_bootstrap(low, [pair.counts.matched for pair in pairs], seed)]
    bands.append(bands[0] if counts.proved else _bootstrap(high, [pair.counts.upper_bound for pair in pairs], seed))
    means, ratios = zip(*bands, strict=True)
    worst = max(pairs, key=lambda pair: loss_of(pair, method))
    least = min(worst.runs[method].matched)
    return Gaps(
        source=source,
        method=method,
        sizes=sizes,
        pairs=number,
        mean_size=sum(pair.variables for pair in pairs) / number,
        missed=missed,
        missed_band=Interval(wilson(missed.low, number).low, wilson(missed.high, number).high),
        gap=Interval(sum(low) / number, sum(high) / number),
        gap_band=Interval(means[0].low, means[1].high),
        relative=Interval(_ratio(sum(low), counts.matched), _ratio(sum(high), counts.upper_bound)),
        relative_band=Interval(ratios[0].low, ratios[1].high),
        worst=loss_of(worst, method),
        worst_pair=worst.pair,
        worst_seed=worst.runs[method].seeds[worst.runs[method].matched.index(least)],
    )


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def wilson(share: float, number: int) -> Interval:
    """Wilson's 95% interval for a share of `number` pairs; wide rather than narrow where pairs are solved in part.

    >>> [round(end, 3) for end in wilson(0.0, 10)]
    [0.0, 0.278]
    """
    z = 1.959963984540054
    centre = (share + z * z / (2 * number)) / (1 + z * z / number)
    reach = z * (share * (1 - share) / number + z * z / (4 * number * number)) ** 0.5 / (1 + z * z / number)
    return Interval(max(0.0, centre - reach) if share else 0.0, min(1.0, centre + reach) if share < 1 else 1.0)


def _bootstrap(values: Sequence[float], weights: Sequence[float], seed: int) -> tuple[Interval, Interval]:
    """95% percentile intervals for the mean of the values, and for the ratio of their sum to that of the weights."""
    if not any(values):
        return Interval(0.0, 0.0), Interval(0.0, 0.0)
    import numpy

    generator = numpy.random.default_rng(seed)
    number = len(values)
    both = numpy.array([values, weights], dtype=float)
    block = max(1, 1_000_000 // number)  # resamples at a time, so that memory stays small
    sums = numpy.concatenate(
        [
            both[:, generator.integers(0, number, (min(block, RESAMPLES - start), number))].sum(axis=2)
            for start in range(0, RESAMPLES, block)
        ],
        axis=1,
    )
    ratios = numpy.divide(sums[0], sums[1], out=numpy.zeros(RESAMPLES), where=sums[1] > 0)
    ends = (Interval(*map(float, numpy.quantile(some, [0.025, 0.975]))) for some in (sums[0] / number, ratios))
    return next(ends), next(ends)


def worst_pairs(results: Results, each: int = 3) -> tuple[PairResult, ...]:
    """The pairs on which a method missed most, so many of each method; the largest loss first.

    Each comes once; pairs that no method has missed do not come.
    """
    losses: dict[tuple[str, str], tuple[int, PairResult]] = {}
    for method in results.methods:
        missed = [(loss_of(pair, method), pair) for pair in measured_by(method, results.pairs)]
        for loss, pair in sorted(missed, key=lambda entry: -entry[0])[:each]:
            if loss:
                key = pair.source, pair.pair
                losses[key] = max(losses.get(key, (0, pair)), (loss, pair), key=lambda entry: entry[0])
    return tuple(pair for _, pair in sorted(losses.values(), key=lambda entry: -entry[0]))


def loss_of(pair: PairResult, method: str) -> int:
    """How many triples the worst run of a method has missed on a pair; 0 where it could not run."""
    runs = pair.runs.get(method)
    return pair.counts.matched - min(runs.matched) if runs and runs.matched else 0
