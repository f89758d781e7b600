"""The score of a file as a table: a row for the file, and for each of its aspects."""

from __future__ import annotations

from collections.abc import Iterator

from smatchproof.base.text import ScoreFormat, many
from smatchproof.problem.score import CorpusScore
from smatchproof.reports.tables.cells import Cell, FormattedTable, ends_cell
from smatchproof.scoring.metrics.alignment_scores import AlignmentTotal
from smatchproof.scoring.pairs.backbone import FORCED, IMPOSSIBLE, OPEN, UNDECIDED
from smatchproof.scoring.pairs.fine_grained import f1_or_none
from smatchproof.scoring.systems.systems import System

_NOTHING = Cell("–")
_LINKS = FORCED, OPEN, IMPOSSIBLE, UNDECIDED
_RANGE, _VARYING = "F1 over all optima", "pairs where it varies"


def formatted_scores(system: System, numbers: ScoreFormat, signatures: tuple[str, ...]) -> FormattedTable:
    """The score of a file under a metric, with its interval where that was asked for, and a row for each aspect."""
    total, sure = system.total, system.confidence
    aligns, columns = isinstance(total, AlignmentTotal), ["file"]
    columns += [*(["precision", "recall"] * aligns), system.metric.label]
    columns += [f"{sure.inference.level:.0%} interval"] if sure else []
    columns += ["macro F1", "matched", "certified"] if aligns else ["macro"]
    if isinstance(total, AlignmentTotal) and total.backbones:
        columns += [*_LINKS, *([_RANGE, _VARYING] if total.fine_grained and total.fine_grained.ranges else [])]
    rows = tuple(tuple(row.get(column, _NOTHING) for column in columns) for row in _rows(system, numbers))
    return FormattedTable("scores", many(total.pairs, "pair"), tuple(columns), rows, signatures=signatures)


def _rows(system: System, numbers: ScoreFormat) -> Iterator[dict[str, Cell]]:
    """The cells of each row by column."""
    name, total, sure, label = system.name, system.total, system.confidence, system.metric.label
    level = f"{sure.inference.level:.0%} interval" if sure else ""
    whole = {"file": Cell(name, name), **_interval(level, sure.interval if sure else None, numbers)}
    if not isinstance(total, AlignmentTotal):
        members = total.as_object({})
        yield whole | {label: _score(members[system.metric.key], numbers), "macro": _score(members["macro"], numbers)}
        return
    links = {kind: _number(total.backbones.counts[kind]) for kind in _LINKS} if total.backbones else {}
    yield whole | links | _cells(total.corpus, label, numbers, total.corpus.certified)
    for aspect, corpus in total.fine_grained.aspects.items() if total.fine_grained else ():
        about, cells = f"{name}, {aspect}", _cells(corpus, label, numbers, corpus.proved)
        if label in cells:
            cells |= _interval(level, total.aspect_intervals.get(aspect), numbers)
        yield {"file": Cell(about, about), **cells, **_range_cells(total, aspect, numbers)}


def _interval(level: str, ends: tuple[float, float] | None, numbers: ScoreFormat) -> dict[str, Cell]:
    return {level: ends_cell(ends, numbers)} if ends else {}


def _number(value: int) -> Cell:
    return Cell(f"{value:,}", value)


def _score(value: object, numbers: ScoreFormat) -> Cell:
    assert isinstance(value, int | float)
    return Cell(numbers.score(value), value)


def _range_cells(total: AlignmentTotal, aspect: str, numbers: ScoreFormat) -> dict[str, Cell]:
    if total.fine_grained is None or total.fine_grained.ranges is None:
        return {}
    found, wide = total.fine_grained.ranges.aspects[aspect], total.fine_grained.ranges.wide(aspect)
    if f1_or_none(found.counts) is None:
        return {}
    return {_RANGE: ends_cell((found.micro.f1, found.micro_upper.f1), numbers), _VARYING: _number(wide)}


def _cells(corpus: CorpusScore, label: str, numbers: ScoreFormat, certified: int) -> dict[str, Cell]:
    counts = corpus.counts
    matched = counts.matched if counts.denominator == 1 else counts.matched / counts.denominator
    cells = {
        "matched": Cell(counts.format_triples(counts.matched), matched),
        "certified": Cell(f"{certified:,} of {corpus.pairs:,}", certified),
    }
    if f1_or_none(counts) is not None:
        scores = zip(("precision", "recall", label), zip(corpus.micro, corpus.micro_upper, strict=True), strict=True)
        cells |= {name: ends_cell(ends, numbers) for name, ends in scores}
        cells["macro F1"] = ends_cell((corpus.macro.f1, corpus.macro_upper.f1), numbers)
    return cells
