"""Intervals of a score, and tests whether one system is better than another.

A score is measured on some sentences and meant for all like them. Both answers come from the counts of the pairs, by
the intervals of :mod:`smatchproof.inference.intervals` and the tests of :mod:`smatchproof.inference.difference_tests`.
Pairs are one unit where a pattern finds the same text in their ids (the name of a document, say): they are not
independent.

Pairs whose optimum is not proved have a matched number and a bound. Intervals then hold for any optimum, and p-values
become intervals themselves.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from smatchproof.base.errors import UsageError, quoted
from smatchproof.base.limits import MOST_SAMPLES
from smatchproof.base.optional import require
from smatchproof.base.result import Result, fact
from smatchproof.base.text import many
from smatchproof.inference import SAMPLES
from smatchproof.inference.difference_tests import p_values
from smatchproof.inference.interval import Interval
from smatchproof.inference.intervals import FEW, difference_interval, score_interval
from smatchproof.inference.sum_table import Tabulate, by_cluster, differing_units, f1_table

_SMALLEST_P = 0.001
"""The smallest p-value that is printed as a number: of 5,000 exchanges only 5 are as large then, or fewer."""

AT_AN_END = "where a score is 0 or 1, its interval ends at the exact binomial bound, not at the jackknife's"
"""The note about intervals of scores that no unit brings away from an end."""
_LONGEST_PATTERN = 1_000
"""The most characters of a pattern."""


@dataclass(frozen=True, slots=True)
class Inference:
    """The settings of intervals and tests: level, number of samples, seed, and the pairs that belong together.

    `clusters` is a regular expression: pairs in whose ids it finds the same text (its first group, where it has one)
    are one unit; pairs in whose ids it finds nothing are units alone. Raises :class:`UsageError` for fewer than one
    sample, for a level that is not between 0 and 1, and for a pattern that is none, or that no id holds.
    """

    samples: int = SAMPLES
    seed: int = 0
    level: float = 0.95
    clusters: str | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.samples <= MOST_SAMPLES:
            raise UsageError(f"{self.samples} samples cannot be drawn; choose from 1 to {MOST_SAMPLES:,}")
        if not 0 < self.level < 1:
            raise UsageError(f"an interval of {self.level:.0%} cannot be; choose a level such as 0.95")
        try:
            if len(self.clusters or "") > _LONGEST_PATTERN:
                raise OverflowError(f"more than {_LONGEST_PATTERN:,} characters")
            re.compile(self.clusters or "")
        except (re.error, OverflowError, RecursionError) as error:
            raise UsageError(f"{quoted(self.clusters or '')} is no regular expression: {error}; mend it") from None

    @property
    def unit(self) -> str:
        """The name of the units that are drawn independently."""
        return "pair" if self.clusters is None else "cluster"

    def labels(self, ids: Sequence[str]) -> list[Hashable] | None:
        r"""The cluster of each pair; ``None`` where pairs are independent.

        >>> Inference(clusters=r"^(.+)\.").labels(["lpp_1.1", "lpp_1.2", "lpp_2.1", "other"])
        ['lpp_1', 'lpp_1', 'lpp_2', ('other', 3)]
        """
        if (pattern := self.clusters) is None:
            return None
        found = [re.search(pattern, id) for id in ids]
        if not any(found) and found:
            example = f"none of {len(ids):,} ids, such as {quoted(ids[0])}"
            raise UsageError(f"--clusters: {quoted(pattern)} is found in {example}; give what the ids hold")
        return [
            match.group(1 if match.re.groups else 0) if match else (id, place)
            for place, (id, match) in enumerate(zip(ids, found, strict=True))
        ]


@dataclass(frozen=True, slots=True, repr=False)
class Confidence(Result):
    """The score of one system on a corpus with its interval.

    * `score`: one value, or where pairs are not proved from the alignments found to the bound.
    * `interval`: holds the score of all sentences like these in `inference.level` of cases; more where pairs are open.
    * `units`: how many pairs, or clusters of pairs, are taken for independent. `unproved`: how many pairs are open.
    """

    score: Interval
    interval: Interval
    pairs: int
    units: int
    unproved: int
    inference: Inference
    score_most, low, high, level = map(fact, ("score_most", "low", "high", "level"))

    def __str__(self) -> str:
        notes = "; ".join([self.basis, *self.notes])
        return f"{self.score}, {self.inference.level:.0%} interval {self.interval} ({notes})"

    def summary(self) -> dict[str, object]:
        """The score and the ends of its interval."""
        (score, most), (low, high) = self.score, self.interval
        upper = {} if score == most else {"score_most": most}
        level = {"level": self.inference.level, "pairs": self.pairs, "units": self.units, "unproved": self.unproved}
        return {"score": score, **upper, "low": low, "high": high, **level}

    @property
    def is_at_an_end(self) -> bool:
        """Test whether all units score 0 or all score 1: then they do not spread, and the interval is a bound."""
        return self.units > 1 and not {*self.score}.isdisjoint((0.0, 1.0))

    @property
    def basis(self) -> str:
        """The method of the interval."""
        if self.is_at_an_end and self.score.known:
            return f"exact binomial bound over {many(self.units, self.inference.unit)}"
        return f"jackknife over {many(self.units, self.inference.unit)}"

    @property
    def few(self) -> list[str]:
        """Warn where there are too few units."""
        return _few(self.units, self.inference)

    @property
    def notes(self) -> list[str]:
        """Warnings: too few units, pairs that are not proved."""
        open_pairs = [f"{_unproved(self.unproved)}: the interval holds for any optimum"] * (self.unproved > 0)
        return self.few + [AT_AN_END] * (self.is_at_an_end and not self.score.known) + open_pairs


@dataclass(frozen=True, slots=True)
class Significance:
    """Two systems on the same reference: the difference of their scores, candidate minus other.

    * `difference`, `bounds`: that of the alignments found, and the least and the most that it can be for the optima.
    * `interval`, `units`: as in :class:`Confidence`.
    * `p`, `randomisation_p`: the two-sided p-values of the studentised permutation test and of approximate
      randomisation; intervals where pairs are not proved.
    * `unproved`: how many pairs are not proved for one of the systems or for both.
    * `different`: on how many units the two have other counts; the others say nothing of the difference.
    """

    difference: float
    bounds: Interval
    interval: Interval
    p: Interval
    randomisation_p: Interval
    units: int
    unproved: int
    different: int
    inference: Inference

    @property
    def basis(self) -> str:
        """The methods of the interval and of the p-values."""
        drawn = f"{self.inference.samples:,} exchanges, seed {self.inference.seed}"
        return f"{many(self.units, self.inference.unit)}; {drawn}"

    @property
    def is_undecided(self) -> bool:
        """Test whether the optima of the pairs that are not proved decide if the difference is significant."""
        return straddles(self.p, self.inference.level)

    @property
    def notes(self) -> list[str]:
        """Warnings: too few units, pairs that are not proved."""
        open_pairs = [f"{_unproved(self.unproved)}: p-values reach over what their optima may be"] * (self.unproved > 0)
        few = _few(self.units, self.inference) or few_different(self.different, self.inference)
        return few + open_pairs


def straddles(p: Interval, level: float) -> bool:
    """Test whether a p-value of open pairs is significant for some of their optima and not for others.

    >>> straddles(Interval(0.01, 0.2), 0.95), straddles(Interval(0.01, 0.04), 0.95)
    (True, False)
    """
    return p.low <= 1 - level < p.high


def p_text(p: Interval) -> str:
    """A p-value, or the two values that it lies between.

    >>> p_text(Interval(0.0002, 0.0002)), p_text(Interval(0.0312, 0.0312)), p_text(Interval(0.0312, 1.0))
    ('< 0.001', '0.0312', '0.0312 to 1.0000')
    """
    return f"< {_SMALLEST_P}" if p.high < _SMALLEST_P else str(p)


def confidence(
    counts: Sequence[Any],
    inference: Inference = Inference(),
    tabulate: Tabulate = f1_table,
    clusters: Sequence[Hashable] | None = None,
) -> Confidence:
    """The score of a corpus with its interval, from the counts of its pairs. Time and memory are linear in them.

    Raises ``ValueError`` when there is no pair.

    >>> from smatchproof.problem.score import Counts
    >>> print(confidence([Counts(4, 4, 6, 5), Counts(7, 7, 8, 8), Counts(2, 2, 6, 7)], Inference(level=0.5)))
    0.6500, 50% interval 0.4902 to 0.7820 (jackknife over 3 pairs; with fewer than 20 pairs intervals are a rough guide)
    """
    require("an interval", "scipy")
    if not counts:
        raise ValueError("there is no pair to judge by")
    table = tabulate(counts)
    interval, units = score_interval(table, inference.level, clusters)
    return Confidence(
        score=table.scores,
        interval=interval,
        pairs=len(counts),
        units=units,
        unproved=sum(not each.proved for each in counts),
        inference=inference,
    )


def significance(
    candidate: Sequence[Any],
    other: Sequence[Any],
    inference: Inference = Inference(),
    tabulate: Tabulate = f1_table,
    clusters: Sequence[Hashable] | None = None,
) -> Significance:
    """The difference between two systems, with its interval and the p-values of both tests.

    Both were scored on the same pairs in the same order. A single pair shows no spread to judge by, so its p-values
    are 1. Time grows with pairs times samples. Raises ``ValueError`` when there is no pair or the numbers of pairs
    differ.

    >>> from smatchproof.problem.score import Counts
    >>> good, bad = [Counts(9, 9, 10, 10)] * 8, [Counts(8, 8, 10, 10)] * 8
    >>> result = significance(good, bad)
    >>> print(result.bounds, result.p.high < 0.02)
    0.1000 True
    """
    require("a comparison of two systems", "scipy")
    if not candidate:
        raise ValueError("there is no pair to judge by")
    if len(candidate) != len(other):
        raise ValueError(f"{len(candidate)} pairs of one system, {len(other)} of the other")
    tables = tabulate(candidate), tabulate(other)
    interval, units = difference_interval(*tables, inference.level, clusters)
    values = p_values(*tables, inference.samples, inference.seed, clusters)
    one, two = (table.scores for table in tables)
    return Significance(
        difference=one.low - two.low,
        bounds=Interval(one.low - two.high, one.high - two.low),
        interval=interval,
        p=values.permutation,
        randomisation_p=values.randomisation,
        units=units,
        unproved=sum(not (one.proved and two.proved) for one, two in zip(candidate, other, strict=True)),
        different=differing_units(*(by_cluster(table, clusters) for table in tables)),
        inference=inference,
    )


def _few(units: int, inference: Inference) -> list[str]:
    return [f"with fewer than {FEW} {inference.unit}s intervals are a rough guide"] * (units < FEW)


def few_different(different: int, inference: Inference) -> list[str]:
    """Warn where two systems differ on few units: their behaviour on other units was hardly seen.

    >>> few_different(3, Inference())
    ['with fewer than 20 pairs on which the systems differ (3) intervals and p-values are a rough guide']
    """
    units = f"{FEW} {inference.unit}s on which the systems differ ({different})"
    return [f"with fewer than {units} intervals and p-values are a rough guide"] * (different < FEW)


def _unproved(number: int) -> str:
    return "1 pair is not proved" if number == 1 else f"{number:,} pairs are not proved"
