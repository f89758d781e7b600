"""The errors of a corpus as tables: by kind, and the most frequent lost, added and confused labels."""

from __future__ import annotations

from smatchproof.base.characters import visible
from smatchproof.base.text import many
from smatchproof.reports.tables.cells import Cell, FormattedTable
from smatchproof.scoring.corpus.corpus_errors import ErrorRow, ErrorTotals
from smatchproof.scoring.pairs.pair_errors import CONFUSED, MEANINGS

CERTAIN = "certain: errors that every optimal alignment makes."
"""The note that explains the column."""


def error_tables(totals: ErrorTotals, most: int) -> list[FormattedTable]:
    """The table of kinds, and for each error that of its `most` labels, if there are any."""
    tables = [kinds_table(totals)]
    for error, meaning in MEANINGS.items():
        rows = totals.rows(error)
        columns = ["kind", "reference as candidate" if error == CONFUSED else "label", "number", "certain"]
        columns += ["of", "share"] * (error != CONFUSED) + ["pairs"]
        title = f"{error}: {meaning}" + f" ({most:,} of {len(rows):,})" * (len(rows) > most)
        if rows:
            tables.append(FormattedTable(error, title, tuple(columns), tuple(map(_cells, rows[:most]))))
    return tables


def kinds_table(totals: ErrorTotals) -> FormattedTable:
    """The errors by kind: a row for each, and its numbers of lost, added and confused triples."""
    rows = totals.kinds()
    columns = ["kind"]
    for error in MEANINGS:
        columns += [error, "certain", *(["of"] * (error != CONFUSED))]
    lines = [
        (Cell(kind, kind), *(cell for row in rows if row.kind.kind == kind for cell in _numbers(row)))
        for kind in dict.fromkeys(row.kind.kind for row in rows)
    ]
    optima = f"{totals.certified:,} have a certified proof of what all optima share"
    notes = CERTAIN, f"Of {many(totals.pairs, 'pair')}, {optima}; {totals.ambiguous:,} may have several optima."
    return FormattedTable("kinds", "errors by kind of triple", tuple(columns), tuple(lines), notes)


def _cells(row: ErrorRow) -> tuple[Cell, ...]:
    kind, share = row.kind, []
    if row.of is not None:
        share = [Cell(f"{row.number / row.of:.0%}", row.number / row.of)]
    ids = ", ".join(row.examples)
    return Cell(kind.kind, kind.kind), Cell(visible(kind.label), kind.label), *_numbers(row), *share, Cell(ids, ids)


def _numbers(row: ErrorRow) -> list[Cell]:
    numbers = [row.number, row.certain, *([] if row.of is None else [row.of])]
    return [Cell(f"{number:,}", number) for number in numbers]
