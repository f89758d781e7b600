"""How often intervals hold the truth, and how often tests see a difference that is none: seeded simulations.

Samples are drawn from large populations whose scores are known. The tests run a part of it, ``make stress`` all, and
``python -m benchmarks inference`` writes the table. Nothing was chosen by what this seed shows.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from smatchproof.inference.difference_tests import holm, p_value
from smatchproof.inference.interval import Interval
from smatchproof.inference.intervals import (
    FEW,
    correlation_interval,
    difference_interval,
    few_losses,
    loss_interval,
    score_interval,
    share_interval,
)
from smatchproof.inference.sum_table import SumTable, by_cluster, differing_units, mean_table, ratio_table

SIZES = (10, 20, 30, 100, 300, 1000)
UNITS = 40_000
"""Of a population."""
SEED = 14


def dice(*labels):
    """Random numbers of what is labelled so."""
    return np.random.default_rng([SEED, *labels])


def f1_of(sums):
    """F1 of (matched, triples of both sides)."""
    score = np.divide(2.0 * sums[..., 0], sums[..., 1], out=np.zeros(sums[..., 1].shape), where=sums[..., 1] > 0)
    return score


def sembleu_of(sums):
    """Like SemBleu: the geometric mean of three ratios of (found 1, 2, 3, all 1, 2, 3, own length, other's length)."""
    ratios = np.divide(sums[..., :3], sums[..., 3:6], out=np.zeros(sums[..., :3].shape), where=sums[..., 3:6] > 0)
    lengths = np.divide(sums[..., 7], sums[..., 6], out=np.full(sums[..., 6].shape, np.inf), where=sums[..., 6] > 0)
    score = np.prod(ratios, axis=-1) ** (1 / 3) * np.exp(np.minimum(0, 1 - lengths))
    return score


def sizes(rng, number):
    """Triples of a graph: skewed, as those of sentences are."""
    return np.maximum(3, rng.lognormal(3.0, 0.6, number)).astype(np.int64)


class Rough(NamedTuple):
    """An interval of which the program says that it is a rough guide: systems differ on few units."""

    found: Interval


class Population(NamedTuple):
    """Rows of units with clusters (or none), and the truth that intervals should hold."""

    name: str
    truth: float
    draw: Callable[[np.random.Generator, int], Interval | Rough | None]


def sampled(rng, number, clusters):
    """The places of `number` drawn units; of whole clusters, where there are clusters, with new labels."""
    if clusters is None:
        return rng.integers(0, UNITS, number), None
    size = clusters
    drawn = rng.integers(0, UNITS // size, max(2, number // size))
    places = (drawn[:, None] * size + np.arange(size)).ravel()
    return places, np.repeat(np.arange(len(drawn)), size).tolist()


def score_rows(rng, share, spread, clusters=None):
    """(matched, triples) of pairs whose F1 varies around `share`; alike inside a cluster."""
    left = sizes(rng, UNITS)
    right = np.maximum(2, left * rng.lognormal(0, 0.25, UNITS)).astype(np.int64)
    logit = math.log(share / (1 - share)) + spread * rng.standard_normal(UNITS)
    if clusters:
        logit += np.repeat(spread * rng.standard_normal(UNITS // clusters), clusters)
    matched = rng.binomial(np.minimum(left, right), 1 / (1 + np.exp(-logit)))
    return np.column_stack([matched, left + right])


def interval_populations() -> Iterator[Population]:
    """Every interval, over populations like those that it is made for."""
    for share, spread, clusters in ((0.6, 0.8, None), (0.85, 1.0, None), (0.95, 1.2, None), (0.75, 0.8, 10)):
        rng = dice(1, int(100 * share), clusters or 0)
        rows = score_rows(rng, share, spread, clusters)

        def draw(rng, number, rows=rows, clusters=clusters):
            places, labels = sampled(rng, number, clusters)
            return score_interval(SumTable(rows[places], f1_of), clusters=labels)[0]

        yield Population(f"F1 about {share}" + " in clusters of 10" * bool(clusters), f1_of(rows.sum(0)).item(), draw)
    yield sembleu_population()
    yield from difference_populations()
    for missing, clusters in ((0.25, None), (0.12, None), (0.04, None), (0.2, 10)):
        yield from loss_populations(missing, clusters)
    yield from correlation_populations()


def sembleu_population() -> Population:
    """A corpus score that is no ratio of two sums."""
    rng = dice(6)
    own = sizes(rng, UNITS)
    other = np.maximum(3, own * rng.lognormal(0.05, 0.2, UNITS)).astype(np.int64)
    alike = 0.4 + 0.9 * rng.standard_normal(UNITS)
    found = [rng.binomial(own - less, 1 / (1 + np.exp(0.7 * less - alike))) for less in range(3)]
    rows = np.column_stack([*found, *(own - less for less in range(3)), own, other])

    def draw(rng, number):
        places, _ = sampled(rng, number, None)
        return score_interval(SumTable(rows[places], sembleu_of))[0]

    return Population("SemBleu", sembleu_of(rows.sum(0)).item(), draw)


# ---- heavy tails


class Warned(NamedTuple):
    """How often bands of heavy-tailed losses hold the truth; of those that do not, how many say that they may not."""

    name: str
    size: int
    stated: int
    held: int
    warned: int

    @property
    def is_honest(self) -> bool:
        """Whether bands cover .93, or nine in ten of those that miss say that they may."""
        missed = self.stated - self.held
        return self.held >= 0.93 * self.stated or self.warned >= 0.9 * missed


def heavy_tails(losing: float, heavy: float, large: int, size: int, samples: int) -> Warned:
    """Bands of the mean gap where a share of the pairs lose one triple, and a share of these `large` ones."""
    rng = dice(15, int(100 * losing), int(100 * heavy), large, size)
    truth = losing * (1 - heavy + heavy * large)
    stated = held = warned = 0
    for _ in range(samples):
        gaps = np.where(rng.random(size) < losing, np.where(rng.random(size) < heavy, large, 1), 0)
        table = mean_table(gaps)
        if (band := loss_interval(table)) is None:
            continue
        holds = band.low <= truth <= band.high
        stated, held = stated + 1, held + holds
        warned += not holds and few_losses(table)
    return Warned(f"{losing:.0%} lose 1 triple, {heavy:.0%} of these {large}", size, stated, held, warned)


def difference_populations() -> Iterator[Population]:
    """Two systems on the same pairs, one of which is better: on most of them, or on a few by more."""
    for clusters, where in ((None, 1.0), (10, 1.0), (None, 0.15)):
        rng = dice(2, clusters or 0, int(100 * where))
        one = score_rows(rng, 0.8, 0.8, clusters)
        two = one.copy()
        two[:, 0] = np.where(rng.random(UNITS) < where, rng.binomial(one[:, 0], 0.95 if where == 1 else 0.8), one[:, 0])
        truth = (f1_of(one.sum(0)) - f1_of(two.sum(0))).item()

        def draw(rng, number, one=one, two=two, clusters=clusters, where=where):
            places, labels = sampled(rng, number, clusters)
            tables = SumTable(one[places], f1_of), SumTable(two[places], f1_of)
            found = difference_interval(*tables, clusters=labels)[0]
            return Rough(found) if where < 1 and differing_units(*tables) < FEW else found

        words = " in clusters of 10" * bool(clusters) + f", {where:.0%} of the pairs differ" * (where < 1)
        yield Population(f"difference of F1{words}", truth, draw)


def loss_populations(missing, clusters) -> Iterator[Population]:
    """A method that misses the optimum of some pairs: the mean gap, the relative gap, and the share missed."""
    rng = dice(3, int(1000 * missing), clusters or 0)
    optima = sizes(rng, UNITS)
    chance = np.full(UNITS, math.log(missing / (1 - missing))) + 0.8 * (np.log(optima) - 3.0)
    if clusters:
        chance += np.repeat(rng.standard_normal(UNITS // clusters), clusters)
    missed = rng.random(UNITS) < 1 / (1 + np.exp(-chance))
    gaps = np.where(missed, np.minimum(optima, rng.geometric(0.6, UNITS)), 0)
    where = f", {missing:.0%} missed" + " in clusters of 10" * bool(clusters)

    def relative(rng, number):
        places, labels = sampled(rng, number, clusters)
        return loss_interval(ratio_table(gaps[places], optima[places]), clusters=labels)

    def mean(rng, number):
        places, labels = sampled(rng, number, clusters)
        return loss_interval(mean_table(gaps[places]), clusters=labels)

    def share(rng, number):
        places, labels = sampled(rng, number, clusters)
        return share_interval(missed[places], clusters=labels)

    yield Population(f"mean gap{where}", gaps.mean().item(), mean)
    yield Population(f"relative gap{where}", (gaps.sum() / optima.sum()).item(), relative)
    yield Population(f"share{where}", missed.mean().item(), share)


def correlation_populations() -> Iterator[Population]:
    """Scores of a metric beside people's, linear with noise, and skewed."""
    for skewed in (False, True):
        rng = dice(4, int(skewed))
        found = rng.standard_normal(UNITS)
        given = 0.7 * found + rng.standard_normal(UNITS)
        if skewed:
            found, given = np.exp(0.5 * found), np.exp(0.4 * given)
        truth = np.corrcoef(found, given)[0, 1].item()

        def draw(rng, number, found=found, given=given):
            places, _ = sampled(rng, number, None)
            return correlation_interval(found[places], given[places])

        yield Population("correlation" + ", skewed" * skewed, truth, draw)


class Coverage(NamedTuple):
    """Of `samples` of some size: how many had an interval, how many of these held the truth, how many were rough."""

    name: str
    size: int
    samples: int
    stated: int
    held: int
    rough: int

    @property
    def counts(self) -> bool:
        """Whether most intervals are more than a rough guide."""
        return self.rough <= self.stated / 2

    @property
    def share(self) -> float:
        """Of the intervals that were stated."""
        return self.held / self.stated if self.stated else 1.0


def coverage(population: Population, size: int, samples: int) -> Coverage:
    """Draw samples of `size` pairs and count."""
    rng = dice(5, size, samples)
    ends = [population.draw(rng, size) for _ in range(samples)]
    rough = sum(isinstance(each, Rough) for each in ends)
    stated = [each.found if isinstance(each, Rough) else each for each in ends if each is not None]
    held = sum(low <= population.truth <= high for low, high in stated)
    return Coverage(population.name, size, samples, len(stated), held, rough)


class Null(NamedTuple):
    """Two systems of equal score, whatever their pairs are."""

    name: str
    ones: np.ndarray
    twos: np.ndarray
    clusters: int | None
    score: Callable


def nulls() -> Iterator[Null]:
    """Systems that may be exchanged; systems that trade precision for recall at equal F1; both in clusters, too."""
    for clusters in (None, 10):
        where = " in clusters of 10" * bool(clusters)
        rng = dice(10, clusters or 0)
        truth = sizes(rng, UNITS)
        one, two = exchanged(rng, *(system(rng, truth, each, clusters) for each in alike(rng, 2)), clusters)
        yield Null("exchangeable" + where, *balanced(one, two), clusters, f1_of)
        own = np.repeat(rng.standard_normal(UNITS // clusters), clusters) if clusters else rng.standard_normal(UNITS)
        made = np.maximum(1, truth * 0.6).astype(np.int64)  # precise, short, and good or bad by turns
        short = np.column_stack([rng.binomial(made, 1 / (1 + np.exp(-1.5 - 1.5 * own))), made + truth])
        long = np.maximum(1, truth * 1.5).astype(np.int64)  # long, and always much the same
        wide = np.column_stack([rng.binomial(truth, 0.7), long + truth])
        yield Null("unequal, equal F1" + where, *balanced(short, wide), clusters, f1_of)


def alike(rng, number):
    """For each of some systems, how good it is on each pair: all find the same pairs hard."""
    shared = 1.2 + 0.8 * rng.standard_normal(UNITS)
    return [shared + 0.5 * rng.standard_normal(UNITS) for _ in range(number)]


def system(rng, truth, logit, clusters):
    """(matched, triples) of a system that is so good on each pair, and good or bad on whole clusters."""
    own = np.repeat(rng.standard_normal(UNITS // clusters), clusters) if clusters else 0.0
    made = np.maximum(1, truth * rng.lognormal(0, 0.2, UNITS)).astype(np.int64)
    matched = rng.binomial(np.minimum(made, truth), 1 / (1 + np.exp(-logit - 0.6 * own)))
    return np.column_stack([matched, made + truth])


def exchanged(rng, one, two, clusters):
    """Two systems, of which a coin exchanges the results on each unit."""
    coin = np.repeat(rng.random(UNITS // (clusters or 1)) < 0.5, clusters or 1)[:, None]
    return np.where(coin, one, two), np.where(coin, two, one)


def balanced(one, two):
    """The same systems with exactly the same F1 over the population: matches of the better one are scaled down."""
    one, two = one.astype(np.float64), two.astype(np.float64)
    scores = [f1_of(side.sum(0)).item() for side in (one, two)]
    better = one if scores[0] > scores[1] else two
    better[:, 0] *= min(scores) / max(scores)
    return one, two


class Rejections(NamedTuple):
    """How many of `samples` were called different at the level 0.05."""

    name: str
    size: int
    samples: int
    rejected: int

    @property
    def share(self) -> float:
        """The share of the samples in which the test rejects."""
        return self.rejected / self.samples


def rejections(null: Null, size: int, samples: int) -> Rejections:
    """Draw samples of `size` pairs and test."""
    rng = dice(11, size, samples)
    found = 0
    for _ in range(samples):
        places, labels = sampled(rng, size, null.clusters)
        tables = [by_cluster(SumTable(side[places], null.score), labels) for side in (null.ones, null.twos)]
        found += p_value(*tables, samples=499, seed=int(rng.integers(1 << 30))) <= 0.05
    return Rejections(null.name, size, samples, found)


def family_rejections(size: int, samples: int, others: int = 4) -> Rejections:
    """One system against some others as good: how often any is called different, after Holm's correction."""
    rng = dice(12, size, samples)
    truth = sizes(rng, UNITS)
    systems = [system(rng, truth, each, None) for each in alike(rng, others + 1)]
    same = [each.astype(np.float64) for each in systems]
    least = min(f1_of(each.sum(0)).item() for each in same)
    for each in same:
        each[:, 0] *= least / f1_of(each.sum(0)).item()
    found = 0
    for _ in range(samples):
        places, _ = sampled(rng, size, None)
        tables = [SumTable(side[places], f1_of) for side in same]
        values = [p_value(tables[0], each, samples=499, seed=int(rng.integers(1 << 30))) for each in tables[1:]]
        found += min(holm(values)) <= 0.05
    return Rejections(f"any of {others} systems, Holm", size, samples, found)
