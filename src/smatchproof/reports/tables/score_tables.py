"""The score of a file as a table: a row for the file, and for each of its aspects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from smatchproof.base.text import ScoreFormat, many
from smatchproof.problem.score import CorpusScore
from smatchproof.reports.tables.cells import Cell, FormattedTable, ends_cell
from smatchproof.scoring.metrics.alignment_scores import AlignmentTotal
from smatchproof.scoring.pairs.backbone import FORCED, IMPOSSIBLE, OPEN, UNDECIDED
from smatchproof.scoring.pairs.fine_grained import f1_or_none
from smatchproof.scoring.systems.systems import System

_NOTHING = Cell("–")


def formatted_scores(system: System, numbers: ScoreFormat, signatures: tuple[str, ...]) -> FormattedTable:
    """The score of a file under a metric, with its interval where that was asked for, and a row for each aspect."""
    total, sure = system.total, system.confidence
    columns = ["file", *(["precision", "recall"] * isinstance(total, AlignmentTotal)), system.metric.label]
    columns += [f"{sure.inference.level:.0%} interval"] if sure else []
    columns += ["macro F1", "matched", "certified"] if isinstance(total, AlignmentTotal) else ["macro"]
    columns += _optima_columns(total)
    rows = tuple(_rows(system, numbers))
    return FormattedTable("scores", many(total.pairs, "pair"), tuple(columns), rows, signatures=signatures)


def _rows(system: System, numbers: ScoreFormat) -> Iterator[tuple[Cell, ...]]:
    name, total, sure = system.name, system.total, tuple[Cell, ...]()
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
