"""Methods beside each other on the same pairs: paired differences of their gaps, and performance profiles."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from smatchproof.experiments.findings.gaps import FEWEST
from smatchproof.experiments.results import PairResult, Results, cluster_count, clusters, measured_by
from smatchproof.inference.difference_tests import holm, p_value
from smatchproof.inference.interval import Interval
from smatchproof.inference.intervals import mean_interval
from smatchproof.inference.sum_table import mean_table

SAMPLES = 1999
"""Samples of the test. With the observed difference they are 2,000: p-values are multiples of 0.0005."""
FEW_DIFFERENT = 30
"""Where methods differ on fewer pairs (or clusters) intervals and p-values are a rough guide: a method that misses
seldom, and by much when it does, may not have done so yet."""


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """The mean difference of the triples that `one` and `two` miss on the same pairs; no optimum has to be known.

    `band` is the 95% confidence interval (``None`` of fewer than ten clusters of pairs), `p` the p-value of
    approximate randomisation, and `p_holm` the same, corrected for all comparisons of a source. `different` counts
    the pairs, or clusters of pairs, on which they differ: fewer than :data:`FEW_DIFFERENT` do not show much.
    """

    source: str
    one: str
    two: str
    pairs: int
    difference: float
    band: Interval | None
    p: float
    p_holm: float
    different: int


def paired_differences(results: Results) -> tuple[PairedDifference, ...]:
    """Every two methods over each source, and over all of them; those that never differ are left out.

    Takes :data:`SAMPLES` permutations of the pairs for every two methods.

    >>> from smatchproof.experiments.experiment import Experiment
    >>> from smatchproof.experiments.runner import results_of
    >>> from smatchproof.experiments.sources import TrapSource
    >>> rings = TrapSource("rings", "ring", (("size", (8, 16)),))
    >>> results = results_of(Experiment("rings", (rings,), ("S", "ILS")))
    >>> [(each.one, each.two, each.difference, each.different, each.band) for each in paired_differences(results)]
    [('S', 'ILS', 4.5, 2, None)]
    """
    table: list[PairedDifference] = []
    for source, pairs in results.by_source():
        couples = itertools.combinations(results.methods, 2)
        found = [each for one, two in couples if (each := _difference(source, one, two, pairs)) is not None]
        corrected = holm([each.p for each in found])
        table += [replace(each, p_holm=p) for each, p in zip(found, corrected, strict=True)]
    return tuple(table)


def _difference(source: str, one: str, two: str, pairs: Sequence[PairResult]) -> PairedDifference | None:
    both = measured_by(two, measured_by(one, pairs))
    ones, twos = ([pair.gap(method).low for pair in both] for method in (one, two))
    more = [a - b for a, b in zip(ones, twos, strict=True)]
    if not any(more):
        return None
    labels = clusters(both)
    different = {label for label, each in zip(labels or range(len(more)), more, strict=True) if each}
    band = None if cluster_count(both) < FEWEST else mean_interval(more, clusters=labels)
    p = p_value(mean_table(ones), mean_table(twos), SAMPLES, clusters=labels)
    return PairedDifference(source, one, two, len(both), sum(more) / len(more), band, p, p, len(different))


@dataclass(frozen=True, slots=True)
class PerformanceProfile:
    """The time of a method over that of the fastest method, pair by pair (Dolan & Moré 2002).

    `ratios` has those of the pairs that all runs of the method solve, sorted; the others of the `pairs`, whose optimum
    is proved, it does not solve.
    """

    method: str
    pairs: int
    ratios: tuple[float, ...]

    def share(self, ratio: float) -> float:
        """The share of the pairs that the method solves within this many times the seconds of the fastest one."""
        return sum(each <= ratio for each in self.ratios) / self.pairs if self.pairs else 0.0


def performance_profiles(results: Results) -> tuple[PerformanceProfile, ...]:
    """The profiles of all methods over the pairs with a proved optimum, by the mean seconds of a run on each.

    >>> performance_profiles(Results((), (), 0, (), (), ()))
    ()
    """
    pairs = [pair for pair in results.pairs if pair.counts.proved]
    ratios: dict[str, list[float]] = {method: [] for method in results.methods}
    for pair in pairs:
        solved = {
            method: max(runs.seconds / len(runs.matched), 1e-6)  # clocks tick
            for method, runs in pair.runs.items()
            if runs.matched and min(runs.matched) == pair.counts.matched
        }
        for method, seconds in solved.items():
            ratios[method].append(seconds / min(solved.values()))
    return tuple(PerformanceProfile(method, len(pairs), tuple(sorted(some))) for method, some in ratios.items())
