"""How often intervals hold the truth, and how often tests see a difference that is none: seeded simulations.

Samples are drawn from large populations whose scores are known. The tests run a part of it, ``make stress`` all, and
``python -m benchmarks inference`` writes the table.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from smatchproof.inference.difference_tests import p_values
from smatchproof.inference.interval import Interval
from smatchproof.inference.intervals import (
    correlation_interval,
    difference_interval,
    loss_interval,
    score_interval,
    share_interval,
)
from smatchproof.inference.sum_table import SumTable, mean_table, ratio_table

SIZES = (10, 20, 30, 100, 300, 1000)
UNITS = 40_000
"""Of a population."""


def f1_of(sums):
    """F1 of (matched, triples of both sides)."""
    score = np.divide(2.0 * sums[..., 0], sums[..., 1], out=np.zeros(sums[..., 1].shape), where=sums[..., 1] > 0)
    return score, score


def sizes(rng, number):
    """Triples of a graph: skewed, as those of sentences are."""
    return np.maximum(3, rng.lognormal(3.0, 0.6, number)).astype(np.int64)


class Population(NamedTuple):
    """Rows of units with clusters (or none), and the truth that intervals should hold."""

    name: str
    truth: float
    draw: Callable[[np.random.Generator, int], Interval | None]


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
        rng = np.random.default_rng([int(100 * share), clusters or 0])
        rows = score_rows(rng, share, spread, clusters)

        def draw(rng, number, rows=rows, clusters=clusters):
            places, labels = sampled(rng, number, clusters)
            return score_interval(SumTable(rows[places], f1_of), clusters=labels)[0]

        yield Population(
            f"F1 about {share}" + " in clusters of 10" * bool(clusters), f1_of(rows.sum(0))[0].item(), draw
        )
    yield from difference_populations()
    for missing, clusters in ((0.25, None), (0.12, None), (0.04, None), (0.2, 10)):
        yield from loss_populations(missing, clusters)
    yield from correlation_populations()


def difference_populations() -> Iterator[Population]:
    """Two systems on the same pairs, one of which is better."""
    for clusters in (None, 10):
        rng = np.random.default_rng([7, clusters or 0])
        one = score_rows(rng, 0.8, 0.8, clusters)
        two = one.copy()
        two[:, 0] = rng.binomial(one[:, 0], 0.95)
        truth = (f1_of(one.sum(0))[0] - f1_of(two.sum(0))[0]).item()

        def draw(rng, number, one=one, two=two, clusters=clusters):
            places, labels = sampled(rng, number, clusters)
            return difference_interval(SumTable(one[places], f1_of), SumTable(two[places], f1_of), clusters=labels)[0]

        yield Population("difference of F1" + " in clusters of 10" * bool(clusters), truth, draw)


def loss_populations(missing, clusters) -> Iterator[Population]:
    """A method that misses the optimum of some pairs: the mean gap, the relative gap, and the share missed."""
    rng = np.random.default_rng([int(1000 * missing), clusters or 0])
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
        rng = np.random.default_rng([11, skewed])
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
    """Of `samples` of some size: how many had an interval, and how many of these held the truth."""

    name: str
    size: int
    samples: int
    stated: int
    held: int

    @property
    def share(self) -> float:
        """Of the intervals that were stated."""
        return self.held / self.stated if self.stated else 1.0


def coverage(population: Population, size: int, samples: int) -> Coverage:
    """Draw samples of `size` pairs and count."""
    rng = np.random.default_rng([size, samples])
    ends = [population.draw(rng, size) for _ in range(samples)]
    stated = [interval for interval in ends if interval is not None]
    held = sum(low <= population.truth <= high for low, high in stated)
    return Coverage(population.name, size, samples, len(stated), held)


class Null(NamedTuple):
    """Two systems of equal score, whatever their pairs are."""

    name: str
    ones: np.ndarray
    twos: np.ndarray
    clusters: int | None


def nulls() -> Iterator[Null]:
    """Systems that may be exchanged; systems that trade precision for recall at equal F1; both in clusters."""
    for clusters in (None, 10):
        rng = np.random.default_rng([3, clusters or 0])
        truth = sizes(rng, UNITS)
        alike = 0.8 * rng.standard_normal(UNITS)
        sides = []
        for _ in range(2):
            own = np.repeat(rng.standard_normal(UNITS // clusters), clusters) if clusters else 0.0
            made = np.maximum(1, truth * rng.lognormal(0, 0.2, UNITS)).astype(np.int64)
            logit = 1.2 + alike + 0.6 * own + 0.5 * rng.standard_normal(UNITS)
            sides.append(
                np.column_stack([rng.binomial(np.minimum(made, truth), 1 / (1 + np.exp(-logit))), made + truth])
            )
        coin = rng.random(UNITS // (clusters or 1)) < 0.5
        flips = np.repeat(coin, clusters) if clusters else coin
        one = np.where(flips[:, None], sides[0], sides[1])
        two = np.where(flips[:, None], sides[1], sides[0])
        yield Null("exchangeable" + " in clusters of 10" * bool(clusters), *balanced(one, two), clusters)
        own = np.repeat(rng.standard_normal(UNITS // clusters), clusters) if clusters else rng.standard_normal(UNITS)
        made = np.maximum(1, truth * 0.6).astype(np.int64)  # precise, short, and good or bad by turns
        short = np.column_stack([rng.binomial(made, 1 / (1 + np.exp(-1.5 - 1.5 * own))), made + truth])
        long = np.maximum(1, truth * 1.5).astype(np.int64)  # long, and always much the same
        wide = np.column_stack([rng.binomial(truth, 0.7), long + truth])
        yield Null("unequal, equal F1" + " in clusters of 10" * bool(clusters), *balanced(short, wide), clusters)


def balanced(one, two):
    """The same systems with exactly the same F1 over the population: matches of the better one are scaled down."""
    one, two = one.astype(np.float64), two.astype(np.float64)
    scores = [f1_of(side.sum(0))[0].item() for side in (one, two)]
    better = one if scores[0] > scores[1] else two
    better[:, 0] *= min(scores) / max(scores)
    return one, two


class Rejections(NamedTuple):
    """How many of `samples` were called different at the level 0.05, by each test."""

    name: str
    size: int
    samples: int
    permutation: int
    randomisation: int


def rejections(null: Null, size: int, samples: int) -> Rejections:
    """Draw samples of `size` pairs and test."""
    rng = np.random.default_rng([size, samples])
    found = []
    for _ in range(samples):
        places, labels = sampled(rng, size, null.clusters)
        tables = [SumTable(side[places], f1_of) for side in (null.ones, null.twos)]
        values = p_values(*tables, samples=499, seed=int(rng.integers(1 << 30)), clusters=labels)
        found.append([each.low <= 0.05 for each in values])
    permutation, randomisation = np.sum(found, axis=0).tolist()
    return Rejections(null.name, size, samples, permutation, randomisation)
