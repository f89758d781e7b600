"""A formatted table as LaTeX, HTML and CSV; text and Markdown are with the table itself."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from html import escape

from smatchproof.base.text import ScoreFormat
from smatchproof.reports.tables.cells import Cell, FormattedTable, as_markdown, as_text

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


def as_latex(table: FormattedTable, signatures: Iterable[str] = (), rules: Collection[int] = (0,)) -> str:
    r"""A table in LaTeX, with the rules of booktabs above the rows of these numbers; notes and signatures as comments.

    >>> row = (Cell("a_b"), Cell("0.8", 0.8, bold=True))
    >>> print(as_latex(FormattedTable("t", "Scores", ("system", "F1"), (row,))), end="")
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
    lines = [rf"% {''.join(filter(str.isprintable, comment))}" for comment in (*table.notes, *signatures)]
    lines += [r"% \usepackage{booktabs}", rf"\begin{{tabular}}{{@{{}}{columns}@{{}}}}", r"\toprule"]
    lines.append(_latex_row([Cell(column) for column in table.columns]))
    for number, cells in enumerate(table.rows):
        lines += [r"\midrule"] * (number in rules)
        lines.append(_latex_row(cells))
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"]) + "\n"


def _latex_row(cells: Sequence[Cell]) -> str:
    return " & ".join(map(_latex_cell, cells)) + r" \\"


def _latex_cell(cell: Cell) -> str:
    text = latex_text(re.sub(r"(?<=\d) to (?=[-+\d])", " -- ", cell.text + cell.mark))
    text = re.sub(r"(?<![\w.-])([-+])(?=\d)", r"$\1$", text)
    return rf"\textbf{{{text}}}" if cell.bold else text


def as_html(table: FormattedTable, signatures: Iterable[str] = ()) -> str:
    """A table in HTML, to stand inside a page."""
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in table.columns)
    rows = "".join(f"<tr>{''.join(map(_html_cell, row))}</tr>\n" for row in table.rows)
    notes = [*(f"<p>{escape(note)}</p>" for note in table.notes)]
    notes += [f"<p><code>{escape(signature)}</code></p>" for signature in signatures]
    caption = f"<caption>{escape(table.title)}</caption>"
    return (
        "\n".join([f"<table>\n{caption}\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>", *notes])
        + "\n"
    )


def _html_cell(cell: Cell) -> str:
    side = ' style="text-align: right"' if cell.numeric else ""
    text = escape(cell.text + cell.mark)
    return f"<td{side}>{f'<b>{text}</b>' if cell.bold else text}</td>"


def csv_text(rows: Sequence[Mapping[str, object]]) -> str:
    """Records as CSV, with the columns of the longest; empty where there is nothing."""
    text = io.StringIO()
    writer = csv.DictWriter(text, [*max(rows, key=len)], lineterminator="\n", restval="")
    writer.writeheader()
    writer.writerows({key: "" if value is None else value for key, value in row.items()} for row in rows)
    return text.getvalue()


def text_of(table: FormattedTable, signatures: Iterable[str] = (), width: int | None = None) -> str:
    """A table as text, no wider than `width` columns where that is given: then it comes in parts."""
    return "\n".join([as_text(table, width), "", *(f"signature  {signature}" for signature in signatures)]) + "\n"


def markdown_of(table: FormattedTable, signatures: Iterable[str] = ()) -> str:
    """A table in Markdown, with its signatures."""
    return "\n".join([as_markdown(table), "", *(f"- `{signature}`" for signature in signatures)]) + "\n"


def csv_of(table: FormattedTable, signatures: Iterable[str] = ()) -> str:
    """The numbers of a table as CSV with all digits; the last column has the signatures.

    The upper ends of intervals have a column of their own; what a table has no number for is empty.

    >>> rows = (Cell("a"), Cell("0.1 to 0.2", 0.1, high=0.25)), (Cell("b"), Cell("–"))
    >>> print(csv_of(FormattedTable("t", "Scores", ("system", "F1"), rows)), end="")
    system,F1,F1_high,signature
    a,0.1,0.25,
    b,,,
    """
    records, marks = [], " ".join(signatures)
    wide = [any(cell.high is not None for cell in column) for column in zip(*table.rows, strict=True)]
    for row in table.rows:
        record: dict[str, object] = {}
        for column, cell, has_high in zip(table.columns, row, wide, strict=True):
            record[column] = value = cell.value if cell.numeric else None if cell.text == "–" else cell.text
            record |= {f"{column}_high": value if cell.high is None else cell.high} if has_high else {}
        records.append(record | {"signature": marks})
    return csv_text(records)


def ends_cell(ends: tuple[float, float], numbers: ScoreFormat) -> Cell:
    """A score with its two ends, which are equal where it is known."""
    return Cell(numbers.ends(ends), ends[0], high=None if ends[0] == ends[1] else ends[1])


TABLE_FORMATS: dict[str, Callable[[FormattedTable, Sequence[str]], str]] = {
    "text": text_of,
    "markdown": markdown_of,
    "latex": as_latex,
    "html": as_html,
    "csv": csv_of,
}
"""The functions that write a table with its signatures, by the name of the format."""
