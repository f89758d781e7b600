"""The page of a comparison: the table, and the pairs on which systems differ most. It needs no other file."""

from __future__ import annotations

from collections.abc import Sequence

from smatchproof.base.text import many
from smatchproof.reports.pages.pair_page import template
from smatchproof.reports.tables.cells import Cell, FormattedTable
from smatchproof.reports.tables.system_tables import TableStyle, formatted_systems
from smatchproof.scoring.systems.system_table import SystemTable
from smatchproof.scoring.systems.systems import ChangedPair


def comparison_page(table: SystemTable, style: TableStyle, changed: Sequence[tuple[str, Sequence[ChangedPair]]]) -> str:
    """The page as HTML. `changed` has for each system but the baseline the pairs on which the two differ most."""
    return template("comparison.html.j2").render(
        title=f"{many(len(table.systems), 'system')} on {many(table.reference.graphs, 'graph')}",
        table=formatted_systems(table, style),
        systems=table,
        changed=[_changed_table(table, style, name, pairs, at) for at, (name, pairs) in enumerate(changed)],
    )


def _changed_table(
    table: SystemTable, style: TableStyle, system: str, pairs: Sequence[ChangedPair], at: int
) -> FormattedTable:
    rows = []
    for pair in pairs:
        scores = [Cell(style.score(score), score) for score in (pair.other_score, pair.score)]
        rows.append((Cell(pair.id, pair.id), *scores, Cell(style.signed(pair.change), pair.change)))
    title = f"{system} against {table.baseline}, {table.metrics[0]}"
    return FormattedTable(f"changed{at}", title, ("pair", table.baseline, system, "change"), tuple(rows))
