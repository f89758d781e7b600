"""JSON, JSON lines and TOML, read into typed records. The one way in which the program reads them.

A record is a class of :mod:`msgspec` (:mod:`smatchproof.base.record` has ours), whose annotations state types and
ranges. A value that does not fit is an :class:`~smatchproof.base.errors.InputError` with the file and the key, in the
words of msgspec. No value is converted: neither true nor 1.0 is an int. JSON with NaN, infinity, a repeated key or a
lone surrogate is refused.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, NoReturn, TypeVar

import msgspec
from msgspec import Meta

from smatchproof.base.errors import InputError, Place, quoted
from smatchproof.base.files import BYTE_ORDER_MARK, decoded_lines, opened_plain

Record = TypeVar("Record")

Natural = Annotated[int, Meta(ge=0, le=2**63 - 1)]
"""An integer from 0 that fits into 64 bits."""
Positive = Annotated[int, Meta(ge=1, le=2**63 - 1)]
"""An integer from 1 that fits into 64 bits."""
Whole = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
"""An integer that fits into 64 bits."""
NotNegative = Annotated[float, Meta(ge=0)]
"""A number from 0."""


def read_json(text: str, source: str, kind: type[Record], hint: str, line: int | None = None) -> Record:
    """Read a JSON text into a record of type `kind`. `line` is its line number if the text is a line of a file.

    Raises :class:`InputError`, with `hint` at its end.

    >>> read_json('{"left": [1, true]}', "map.json", dict[str, list[int]], "write it again")
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.InputError: map.json: [...][1]: expected int, got bool; write it again
    """
    try:
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_refused)
        if _HALF.search(text):
            json.dumps(value, ensure_ascii=False).encode()
        return msgspec.convert(value, kind)
    except json.JSONDecodeError as error:
        place = Place(source, line or error.lineno, error.colno)
        message = f"this is no JSON: {error.msg.lower()}"
    except msgspec.ValidationError as error:
        place, message = Place(source, line or (None if isinstance(value, dict) else 1)), _in_words(str(error))
    except (ValueError, RecursionError) as error:
        place, message = Place(source, line or _line_of(text)), _reason(error)
    raise InputError(message, place, hint)


def read_lines(path: str | Path, kind: type[Record], hint: str, *, cut: bool = False) -> Iterator[tuple[int, Record]]:
    """Yield each record of a file of JSON lines with its line number. Memory does not grow with the file.

    With `cut` a last line without its end is left out, as a kill has cut it off. Raises :class:`InputError`, also for a
    file that cannot be opened.
    """
    with opened_plain(path, hint=hint) as file:
        for number, line in enumerate(file, 1):
            if cut and not line.endswith(b"\n"):
                return
            text = decoded_lines(line.removeprefix(BYTE_ORDER_MARK) if number == 1 else line, str(path), number)
            yield number, read_json(text, str(path), kind, hint, number)


def read_toml(text: str, source: str) -> dict[str, Any]:
    """Parse a TOML text. Raises :class:`InputError` with line and column, where they are known."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        message, at, where = _reason(error).partition(" (at ")
        lines, place = text.splitlines(), Place(source, _line_of(text))
        if at:  # line 1, column 5) or end of document)
            line, *column = map(int, re.findall(r"[0-9]+", where)) if "line" in where else [max(len(lines), 1)]
            shown = lines[line - 1] if line <= len(lines) else ""
            place = Place(source, line, column[0] if column else len(shown) + 1, shown)
        hint = "write key = value lines below [tables]"
        raise InputError(f"this is no TOML: {message[:1].lower()}{message[1:]}", place, hint) from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"key {quoted(twice)} is there twice")
    return values


def _refused(text: str) -> NoReturn:
    raise ValueError(f"expected a finite number, found {text}")


def _reason(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "nested too deeply"
    if isinstance(error, UnicodeEncodeError):
        return "half a character (a lone surrogate)"
    return str(error).partition("; use sys.")[0]  # of int(), which takes no more than some thousands of digits


def _line_of(text: str) -> int | None:
    """Return the line of text that the grammar allows and these readers do not."""
    found = _REFUSED.search(text)
    return text.count("\n", 0, found.start()) + 1 if found else None


_REFUSED = re.compile(r"NaN|Infinity|\\u[dD][89a-fA-F]|[0-9]{4300}|(?:[\[{][^\[\]{}]*){64}")
_HALF = re.compile(r"\\u[dD][89a-fA-F]")


def _in_words(said: str) -> str:
    """Put the key before the message of msgspec.

    >>> _in_words("Expected `int`, got `str` - at `$.left[3]`"), _in_words("Object missing required field `id`")
    ('left[3]: expected int, got str', "key 'id' is missing")
    """
    problem, at, where = said.rpartition(" - at `$")
    problem = problem if at else said
    if key := re.fullmatch(r"Object (missing required|contains unknown) field `(.*)`", problem, re.DOTALL):
        name = quoted(key[2])
        problem = f"unknown key {name}" if key[1] == "contains unknown" else f"key {name} is missing"
    path = where.rstrip("`").removeprefix(".") if at else ""
    return f"{path}: " * bool(path) + problem[:1].lower() + problem[1:].replace("`", "")
