"""The results of Smatch and S2match for a pair and for a corpus, and their text and JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from operator import add
from typing import TYPE_CHECKING

from smatchproof.base.record import Record, Struct, field
from smatchproof.base.result import Result
from smatchproof.base.text import FOUR_DECIMALS, ScoreFormat, many
from smatchproof.conventions.triples import Change, Duplicates
from smatchproof.problem.score import CorpusScore, Counts
from smatchproof.scoring.metrics.protocol import error_lines, first_lines
from smatchproof.scoring.pairs.comparison import ClaimStatus
from smatchproof.scoring.settings import FineGrained, OnError, ScoreSettings

if TYPE_CHECKING:  # a score of whole graphs should not wait for it
    from smatchproof.scoring.pairs.backbone import Backbone, BackboneTotal
    from smatchproof.scoring.pairs.fine_grained import FineGrainedScore, Ranges
else:  # for help(): msgspec looks the names of annotations up
    Backbone = BackboneTotal = FineGrainedScore = Ranges = object


class ScoredResult(Result):
    """A result with counts, and the scores derived from them. A subclass defines `counts`."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def counts(self) -> Counts:
            """The counts."""

    @property
    def precision(self) -> float:
        """The share of the left triples that match."""
        return self.counts.score.precision

    @property
    def recall(self) -> float:
        """The share of the right triples that match."""
        return self.counts.score.recall

    @property
    def f1(self) -> float:
        """The score; if it is not proved, that of the alignment found."""
        return self.counts.score.f1

    @property
    def matched(self) -> float:
        """The number of matched triples: an integer, unless matches are graded."""
        counts = self.counts
        return counts.matched if counts.denominator == 1 else counts.matched / counts.denominator

    @property
    def f1_upper(self) -> float:
        """The upper bound of the score: the score itself if it is proved."""
        return self.counts.upper_score.f1

    @property
    def left_triples(self) -> int:
        """The number of triples of the left graph."""
        return self.counts.left_triples

    @property
    def right_triples(self) -> int:
        """The number of triples of the right graph."""
        return self.counts.right_triples

    def _facts(self) -> dict[str, object]:
        """The score, with its upper end if it is an interval."""
        upper = {} if self.counts.proved else {"f1_upper": self.f1_upper}
        sizes = {"left_triples": self.left_triples, "right_triples": self.right_triples}
        score = {"f1": self.f1, **upper, "precision": self.precision, "recall": self.recall}
        return {**score, "matched": self.matched, **sizes}


class PairScore(ScoredResult, Record, frozen=True):
    """The result for one pair, in names and counts. `id` is the graphs' ``# ::id``, or their position from 1.

    `status` is the foundation of the upper bound, and `reason` why the pair is not certified. `alignment` has (left
    variable, right variable) couples; `errors` are those of graphs that were scored as empty; `left_changes` and
    `right_changes` are the convention's changes to the written triples. `certificate` is the line that the checker
    accepted, if one was asked for; `note` says why there is none. `fine_grained` has the counts of each aspect, if they
    were asked for, and `sha256` the fingerprint of the question: both triple lists, convention and similarities.
    `checked_counts` are the counts with a bound that can be checked, if the method's cannot.
    """

    id: str
    counts: Counts
    status: ClaimStatus
    seconds: float
    alignment: tuple[tuple[str, str], ...]
    left_changes: tuple[Change, ...] = ()
    right_changes: tuple[Change, ...] = ()
    errors: tuple[str, ...] = ()
    certificate: str | None = None
    note: str = ""
    fine_grained: dict[str, Counts] | None = None
    sha256: str | None = None
    reason: str = ""
    checked_counts: Counts | None = None
    backbone: Backbone | None = None
    """The links that all optima share, where they were asked for."""
    ranges: Ranges | None = None
    """The ranges of projections over all optima, where they were asked for."""
    canonical: bool | None = None
    """True if the alignment is the canonical optimum, where that was asked for."""
    evidence: tuple[int, int] | None = None
    """The numbers of aligned pairs and of all pairs of variables with evidence, if it is used."""

    def to_dict(self) -> dict[str, object]:
        """Counts, scores, status and alignment as values that JSON can hold."""
        members = pair_object(self, ScoreSettings())
        return {**members, "status": self.status.value, "alignment": [list(couple) for couple in self.alignment]}

    def summary(self) -> dict[str, object]:
        """The score of the pair."""
        return {"id": self.id, **self._facts(), "status": self.status.value}

    def __str__(self) -> str:
        """The line that ``score --per-pair`` prints."""
        return pair_line(self)

    @property
    def certified(self) -> bool:
        """Test whether a checker has accepted a proof that no alignment matches more."""
        return self.status is ClaimStatus.CERTIFIED

    @property
    def certified_counts(self) -> Counts:
        """The counts whose bound can be checked without trust in the method."""
        return self.counts if self.checked_counts is None else self.checked_counts


def pair_line(pair: PairScore, numbers: ScoreFormat = FOUR_DECIMALS) -> str:
    """Format one pair in one line.

    >>> print(pair_line(PairScore("s.1", Counts(4, 4, 6, 5), ClaimStatus.CERTIFIED, 0.0, ())))
    s.1  P 0.6667  R 0.8000  F1 0.7273  matched 4 of 6 and 5  certified
    """
    counts = pair.counts
    precision, recall, f1 = map(numbers.score, counts.score)
    bound = "" if counts.proved else f" (at most {counts.format_triples(counts.upper_bound)})"
    empty = f"  scored as empty: {len(pair.errors)}" if pair.errors else ""
    matched = counts.format_triples(counts.matched) + bound
    return (
        f"{pair.id}  P {precision}  R {recall}  F1 {f1}  matched {matched} "
        f"of {counts.left_triples:,} and {counts.right_triples:,}  {pair.status}{empty}"
    )


def pair_object(pair: PairScore, settings: ScoreSettings) -> dict[str, object]:
    """Return one pair as the members of a JSON object, with its aspects if the settings ask for them."""
    extra: dict[str, object] = {}
    if not pair.counts.proved:
        extra["f1_upper"] = pair.counts.upper_score.f1
    if pair.left_changes or pair.right_changes:
        extra["changes"] = {"left": _by_reason(pair.left_changes), "right": _by_reason(pair.right_changes)}
    if pair.reason:
        extra["reason"] = pair.reason
    if pair.errors:
        extra["errors"] = first_lines(pair.errors)
    members = {
        "id": pair.id,
        **pair.counts.as_dict(),
        **pair.counts.score._asdict(),
        **extra,
        "status": pair.status,
        "seconds": round(pair.seconds, 6),
        "alignment": pair.alignment,
        **({} if pair.canonical is None else {"canonical": pair.canonical}),
        **({} if pair.evidence is None else {"evidence": pair.evidence}),
        **({} if pair.sha256 is None else {"sha256": pair.sha256}),
        **({} if pair.backbone is None else {"every_optimum": pair.backbone.to_dict()}),
    }
    if settings.fine_grained is None or pair.fine_grained is None:
        return members
    from smatchproof.scoring.metrics.aspect_scores import pair_aspects

    members["fine_grained"] = pair_aspects(pair.fine_grained, settings.fine_grained)
    if pair.ranges is not None:
        members["fine_grained_ranges"] = {name: each[:2] for name, each in pair.ranges.counts.items()}
    return members


def _by_reason(changes: Iterable[Change]) -> dict[str, int]:
    """Count the changed triples by the reason of the change."""
    return {change.reason: change.triples for change in changes}


class AlignmentTotal(Struct):
    """The totals of a corpus: its counts, changes by the convention, certificates, and aspects if asked for."""

    settings: ScoreSettings
    on_error: OnError = OnError.STOP
    corpus: CorpusScore = field(default_factory=CorpusScore)
    left_changes: Counter[str] = field(default_factory=Counter)
    right_changes: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    certificates: int = 0
    statuses: Counter[ClaimStatus] = field(default_factory=Counter)
    fine_grained: FineGrainedScore | None = None
    backbones: BackboneTotal | None = None
    canonical: int | None = None
    """Pairs whose alignment is the canonical optimum, where that was asked for."""
    evidence: tuple[int, int, int] = (0, 0, 0)
    """Aligned pairs of variables with evidence, all aligned ones, and pairs of graphs with evidence."""
    answers: Counter[Decision] = field(default_factory=Counter)
    numbers: ScoreFormat = FOUR_DECIMALS
    """The format of printed scores."""
    aspect_intervals: dict[str, tuple[float, float] | None] = field(default_factory=dict)
    """The confidence interval of each aspect, where intervals were asked for."""

    def __post_init__(self) -> None:  # of a copy, too, which has them already
        if self.settings.fine_grained is not None and self.fine_grained is None:
            from smatchproof.scoring.pairs.fine_grained import FineGrainedScore, RangeTotal, aspect_names

            names = aspect_names(self.settings.fine_grained, self.settings.convention.name)
            self.fine_grained = FineGrainedScore(self.settings.fine_grained, {name: CorpusScore() for name in names})
            if self.settings.every_optimum and self.settings.fine_grained is FineGrained.PROJECTED:
                self.fine_grained.ranges = RangeTotal()
        if self.settings.canonical and self.canonical is None:
            self.canonical = 0
        if self.settings.every_optimum and self.backbones is None:
            from smatchproof.scoring.pairs.backbone import BackboneTotal

            self.backbones = BackboneTotal()

    def add(self, pair: PairScore) -> None:
        """Count one more pair."""
        self.corpus.add(pair.counts, pair.status is ClaimStatus.CERTIFIED)
        self.statuses[pair.status] += 1
        if (asked := self.settings.params.at_least) is not None:
            self.answers[decision(pair, asked)] += 1
        if pair.left_changes or pair.right_changes or pair.errors:  # of few pairs
            self.left_changes.update(_by_reason(pair.left_changes))
            self.right_changes.update(_by_reason(pair.right_changes))
            self.errors += first_lines(pair.errors)
        self.certificates += pair.certificate is not None
        if self.canonical is not None:
            self.canonical += bool(pair.canonical)
        if pair.evidence is not None:
            more = pair.evidence[0], len(pair.alignment), int(pair.evidence[1] > 0)
            supported, aligned, pairs = map(add, self.evidence, more)
            self.evidence = supported, aligned, pairs
        if self.fine_grained is not None and pair.fine_grained is not None:
            self.fine_grained.add(pair.fine_grained)
            if self.fine_grained.ranges is not None:
                self.fine_grained.ranges.add(pair.ranges, pair.fine_grained)
        if self.backbones is not None and pair.backbone is not None:
            self.backbones.add(pair.backbone)

    @property
    def pairs(self) -> int:
        """The number of pairs that were added."""
        return self.corpus.pairs

    @property
    def all_proved(self) -> bool:
        """Test whether the score is a number; otherwise it is an interval."""
        return self.corpus.all_proved

    @property
    def all_backed(self) -> bool:
        """Test whether every pair is certified."""
        return self.corpus.certified == self.pairs

    @property
    def all_decided(self) -> bool:
        """Test whether the answer is certainly yes or no for every pair, without trust in a search."""
        return self.answers[Decision.YES] + self.answers[Decision.NO] == self.pairs

    @property
    def signature(self) -> str:
        """The settings and the number of certified pairs, in one line."""
        return self.settings.signature(self.corpus, self.on_error)

    # ---- text

    def lines(self) -> list[tuple[str, str]]:
        """Return the score in a few lines; an interval if not every pair is proved."""
        corpus, counts = self.corpus, self.corpus.counts
        found, upper, macro, macro_upper = counts.score, counts.upper_score, corpus.macro, corpus.macro_upper
        bound = "" if corpus.all_proved else f" (at most {counts.format_triples(counts.upper_bound)})"
        sizes = f"{counts.left_triples:,} candidate and {counts.right_triples:,} reference triples"
        product = [("note", "under dup:product repeated triples match n x m times; a score can exceed 1")]
        return [
            *self._decided(),
            ("precision", self.numbers.ends((found.precision, upper.precision))),
            ("recall", self.numbers.ends((found.recall, upper.recall))),
            ("F1", self.numbers.ends((found.f1, upper.f1))),
            ("macro F1", self.numbers.ends((macro.f1, macro_upper.f1))),
            ("matched", f"{counts.format_triples(counts.matched)}{bound} of {sizes}"),
            ("proved", f"{corpus.certified:,} of {many(corpus.pairs, 'pair')}"),
            *self._evidence(),
            *(self.backbones.lines() if self.backbones else []),
            *_change_lines("candidate", self.left_changes),
            *_change_lines("reference", self.right_changes),
            *error_lines(self.errors),
            *(product if self.settings.convention.duplicates is Duplicates.PRODUCT else []),
            ("signature", self.signature),
        ]

    def _evidence(self) -> Iterator[tuple[str, str]]:
        """The proofs of the pairs, the certificates, and the choice of alignments, in words."""
        for status, words in _OTHERWISE.items():
            if self.statuses[status]:
                yield status.value, f"{many(self.statuses[status], 'pair')}: {words}"
        if self.settings.certificates:
            yield "written", many(self.certificates, "certificate")
        if self.canonical is not None:
            yield "canonical", f"{self.canonical:,} of {self.pairs:,} alignments"
        if self.settings.evidence is not None:
            supported, aligned, pairs = self.evidence
            where = f"in {pairs:,} of {many(self.pairs, 'pair')} of graphs there is some"
            yield "evidence", f"of {supported:,} of {aligned:,} aligned pairs of variables; {where}"

    def _decided(self) -> list[tuple[str, str]]:
        if self.settings.params.at_least is None:
            return []
        answers = [answer for answer in Decision if self.answers[answer]]
        one = self.pairs == 1
        words = ", ".join(answer.value if one else f"{self.answers[answer]:,} {answer.value}" for answer in answers)
        return [(f"at least {self.settings.params.at_least:,}:", words)]

    def table(self) -> str:
        """The aspects, where they were asked for."""
        if self.fine_grained is None:
            return ""
        from smatchproof.scoring.metrics.aspect_scores import format_fine_grained

        return format_fine_grained(self.fine_grained, self)

    # ---- JSON

    def as_object(self, extra: Mapping[str, object]) -> dict[str, object]:
        """The score as the members of a JSON object."""
        corpus = self.corpus
        members: dict[str, object] = {
            "pairs": corpus.pairs,
            **corpus.counts.as_dict(),
            **corpus.micro._asdict(),
            "proved": corpus.certified,
            "certified": corpus.certified,
            "statuses": {status.value: self.statuses[status] for status in ClaimStatus if self.statuses[status]},
        }
        if not corpus.all_proved:
            members |= {"f1_upper": corpus.micro_upper.f1, "macro_upper": corpus.macro_upper._asdict()}
        if self.settings.certificates:
            members["certificates"] = self.certificates
        if self.settings.params.at_least is not None:
            answers = {answer.name.lower(): self.answers[answer] for answer in Decision}
            members["at_least"] = {"triples": self.settings.params.at_least, **answers}
        if self.canonical is not None:
            members["canonical"] = self.canonical
        if self.settings.evidence is not None:
            members["evidence"] = dict(zip(("supported", "aligned", "pairs"), self.evidence, strict=True))
        if self.backbones is not None:
            members["every_optimum"] = self.backbones.to_dict()
        members |= extra
        if self.fine_grained is not None:
            from smatchproof.scoring.metrics.aspect_scores import fine_grained_object

            members["fine_grained"] = fine_grained_object(self.fine_grained, self)
        return members | {
            "macro": corpus.macro._asdict(),
            "changes": {"left": dict(self.left_changes), "right": dict(self.right_changes)},
            "errors": self.errors,
            "signature": self.signature,
        }


class Decision(Enum):
    """The answer to the question whether a pair matches as much as was asked for."""

    YES = "yes"
    NO = "no, certified"
    SEARCHED = "no by search, not certified"
    OPEN = "open"


def decision(pair: PairScore, asked: int) -> Decision:
    """Decide whether the pair can match `asked` triples. A yes rests on the alignment; the result says what a no rests
    on.

    >>> decision(PairScore("s.1", Counts(4, 6, 7, 8), ClaimStatus.BOUNDED, 0.0, ()), 7)
    <Decision.NO: 'no, certified'>
    """
    asked *= pair.counts.denominator
    if pair.counts.matched >= asked:
        return Decision.YES
    if pair.counts.upper_bound >= asked:
        return Decision.OPEN
    return Decision.NO if pair.status.is_checked else Decision.SEARCHED


_OTHERWISE = {
    ClaimStatus.SEARCHED: "optimal by search, not certified",
    ClaimStatus.BOUNDED: "an interval, both ends certified",
    ClaimStatus.HEURISTIC: "at least as many triples match as are counted here",
}
"""The words for pairs that are not certified."""


def _change_lines(side: str, changes: Counter[str]) -> Iterator[tuple[str, str]]:
    for reason, number in sorted(changes.items()):
        yield side, f"{number:,} x {reason}"
