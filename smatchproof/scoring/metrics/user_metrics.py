"""Metrics of users: a function of two graphs, or a counting metric, found by its name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import isfinite
from numbers import Real
from typing import Any, cast

from smatchproof.alignment import VERSION, Graph, UsageError
from smatchproof.alignment.plugins import Group, NamedCallable, NamedObject
from smatchproof.scoring.metrics.counting import CountingMetric, IntegerCounts, Summable
from smatchproof.scoring.metrics.entry import MetricEntry
from smatchproof.scoring.metrics.metric import Section

_UNIT = 10**9
_LARGEST = 10**6


@dataclass(frozen=True)
class MeanScore(IntegerCounts):
    """The sum of the scores of so many pairs, in units of 10^-9; its value is their mean.

    >>> MeanScore.of(0.25).plus(MeanScore.of(0.75)).value
    0.5
    """

    units: int
    pairs: int

    @classmethod
    def of(cls, score: float) -> MeanScore:
        """The score of one pair."""
        return cls(round(score * _UNIT), 1)

    @property
    def value(self) -> float:
        """The mean."""
        return self.units / (_UNIT * self.pairs) if self.pairs else 0.0


@dataclass(frozen=True)
class UserMetric(CountingMetric[Summable]):
    """A user's metric by its name, which is what travels to workers. Raises :class:`UsageError` where it fails.

    It is a function of the candidate (left) and the reference (right). It returns a number, and then the score of a
    corpus is the mean of its pairs; or counts below :class:`~smatchproof.scoring.metrics.counting.IntegerCounts`, and
    then it is the value of their sum. An object below :class:`~smatchproof.scoring.metrics.counting.CountingMetric`, or
    its class, can also say what the score is made of.
    """

    metric: str

    @property
    def _found(self) -> NamedObject:
        return NamedCallable(Group.METRIC, self.metric).object

    @property
    def _teller(self) -> CountingMetric[Any] | None:
        """The user's object, if it says more than the score."""
        value = self._found.value
        return value if isinstance(value, CountingMetric) else value() if _is_class(value) else None

    @property
    def name(self) -> str:
        """``file.py:object``, ``package.module:object`` or the name of an entry point."""
        return self.metric

    @property
    def signature(self) -> str:
        """The name with the fingerprint of the code, and what a counting metric says itself."""
        teller = self._teller
        settings = f"|{teller.signature}" if teller else ""
        return f"{self._found.label}{settings}|v:{VERSION}"

    def score(self, left: Graph, right: Graph, seed: int = 0) -> Summable:
        """What the user's metric says, checked: finite numbers, or counts."""
        value = self._found.value
        if _is_class(value):
            value = value()
        method = NamedCallable(Group.METRIC, self.metric, "score" if isinstance(value, CountingMetric) else "")
        found = method.of(value)(left, right)
        if isinstance(found, Real) and not isinstance(found, bool):
            number = float(found)
            if isfinite(number) and abs(number) <= _LARGEST:
                return MeanScore.of(number)
        elif isinstance(found, IntegerCounts) and all(type(each) is int for each in found.integers):
            return found
        what = repr(found) if isinstance(found, Real) else type(found).__name__
        raise UsageError(f"{self.metric} returned {what}, expected a finite number or IntegerCounts")

    @property
    def label(self) -> str:
        """What the score is called in text."""
        teller = self._teller
        return teller.label if teller else self.metric.rpartition(":")[2]

    @property
    def key(self) -> str:
        """What the score is called in JSON."""
        teller = self._teller
        return teller.key if teller else "value"

    def pair_words(self, counts: Summable) -> str:
        """What the line of a pair says behind its score."""
        teller = self._teller
        return teller.pair_words(counts) if teller else ""

    def members(self, counts: Summable) -> dict[str, object]:
        """What a JSON object has beside the score."""
        teller = self._teller
        return teller.members(counts) if teller else {}

    def count_lines(self, counts: Summable) -> list[tuple[str, str]]:
        """What the text has beside the score."""
        teller = self._teller
        return teller.count_lines(counts) if teller else []

    def parts(self, left: Graph, right: Graph) -> list[Section]:
        """What matches and what does not."""
        teller = self._teller
        return teller.parts(left, right) if teller else []


def _is_class(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, CountingMetric)


def user_entry(found: NamedObject) -> MetricEntry:
    """The entry of a user's metric. Raises :class:`UsageError` for an object that is none."""
    if not (isinstance(found.value, CountingMetric) or callable(found.value)):
        raise UsageError(f"{found.name} is no metric: it is neither a function of two graphs nor a CountingMetric")
    if isinstance(found.value, type) and not _is_class(found.value):
        raise UsageError(f"{found.name} is a class, but no CountingMetric")
    return MetricEntry(
        usage=found.name,
        summary=found.summary,
        pattern=re.compile(re.escape(found.name)),
        examples=(found.name,),
        make=lambda name, settings, grading: cast(Any, UserMetric(name[0])),
        options=frozenset(),
    )
