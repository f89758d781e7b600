"""The table of BAMBOO as text and as JSON: our metrics, and the published rows beside them."""

from __future__ import annotations

import json
from collections.abc import Sequence

from smatchproof.alignment import VERSION
from smatchproof.alignment.text_table import table_lines
from smatchproof.audits.bamboo import CELLS, PUBLISHED, BambooRow


def format_bamboo(rows: Sequence[BambooRow], split: str) -> str:
    """The table as text, each of our rows above the published one that its settings belong to.

    >>> text = format_bamboo([BambooRow("bamboo-smatch", "smatch|...", (50.0,) * 12)], "dev")
    >>> [" ".join(line.split()[:5]) for line in text.splitlines()[1:3]]
    ['bamboo-smatch, dev 50.00 50.00 50.00', 'published, test: Smatch 58.39 59.75']
    """
    lines = [["", *(cell.heading for cell in CELLS)]]
    published = {row.ours: row for row in PUBLISHED if row.ours}
    for row in rows:
        lines.append([f"{row.metric}, {split}", *map(_cell, row.values)])
        if beside := published.get(row.metric):
            lines.append([f"  published, test: {beside.metric}", *map(_cell, beside.values)])
    measured = {row.metric for row in rows}
    for each in PUBLISHED:
        if each.ours not in measured:
            lines.append([f"published, test: {each.metric}", *map(_cell, each.values)])
    notes = [
        "Pearson's correlation with human similarities x 100; role: paraphrases that score more than their foil x 100.",
        "A published row has the settings of the row above it, on other sentences.",
        "signatures",
        *(f"  {row.metric}: {row.signature}" for row in rows),
    ]
    return "\n".join([*table_lines(lines), "", *notes])


def _cell(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def bamboo_json(rows: Sequence[BambooRow], split: str) -> str:
    """The same as one JSON object.

    >>> [*json.loads(bamboo_json([], "dev"))]
    ['version', 'split', 'columns', 'rows', 'published']
    """
    columns = [cell.heading for cell in CELLS]
    whole = {
        "version": VERSION,
        "split": split,
        "columns": columns,
        "rows": [
            {"metric": row.metric, "signature": row.signature, "values": dict(zip(columns, row.values, strict=True))}
            for row in rows
        ],
        "published": [
            {"metric": row.metric, "ours": row.ours or None, "values": dict(zip(columns, row.values, strict=True))}
            for row in PUBLISHED
        ],
    }
    return json.dumps(whole, indent=2, ensure_ascii=False, allow_nan=False)
