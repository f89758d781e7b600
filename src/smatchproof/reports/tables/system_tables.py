"""The table of many systems as text, Markdown, LaTeX, CSV and JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial

from smatchproof.base.errors import short
from smatchproof.base.record import replace
from smatchproof.base.text import ScoreFormat, many
from smatchproof.inference.interval import Interval
from smatchproof.inference.intervals import AT_AN_END
from smatchproof.reports.tables.cells import TABLE_FORMATS, Cell, FormattedTable, csv_text, in_format
from smatchproof.scoring.systems.significance import p_text
from smatchproof.scoring.systems.system_table import NOTHING_TO_CERTIFY, SystemRow, SystemTable
from smatchproof.scoring.systems.systems import ChangedPair, System, by_file, changed_most

_NOTHING = "–"
_DIFFERENT = "†"
"""The mark of a score that differs significantly from the baseline's."""
LAYOUTS = "long", "wide"
"""A row for each system under each metric; or a row for each system, and a column for each metric and aspect."""


class TableStyle(ScoreFormat):
    """The layout of a table, and of its numbers."""

    layout: str = "long"


SYSTEM_FORMATS = (*TABLE_FORMATS, "json")
"""The formats of the table."""


def system_in_format(table: SystemTable, style: TableStyle, format: str, width: int | None = None) -> str:
    """The table in one of :data:`SYSTEM_FORMATS`; text is no wider than `width` columns."""
    if format == "json":
        return json.dumps(system_object(table), indent=2, ensure_ascii=False) + "\n"
    return system_csv(table) if format == "csv" else in_format(formatted_systems(table, style), format, width)


def formatted_systems(table: SystemTable, style: TableStyle = TableStyle()) -> FormattedTable:
    """The table in the layout of the style; the long one has a metric where there are several."""
    signatures = tuple(dict.fromkeys(signature for _, signature in table.signatures))
    return replace(_wide(table, style) if style.layout == "wide" else _long(table, style), signatures=signatures)


def _long(table: SystemTable, style: TableStyle) -> FormattedTable:
    level, compared = f"{table.inference.level:.0%} interval", len(table.systems) > 1
    headings = {"score": "score", "interval": level}
    if compared:
        headings |= {"difference": "difference", "difference-interval": f"{level} of difference", "p": "p"}
        headings["outcomes"] = "wins/ties/losses"
    headings["certified"] = "certified"
    columns = ["metric"] * (len(table.metrics) > 1) + ["system", *headings.values()]
    rows = []
    for row in table.rows:
        metric = [Cell(row.metric, row.metric)] * (len(table.metrics) > 1)
        cells = {**_score_cells(row, style), **_difference_cells(row, style)}
        rows.append(
            (*metric, Cell(row.system, row.system), *(cells.get(column, Cell(_NOTHING)) for column in headings))
        )
    title = many(table.reference.graphs, "pair") + f", differences from {table.baseline}" * compared
    basis = f"Intervals: jackknife over {many(table.units, table.inference.unit)}."
    notes = (basis + f" p: {_tests(table)}" * compared, *map(partial(_sentence, table), table.notes))
    metrics = [row.metric for row in table.rows]
    rules = tuple(metrics.index(metric) for metric in table.metrics)
    return FormattedTable("systems", title, tuple(columns), tuple(rows), notes, rules=rules)


def _wide(table: SystemTable, style: TableStyle) -> FormattedTable:
    """A row for each system, a column for each metric and aspect, the best of each in bold.

    A system is the best where no other can score more, whatever the optima of open pairs are. Scores that differ
    significantly from that of the baseline are marked.
    """
    rows = {system: [Cell(system, system)] for system in table.systems}
    for metric in table.metrics:
        found = [row for row in table.rows if row.metric == metric]
        most = max((row.score.high for row in found if row.score), default=0.0)
        for row in found:
            is_best = len(found) > 1 and row.score is not None and row.score.low >= most
            cell = _score_cells(row, style).get("score", Cell(_NOTHING))
            rows[row.system].append(cell._replace(bold=is_best, mark=_DIFFERENT * _is_different(table, row)))
    columns = ("system", *(label.removeprefix(f"{table.metrics[0]} ") for label in table.metrics))
    notes = [_sentence(table, note) for note in table.notes if not _is_of_other_columns(table, note)]
    if len(table.systems) > 1:
        notes.insert(0, f"{_DIFFERENT} differs from {table.baseline}, p < {_alpha(table):g}: {_tests(table)}")
    title = many(table.reference.graphs, "pair")
    return FormattedTable("systems", title, columns, tuple(map(tuple, rows.values())), tuple(notes))


def _alpha(table: SystemTable) -> float:
    return round(1 - table.inference.level, 6)


def _is_different(table: SystemTable, row: SystemRow) -> bool:
    return row.score is not None and row.versus is not None and (row.versus.p or 1) < _alpha(table)


def _tests(table: SystemTable) -> str:
    """The method of the p-values."""
    text = f"approximate randomisation; {table.inference.samples:,} exchanges, seed {table.inference.seed}"
    others = len(table.systems) - 1
    return text + (f"; corrected for {others} comparisons (Holm)." if others > 1 else ".")


def _score_cells(row: SystemRow, style: TableStyle) -> dict[str, Cell]:
    cells = {} if row.certified is None else {"certified": Cell(f"{row.certified:,} of {row.pairs:,}", row.certified)}
    if row.score is None:
        return cells
    cells["score"] = Cell(style.ends(row.score), row.score.low)
    return cells if row.interval is None else cells | {"interval": Cell(style.ends(row.interval), row.interval.low)}


def _difference_cells(row: SystemRow, style: TableStyle) -> dict[str, Cell]:
    versus = row.versus
    if versus is None or row.score is None:
        return {}
    found, (wins, ties, losses, undecided) = versus.significance, versus.outcomes
    band = found.interval
    return {
        "difference": Cell(style.ends(found.bounds, signed=True), found.difference),
        "difference-interval": Cell(style.ends(band, signed=True) if band else _NOTHING, band and band.low),
        "p": Cell(p_text(versus.p), versus.p),
        "outcomes": Cell(f"{wins:,}/{ties:,}/{losses:,}" + f" ({undecided:,} open)" * bool(undecided), wins),
    }


def _is_about_a_system(table: SystemTable, note: str) -> bool:
    return note.startswith(tuple(f"{name}:" for name in table.systems))


def _is_of_other_columns(table: SystemTable, note: str) -> bool:
    """Test whether a note is about columns that the wide layout lacks: intervals, certified pairs, differences."""
    return note in (NOTHING_TO_CERTIFY, AT_AN_END) or _is_about_a_system(table, note)


def _sentence(table: SystemTable, note: str) -> str:
    """A note with a capital, unless it begins with the name of a system."""
    return f"{note}." if _is_about_a_system(table, note) else f"{note[:1].upper()}{note[1:]}."


def changed_tables(systems: Sequence[System], number: int, style: TableStyle) -> list[FormattedTable]:
    """A table for each system: up to `number` pairs on which it differs most from the baseline, by the first metric."""
    firsts = [group[0] for group in by_file(systems)]
    base, tables = firsts[systems[0].question.baseline], list[FormattedTable]()
    for at, system in enumerate(firsts):
        if system is not base:
            rows = [_changed_cells(pair, style) for pair in changed_most(system, base, number)]
            columns = ("pair", system.name, base.name, "difference")
            title = f"{system.name} against {base.name}, {system.choice.label}"
            tables.append(FormattedTable(f"changed{at}", title, columns, tuple(rows)))
    return tables


def _changed_cells(pair: ChangedPair, style: TableStyle) -> tuple[Cell, ...]:
    scores = [Cell(style.score(score), score) for score in (pair.score, pair.other_score)]
    return Cell(short(pair.id, 60), pair.id), *scores, Cell(style.signed(pair.change), pair.change)


# ---- data


def system_csv(table: SystemTable) -> str:
    """The :func:`system_rows` as CSV. The last column has the notes of the table, the same in each row."""
    return csv_text([row | {"notes": "; ".join(table.notes)} for row in system_rows(table)])


def system_rows(table: SystemTable) -> list[dict[str, object]]:
    """A record for each system under each metric with all digits: two members for the ends of each interval, ``None``
    where there is nothing.
    """
    rows = [_flat(_row_object(row)) for row in table.rows]
    columns = max(rows, key=len)
    return [dict.fromkeys(columns) | row for row in rows]


def _flat(record: dict[str, object], before: str = "") -> dict[str, object]:
    flat: dict[str, object] = {}
    for key, value in record.items():
        flat |= _flat(value, f"{before}{key}_") if isinstance(value, dict) else {f"{before}{key}": value}
    return flat


def system_object(table: SystemTable) -> dict[str, object]:
    """The table as the members of a JSON object."""
    inference = table.inference
    return {
        "reference": {"graphs": table.reference.graphs, "sha256": table.reference.sha256},
        "baseline": table.baseline,
        "level": inference.level,
        "samples": inference.samples,
        "seed": inference.seed,
        "clusters": inference.clusters,
        "units": table.units,
        "rows": [_row_object(row) for row in table.rows],
        "signatures": dict(table.signatures),
        "notes": list(table.notes),
    }


def _row_object(row: SystemRow) -> dict[str, object]:
    members: dict[str, object] = {"metric": row.metric, "system": row.system}
    members["score"] = None if row.score is None else row.score.low
    members["score_most"] = None if row.score is None else row.score.high
    members["interval"] = _ends(row.interval)
    members |= {"pairs": row.pairs, "certified": row.certified}
    versus = row.versus
    if versus is None:
        return members
    found = versus.significance
    return members | {
        "difference": {
            "found": found.difference,
            "least": found.bounds.low,
            "most": found.bounds.high,
            **_ends(found.interval),
        },
        "p": versus.p,
        "different": found.different,
        "outcomes": versus.outcomes._asdict(),
    }


def _ends(interval: Interval | None) -> dict[str, float | None]:
    low, high = interval or (None, None)
    return {"low": low, "high": high}
