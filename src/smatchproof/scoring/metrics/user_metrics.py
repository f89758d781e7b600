"""Metrics of users: a function of two graphs, or a counting metric, found by its name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from smatchproof.base.errors import UsageError
from smatchproof.base.text import FOUR_DECIMALS, ScoreFormat, Section
from smatchproof.base.user_code import NamedCallable, find, summary_of, users_code
from smatchproof.base.version import VERSION
from smatchproof.graphs.graph import Graph
from smatchproof.scoring.metrics.counting import CountingMetric, IntegerCounts
from smatchproof.scoring.metrics.entry import MetricEntry
from smatchproof.similarity.similarity import in_unit_interval

_UNIT = 10**9
"""A score is rounded to a multiple of 10^-9, so that sums of scores do not depend on their order."""


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
class UserMetric(CountingMetric[IntegerCounts]):
    """A user's metric by its name, which is sent to workers. Raises :class:`UsageError` if the metric fails.

    It is a function of the candidate (left) and the reference (right). It returns a number from 0 to 1, and then the
    score of a corpus is the mean of its pairs; or :class:`~smatchproof.scoring.metrics.counting.IntegerCounts`, and
    then it is the value of their sum. A subclass of :class:`~smatchproof.scoring.metrics.counting.CountingMetric` can
    also explain the score.
    """

    metric: str

    @property
    def _teller(self) -> CountingMetric[Any] | None:
        """The user's metric, if it has more than the score."""
        value = find(self.metric)
        if isinstance(value, type):
            with users_code(self.metric):
                return cast(CountingMetric[Any], value())
        return value if isinstance(value, CountingMetric) else None

    def _asked(self, what: str, *arguments: Any) -> Any:
        """Return a further part of a result from the user's metric, or else the default of all metrics."""
        with users_code(self.metric):
            return getattr(self._teller or super(), what)(*arguments)

    @property
    def name(self) -> str:
        """``FILE.py:NAME``."""
        return self.metric

    @property
    def signature(self) -> str:
        """The name, and the signature of a counting metric itself."""
        teller = self._teller
        return f"{self.metric}{f'|{teller.signature}' if teller else ''}|v:{VERSION}"

    def score(self, left: Graph, right: Graph, seed: int = 0) -> IntegerCounts:
        """Return the checked result of the user's metric: a number from 0 to 1, or counts with such a value."""
        teller = self._teller
        with users_code(self.metric):
            found = teller.score(left, right) if teller else NamedCallable(self.metric)(left, right)
            value = found.value if isinstance(found, IntegerCounts) else found
        if isinstance(value, bool) or not in_unit_interval(value):
            raise UsageError(f"{self.metric} returned {value!r:.100}, expected a number from 0 to 1, or IntegerCounts")
        return found if isinstance(found, IntegerCounts) else MeanScore.of(float(found))

    @property
    def label(self) -> str:
        """The name of the score in text."""
        teller = self._teller
        return teller.label if teller else self.metric.rpartition(":")[2]

    @property
    def key(self) -> str:
        """The name of the score in JSON."""
        teller = self._teller
        return teller.key if teller else "value"

    def pair_words(self, counts: IntegerCounts, numbers: ScoreFormat = FOUR_DECIMALS) -> str:
        """The text after the score in the line of a pair."""
        return cast(str, self._asked("pair_words", counts, numbers))

    def members(self, counts: IntegerCounts) -> dict[str, object]:
        """The members of a JSON object in addition to the score."""
        return cast(dict[str, object], self._asked("members", counts))

    def count_lines(self, counts: IntegerCounts, numbers: ScoreFormat = FOUR_DECIMALS) -> list[tuple[str, str]]:
        """The lines after the score."""
        return cast(list[tuple[str, str]], self._asked("count_lines", counts, numbers))

    def parts(self, left: Graph, right: Graph) -> list[Section]:
        """The units that match, and those that do not."""
        return cast(list[Section], self._asked("parts", left, right))


def user_entry(name: str, found: Any) -> MetricEntry:
    """Return the entry of a user's metric. Raises :class:`UsageError` for an object that is not a metric."""
    is_class = isinstance(found, type)
    if not (issubclass(found, CountingMetric) if is_class else isinstance(found, CountingMetric) or callable(found)):
        raise UsageError(f"{name} is no metric: it is neither a function of two graphs nor a CountingMetric")
    return MetricEntry(
        name=name,
        summary=summary_of(found),
        make=lambda settings, grading: UserMetric(name),
        options=frozenset(),
    )
