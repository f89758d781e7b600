"""The page of the errors of a corpus. It needs nothing but itself."""

from __future__ import annotations

from smatchproof.base.version import VERSION
from smatchproof.reports.pages.pair_page import template
from smatchproof.reports.tables.error_tables import error_tables
from smatchproof.scoring.corpus.corpus_errors import ErrorTotals


def errors_page(totals: ErrorTotals, most: int, files: tuple[str, str] | None = None) -> str:
    """The page as HTML: the `most` errors of each kind. The title names the two files where they are given."""
    title = "Errors" + (f" of {files[0]} against {files[1]}" if files else "")
    kinds, *tables = error_tables(totals, most)
    return template("errors.html.j2").render(
        title=title, version=VERSION, kinds=kinds, tables=tables, signature=totals.signature
    )
