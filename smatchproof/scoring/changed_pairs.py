"""The pairs on which two systems differ most, and why each scores what it scores."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from smatchproof.alignment import Corpus
from smatchproof.scoring.comparison import Claim
from smatchproof.scoring.evidence import Evidence, evidence
from smatchproof.scoring.metrics.metric import Sentences
from smatchproof.scoring.metrics.smatch import AlignmentMetric
from smatchproof.scoring.settings import ScoreSettings
from smatchproof.scoring.systems import System


@dataclass(frozen=True, slots=True)
class ChangedPair:
    """A pair of two systems under one metric: its id, the place of the reference's graph, and both scores."""

    id: str
    place: int
    score: float
    other_score: float

    @property
    def change(self) -> float:
        """By how much the first system scores more."""
        return self.score - self.other_score


def changed_most(system: System, other: System, number: int) -> list[ChangedPair]:
    """The pairs whose scores differ most, at most `number` and none that scores the same; the largest change first."""
    scores = zip(system.places, system.counts(), other.counts(), strict=True)
    changes = [(abs(one.value - two.value), -place, one.value, two.value) for place, one, two in scores]
    largest = heapq.nlargest(number, (each for each in changes if each[0] > 0))
    ids = _ids(system.question.reference, {-place for _, place, *_ in largest})
    return [ChangedPair(ids[-place], -place, score, other_score) for _, place, score, other_score in largest]


def _ids(reference: str, places: set[int]) -> dict[int, str]:
    """The ids, or positions from 1, of the reference's graphs at these places."""
    with Corpus(reference) as corpus:
        headings = enumerate(corpus.headings(), 1)
        return {each.offset: each.id or str(at) for at, each in headings if each.offset in places}


@dataclass(frozen=True, slots=True)
class ExplainedPair:
    """A pair that was aligned once more, with what proves its score; `place` is that of the reference's graph."""

    place: int
    claim: Claim
    settings: ScoreSettings
    why: Evidence
    sentences: Sentences


def explained_pairs(system: System, changed: Sequence[ChangedPair]) -> Iterator[ExplainedPair]:
    """The pairs of a system, aligned again with their certificates; nothing for a metric that aligns nothing."""
    if not isinstance(system.metric, AlignmentMetric):
        return
    metric, ids = system.metric.certifying(), {pair.place: pair.id for pair in changed}
    for left, right in system.blocks():
        if right.offset in ids:
            claim = metric.claim(left.parse(), right.parse(), ids[right.offset])
            why = evidence(claim, metric.settings)
            yield ExplainedPair(right.offset, claim, metric.settings, why, (left.sentence, right.sentence))
