"""The errors a user can meet, one base class for the whole project.

Every one of them is the user's to repair: it says where the trouble is, what was expected there and what to do.
A bug of ours is never one of these; it stays an ``AssertionError`` or whatever Python raises.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar


class SmatchproofError(Exception):
    """Base class of all errors that smatchproof raises on purpose."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a file: its name, line and column (both from 1), the text of that line and the graph's ``# ::id``."""

    source: str
    line: int | None = None
    column: int | None = None
    text: str | None = None
    id: str | None = None

    def __str__(self) -> str:
        numbers = [str(number) for number in (self.line, self.column) if number is not None]
        return ":".join([self.source, *numbers])


class InputError(SmatchproofError):
    """Input that cannot be read as what it claims to be.

    ``str(error)`` is one line (place, what is wrong, the graph's id, the way out), followed by the offending line
    with a caret below the column where a line is known.

    >>> place = Place("gold.amr", line=3, column=10, text="(a / x :ARG0 (b / ))", id="s.7")
    >>> print(InputError("expected a concept after '/'", place, "write (b / concept)"))
    gold.amr:3:10: expected a concept after '/' (id s.7); write (b / concept)
      (a / x :ARG0 (b / ))
               ^
    """

    def __init__(self, message: str, place: Place, way_out: str = "") -> None:
        super().__init__(message, place, way_out)
        self.message = message
        self.place = place
        self.way_out = way_out

    def located(self, source: str, id: str | None) -> InputError:
        """The same error with the name of the file and the graph's id filled in."""
        return InputError(self.message, replace(self.place, source=source, id=id), self.way_out)

    @property
    def headline(self) -> str:
        """The error in one line."""
        id_note = f" (id {self.place.id})" if self.place.id else ""
        return f"{self.place}: {self.message}{id_note}" + (f"; {self.way_out}" if self.way_out else "")

    def __str__(self) -> str:
        if self.place.text is None or self.place.column is None:
            return self.headline
        text, caret = _excerpt(self.place.text, self.place.column)
        return f"{self.headline}\n  {text}\n  {' ' * caret}^"


class CheckFailedError(SmatchproofError):
    """Something that claims to be proved and is not. `heading` is the word for it."""

    heading = "failed"


class UsageError(SmatchproofError):
    """A request that cannot be met as it was made: an unknown value, or a method asked to do what it refuses."""


_Setting = TypeVar("_Setting", bound=StrEnum)


def setting(kind: type[_Setting], what: str, name: str) -> _Setting:
    """The member of an enumeration that a user names.

    >>> class Size(StrEnum):
    ...     SMALL = "small"
    ...     LARGE = "large"
    >>> setting(Size, "size", "huge")
    Traceback (most recent call last):
    ...
    smatchproof.alignment.errors.UsageError: unknown size 'huge'; choose from small, large
    """
    try:
        return kind(name)
    except ValueError:
        raise UsageError(f"unknown {what} '{name}'; choose from {', '.join(kind)}") from None


def _excerpt(text: str, column: int, width: int = 100) -> tuple[str, int]:
    """At most `width` characters of a line around a column (from 1), and where the caret goes (from 0)."""
    text = text.replace("\t", " ").rstrip("\r\n")
    start = 0 if len(text) <= width else max(0, min(column - 1 - width // 2, len(text) - width))
    excerpt = text[start : start + width]
    head, tail = ("…" if start else ""), ("…" if start + width < len(text) else "")
    return head + excerpt + tail, column - 1 - start + len(head)
