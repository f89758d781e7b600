"""Formatted tables: cells as text and Markdown; pages show them as HTML."""

from __future__ import annotations

import re
from typing import NamedTuple

from smatchproof.base.errors import plain_line
from smatchproof.base.record import Record, field
from smatchproof.base.text import fitted_lines


class Cell(NamedTuple):
    """A cell of a table: its text, the value to sort by, its mark, the page it links to, bold or not.

    `high` is the upper end of an interval, whose lower end is `value`.
    """

    text: str
    value: float | str | None = None
    mark: str = ""
    page: str = ""
    bold: bool = False
    high: float | None = None

    @property
    def error(self) -> bool:
        """Test whether the cell's mark begins with ``*``: below the optimum. ``?`` alone: not known."""
        return self.mark.startswith("*")

    @property
    def numeric(self) -> bool:
        """Test whether the column of the cell is sorted by numbers."""
        return isinstance(self.value, int | float)


class FormattedTable(Record):
    """A table as it is shown: `name` is an identifier, `notes` stand below."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = field(default=())

    @property
    def numeric(self) -> list[bool]:
        """Which columns are numbers."""
        columns = zip(*self.rows, strict=True) if self.rows else ([] for _ in self.columns)
        return [any(cell.numeric for cell in column) for column in columns]


def as_text(table: FormattedTable, width: int | None = None) -> str:
    """A table with aligned columns, in parts where it is wider than `width` columns.

    >>> row = (Cell("S"), Cell("0.8", 0.8, mark="*"))
    >>> print(as_text(FormattedTable("t", "Scores", ("method", "F1"), (row,), ("* wrong",))))
    Scores
    method    F1
    S       0.8*
    <BLANKLINE>
    * wrong
    """
    lines = [table.columns, *([cell.text + cell.mark for cell in row] for row in table.rows)]
    return "\n".join(
        [
            plain_line(table.title),
            *fitted_lines(lines, table.numeric, width),
            *(f"\n{plain_line(note)}" for note in table.notes),
        ]
    )


def as_markdown(table: FormattedTable) -> str:
    r"""A table in Markdown, marked cells in bold.

    >>> row = (Cell("S|T"), Cell("0.8", 0.8, mark="*"))
    >>> print(as_markdown(FormattedTable("t", "Scores", ("method", "F1"), (row,))))
    **Scores**
    <BLANKLINE>
    | method | F1 |
    | --- | ---: |
    | S\|T | **0.8**\* |
    """
    rule = ["---:" if right else "---" for right in table.numeric]
    body = [[_markdown_cell(cell) for cell in row] for row in table.rows]
    lines = [f"| {' | '.join(line)} |" for line in (table.columns, rule, *body)]
    return "\n".join([f"**{_markdown(table.title)}**", "", *lines, *(f"\n{_markdown(note)}" for note in table.notes)])


def _markdown_cell(cell: Cell) -> str:
    words, mark = _markdown(cell.text), _markdown(cell.mark)
    return f"**{words}**{mark}" if cell.error or cell.bold else words + mark


def _markdown(text: str) -> str:
    r"""The text in one line of Markdown, where none of it is a sign: names of files and ids are a stranger's.

    >>> print(_markdown("<b>a|b\\| [x](y) < 0.5"))
    \<b>a\|b\\\| [x\](y) < 0.5
    """
    return _MARKDOWN_SIGNS.sub(r"\\\g<0>", plain_line(text))


_MARKDOWN_SIGNS = re.compile(r"[\\`*|]|<(?=[A-Za-z/!?])|&(?=[A-Za-z#])|\](?=[(\[:])")
"""Signs of Markdown: of code, stress, cells, HTML, entities and links."""
