"""The errors for users, with one base class for the whole project.

The user can repair the cause of each: the error names the place, the text or value that was expected there, and a hint.
A bug of smatchproof is never one of these; it is an ``AssertionError`` or another exception of Python.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple, TypeVar

LONGEST_ERROR = 320
"""The most characters of an error, some lines of a terminal: all sources of ``reduce`` are named in one."""


def quoted(text: object, most: int = 60) -> str:
    r"""Quote input for a message, shortened, with control and invisible characters escaped.

    All text from a file or the command line is put into messages by this function.

    >>> print(quoted("boy"), quoted("\x1b[2J\n"), quoted("b" + "o" * 5_000_000 + "y", most=12))
    'boy' '\x1b[2J\n' 'booooo...oooy' (5,000,002 characters)
    """
    text = str(text)
    if len(text) <= most:
        return f"'{printable(text)}'"
    tail = most // 3
    return f"'{printable(text[: most - tail - 2])}...{printable(text[-tail:])}' ({len(text):,} characters)"


def printable(text: str) -> str:
    r"""Return the text in one line, with control and invisible characters escaped.

    >>> print(printable("a\tb\ud800"))
    a\tb\ud800
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else _escaped(sign) for sign in text)


def plain(text: str) -> str:
    r"""Return text for a terminal, of one or several lines, with control characters escaped.

    >>> print(plain("\x1b[2J caf\xe9\u200d\x85"))
    \x1b[2J café‍\x85
    """
    return text if text.isprintable() else re.sub(_CONTROL, lambda found: _escaped(found[0]), text)


def plain_line(text: str) -> str:
    """Return text for a terminal that has to stay one line, with control characters and line feeds escaped."""
    return plain(text).replace("\n", r"\n")


def _escaped(sign: str) -> str:
    return sign.encode("unicode_escape").decode("ascii")


_CONTROL = "[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]"
"""Control characters, and all ends of lines except the line feed."""


def short(text: str, most: int = LONGEST_ERROR) -> str:
    r"""Return the :func:`printable` text; if it is longer than `most` characters, only its beginning and its end.

    >>> short("x" * 20, most=10), len(short("\t" * 20, most=10))
    ('xxxxxxx...xxx', 13)
    """
    return _ends(printable(_ends(text, most)), most)


def _ends(text: str, most: int) -> str:
    return text if len(text) <= most + 3 else f"{text[: most - most // 3]}...{text[-(most // 3) :]}"


_LONGEST_PATH = 160
"""The most characters of a path in an error: more than 100 of :data:`LONGEST_ERROR` are left for the message."""


class SmatchproofError(Exception):
    """Base class of all errors that smatchproof raises on purpose. Their text is one line."""

    def __str__(self) -> str:
        return short(super().__str__())


class Place(NamedTuple):
    """A place in a file: its name, line and column (both from 1), the text of that line and the graph's ``# ::id``."""

    source: str
    line: int | None = None
    column: int | None = None
    text: str | None = None
    id: str | None = None

    def __str__(self) -> str:
        numbers = [str(number) for number in (self.line, self.column) if number is not None]
        return ":".join([short(self.source, _LONGEST_PATH), *numbers])


class InputError(SmatchproofError):
    """Input that cannot be read in the format that it claims to have.

    ``str(error)`` is one line (place, message, the graph's id, hint), followed by the line of the error, if it is
    known, with a caret below the column.

    >>> place = Place("gold.amr", line=3, column=10, text="(a / x :ARG0 (b / ))", id="s.7")
    >>> print(InputError("expected a concept after '/'", place, "write (b / concept)"))
    gold.amr:3:10: expected a concept after '/' (id s.7); write (b / concept)
      (a / x :ARG0 (b / ))
               ^
    """

    def __init__(self, message: str, place: Place, hint: str = "") -> None:
        super().__init__(message, place, hint)
        self.message = message
        self.place = place
        self.hint = hint

    @property
    def headline(self) -> str:
        """The error in one line."""
        id_note = f" (id {short(self.place.id, 60)})" if self.place.id else ""
        return short(f"{self.place}: {self.message}{id_note}" + (f"; {self.hint}" if self.hint else ""))

    def __str__(self) -> str:
        if self.place.text is None or self.place.column is None:
            return self.headline
        text, caret = _excerpt(self.place.text, self.place.column)
        return f"{self.headline}\n  {text}\n  {' ' * caret}^"


class AccessError(InputError):
    """A file that exists but cannot be accessed: its content is unknown."""


class CheckFailedError(SmatchproofError):
    """A claim of a proof that does not hold. `heading` is its word in messages."""

    heading = "failed"


class UsageError(SmatchproofError):
    """A request that cannot be met as it was made: an unknown value, or an option that a method refuses."""


_Setting = TypeVar("_Setting", bound=StrEnum)


def setting(kind: type[_Setting], what: str, name: str) -> _Setting:
    """Return the member of an enumeration by its name.

    >>> class Size(StrEnum):
    ...     SMALL = "small"
    ...     LARGE = "large"
    >>> setting(Size, "size", "huge")
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.UsageError: unknown size 'huge'; choose from small, large
    """
    try:
        return kind(name)
    except ValueError:
        raise unknown(what, name, kind) from None


def unknown(what: str, name: object, known: Iterable[str], more: str = "") -> UsageError:
    """Return the error for an unknown name, with the known names and the one that was probably meant.

    >>> print(unknown("method", "exct", ["exact", "ilp"], ", or FILE.py:NAME"))
    unknown method 'exct'; choose from exact, ilp, or FILE.py:NAME; did you mean exact?
    """
    names = [*known]
    return UsageError(f"unknown {what} {quoted(name)}; choose from {', '.join(names)}{more}{meant(str(name), names)}")


def meant(word: str, known: Iterable[str]) -> str:
    """Return a hint at the name with the most similar spelling, in upper or lower case, if there is one.

    >>> meant("SCROE", ["score", "verify"]), meant("--metod", ["--method", "--top"]), meant("--method", ["--top"])
    ('; did you mean score?', '; did you mean --method?', '')
    """
    from difflib import get_close_matches  # a command that is right does not need it

    names = {each.lstrip("-").lower(): each for each in known if each != word}
    found = get_close_matches(word.lstrip("-")[:100].lower(), names, 1)
    return f"; did you mean {names[found[0]]}?" if found else ""


def _excerpt(text: str, column: int, width: int = 100) -> tuple[str, int]:
    """Return at most `width` characters of a line around a column (from 1), and the number of columns before it."""
    text = text.rstrip("\r\n")
    start = 0 if len(text) <= width else max(0, min(column - 1 - width // 2, len(text) - width))
    excerpt = "".join(map(_picture, text[start : start + width]))
    head, tail = ("…" if start else ""), ("…" if start + width < len(text) else "")
    before = excerpt[: column - 1 - start]
    beyond = column - 1 - start - len(before)
    return head + excerpt + tail, len(head) + columns(before) + beyond


def _picture(sign: str) -> str:
    """Return a visible character in place of an invisible one, so that columns stay the same."""
    if sign.isprintable():
        return sign
    return " " if sign in "\t\xa0" else chr(0x2400 + ord(sign)) if sign < " " else "\ufffd"


def columns(words: str) -> int:
    """Count the columns of a text: characters of East Asian scripts and pictures are two letters wide."""
    from unicodedata import combining, east_asian_width  # for errors and drawings alone

    return sum(0 if combining(sign) else 2 if east_asian_width(sign) in "WF" else 1 for sign in words)
