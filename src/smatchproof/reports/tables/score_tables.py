"""The scores of files as a table: a row for each file, and for each of its aspects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from smatchproof.base.score_format import ScoreFormat
from smatchproof.base.text import many
from smatchproof.problem.score import CorpusScore
from smatchproof.reports.tables.cells import Cell, FormattedTable
from smatchproof.reports.tables.table_formats import ends_cell
from smatchproof.scoring.metrics.alignment_scores import AlignmentTotal
from smatchproof.scoring.pairs.backbone import FORCED, IMPOSSIBLE, OPEN, UNDECIDED
from smatchproof.scoring.pairs.fine_grained import f1_or_none
from smatchproof.scoring.systems.system_table import system_names
from smatchproof.scoring.systems.systems import Difference, System

_NOTHING = Cell("–")


def formatted_scores(
    systems: Sequence[System], differences: Sequence[Difference], numbers: ScoreFormat
) -> FormattedTable:
    """The scores of files under one metric, with their intervals where they were asked for; differences as notes."""
    aligns, label = isinstance(systems[0].total, AlignmentTotal), systems[0].metric.label
    is_sure = systems[0].confidence is not None
    level = systems[0].confidence.inference.level if systems[0].confidence else 0.0
    columns = ["file", *(["precision", "recall"] * aligns), label, *([f"{level:.0%} interval"] * is_sure)]
    columns += ["macro F1", "matched", "certified"] if aligns else ["macro"]
    columns += _optima_columns(systems[0].total)
    names = dict(zip((each.file for each in systems), system_names([each.file for each in systems]), strict=True))
    rows = [row for system in systems for row in _rows(system, names[system.file], numbers)]
    notes = [
        f"{names[systems[0].file]} less {names[other.file]}: "
        f"{numbers.signed(each.significance.difference)} {label}, "
        f"{each.significance.inference.level:.0%} interval {numbers.ends(each.significance.interval, signed=True)}."
        for other, each in zip(systems[1:], differences, strict=False)  # none of what was interrupted
        if each.significance.interval
    ]
    return FormattedTable("scores", many(systems[0].total.pairs, "pair"), tuple(columns), tuple(rows), tuple(notes))


def _rows(system: System, name: str, numbers: ScoreFormat) -> Iterator[tuple[Cell, ...]]:
    total, sure = system.total, tuple[Cell, ...]()
    if system.confidence:
        sure = (ends_cell(system.confidence.interval, numbers) if system.confidence.interval else _NOTHING,)
    if not isinstance(total, AlignmentTotal):
        members = total.as_object({})
        score, macro = members[system.metric.key], members["macro"]
        yield Cell(name, name), _score(score, numbers), *sure, _score(macro, numbers)
        return
    optima = _optima_columns(total)
    links = [
        Cell(f"{total.backbones.counts[kind]:,}", total.backbones.counts[kind]) for kind in _LINKS if total.backbones
    ]
    whole = (*links, *[_NOTHING] * len(optima))[: len(optima)]
    yield Cell(name, name), *_cells(total.corpus, numbers, sure, total.corpus.certified), *whole
    for aspect, corpus in total.fine_grained.aspects.items() if total.fine_grained else ():
        about, interval = f"{name}, {aspect}", total.aspect_intervals.get(aspect)
        its = (ends_cell(interval, numbers),) if interval and f1_or_none(corpus.counts) is not None else ()
        cells = _cells(corpus, numbers, its or (_NOTHING,) * len(sure), corpus.proved)
        yield Cell(about, about), *cells, *[_NOTHING] * len(links), *_range_cells(total, aspect, numbers)


_LINKS = FORCED, OPEN, IMPOSSIBLE, UNDECIDED
_RANGES = "F1 over all optima", "pairs where it varies"


def _optima_columns(total: object) -> list[str]:
    """The columns about all optima, where they were asked for: pairs of variables by kind, and ranges of aspects."""
    if not isinstance(total, AlignmentTotal) or total.backbones is None:
        return []
    return [*_LINKS, *(_RANGES if total.fine_grained and total.fine_grained.ranges else ())]


def _range_cells(total: AlignmentTotal, aspect: str, numbers: ScoreFormat) -> Iterator[Cell]:
    if total.backbones is None or total.fine_grained is None or total.fine_grained.ranges is None:
        return
    found, wide = total.fine_grained.ranges.aspects[aspect], total.fine_grained.ranges.wide(aspect)
    if f1_or_none(found.counts) is None:
        yield from [_NOTHING] * len(_RANGES)
    else:
        yield ends_cell((found.micro.f1, found.micro_upper.f1), numbers)
        yield Cell(f"{wide:,}", wide)


def _score(value: object, numbers: ScoreFormat) -> Cell:
    assert isinstance(value, int | float)
    return Cell(numbers.score(value), value)


def _cells(corpus: CorpusScore, numbers: ScoreFormat, sure: Sequence[Cell], certified: int) -> Iterator[Cell]:
    counts = corpus.counts
    if f1_or_none(counts) is None:
        yield from [_NOTHING] * 3
        yield from sure
        yield _NOTHING
    else:
        yield from (ends_cell(ends, numbers) for ends in zip(corpus.micro, corpus.micro_upper, strict=True))
        yield from sure
        yield ends_cell((corpus.macro.f1, corpus.macro_upper.f1), numbers)
    matched = counts.matched if counts.denominator == 1 else counts.matched / counts.denominator
    yield Cell(counts.format_triples(counts.matched), matched)
    yield Cell(f"{certified:,} of {corpus.pairs:,}", certified)
