"""Numbers, tables and sections in text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, Self

from smatchproof.base.errors import UsageError, plain_line
from smatchproof.base.limits import MOST_DECIMALS
from smatchproof.base.record import Record


def many(number: int, what: str) -> str:
    """Format a number of things, whose plural has an s.

    >>> many(1, "system"), many(1200, "graph")
    ('1 system', '1,200 graphs')
    """
    return f"{number:,} {what}" + "s" * (number != 1)


class ScoreFormat(Record):
    """The number of decimals of printed scores, and whether they are percentages.

    >>> ScoreFormat().score(0.81234), ScoreFormat(1, percent=True).score(0.81234), ScoreFormat(2).signed(-0.014)
    ('0.8123', '81.2', '-0.01')
    """

    decimals: int = 4
    percent: bool = False

    @classmethod
    def of(cls, decimals: int | None, percent: bool) -> Self:
        """Return the format with this number of decimals; by default 4, or 2 for percentages.

        Raises :class:`UsageError` if it is not a number from 0 to 12.
        """
        if decimals is not None and (not isinstance(decimals, int) or decimals not in range(MOST_DECIMALS + 1)):
            raise UsageError(f"{decimals!r} decimals cannot be printed; give a whole number from 0 to {MOST_DECIMALS}")
        return cls((2 if percent else 4) if decimals is None else decimals, percent)

    def score(self, value: float) -> str:
        """Format a score."""
        return f"{100 * value if self.percent else value:.{self.decimals}f}"

    def plus(self, value: float) -> str:
        """Format a difference with its sign."""
        return f"{100 * value if self.percent else value:+.{self.decimals}f}"

    def signed(self, value: float) -> str:
        """Format a difference, with its sign unless it is printed as zero."""
        text = self.plus(value)
        return text if re.search("[1-9]", text) else text[1:]

    def ends(self, ends: tuple[float, float], signed: bool = False) -> str:
        """Format two ends, or one number if they are equal."""
        (low, high), write = ends, self.signed if signed else self.score
        return write(low) if low == high else f"{write(low)} to {write(high)}"


FOUR_DECIMALS = ScoreFormat()
"""The default format."""


def table_lines(
    rows: Sequence[Sequence[str]], right: Sequence[bool] | None = None, gap: str = "  ", first_width: int = 0
) -> list[str]:
    r"""Return the rows of a table as lines of text, with aligned columns and no spaces at the ends of lines.

    `right` says which columns are aligned to the right: by default all but the first. `gap` stands between columns, and
    the first one is at least `first_width` characters wide. Linear in the size of the table. Raises ``ValueError`` for
    rows with different numbers of columns.

    >>> print("\n".join(table_lines([["metric", "a"], ["value", "1.25"]])))
    metric     a
    value   1.25
    """
    rows = [[plain_line(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    if widths:
        widths[0] = max(widths[0], first_width)
    sides = [at > 0 for at in range(len(widths))] if right is None else right
    return [
        gap.join(
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(row, widths, sides, strict=True)
        ).rstrip()
        for row in rows
    ]


def fitted_lines(rows: Sequence[Sequence[str]], right: Sequence[bool], width: int | None = None) -> list[str]:
    r"""Return the lines of a table, in parts if it is wider than `width`; each begins with the columns before the
    numbers.

    A part with a single further column may still be wider.

    >>> rows = [["metric", "score", "interval"], ["smatch", "0.81", "0.79 to 0.83"]]
    >>> print("\n".join(fitted_lines(rows, (False, True, True), width=20)))
    metric  score
    smatch   0.81
    <BLANKLINE>
    metric      interval
    smatch  0.79 to 0.83
    """
    lines = table_lines(rows, right)
    if width is None or not rows or max(map(len, lines)) <= width:
        return lines
    rows = [[plain_line(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    first = next((at for at, is_number in enumerate(right) if is_number), 1)
    parts: list[list[int]] = []
    for at in range(first, len(widths)):
        if parts and sum(widths[each] + 2 for each in [*range(first), *parts[-1], at]) - 2 <= width:
            parts[-1].append(at)
        else:
            parts.append([at])
    found: list[str] = []
    for part in parts:
        chosen = [*range(first), *part]
        found += [""] * bool(found)
        found += table_lines([[row[at] for at in chosen] for row in rows], [right[at] for at in chosen])
    return found


class Section(NamedTuple):
    """A part of an explanation: rows under a title, or without a title lines that stand alone."""

    title: str
    rows: tuple[str, ...]
    is_counted: bool = True
    """True if the title states the number of rows."""

    @property
    def text(self) -> str:
        """Rows under a title that counts them, or without a title."""
        if not self.title:
            return "\n".join(map(plain_line, self.rows))
        title = f"{self.title} ({len(self.rows):,})" if self.is_counted else self.title
        return "\n".join([plain_line(title), *(f"  {plain_line(row)}" for row in self.rows)])
