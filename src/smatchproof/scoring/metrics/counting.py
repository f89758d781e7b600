"""The common part of metrics whose counts are integers that add up."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Generic, Self, TypeVar

from smatchproof.base.record import Record, Struct, field
from smatchproof.base.text import FOUR_DECIMALS, ScoreFormat, Section, many
from smatchproof.graphs.graph import Graph
from smatchproof.scoring.metrics.protocol import Sentences, error_lines, first_lines
from smatchproof.scoring.settings import OnError

if TYPE_CHECKING:  # a score without an interval should not wait for it
    from smatchproof.inference.sum_table import Floats, Numbers, SumTable


class IntegerCounts(ABC):
    """Counts whose fields are integers, which add up; a subclass defines `value`.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Shared(IntegerCounts):
    ...     shared: int
    ...     total: int
    ...
    ...     @property
    ...     def value(self):
    ...         return self.shared / self.total if self.total else 0.0
    >>> Shared(1, 2).plus(Shared(2, 2)), Shared(1, 2).plus(Shared(2, 2)).value
    (Shared(shared=3, total=4), 0.75)
    """

    @property
    @abstractmethod
    def value(self) -> float:
        """The score."""

    @property
    def proved(self) -> bool:
        """True, because there is no search."""
        return True

    @property
    def integers(self) -> tuple[int, ...]:
        """The fields."""
        from dataclasses import astuple  # few scores need it

        return astuple(self)  # type: ignore[call-overload,no-any-return]  # a subclass is a dataclass

    def with_integers(self, integers: Sequence[int]) -> Self:
        """Return counts with other fields."""
        return type(self)(*integers)

    def plus(self, other: Self) -> Self:
        """Return the sum of both counts."""
        return self.with_integers([mine + others for mine, others in zip(self.integers, other.integers, strict=True)])


C = TypeVar("C", bound=IntegerCounts)


class CountedPair(Record, Generic[C]):
    """The result for a pair of a corpus.

    `id` is the graphs' ``# ::id``, or their position from 1; `errors` are those of graphs that counted as empty, and
    `note` is a message for the user, mostly empty.
    """

    id: str
    counts: C
    seconds: float = 0.0
    errors: tuple[str, ...] = ()
    note: str = ""
    certificate: str | None = None
    certified: bool | None = None
    """``None``: there is no search, and so no proof."""

    @property
    def certified_counts(self) -> C:
        """The counts that can be checked without trust in a method: all counts."""
        return self.counts


class CountingMetric(ABC, Generic[C]):
    """A metric that counts and does not align. A subclass defines `name`, `signature` and :meth:`score`.

    A subclass can override the methods below the line to print more than the score.
    """

    @property
    @abstractmethod
    def name(self) -> str:
        """The name of the metric in results."""

    @property
    @abstractmethod
    def signature(self) -> str:
        """The settings that can change a score, in one line."""

    @abstractmethod
    def score(self, left: Graph, right: Graph, seed: int = 0) -> C:
        """Return the counts of two graphs: the left one is the candidate, the right one the reference."""

    # ---- the text and the members that accompany the score

    @property
    def label(self) -> str:
        """The name of the score in text."""
        return self.name

    @property
    def key(self) -> str:
        """The name of the score in JSON."""
        return self.name

    def pair_words(self, counts: C, numbers: ScoreFormat = FOUR_DECIMALS) -> str:
        """The text after the score in the line of a pair; `numbers` formats scores in it."""
        return ""

    def members(self, counts: C) -> dict[str, object]:
        """The members of a JSON object in addition to the score."""
        return {}

    def count_lines(self, counts: C, numbers: ScoreFormat = FOUR_DECIMALS) -> list[tuple[str, str]]:
        """The lines after the score in the text about a pair or a corpus: a subject and a text for each."""
        return []

    def parts(self, left: Graph, right: Graph) -> list[Section]:
        """The parts of an explanation above the score: the units that match, and those that do not."""
        return []

    # ---- derived from the above

    is_interruptible = True

    def pair(self, left: Graph, right: Graph, id: str, errors: tuple[str, ...] = ()) -> CountedPair[C]:
        """Return the score of a pair of a corpus, with its time."""
        start = time.perf_counter()
        counts = self.score(left, right)
        return CountedPair(id, counts, time.perf_counter() - start, errors)

    def total(self, on_error: OnError = OnError.STOP) -> CountingTotal[C]:
        """The totals of a corpus before its first pair."""
        return CountingTotal(self, on_error)

    def pair_line(self, pair: CountedPair[C], numbers: ScoreFormat = FOUR_DECIMALS) -> str:
        """A pair in one line of text."""
        words = self.pair_words(pair.counts, numbers)
        empty = f"  scored as empty: {len(pair.errors)}" if pair.errors else ""
        return f"{pair.id}  {self.label} {numbers.score(pair.counts.value)}{'  ' * bool(words)}{words}{empty}"

    def pair_object(self, pair: CountedPair[C]) -> dict[str, object]:
        """A pair as the members of a JSON object."""
        errors = {"errors": first_lines(pair.errors)} if pair.errors else {}
        return {"id": pair.id, **self._object(pair.counts), "seconds": round(pair.seconds, 6), **errors}

    def _object(self, counts: C) -> dict[str, object]:
        return {self.key: counts.value, **self.members(counts)}

    def sum_table(self, counts: Sequence[C]) -> SumTable:
        """The counts of pairs as rows of integers, and the scores of sums of rows."""
        import numpy as np

        from smatchproof.inference.sum_table import SumTable

        def score(sums: Numbers) -> Floats:
            values = np.array([counts[0].with_integers(row).value for row in sums.reshape(-1, sums.shape[-1]).tolist()])
            return values.reshape(sums.shape[:-1])

        return SumTable(np.array([each.integers for each in counts], dtype=np.int64), score)

    def explain(self, left: Graph, right: Graph, sentences: Sentences = (None, None)) -> list[Section]:
        """Explain the score of a pair by its parts."""
        counts = self.score(left, right)
        sides = zip(("candidate", "reference"), sentences, strict=True)
        words = tuple(f"{side}: {sentence}" for side, sentence in sides if sentence)
        lines = [(self.label, f"{counts.value:.4f}"), *self.count_lines(counts), ("signature", self.signature)]
        score = tuple(f"{name:<10} {value}" for name, value in lines)
        return [*([Section("", words)] if words else []), *self.parts(left, right), Section("", score)]


class CountingTotal(Struct, Generic[C]):
    """The totals of a corpus: the sum of the counts, which is its score, and the mean of the pairs' scores."""

    metric: CountingMetric[C]
    on_error: OnError = OnError.STOP
    counts: C | None = None
    pairs: int = 0
    proved: int = 0
    errors: list[str] = field(default_factory=list)
    _sum: float = 0.0
    numbers: ScoreFormat = FOUR_DECIMALS
    """The format of printed scores."""

    def add(self, pair: CountedPair[C]) -> None:
        """Count one more pair."""
        self.counts = pair.counts if self.counts is None else self.counts.plus(pair.counts)
        self.pairs += 1
        self.proved += pair.counts.proved
        self._sum += pair.counts.value
        self.errors += first_lines(pair.errors)

    @property
    def all_proved(self) -> bool:
        """Test whether the score is the one that the metric defines."""
        return self.proved == self.pairs

    @property
    def all_backed(self) -> bool:
        """Test whether every score is the one that the metric defines: no search is needed for it."""
        return self.all_proved

    @property
    def macro(self) -> float:
        """The mean of the pairs' scores."""
        return self._sum / self.pairs if self.pairs else 0.0

    @property
    def signature(self) -> str:
        """The metric's signature, with the treatment of graphs that cannot be read."""
        return self.on_error.marked(self.metric.signature)

    def lines(self) -> list[tuple[str, str]]:
        """The score as text."""
        return [
            (self.metric.label, self.numbers.score(self.counted.value)),
            *self.metric.count_lines(self.counted, self.numbers),
            ("macro", f"{self.numbers.score(self.macro)} (mean of {many(self.pairs, 'pair')})"),
            *error_lines(self.errors),
            ("signature", self.signature),
        ]

    def table(self) -> str:
        """Return an empty text: there is no table."""
        return ""

    def as_object(self, extra: Mapping[str, object]) -> dict[str, object]:
        """The score as the members of a JSON object."""
        return {
            "pairs": self.pairs,
            **self.metric._object(self.counted),
            **extra,
            "macro": self.macro,
            "errors": self.errors,
            "signature": self.signature,
        }

    @property
    def counted(self) -> C:
        """The sum of the counts. Raises ``ValueError`` before the first pair."""
        if self.counts is None:
            raise ValueError("no pair was counted")
        return self.counts
