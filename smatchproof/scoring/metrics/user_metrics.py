"""Metrics of users: a function of two graphs, or a counting metric, found by its name."""

from __future__ import annotations

import json
import re
import reprlib
from collections.abc import Sequence
from dataclasses import dataclass
from inspect import signature
from math import isfinite
from numbers import Real
from typing import Any, Self, TypeVar, cast

from msgspec import convert

from smatchproof.base.errors import UsageError
from smatchproof.base.score_format import FOUR_DECIMALS, ScoreFormat
from smatchproof.base.version import VERSION
from smatchproof.graphs.graph import Graph
from smatchproof.plugins import Group, NamedCallable, NamedObject, users_code
from smatchproof.scoring.metrics.counting import CountingMetric, IntegerCounts
from smatchproof.scoring.metrics.entry import MetricEntry
from smatchproof.scoring.metrics.metric import Section
from smatchproof.similarity.similarity import in_unit_interval

_UNIT = 10**9
"""A score is rounded to a whole number of units of 10^-9, so that sums of scores do not depend on their order."""
_LARGEST = 10**9
"""The largest count of a pair: then doubles hold the sums of nine million pairs, which intervals are computed with."""
_EXPECTED = "expected a number from 0 to 1"
_Told = TypeVar("_Told")


@dataclass(frozen=True)
class MeanScore(IntegerCounts):
    """The sum of the scores of `pairs` pairs, in units of 10^-9; its value is their mean.

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
class UserCounts(IntegerCounts):
    """Counts of a user's metric, whose value is looked at each time that it is asked for."""

    metric: str
    counts: IntegerCounts

    @property
    def integers(self) -> tuple[int, ...]:
        """The integers of the user's counts."""
        return self.counts.integers

    def with_integers(self, integers: Sequence[int]) -> Self:
        """The same made of others."""
        with users_code(self.metric):
            return type(self)(self.metric, self.counts.with_integers(integers))

    @property
    def value(self) -> float:
        """The score; tests also ask for that of sums that no pairs have, where it may be below 0 or above 1."""
        with users_code(self.metric):
            value = self.counts.value
            is_number = isinstance(value, Real) and isfinite(value)
        if not is_number:
            raise UsageError(
                f"{self.metric} has {_shown(value)} for the value of counts, expected a number from 0 to 1"
            )
        return float(value)

    def plus(self, other: Self) -> Self:
        """The counts of both together."""
        return super().plus(other).checked()

    def checked(self) -> Self:
        """The same, whose value is a number from 0 to 1. Raises :class:`UsageError` for others."""
        if not 0 <= self.value <= 1:
            raise UsageError(f"{self.metric} has {self.value:g} for the value of counts, {_EXPECTED}")
        return self


@dataclass(frozen=True)
class UserMetric(CountingMetric[IntegerCounts]):
    """A user's metric by its name, which is what travels to workers. Raises :class:`UsageError` where it fails.

    It is a function of the candidate (left) and the reference (right). It returns a number from 0 to 1, and then the
    score of a corpus is the mean of its pairs; or :class:`~smatchproof.scoring.metrics.counting.IntegerCounts`, and
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
        if not _is_class(value):
            return value if isinstance(value, CountingMetric) else None
        with users_code(self.metric):
            return cast(CountingMetric[Any], value())

    def _asked(self, what: str, kind: Any, otherwise: _Told, *arguments: Any, **formats: ScoreFormat) -> _Told:
        """Ask the user's object for a part beside the score, if it has one; :class:`UsageError` for a wrong type."""
        teller = self._teller
        if teller is None:
            return otherwise
        with users_code(self.metric):
            found = getattr(teller, what)
            if arguments:  # a metric that prints no scores beside its own needs no format of them
                wanted = signature(found).parameters if formats else ()
                found = found(*arguments, **{name: each for name, each in formats.items() if name in wanted})
        try:
            json.dumps(found, allow_nan=False)
            return cast(_Told, convert(found, kind))
        except (TypeError, ValueError, RecursionError):
            raise UsageError(f"{self.metric} says {type(found).__name__} for {what}, which cannot be shown") from None

    @property
    def name(self) -> str:
        """``file.py:object``, ``package.module:object`` or the name of an entry point."""
        return self.metric

    @property
    def signature(self) -> str:
        """The name with the fingerprint of the code, and the signature of a counting metric itself."""
        settings = self._asked("signature", str, "")
        return f"{self._found.label}{'|' * bool(settings)}{settings}|v:{VERSION}"

    def score(self, left: Graph, right: Graph, seed: int = 0) -> IntegerCounts:
        """The answer of the user's metric, checked: a number from 0 to 1, or counts."""
        value = self._teller or self._found.value
        method = NamedCallable(Group.METRIC, self.metric, "score" if isinstance(value, CountingMetric) else "")
        found = method.of(value)(left, right)
        if not isinstance(found, IntegerCounts):
            if isinstance(found, bool) or not in_unit_interval(found):
                raise UsageError(
                    f"{self.metric} returned {_shown(found)}, expected a number from 0 to 1, or IntegerCounts"
                )
            return MeanScore.of(float(found))
        with users_code(self.metric):
            integers = found.integers
        if not all(type(each) is int and abs(each) <= _LARGEST for each in integers):
            raise UsageError(f"{self.metric} returned counts that are no integers up to {_LARGEST:,}")
        return UserCounts(self.metric, found).checked()

    @property
    def label(self) -> str:
        """The name of the score in text."""
        return self._asked("label", str, self.metric.rpartition(":")[2])

    @property
    def key(self) -> str:
        """The name of the score in JSON."""
        return self._asked("key", str, "value")

    def pair_words(self, counts: IntegerCounts, numbers: ScoreFormat = FOUR_DECIMALS) -> str:
        """The words behind the score in the line of a pair."""
        return self._asked("pair_words", str, "", _users(counts), numbers=numbers)

    def members(self, counts: IntegerCounts) -> dict[str, object]:
        """The members of a JSON object beside the score."""
        return self._asked("members", dict[str, Any], {}, _users(counts))

    def count_lines(self, counts: IntegerCounts, numbers: ScoreFormat = FOUR_DECIMALS) -> list[tuple[str, str]]:
        """The lines beside the score."""
        return self._asked("count_lines", list[tuple[str, str]], [], _users(counts), numbers=numbers)

    def parts(self, left: Graph, right: Graph) -> list[Section]:
        """The units that match, and those that do not."""
        return self._asked("parts", list[Section], [], left, right)


def _shown(found: object) -> str:
    return reprlib.repr(found) if isinstance(found, Real) else type(found).__name__


def _users(counts: IntegerCounts) -> IntegerCounts:
    """The counts as the user's object has made them."""
    return counts.counts if isinstance(counts, UserCounts) else counts


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
