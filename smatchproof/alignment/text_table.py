"""Tables as text: columns under each other."""

from __future__ import annotations

from collections.abc import Sequence


def table_lines(
    rows: Sequence[Sequence[str]], right: Sequence[bool] | None = None, gap: str = "  ", first_width: int = 0
) -> list[str]:
    r"""The rows of a table as lines of text, with its columns under each other and nothing at the ends of lines.

    `right` says which columns go to the right: if it is not given all but the first. `gap` stands between columns, and
    the first one is at least `first_width` characters wide. Linear in the size of the table. Raises ``ValueError`` for
    rows with different numbers of columns.

    >>> print("\n".join(table_lines([["metric", "a"], ["value", "1.25"]])))
    metric     a
    value   1.25
    """
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
