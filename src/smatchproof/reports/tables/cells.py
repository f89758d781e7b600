"""Formatted tables, and their formats: text, Markdown, LaTeX and CSV. Pages show them by a template."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from smatchproof.base.errors import plain_line
from smatchproof.base.record import Record, field
from smatchproof.base.text import ScoreFormat, fitted_lines


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


def ends_cell(ends: tuple[float, float], numbers: ScoreFormat) -> Cell:
    """A score with its two ends, which are equal where it is known."""
    return Cell(numbers.ends(ends), ends[0], high=None if ends[0] == ends[1] else ends[1])


class FormattedTable(Record):
    """A table as it is shown: `name` is an identifier, `notes` and the signatures of its scores stand below.

    In LaTeX there are `rules` above the rows of these numbers.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = field(default=())
    signatures: tuple[str, ...] = field(default=())
    rules: tuple[int, ...] = field(default=(0,))

    @property
    def numeric(self) -> list[bool]:
        """Which columns are numbers, or would be if there were any."""
        columns = zip(*self.rows, strict=True) if self.rows else ([] for _ in self.columns)
        return [any(cell.numeric for cell in column) or {cell.text for cell in column} == {"–"} for column in columns]


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
            *(fitted_lines(lines, table.numeric, width) if table.columns else ()),
            *(f"\n{plain_line(note)}" for note in table.notes),
            *([""] if table.signatures else []),
            *(f"signature  {signature}" for signature in table.signatures),
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
    lines = [f"| {' | '.join(line)} |" for line in (table.columns, rule, *body) if line]
    below = [*(f"\n{_markdown(note)}" for note in table.notes), *([""] if table.signatures else [])]
    below += [f"- `{signature}`" for signature in table.signatures]
    return "\n".join([f"**{_markdown(table.title)}**", "", *lines, *below])


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


_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "_": r"\_", "%": r"\%",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"$<$", ">": r"$>$", "|": r"$|$", "–": "--",
    "†": r"$^\dagger$",
}  # fmt: skip


def latex_text(text: str) -> str:
    r"""Text as LaTeX prints it literally.

    >>> print(latex_text("a_b & 5% < $\\x"))
    a\_b \& 5\% $<$ \$\textbackslash{}x
    """
    return "".join(_SPECIAL.get(sign, sign) for sign in text if sign.isprintable())


def as_latex(table: FormattedTable) -> str:
    r"""A table in LaTeX, with the rules of booktabs; notes and signatures as comments.

    >>> row = (Cell("a_b"), Cell("0.8", 0.8, bold=True))
    >>> print(as_latex(FormattedTable("t", "Scores", ("system", "F1"), (row,))))
    % \usepackage{booktabs}
    \begin{tabular}{@{}lr@{}}
    \toprule
    system & F1 \\
    \midrule
    a\_b & \textbf{0.8} \\
    \bottomrule
    \end{tabular}
    """
    columns = "".join("r" if numeric else "l" for numeric in table.numeric)
    lines = [rf"% {''.join(filter(str.isprintable, comment))}" for comment in (*table.notes, *table.signatures)]
    lines += [r"% \usepackage{booktabs}", rf"\begin{{tabular}}{{@{{}}{columns}@{{}}}}", r"\toprule"]
    lines.append(_latex_row([Cell(column) for column in table.columns]))
    for number, cells in enumerate(table.rows):
        lines += [r"\midrule"] * (number in table.rules)
        lines.append(_latex_row(cells))
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"])


def _latex_row(cells: Sequence[Cell]) -> str:
    return " & ".join(map(_latex_cell, cells)) + r" \\"


def _latex_cell(cell: Cell) -> str:
    text = latex_text(re.sub(r"(?<=\d) to (?=[-+\d])", " -- ", cell.text + cell.mark))
    text = re.sub(r"(?<![\w.-])([-+])(?=\d)", r"$\1$", text)
    return rf"\textbf{{{text}}}" if cell.bold else text


def csv_text(rows: Sequence[Mapping[str, object]]) -> str:
    """Records as CSV, with the columns of the longest; empty where there is nothing."""
    text = io.StringIO()
    writer = csv.DictWriter(text, [*max(rows, key=len)], lineterminator="\n", restval="")
    writer.writeheader()
    writer.writerows({key: "" if value is None else value for key, value in row.items()} for row in rows)
    return text.getvalue()


def as_csv(table: FormattedTable) -> str:
    """The numbers of a table as CSV with all digits; the last column has the signatures.

    The upper ends of intervals have a column of their own; what a table has no number for is empty.

    >>> rows = (Cell("a"), Cell("0.1 to 0.2", 0.1, high=0.25)), (Cell("b"), Cell("–"))
    >>> print(as_csv(FormattedTable("t", "Scores", ("system", "F1"), rows)), end="")
    system,F1,F1_high,signature
    a,0.1,0.25,
    b,,,
    """
    records, marks = [], " ".join(table.signatures)
    wide = [any(cell.high is not None for cell in column) for column in zip(*table.rows, strict=True)]
    for row in table.rows:
        record: dict[str, object] = {}
        for column, cell, has_high in zip(table.columns, row, wide, strict=True):
            record[column] = value = cell.value if cell.numeric else None if cell.text == "–" else cell.text
            record |= {f"{column}_high": value if cell.high is None else cell.high} if has_high else {}
        records.append(record | {"signature": marks})
    return csv_text(records)


TABLE_FORMATS: dict[str, Callable[[FormattedTable], str]] = {
    "text": as_text,
    "markdown": as_markdown,
    "latex": as_latex,
    "csv": as_csv,
}
"""The functions that write a table, by the name of the format."""


def in_format(table: FormattedTable, format: str, width: int | None = None) -> str:
    """A table in one of :data:`TABLE_FORMATS`, with a newline at the end; text is no wider than `width` columns."""
    text = as_text(table, width) if format == "text" else TABLE_FORMATS[format](table)
    return text.rstrip("\n") + "\n"
