"""The pairs on which two systems differ most."""

from __future__ import annotations

import heapq

from smatchproof.base.record import Record
from smatchproof.graphs.corpus import Corpus
from smatchproof.scoring.systems.systems import System


class ChangedPair(Record):
    """A pair of two systems under one metric: its id, the place of the reference's graph, and both scores."""

    id: str
    place: int
    score: float
    other_score: float

    @property
    def change(self) -> float:
        """The score of the first system less that of the other."""
        return self.score - self.other_score


def changed_most(system: System, other: System, number: int) -> list[ChangedPair]:
    """Return up to `number` pairs with the largest changes of scores, largest first, without unchanged ones."""
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
