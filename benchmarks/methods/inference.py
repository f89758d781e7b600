"""Coverage of confidence intervals and size of tests, by seeded simulations.

Samples are drawn from large populations whose scores are known. Nothing was chosen by what this seed shows.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from benchmarks.common import table
from smatchproof.inference.difference_tests import p_value
from smatchproof.inference.interval import Interval
from smatchproof.inference.intervals import (
    FEW,
    correlation_interval,
    difference_interval,
    loss_interval,
    score_interval,
    share_interval,
)
from smatchproof.inference.sum_table import SumTable, by_cluster, differing_units, mean_table, ratio_table

SIZES = (10, 20, 30, 100, 300, 1000)
FEWEST = 20
"""From so many pairs on, intervals have to hold the truth and tests to keep their level."""
UNITS = 40_000
"""Of a population."""
SEED = 14
_SAMPLES = 4000
_TESTS = 2000
_NOTES = f"""\
Of {_SAMPLES:,} samples from populations whose scores are known, the share of 95 % intervals that held the truth, by the
number of pairs; in brackets, where it is not all, the share of samples that had one: there is none where a method
missed nothing. "Rough" stands where most of the intervals say that they are a rough guide, since systems differ on
fewer than 20 units. Clusters of 10 pairs count as one: 100 pairs are 10 units (10 pairs and 20 are 2), and intervals of
fewer than 20 units say that they are a rough guide. The standard error of these shares is about .004.
"""
_TEST_NOTES = f"""\
How often systems of equal score were called different at the level 0.05, in {_TESTS:,} samples, by
approximate randomisation. "Unequal" systems trade precision for recall. The standard error is about .005.
"""


def inference() -> str:
    """Coverage of every interval and size of every test, by the number of pairs."""
    sizes = [f"{size:,}" for size in SIZES]
    intervals = [[each.name, *(coverage(each, size) for size in SIZES)] for each in populations()]
    tests = [[each.name, *(rejections(each, size) for size in SIZES)] for each in nulls()]
    return "\n".join([_NOTES, table(["interval", *sizes], intervals), "", _TEST_NOTES, table(["test", *sizes], tests)])


def coverage(population: Population, size: int) -> str:
    """The share of samples of `size` pairs whose interval held the truth. Raises ``AssertionError`` if that is low."""
    rng = dice(5, size, _SAMPLES)
    found = [population.draw(rng, size) for _ in range(_SAMPLES)]
    stated = [interval for interval, _ in found if interval is not None]
    if not stated:
        return "–"
    share = sum(low <= population.truth <= high for low, high in stated) / len(stated)
    is_rough = sum(rough for _, rough in found) > len(stated) / 2
    least = 0.92 if "gap" in population.name else 0.93
    if size >= FEWEST and not is_rough:
        assert share >= least - _chance(least, len(stated)), (population.name, size, share)
    part = len(stated) / _SAMPLES
    return f"{share:.3f}" + (f" ({part:.0%})" if part < 0.995 else "") + " rough" * is_rough


def rejections(null: Null, size: int) -> str:
    """The share of samples of `size` pairs that were called different. Raises ``AssertionError`` if that is high."""
    rng = dice(11, size, _TESTS)
    found = 0
    for _ in range(_TESTS):
        places, labels = sampled(rng, size, null.clusters)
        one, two = (by_cluster(SumTable(side[places], f1_of), labels) for side in (null.ones, null.twos))
        found += p_value(one, two, samples=499, seed=int(rng.integers(1 << 30))) <= 0.05
    if size >= FEWEST and not null.name.startswith("unequal"):
        assert found / _TESTS <= 0.065 + _chance(0.065, _TESTS), (null.name, size, found)
    return f"{found / _TESTS:.3f}"


def _chance(share: float, samples: int) -> float:
    """Three standard deviations."""
    return 3 * math.sqrt(share * (1 - share) / samples)


# ---- draws


def dice(*labels: int) -> np.random.Generator:
    """Random numbers of what is labelled so."""
    return np.random.default_rng([SEED, *labels])


def f1_of(sums: np.ndarray) -> np.ndarray:
    """F1 of (matched, triples of both sides)."""
    zero, found = np.zeros(sums[..., 1].shape), sums[..., 1] > 0
    score: np.ndarray = np.divide(2.0 * sums[..., 0], sums[..., 1], out=zero, where=found)
    return score


def sizes_of(rng: np.random.Generator) -> np.ndarray:
    """Triples of each graph: skewed, as those of sentences are."""
    return np.maximum(3, rng.lognormal(3.0, 0.6, UNITS)).astype(np.int64)


def logistic(logits: np.ndarray) -> np.ndarray:
    """Chances from their logits."""
    chances: np.ndarray = 1 / (1 + np.exp(-logits))
    return chances


def by_unit(rng: np.random.Generator, clusters: int | None) -> np.ndarray:
    """A normal number for each unit; the same inside a cluster."""
    return np.repeat(rng.standard_normal(UNITS // (clusters or 1)), clusters or 1)


def sampled(rng: np.random.Generator, number: int, clusters: int | None) -> tuple[np.ndarray, list[int] | None]:
    """The places of `number` drawn units; of whole clusters, where there are clusters, with new labels."""
    if clusters is None:
        return rng.integers(0, UNITS, number), None
    drawn = rng.integers(0, UNITS // clusters, max(2, number // clusters))
    places = (drawn[:, None] * clusters + np.arange(clusters)).ravel()
    return places, np.repeat(np.arange(len(drawn)), clusters).tolist()


def score_rows(rng: np.random.Generator, share: float, spread: float, clusters: int | None = None) -> np.ndarray:
    """(matched, triples) of pairs whose F1 varies around `share`; alike inside a cluster."""
    left = sizes_of(rng)
    right = np.maximum(2, left * rng.lognormal(0, 0.25, UNITS)).astype(np.int64)
    logit = math.log(share / (1 - share)) + spread * rng.standard_normal(UNITS)
    if clusters:
        logit += spread * by_unit(rng, clusters)
    return np.column_stack([rng.binomial(np.minimum(left, right), logistic(logit)), left + right])


# ---- intervals


Draw = Callable[[np.random.Generator, int], tuple[Interval | None, bool]]
"""Draws a sample of some size: the interval, if there is one, and whether that is said to be a rough guide."""


class Population(NamedTuple):
    """A population, the truth that intervals should hold, and a function that draws samples."""

    name: str
    truth: float
    draw: Draw


def populations() -> Iterator[Population]:
    """Every interval, over populations like those that it is made for."""
    for share, spread, clusters in ((0.6, 0.8, None), (0.85, 1.0, None), (0.95, 1.2, None), (0.75, 0.8, 10)):
        rows = score_rows(dice(1, int(100 * share), clusters or 0), share, spread, clusters)
        yield _scored(f"F1 about {share}{_words(clusters)}", rows, clusters)
    yield from difference_populations()
    for missing, clusters in ((0.25, None), (0.12, None), (0.04, None), (0.2, 10)):
        yield from loss_populations(missing, clusters)
    yield correlated()


def _words(clusters: int | None) -> str:
    return f" in clusters of {clusters}" if clusters else ""


def _scored(name: str, rows: np.ndarray, clusters: int | None) -> Population:
    def draw(rng: np.random.Generator, number: int) -> tuple[Interval | None, bool]:
        places, labels = sampled(rng, number, clusters)
        return score_interval(SumTable(rows[places], f1_of), clusters=labels)[0], False

    return Population(name, f1_of(rows.sum(0)).item(), draw)


def difference_populations() -> Iterator[Population]:
    """Two systems on the same pairs, one of which is better: on most of them, or on a few by more."""
    for clusters, where in ((None, 1.0), (10, 1.0), (None, 0.15)):
        rng = dice(2, clusters or 0, int(100 * where))
        one = score_rows(rng, 0.8, 0.8, clusters)
        two = one.copy()
        two[:, 0] = np.where(rng.random(UNITS) < where, rng.binomial(one[:, 0], 0.95 if where == 1 else 0.8), one[:, 0])
        name = f"difference of F1{_words(clusters)}" + f", {where:.0%} of the pairs differ" * (where < 1)
        yield _different(name, one, two, clusters, may_be_rough=where < 1)


def _different(name: str, one: np.ndarray, two: np.ndarray, clusters: int | None, *, may_be_rough: bool) -> Population:
    def draw(rng: np.random.Generator, number: int) -> tuple[Interval | None, bool]:
        places, labels = sampled(rng, number, clusters)
        tables = SumTable(one[places], f1_of), SumTable(two[places], f1_of)
        is_rough = may_be_rough and differing_units(*tables) < FEW
        return difference_interval(*tables, clusters=labels)[0], is_rough

    return Population(name, (f1_of(one.sum(0)) - f1_of(two.sum(0))).item(), draw)


def loss_populations(missing: float, clusters: int | None) -> Iterator[Population]:
    """A method that misses the optimum of some pairs: the mean gap, the relative gap, and the share missed."""
    rng = dice(3, int(1000 * missing), clusters or 0)
    optima = sizes_of(rng)
    chance = math.log(missing / (1 - missing)) + 0.8 * (np.log(optima) - 3.0)
    if clusters:
        chance = chance + by_unit(rng, clusters)
    missed = rng.random(UNITS) < logistic(chance)
    gaps = np.where(missed, np.minimum(optima, rng.geometric(0.6, UNITS)), 0)
    words = f", {missing:.0%} missed{_words(clusters)}"

    def drawn(of_sample: Callable[[np.ndarray, list[int] | None], Interval | None]) -> Draw:
        return lambda rng, number: (of_sample(*sampled(rng, number, clusters)), False)

    mean = drawn(lambda at, labels: loss_interval(mean_table(gaps[at]), clusters=labels))
    relative = drawn(lambda at, labels: loss_interval(ratio_table(gaps[at], optima[at]), clusters=labels))
    share = drawn(lambda at, labels: share_interval(missed[at], clusters=labels))
    yield Population(f"mean gap{words}", gaps.mean().item(), mean)
    yield Population(f"relative gap{words}", (gaps.sum() / optima.sum()).item(), relative)
    yield Population(f"share{words}", missed.mean().item(), share)


def correlated() -> Population:
    """Scores of a metric and people's, linear with noise."""
    rng = dice(4, 0)
    found = rng.standard_normal(UNITS)
    given = 0.7 * found + rng.standard_normal(UNITS)

    def draw(rng: np.random.Generator, number: int) -> tuple[Interval | None, bool]:
        places, _ = sampled(rng, number, None)
        return correlation_interval(found[places].tolist(), given[places].tolist()), False

    return Population("correlation", np.corrcoef(found, given)[0, 1].item(), draw)


# ---- tests


class Null(NamedTuple):
    """(matched, triples) of the pairs by two systems of equal F1."""

    name: str
    ones: np.ndarray
    twos: np.ndarray
    clusters: int | None


def nulls() -> Iterator[Null]:
    """Systems that may be exchanged; systems that trade precision for recall at equal F1; both in clusters, too."""
    for clusters in (None, 10):
        rng = dice(10, clusters or 0)
        truth = sizes_of(rng)
        shared = 1.2 + 0.8 * rng.standard_normal(UNITS)  # all find the same pairs hard
        logits = [shared + 0.5 * rng.standard_normal(UNITS) for _ in range(2)]
        one, two = (system(rng, truth, each, clusters) for each in logits)
        coin = np.repeat(rng.random(UNITS // (clusters or 1)) < 0.5, clusters or 1)[:, None]
        exchanged = np.where(coin, one, two), np.where(coin, two, one)
        yield Null(f"exchangeable{_words(clusters)}", *balanced(*exchanged), clusters)
        own = by_unit(rng, clusters)
        made = np.maximum(1, truth * 0.6).astype(np.int64)  # precise, short, and good or bad by turns
        short = np.column_stack([rng.binomial(made, logistic(1.5 + 1.5 * own)), made + truth])
        long = np.maximum(1, truth * 1.5).astype(np.int64)  # long, and always much the same
        wide = np.column_stack([rng.binomial(truth, 0.7), long + truth])
        yield Null(f"unequal, equal F1{_words(clusters)}", *balanced(short, wide), clusters)


def system(rng: np.random.Generator, truth: np.ndarray, logits: np.ndarray, clusters: int | None) -> np.ndarray:
    """(matched, triples) of a system that is so good on each pair, and good or bad on whole clusters."""
    own = by_unit(rng, clusters) if clusters else np.zeros(UNITS)
    made = np.maximum(1, truth * rng.lognormal(0, 0.2, UNITS)).astype(np.int64)
    return np.column_stack([rng.binomial(np.minimum(made, truth), logistic(logits + 0.6 * own)), made + truth])


def balanced(one: np.ndarray, two: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The same systems with exactly the same F1 over the population: matches of the better one are scaled down."""
    one, two = one.astype(np.float64), two.astype(np.float64)
    scores = [f1_of(side.sum(0)).item() for side in (one, two)]
    better = one if scores[0] > scores[1] else two
    better[:, 0] *= min(scores) / max(scores)
    return one, two
