"""Views of results: a short line in a session, the printed lines as text, a table in a notebook, a data frame."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from smatchproof.base.errors import short
from smatchproof.base.optional import MissingPackageError

if TYPE_CHECKING:
    import pandas as pd

LONGEST = 280
"""The most characters of the facts in a ``repr``: with the name of a class they stay below 300."""
_LONGEST_TEXT = 60
_SHOWN_ROWS = 20
_INDEX = "id"


def fact(name: str) -> property:
    """Return a property of a result: the fact of this name in its summary."""
    return property(lambda self: self.summary()[name], doc=f"The fact {name!r} of the summary.")


class Result:
    """The views of a result. A subclass defines :meth:`summary`, ``__str__`` and, where it has parts, :meth:`rows`.

    Each fact of the summary is an attribute of the same name, or the length of that attribute.

    >>> class Sum(Result):
    ...     def summary(self):
    ...         return {"id": "s.1", "f1": 2 / 3, "words": "x" * 1000}
    >>> Sum()
    Sum(id='s.1', f1=0.6667, words='xxxxxxxxxx...xxx')
    >>> Sum()._repr_html_()[:78]
    '<table><thead><tr><th>id</th><th>f1</th><th>words</th></tr></thead><tbody><tr>'
    """

    __slots__ = ()

    def summary(self) -> dict[str, object]:
        """Return the facts that fit into one line, by name: numbers and short texts, the most important first."""
        raise NotImplementedError

    def rows(self) -> Sequence[Mapping[str, object]]:
        """Return the parts of the result as records with the same members; without parts it is only the summary."""
        return [self.summary()]

    def to_dict(self) -> dict[str, Any]:
        """Return the result as values that JSON can represent."""
        return self.summary()

    def to_dataframe(self) -> pd.DataFrame:
        """Return a data frame with a row for each part; ids are the index.

        Raises :class:`MissingPackageError` without pandas.
        """
        try:
            import pandas as pd
        except ImportError:
            raise MissingPackageError("a data frame needs pandas; pip install pandas") from None
        rows = self.rows()
        data = {name: [row[name] for row in rows] for name in (rows[0] if rows else ())}
        ids = data.pop(_INDEX, None)
        return pd.DataFrame(data, index=None if ids is None else pd.Index(ids, name=_INDEX))

    def __repr__(self) -> str:
        """The summary in less than 300 characters."""
        facts = ", ".join(f"{name}={_fact(value)}" for name, value in self.summary().items())
        return f"{type(self).__name__}({facts if len(facts) <= LONGEST else facts[: LONGEST - 4] + ' ...'})"

    def _repr_html_(self) -> str:
        """The summary and the first rows as tables, for notebooks."""
        summary, rows = self.summary(), self.rows()
        head = html_table(summary, [[shown(value) for value in summary.values()]])
        if rows == [summary] or not rows:
            return head
        rest = len(rows) - _SHOWN_ROWS
        more = f"<p>and {rest:,} rows more</p>" if rest > 0 else ""
        simple = [name for name, value in rows[0].items() if not isinstance(value, list | tuple | dict)]
        return head + html_table(simple, [[shown(row[name]) for name in simple] for row in rows[:_SHOWN_ROWS]]) + more


def _fact(value: object) -> str:
    return repr(short(value, _LONGEST_TEXT)) if isinstance(value, str) else shown(value)


def shown(value: object) -> str:
    """Format the value of a cell: scores with four decimals, and – for ``None``.

    >>> shown(2 / 3), shown(None), shown(12)
    ('0.6667', '–', '12')
    """
    return f"{value:.4f}" if isinstance(value, float) else "–" if value is None else str(value)


def html_table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table as HTML."""
    from html import escape  # no score on the command line needs it

    head = "".join(f"<th>{escape(cell)}</th>" for cell in columns)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
