"""What a metric is: it scores two graphs, and owns its counts, its totals and the lines that tell them.

A metric of which only the values are wanted, as in an audit, has a name, a signature and :meth:`Metric.score`. One that
corpora are scored with (:class:`CorpusMetric`) also says what is kept of a pair and of a corpus, how these are told as
text and as JSON, how its counts are resampled and how it explains a pair. A metric whose counts are integers that add
up gets all of that from :class:`~smatchproof.scoring.metrics.counting.CountingMetric`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self

from smatchproof.graphs.graph import Graph
from smatchproof.scoring.settings import OnError

if TYPE_CHECKING:  # a score without an interval should not wait for it
    from smatchproof.inference.sum_table import SumTable


class Value(Protocol):
    """What a metric counts of a pair, or of several together."""

    @property
    def value(self) -> float:
        """The score."""

    @property
    def proved(self) -> bool:
        """Whether the score is what the metric defines, rather than what a search found of it."""

    def plus(self, other: Self, /) -> Self:
        """The counts of both together."""


class Metric(Protocol):
    """A metric on pairs of graphs. The same graphs and seed get the same counts."""

    @property
    def name(self) -> str:
        """How results call it."""

    @property
    def signature(self) -> str:
        """All that can change a score, but for what was proved."""

    def score(self, left: Graph, right: Graph, seed: int = 0) -> Value:
        """The score of two graphs; `seed` is of everything random."""


class ScoredPair(Protocol):
    """What a metric says of a pair of a corpus.

    `errors` are those of the graphs that could not be read and counted as empty; `note` is for the user, if not empty.
    """

    @property
    def id(self) -> str:
        """The graphs' ``# ::id``, or their position from 1."""

    @property
    def counts(self) -> Any:
        """What was counted: a :class:`Value`."""

    @property
    def seconds(self) -> float:
        """How long the metric took."""

    @property
    def errors(self) -> tuple[str, ...]:
        """What is wrong with graphs that counted as empty."""

    @property
    def note(self) -> str:
        """What the user should know of this pair; mostly nothing."""

    @property
    def certificate(self) -> str | None:
        """The line that proves the score, where one was asked for and the checker accepted it."""

    @property
    def certified(self) -> bool | None:
        """Whether a checker has accepted a proof of the score; ``None`` where nothing is searched."""

    @property
    def certified_counts(self) -> Any:
        """The counts with the bound that anybody can check, whatever method found them."""


class Total(Protocol):
    """The running totals of a corpus, and how they are told."""

    @property
    def pairs(self) -> int:
        """How many pairs were added."""

    @property
    def all_proved(self) -> bool:
        """Whether the score is what the metric defines."""

    def all_backed(self, accept_search: bool = False) -> bool:
        """Whether every pair is certified; where a search is accepted, whether a search has ended at every other."""

    @property
    def signature(self) -> str:
        """All that can change the score, and what was proved, in one line."""

    def add(self, pair: Any, /) -> None:
        """Count one more pair of this metric."""

    def lines(self) -> list[tuple[str, str]]:
        """The score as text: what each line is about, and what it says. One of them is called by the metric's label."""

    def table(self) -> str:
        """A table that belongs to the score, as text; empty where there is none."""

    def as_object(self, extra: Mapping[str, object], /) -> dict[str, object]:
        """The score as the members of a JSON object, with further ones."""


class Section(NamedTuple):
    """A part of an explanation: rows under a title, or without a title lines that stand alone."""

    title: str
    rows: tuple[str, ...]
    is_counted: bool = True
    """Whether the title says how many rows there are."""


Sentences = tuple[str | None, str | None]
"""What two graphs mean: the sentences of the left and the right one, where they are known."""


class CorpusMetric(Metric, Protocol):
    """A metric that corpora are scored with."""

    @property
    def label(self) -> str:
        """What the score is called in text, such as ``F1``."""

    @property
    def key(self) -> str:
        """What the score is called in JSON, such as ``f1``."""

    @property
    def is_interruptible(self) -> bool:
        """Whether Ctrl-C ends the score of a pair; a foreign program may not return before it is done."""

    def pair(self, left: Graph, right: Graph, id: str, errors: tuple[str, ...] = ()) -> ScoredPair:
        """The score of a pair of a corpus, with all that is told of it."""

    def total(self, on_error: OnError = OnError.STOP) -> Total:
        """The totals of a corpus before its first pair."""

    def pair_line(self, pair: Any, /) -> str:
        """A pair in one line of text."""

    def pair_object(self, pair: Any, /) -> dict[str, object]:
        """A pair as the members of a JSON object."""

    def sum_table(self, counts: Sequence[Any], /) -> SumTable:
        """The counts of pairs as rows of integers that add up, and the scores of sums of rows."""

    def explain(self, left: Graph, right: Graph, sentences: Sentences = (None, None)) -> list[Section]:
        """What the score of a pair consists of."""


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
    """The signature of a metric with what becomes of graphs that cannot be read, before method and version.

    >>> signature_under("sembleu|k:3|v:0.1.0", OnError.EMPTY), signature_under("smatch|method:S|v:1", OnError.EMPTY)
    ('sembleu|k:3|on-error:empty|v:0.1.0', 'smatch|on-error:empty|method:S|v:1')
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
    """How many graphs could not be read, as a line of text if there are any.

    >>> error_lines(["a.amr:1:1: expected '('"])
    [('errors', '1 graph could not be read and was scored as empty')]
    """
    if not errors:
        return []
    graphs = "1 graph could not be read and was"
    if len(errors) > 1:
        graphs = f"{len(errors)} graphs could not be read and were"
    return [("errors", f"{graphs} scored as empty")]
