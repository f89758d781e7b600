"""The figures of the paper, from the tables of benchmarks/RESULTS.md: ``python -m paper.figures`` writes them into it.

A figure stands behind a comment that says where it is from: the section, the first cells of the row, the column.
"""

from __future__ import annotations

import re
from pathlib import Path

PAPER = Path(__file__).with_name("paper.md")
RESULTS = Path(__file__).parents[1] / "benchmarks" / "RESULTS.md"
FIGURE = re.compile(r"(<!-- ([^;>]+); ([^;>]+); ([^;>]+) -->)([\d.,]*\d)")


def cell(section: str, row: str, column: str, results: str) -> str:
    r"""The cell of a table in a section; `row` is its first cells. Raises ``LookupError``.

    >>> cell("Speed", "lpp | exact", "s", "## Speed\n\n| on | by | s |\n|---|---|---|\n| lpp | exact | 0.7% |\n")
    '0.7'
    """
    found = re.search(rf"^## {re.escape(section)}\n(.*?)(?=^## |\Z)", results, re.MULTILINE | re.DOTALL)
    wanted = row.split(" | ")
    for table in re.findall(r"(?:^\|.*\n)+", found[1] if found else "", re.MULTILINE):
        head, _, *rows = [[each.strip() for each in line.strip().strip("|").split("|")] for line in table.splitlines()]
        cells = [each for each in rows if each[: len(wanted)] == wanted]
        if column in head and cells:
            found_cell: str = cells[0][head.index(column)]
            return found_cell.removesuffix("%")
    raise LookupError(f"no cell {column!r} of {row!r} below {section!r} in {RESULTS.name}")


def with_figures(text: str) -> str:
    """A text with every figure as it is measured."""
    results = RESULTS.read_text(encoding="utf-8")
    return FIGURE.sub(lambda found: found[1] + cell(found[2], found[3], found[4], results), text)


if __name__ == "__main__":
    PAPER.write_text(with_figures(PAPER.read_text(encoding="utf-8")), encoding="utf-8")
