"""Intervals of a score, and tests whether one system is better than another.

A score is measured on some sentences and meant for all like them. Both answers come from the counts of the pairs, by
the intervals of :mod:`smatchproof.inference.intervals` and the tests of :mod:`smatchproof.inference.difference_tests`.
Pairs are one unit where a pattern finds the same text in their ids (the name of a document, say): they are not
independent.

Pairs whose optimum is not proved have a matched number and a bound. There are then no intervals and no p-values.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from smatchproof.base.errors import UsageError, quoted
from smatchproof.base.limits import MOST_SAMPLES
from smatchproof.base.optional import require
from smatchproof.base.record import Record
from smatchproof.base.result import Result, fact
from smatchproof.base.text import many
from smatchproof.inference import SAMPLES
from smatchproof.inference.difference_tests import p_value
from smatchproof.inference.interval import Interval
from smatchproof.inference.intervals import FEW, difference_interval, score_interval
from smatchproof.inference.sum_table import Tabulate, by_cluster, differing_units, f1_table

_SMALLEST_P = 0.001
"""The smallest p-value that is printed as a number: of 5,000 exchanges only 5 are as large then, or fewer."""

_LONGEST_PATTERN = 1_000
"""The most characters of a pattern."""


class Inference(Record):
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
        r"""The cluster of each pair; ``None`` if pairs are independent.

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


class Confidence(Result, Record):
    """The score of one system on a corpus with its interval.

    * `score`: one value, or where pairs are not proved from the alignments found to the bound.
    * `interval`: holds the score of all sentences like these in `inference.level` of cases; ``None`` if pairs
      are open.
    * `units`: how many pairs, or clusters of pairs, are taken for independent. `unproved`: how many pairs are open.
    """

    score: Interval
    interval: Interval | None
    pairs: int
    units: int
    unproved: int
    inference: Inference
    score_most, low, high, level = map(fact, ("score_most", "low", "high", "level"))

    def __str__(self) -> str:
        notes = "; ".join([self.basis, *self.notes])
        return f"{self.score}, {self.inference.level:.0%} interval {self.interval or '–'} ({notes})"

    def summary(self) -> dict[str, object]:
        """The score and the ends of its interval."""
        (score, most), (low, high) = self.score, self.interval or (None, None)
        upper = {} if score == most else {"score_most": most}
        level = {"level": self.inference.level, "pairs": self.pairs, "units": self.units, "unproved": self.unproved}
        return {"score": score, **upper, "low": low, "high": high, **level}

    @property
    def is_at_an_end(self) -> bool:
        """Test whether all units score 0 or all score 1: then they do not spread, and the interval is a bound."""
        return self.units > 1 and not self.unproved and self.score.low in (0.0, 1.0)

    @property
    def basis(self) -> str:
        """The method of the interval."""
        if self.is_at_an_end:
            return f"exact binomial bound over {many(self.units, self.inference.unit)}"
        return f"jackknife over {many(self.units, self.inference.unit)}"

    @property
    def few(self) -> list[str]:
        """Warn where there are too few units."""
        return [f"with fewer than {FEW} {self.inference.unit}s intervals are a rough guide"] * (self.units < FEW)

    @property
    def notes(self) -> list[str]:
        """Warnings: too few units, pairs that are not proved."""
        return self.few + unproved(self.unproved)


class Significance(Record):
    """Two systems on the same reference: the difference of their scores, candidate minus other.

    * `difference`, `bounds`: that of the alignments found, and the least and the most that it can be for the optima.
    * `interval`: as in :class:`Confidence`.
    * `p`: the two-sided p-value of approximate randomisation; ``None`` if pairs are not proved.
    * `different`: on how many units the two have other counts; the others say nothing of the difference.
    """

    difference: float
    bounds: Interval
    interval: Interval | None
    p: float | None
    different: int


def p_text(p: float | None) -> str:
    """Return a p-value as text; a dash where there is none.

    >>> p_text(0.0002), p_text(0.0312), p_text(None)
    ('< 0.001', '0.0312', '–')
    """
    return "–" if p is None else f"< {_SMALLEST_P}" if p < _SMALLEST_P else f"{p:.4f}"


def confidence(
    counts: Sequence[Any],
    inference: Inference = Inference(),
    tabulate: Tabulate = f1_table,
    clusters: Sequence[Hashable] | None = None,
) -> Confidence:
    """The score of a corpus with its interval, from the counts of its pairs. Time and memory are linear in them.

    Raises ``ValueError`` if there is no pair.

    >>> from smatchproof.problem.score import Counts
    >>> print(confidence([Counts(4, 4, 6, 5), Counts(7, 7, 8, 8), Counts(2, 2, 6, 7)], Inference(level=0.5)))
    0.6500, 50% interval 0.4902 to 0.7820 (jackknife over 3 pairs; with fewer than 20 pairs intervals are a rough guide)
    """
    require("an interval", "scipy")
    if not counts:
        raise ValueError("there is no pair to judge by")
    table = tabulate(counts)
    interval, units = score_interval(table, inference.level, clusters)
    open_pairs = sum(not each.proved for each in counts)
    return Confidence(
        score=table.scores,
        interval=None if open_pairs else interval,
        pairs=len(counts),
        units=units,
        unproved=open_pairs,
        inference=inference,
    )


def significance(
    candidate: Sequence[Any],
    other: Sequence[Any],
    inference: Inference = Inference(),
    tabulate: Tabulate = f1_table,
    clusters: Sequence[Hashable] | None = None,
) -> Significance:
    """The difference between two systems, with its interval and p-value.

    Both were scored on the same pairs in the same order. A single pair shows no spread to judge by, so its p-value
    is 1. Time grows with pairs times samples. Raises ``ValueError`` if there is no pair or the numbers of pairs
    differ.

    >>> from smatchproof.problem.score import Counts
    >>> good, bad = [Counts(9, 9, 10, 10)] * 8, [Counts(8, 8, 10, 10)] * 8
    >>> result = significance(good, bad)
    >>> print(result.bounds, result.p < 0.02)
    0.1000 True
    """
    require("a comparison of two systems", "scipy")
    if not candidate:
        raise ValueError("there is no pair to judge by")
    if len(candidate) != len(other):
        raise ValueError(f"{len(candidate)} pairs of one system, {len(other)} of the other")
    tables = tabulate(candidate), tabulate(other)
    interval, _ = difference_interval(*tables, inference.level, clusters)
    is_open = not all(each.proved for each in (*candidate, *other))
    one, two = (table.scores for table in tables)
    return Significance(
        difference=one.low - two.low,
        bounds=Interval(one.low - two.high, one.high - two.low),
        interval=None if is_open else interval,
        p=None if is_open else p_value(*tables, inference.samples, inference.seed, clusters),
        different=differing_units(*(by_cluster(table, clusters) for table in tables)),
    )


def few_different(different: Mapping[str, int], inference: Inference) -> list[str]:
    """Warn where systems differ on few units: their behaviour on other units was hardly seen.

    `different` has the number of these units for each difference, by its name.

    >>> few_different({"mine": 3, "theirs": 40, "mine under sembleu": 0}, Inference())
    ['with fewer than 20 pairs on which the systems differ intervals and p-values are a rough guide: mine (3), \
mine under sembleu (0)']
    """
    rough = ", ".join(f"{name} ({number})" for name, number in different.items() if number < FEW)
    units = f"{FEW} {inference.unit}s on which the systems differ"
    return [f"with fewer than {units} intervals and p-values are a rough guide: {rough}"] if rough else []


def unproved(number: int) -> list[str]:
    """Say why there is no interval where some pairs are not proved.

    >>> unproved(0), unproved(1)
    ([], ['1 pair is not proved, so there are no intervals and tests; use --method exact, or a longer --time-limit'])
    """
    pairs = "1 pair is" if number == 1 else f"{number:,} pairs are"
    way_out = "use --method exact, or a longer --time-limit"
    return [f"{pairs} not proved, so there are no intervals and tests; {way_out}"] * (number > 0)
