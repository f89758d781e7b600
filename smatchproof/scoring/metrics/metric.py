"""The protocol of a metric: it scores two graphs, and owns its counts, its totals and their printed lines.

A metric that is used for its values alone, as in an audit, has a name, a signature and :meth:`Metric.score`. A metric
that scores corpora (:class:`CorpusMetric`) also defines the record of a pair and of a corpus, their text and JSON, how
its counts are resampled, and the explanation of a pair. A metric whose counts are integers that add up gets all of that
from :class:`~smatchproof.scoring.metrics.counting.CountingMetric`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self

from smatchproof.base.errors import plain_line
from smatchproof.base.score_format import ScoreFormat
from smatchproof.graphs.graph import Graph
from smatchproof.scoring.settings import OnError

if TYPE_CHECKING:  # a score without an interval should not wait for it
    from smatchproof.inference.sum_table import SumTable


class Value(Protocol):
    """The counts of a metric for a pair, or for several pairs together."""

    @property
    def value(self) -> float:
        """The score."""

    @property
    def proved(self) -> bool:
        """Test whether the score is the one that the metric defines, rather than the result of an unfinished search."""

    def plus(self, other: Self, /) -> Self:
        """The counts of both together."""


class Metric(Protocol):
    """A metric on pairs of graphs. The same graphs and seed get the same counts."""

    @property
    def name(self) -> str:
        """The name of the metric in results."""

    @property
    def signature(self) -> str:
        """All settings that can change a score, but not the number of proved pairs."""

    def score(self, left: Graph, right: Graph, seed: int = 0) -> Value:
        """The score of two graphs; `seed` seeds all that is random."""


class ScoredPair(Protocol):
    """The result of a metric for a pair of a corpus.

    `errors` are those of the graphs that could not be read and counted as empty; `note` is a message for the user.
    """

    @property
    def id(self) -> str:
        """The graphs' ``# ::id``, or their position from 1."""

    @property
    def counts(self) -> Any:
        """The counts: a :class:`Value`."""

    @property
    def seconds(self) -> float:
        """The time that the metric took."""

    @property
    def errors(self) -> tuple[str, ...]:
        """The errors of graphs that counted as empty."""

    @property
    def note(self) -> str:
        """A message for the user about this pair; mostly empty."""

    @property
    def certificate(self) -> str | None:
        """The line that proves the score, where one was asked for and the checker accepted it."""

    @property
    def certified(self) -> bool | None:
        """Test whether a checker has accepted a proof of the score; ``None`` where nothing is searched."""

    @property
    def certified_counts(self) -> Any:
        """The counts with the bound that anybody can check, whatever method found them."""


class Total(Protocol):
    """The running totals of a corpus, and their text and JSON."""

    @property
    def pairs(self) -> int:
        """The number of pairs that were added."""

    @property
    def all_proved(self) -> bool:
        """Test whether the score is the one that the metric defines."""

    def all_backed(self, accept_search: bool = False) -> bool:
        """Test whether every pair is certified; with `accept_search`, a finished search counts as well."""

    @property
    def signature(self) -> str:
        """All settings that can change the score, and the number of certified pairs, in one line."""

    def add(self, pair: Any, /) -> None:
        """Count one more pair of this metric."""

    def lines(self) -> list[tuple[str, str]]:
        """The score as text: for each line its subject and its words. The subject of one of them is the metric's
        label.
        """

    def table(self) -> str:
        """A table that belongs to the score, as text; empty where there is none."""

    def as_object(self, extra: Mapping[str, object], /) -> dict[str, object]:
        """The score as the members of a JSON object, with further ones."""


class Section(NamedTuple):
    """A part of an explanation: rows under a title, or without a title lines that stand alone."""

    title: str
    rows: tuple[str, ...]
    is_counted: bool = True
    """True if the title states the number of rows."""

    @property
    def text(self) -> str:
        """Rows under a title that counts them, or without a title."""
        if not self.title:
            return "\n".join(map(plain_line, self.rows))
        title = f"{self.title} ({len(self.rows)})" if self.is_counted else self.title
        return "\n".join([plain_line(title), *(f"  {plain_line(row)}" for row in self.rows)])


Sentences = tuple[str | None, str | None]
"""The sentences of the left and the right graph, where they are known."""


class CorpusMetric(Metric, Protocol):
    """A metric that corpora are scored with."""

    @property
    def label(self) -> str:
        """The name of the score in text, such as ``F1``."""

    @property
    def key(self) -> str:
        """The name of the score in JSON, such as ``f1``."""

    @property
    def is_interruptible(self) -> bool:
        """Test whether Ctrl-C ends the score of a pair; a program of others may not return before it is done."""

    def pair(self, left: Graph, right: Graph, id: str, errors: tuple[str, ...] = ()) -> ScoredPair:
        """The score of a pair of a corpus, with all that is printed about it."""

    def total(self, on_error: OnError = OnError.STOP) -> Total:
        """The totals of a corpus before its first pair."""

    def pair_line(self, pair: Any, numbers: ScoreFormat = ..., /) -> str:
        """A pair in one line of text."""

    def pair_object(self, pair: Any, /) -> dict[str, object]:
        """A pair as the members of a JSON object."""

    def sum_table(self, counts: Sequence[Any], /) -> SumTable:
        """The counts of pairs as rows of integers that add up, and the scores of sums of rows."""

    def explain(self, left: Graph, right: Graph, sentences: Sentences = (None, None)) -> list[Section]:
        """Explain the score of a pair by its parts."""


def corpus_value(scores: Iterable[Value]) -> float:
    """The score of a corpus: that of all counts together; 0 for none.

    >>> from smatchproof.problem.score import Counts
    >>> corpus_value([Counts(1, 1, 1, 1), Counts(0, 0, 3, 3)])
    0.25
    """
    total: Value | None = None
    for score in scores:
        total = score if total is None else total.plus(score)
    return 0.0 if total is None else total.value


def signature_under(signature: str, on_error: OnError) -> str:
    """The signature of a metric with the treatment of graphs that cannot be read, before method and version.

    >>> signature_under("words|v:0.1.0", OnError.EMPTY), signature_under("smatch|method:S|v:1", OnError.EMPTY)
    ('words|on-error:empty|v:0.1.0', 'smatch|on-error:empty|method:S|v:1')
    """
    if on_error is OnError.STOP:
        return signature
    mark = "|method:" if "|method:" in signature else "|v:"
    settings, mark, rest = signature.partition(mark)
    return f"{settings}|on-error:{on_error}{mark}{rest}"


def first_lines(errors: Iterable[str]) -> list[str]:
    """Errors without the lines that show where they are."""
    return [error.splitlines()[0] for error in errors]


def error_lines(errors: Sequence[str]) -> list[tuple[str, str]]:
    """State the number of graphs that could not be read, as a line of text if there are any.

    >>> error_lines(["a.amr:1:1: expected '('"])
    [('errors', '1 graph could not be read and was scored as empty')]
    """
    if not errors:
        return []
    graphs = "1 graph could not be read and was"
    if len(errors) > 1:
        graphs = f"{len(errors)} graphs could not be read and were"
    return [("errors", f"{graphs} scored as empty")]
