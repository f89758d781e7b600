"""The scores of aspects as text and JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from smatchproof.base.text import ScoreFormat, many, table_lines
from smatchproof.problem.score import PRF, CorpusScore, Counts
from smatchproof.scoring.pairs.fine_grained import FineGrainedScore, RangeTotal, f1_or_none
from smatchproof.scoring.settings import FineGrained

_HEADINGS = {
    FineGrained.OPTIMUM: "fine-grained: each aspect by its own alignment",
    FineGrained.PROJECTED: "fine-grained: each aspect by the alignment of the whole graphs",
    FineGrained.DAMONTE: "fine-grained: the aspects of amr-evaluation, by words or by their own alignment",
    FineGrained.DAMONTE_ENHANCED: "fine-grained: the aspects of amr-evaluation-tool-enhanced, by words or by their own "
    "alignment",
    FineGrained.SMATCHPP: "fine-grained: the aspects of smatchpp, each by its own alignment",
    FineGrained.ANCAST: "fine-grained: what AnCast counts, each by its own alignment",
}
_NOTHING = "–"


class WholeGraphs(Protocol):
    """The score of the whole graphs of the same corpus, and its signature."""

    corpus: CorpusScore
    """The scores of all pairs. For projections it counts the alignments that are proved optimal."""
    numbers: ScoreFormat
    """The format of printed scores."""
    canonical: int | None
    """The number of canonical alignments, where these were asked for."""
    aspect_intervals: dict[str, tuple[float, float] | None]
    """The confidence interval of each aspect, where intervals were asked for."""

    @property
    def signature(self) -> str:
        """The settings that can change it."""


# ---- JSON


def fine_grained_object(total: FineGrainedScore, whole: WholeGraphs) -> dict[str, object]:
    """The aspects of a corpus; `whole` is the score of the whole graphs."""
    unproved = whole.corpus.pairs - whole.corpus.certified
    extra = {"unproved_alignments": unproved} if unproved else {}
    return {
        "how": total.how,
        "aspects": {
            name: _corpus_object(corpus, total.how)
            | _range_object(total.ranges, name)
            | _interval_object(corpus, whole.aspect_intervals.get(name))
            for name, corpus in total.aspects.items()
        },
        **(extra if total.how is FineGrained.PROJECTED else {}),
        "signature": total.signature(whole.signature, whole.canonical == whole.corpus.pairs),
    }


def _range_object(ranges: RangeTotal | None, name: str) -> dict[str, object]:
    """The range of an aspect over all optima, where that was asked for; empty otherwise."""
    if ranges is None or name not in ranges.aspects:
        return {}
    corpus = ranges.aspects[name]
    ends = {"matched": corpus.counts[:2], "f1": [corpus.micro.f1, corpus.micro_upper.f1]}
    return {"range": {**ends, "wide_pairs": ranges.wide(name), "unknown_pairs": ranges.unknown}}


def pair_aspects(counts: dict[str, Counts], how: FineGrained) -> dict[str, object]:
    """The aspects of one pair.

    >>> pair_aspects({"wiki": Counts(1, 1, 1, 2)}, FineGrained.PROJECTED)["wiki"]["recall"]
    0.5
    """
    return {name: _counts_object(each, how) for name, each in counts.items()}


def _interval_object(corpus: CorpusScore, interval: tuple[float, float] | None) -> dict[str, object]:
    if interval is None or f1_or_none(corpus.counts) is None:
        return {}
    return {"interval": dict(zip(("f1_low", "f1_high"), interval, strict=True))}


def _corpus_object(corpus: CorpusScore, how: FineGrained) -> dict[str, object]:
    proved = {} if how is FineGrained.PROJECTED else {"proved": corpus.proved}
    return _counts_object(corpus.counts, how) | proved


def _counts_object(counts: Counts, how: FineGrained) -> dict[str, object]:
    """Counts and scores; ``null`` where neither side has such triples. A projection has no bound to state."""
    members: dict[str, object] = dict(counts.as_dict())
    if how is FineGrained.PROJECTED:
        del members["upper_bound"]
    elif not counts.proved:
        members["f1_upper"] = counts.upper_score.f1
    nothing = f1_or_none(counts) is None
    return members | dict.fromkeys(PRF._fields) if nothing else members | counts.score._asdict()


# ---- text


def format_fine_grained(total: FineGrainedScore, whole: WholeGraphs) -> str:
    """The aspects of a corpus as a table, and the signature of these scores.

    >>> total = FineGrainedScore(FineGrained.PROJECTED, {"wiki": CorpusScore()})
    >>> total.add({"wiki": Counts(1, 1, 1, 2)})
    >>> from smatchproof.scoring.metrics.smatch import AlignmentMetric
    >>> print(format_fine_grained(total, AlignmentMetric().total()))
    fine-grained: each aspect by the alignment of the whole graphs
    aspect       P       R      F1  matched  of candidate  and reference
    wiki    1.0000  0.5000  0.6667        1             1              2
    note       projections: of the optimum that the method found, without --canonical; another optimal alignment may ...
    signature  smatch|conv:smatch|dup:set|top:const|fine:projected|method:exact|certified:0/0|v:...
    """
    optimum = total.how is not FineGrained.PROJECTED
    headings = ["aspect", "P", "R", "F1", "matched", "of candidate", "and reference", *(["proved"] if optimum else [])]
    rows = [[name, *_cells(corpus, optimum, whole.numbers)] for name, corpus in total.aspects.items()]
    is_at_an_end = False
    if intervals := whole.aspect_intervals:
        headings.insert(4, "F1 interval")
        for row, (name, corpus) in zip(rows, total.aspects.items(), strict=True):
            ends = None if f1_or_none(corpus.counts) is None else intervals[name]
            row.insert(4, _NOTHING if ends is None else whole.numbers.ends(ends))
            is_at_an_end |= ends is not None and bool({corpus.micro.f1, corpus.micro_upper.f1} & {0.0, 1.0})
    if total.ranges is not None:
        headings += ["F1 over all optima", "pairs where it varies"]
        rows = [[*row, *_range_cells(total.ranges, row[0], whole.numbers)] for row in rows]
    lines = [_HEADINGS[total.how], *table_lines([headings, *rows])]
    if is_at_an_end:
        from smatchproof.inference.intervals import AT_AN_END  # a table without intervals does not wait for it

        lines.append(f"note       {AT_AN_END}")
    if total.ranges is not None:
        lines += _range_notes(total.ranges, whole.corpus.pairs)
    elif not optimum:
        lines.append(f"note       projections: {_which(whole)}another optimal alignment may give other numbers")
    if not optimum and whole.corpus.certified < whole.corpus.pairs:
        unproved = f"{whole.corpus.pairs - whole.corpus.certified:,} of {whole.corpus.pairs:,}"
        lines.append(f"note       {unproved} of the projected alignments are not proved optimal")
    return "\n".join([*lines, f"signature  {total.signature(whole.signature, whole.canonical == whole.corpus.pairs)}"])


def _which(whole: WholeGraphs) -> str:
    """Words for the optima that are projected."""
    if whole.canonical is None:
        return "of the optimum that the method found, without --canonical; "
    return f"of the canonical optimum of {whole.canonical:,} of {whole.corpus.pairs:,} pairs; "


def _range_cells(ranges: RangeTotal, name: str, numbers: ScoreFormat) -> Iterator[str]:
    corpus = ranges.aspects.get(name, CorpusScore())
    is_empty = f1_or_none(corpus.counts) is None
    yield _NOTHING if is_empty else numbers.ends((corpus.micro.f1, corpus.micro_upper.f1))
    yield f"{ranges.wide(name):,}"


def _range_notes(ranges: RangeTotal, pairs: int) -> Iterator[str]:
    proved = f"{ranges.certified:,} of {many(pairs, 'pair')}"
    yield f"note       projections: from the least to the most of all optima; both ends certified of {proved}"
    if ranges.unknown:
        yield f"note       the ranges of {ranges.unknown:,} pairs are not known: they count with their alignment"


def _cells(corpus: CorpusScore, optimum: bool, numbers: ScoreFormat) -> Iterator[str]:
    counts = corpus.counts
    nothing = f1_or_none(counts) is None
    for ends in zip(counts.score, counts.upper_score, strict=True):
        yield _NOTHING if nothing else numbers.ends(ends)
    bound = "" if counts.proved else f" (at most {counts.format_triples(counts.upper_bound)})"
    yield counts.format_triples(counts.matched) + bound
    yield f"{counts.left_triples:,}"
    yield f"{counts.right_triples:,}"
    if optimum:
        yield f"{corpus.proved:,} of {corpus.pairs:,}"
