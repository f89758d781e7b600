"""A file of candidates: what is known of it while it is scored, and afterwards."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING

from smatchproof.alignment import Block, Change, CorpusScore, Counts
from smatchproof.scoring.comparison import ScoreSettings
from smatchproof.scoring.corpus_scores import PairScore
from smatchproof.scoring.fine_grained import FineGrainedScore

if TYPE_CHECKING:  # a score without an interval should not wait for it
    from smatchproof.scoring.significance import Confidence, Resampling, Significance


@dataclass(slots=True)
class Summary:
    """What is said of the whole corpus."""

    corpus: CorpusScore = field(default_factory=CorpusScore)
    left_changes: Counter[str] = field(default_factory=Counter)
    right_changes: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    certificates: int = 0

    def add(self, pair: PairScore) -> None:
        """Count one more pair."""
        self.corpus.add(pair.counts)
        self.left_changes.update(count_changes(pair.left_changes))
        self.right_changes.update(count_changes(pair.right_changes))
        if pair.certificate:
            self.certificates += 1
        elif pair.note:
            print(f"pair {pair.id}: {pair.note}", file=sys.stderr)
        for error in pair.errors:
            self.errors.append(error.splitlines()[0])
            print(f"scored as empty: {error}", file=sys.stderr)


def count_changes(changes: Iterable[Change]) -> dict[str, int]:
    """How many triples were changed for each reason."""
    return {change.reason: change.triples for change in changes}


@dataclass(slots=True)
class System:
    """A file of candidates with the reference's graphs, and its score.

    The counts of its pairs are kept only where it `is_resampled`, and with each the place of the reference's graph:
    two files need not have the same order. `is_one_of_two` says that its rows and messages have to name it.
    """

    file: str
    blocks: Iterable[tuple[Block, Block]]
    total: int
    settings: ScoreSettings
    rows: IO[str] | None = None
    is_one_of_two: bool = False
    is_resampled: bool = False
    summary: Summary = field(default_factory=Summary)
    fine_grained: FineGrainedScore | None = None
    confidence: Confidence | None = None
    _counts: list[Counts] = field(default_factory=list)
    _places: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.settings.fine_grained is not None:
            self.fine_grained = FineGrainedScore(self.settings.fine_grained)

    @property
    def missing(self) -> int:
        """How many pairs were not scored."""
        return self.total - self.summary.corpus.pairs

    def noted_blocks(self) -> Iterator[tuple[Block, Block]]:
        """The pairs, whose places are noted on the way."""
        for left, right in self.blocks:
            if self.is_resampled:
                self._places.append(right.offset)
            yield left, right

    def add(self, pair: PairScore) -> None:
        """Count one more pair; pairs come in the order of :meth:`noted_blocks`."""
        self.summary.add(pair)
        if self.fine_grained is not None and pair.fine_grained is not None:
            self.fine_grained.add(pair.fine_grained)
        if self.is_resampled:
            self._counts.append(pair.counts)

    def resample(self, resampling: Resampling) -> None:
        """Tell how sure the score is."""
        from smatchproof.scoring.significance import confidence

        self.confidence = confidence(self._counts, resampling)

    def versus(self, other: System, resampling: Resampling) -> Significance:
        """The difference from another system on the same reference; tells how sure both scores are, too."""
        at = dict(zip(other._places, other._counts, strict=True))
        from smatchproof.scoring.significance import significance

        result = significance(self._counts, [at[place] for place in self._places], resampling)
        self.confidence, other.confidence = result.candidate, result.other
        return result
