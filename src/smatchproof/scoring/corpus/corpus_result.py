"""The score of a corpus for Python programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from smatchproof.base.record import Record
from smatchproof.base.text import many, table_lines
from smatchproof.problem.score import CorpusScore, Counts
from smatchproof.scoring.metrics.alignment_scores import AlignmentTotal, PairScore, ScoredResult
from smatchproof.scoring.metrics.counting import CountedPair, CountingTotal


class CorpusResult(ScoredResult, Record):
    """The score of a corpus and of each of its pairs.

    `precision`, `recall`, `f1` and `matched` are those of all pairs together (the micro average); `certified` is true
    if that of every pair is. `corpus` has the counts, the macro average and the number of certified pairs, and `pairs`
    the results of single pairs.
    """

    total: AlignmentTotal
    pairs: tuple[PairScore, ...]

    @property
    def corpus(self) -> CorpusScore:
        """The totals."""
        return self.total.corpus

    @property
    def counts(self) -> Counts:
        """The counts of all pairs together."""
        return self.corpus.counts

    @property
    def certified(self) -> bool:
        """Test whether a checker has accepted a proof for every pair."""
        return self.total.all_backed

    @property
    def signature(self) -> str:
        """The settings that can change the score, and the number of certified pairs, in one line."""
        return self.total.signature

    def summary(self) -> dict[str, object]:
        """The score of the corpus."""
        certified = f"{self.corpus.certified:,} of {many(self.corpus.pairs, 'pair')}"
        return {**self._facts(), "certified": certified, "signature": self.signature}

    def rows(self) -> Sequence[Mapping[str, object]]:
        """Return a record for each pair."""
        columns = ("id", "matched", "upper_bound", "left_triples", "right_triples", "precision", "recall", "f1")
        found = [pair.to_dict() for pair in self.pairs]
        return [{name: row[name] for name in (*columns, "status", "seconds", "alignment")} for row in found]

    def to_dict(self) -> dict[str, Any]:
        """Return the object that ``score --format json --per-pair`` prints: the score, and every pair in ``per_pair``.

        >>> from smatchproof.scoring.settings import ScoreSettings
        >>> CorpusResult(AlignmentTotal(ScoreSettings()), ()).to_dict()["f1"]
        0.0
        """
        return {**self.total.as_object({}), "per_pair": [pair.to_dict() for pair in self.pairs]}

    def __str__(self) -> str:
        """The lines that ``score`` prints."""
        return "\n".join(table_lines(self.total.lines(), right=(False, False), gap=" ", first_width=10))


class CountedResult(CorpusResult):
    """The same by a metric that counts and aligns nothing, such as SemBleu: it has a `value` in the place of F1."""

    total: CountingTotal[Any]  # type: ignore[assignment]
    pairs: tuple[CountedPair[Any], ...]  # type: ignore[assignment]

    def summary(self) -> dict[str, object]:
        """The score of the corpus."""
        return {"value": self.value, "signature": self.signature}

    @property
    def value(self) -> float:
        """The score."""
        return float(self.total.counted.value)

    def rows(self) -> Sequence[Mapping[str, object]]:
        """Return a record for each pair."""
        return [self.total.metric.pair_object(pair) for pair in self.pairs]

    def to_dict(self) -> dict[str, Any]:
        """Return the object that ``score --format json --per-pair`` prints."""
        return {**self.total.as_object({}), "per_pair": self.rows()}
