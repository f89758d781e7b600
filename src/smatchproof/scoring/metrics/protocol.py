"""The protocol of a metric, which scores two graphs.

A metric that is used for its values alone, as in an audit, has a name, a signature and :meth:`Metric.score`. One that
scores corpora (:data:`~smatchproof.scoring.metrics.CorpusMetric`) also has the record of a pair and of a corpus, their
text and JSON, how its counts are resampled, and the explanation of a pair. It is an
:class:`~smatchproof.scoring.metrics.smatch.AlignmentMetric`, or derived from
:class:`~smatchproof.scoring.metrics.counting.CountingMetric`, whose counts are integers that add up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, Self

from smatchproof.graphs.graph import Graph


class Value(Protocol):
    """The counts of a metric for a pair, or for several pairs together."""

    @property
    def value(self) -> float:
        """The score."""

    @property
    def proved(self) -> bool:
        """Test whether the score is the one that the metric defines, rather than the result of an unfinished search."""

    def plus(self, other: Self, /) -> Self:
        """Return the sum of both counts."""


class Metric(Protocol):
    """A metric on pairs of graphs. The same graphs and seed get the same counts."""

    @property
    def name(self) -> str:
        """The name of the metric in results."""

    @property
    def signature(self) -> str:
        """The settings that can change a score, but not the number of proved pairs."""

    def score(self, left: Graph, right: Graph, seed: int = 0) -> Value:
        """Return the score of two graphs; `seed` seeds all random choices."""


Sentences = tuple[str | None, str | None]
"""The sentences of the left and the right graph, if they are known."""


def corpus_value(scores: Iterable[Value]) -> float:
    """Return the score of a corpus: that of the sum of all counts; 0 for none.

    >>> from smatchproof.problem.score import Counts
    >>> corpus_value([Counts(1, 1, 1, 1), Counts(0, 0, 3, 3)])
    0.25
    """
    total: Value | None = None
    for score in scores:
        total = score if total is None else total.plus(score)
    return 0.0 if total is None else total.value


def first_lines(errors: Iterable[str]) -> list[str]:
    """Return errors without the lines that show their places."""
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
