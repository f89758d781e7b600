"""What a metric is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, Self

from smatchproof.alignment import Graph


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


def corpus_value(scores: Iterable[Value]) -> float:
    """The score of a corpus: that of all counts together; 0 for none.

    >>> from smatchproof.alignment import Counts
    >>> corpus_value([Counts(1, 1, 1, 1), Counts(0, 0, 3, 3)])
    0.25
    """
    total: Value | None = None
    for score in scores:
        total = score if total is None else total.plus(score)
    return 0.0 if total is None else total.value
