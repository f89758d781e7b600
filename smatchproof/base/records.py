"""JSON and JSON lines, read into typed records. The one way in which the program reads them.

A record is a class of :mod:`msgspec`, a dataclass or a ``TypedDict``, whose annotations say types and ranges; what does
not fit is an :class:`~smatchproof.base.errors.InputError` with the file and the key, in the words of msgspec.
Nothing is converted: neither true nor 1.0 is an int. Beyond that, a text is refused that holds NaN or infinity, a key
twice, half a character (a lone surrogate), or is nested too deeply.

Only the readers of such files import this module, so that what reads graphs alone does not load :mod:`msgspec`.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass, replace
from inspect import get_annotations
from pathlib import Path
from typing import Annotated, Any, TypeVar, is_typeddict

import msgspec
from msgspec import Meta

from smatchproof.base.errors import InputError, Place, quoted
from smatchproof.base.files import BYTE_ORDER_MARK, decoded_lines, numbered_lines, opened_plain
from smatchproof.base.limits import DEEPEST

Record = TypeVar("Record")

Natural = Annotated[int, Meta(ge=0, le=2**63 - 1)]
"""A whole number from 0 that fits into 64 bits."""
Positive = Annotated[int, Meta(ge=1, le=2**63 - 1)]
"""A whole number from 1 that fits into 64 bits."""
Whole = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
"""A whole number that fits into 64 bits."""
NotNegative = Annotated[float, Meta(ge=0)]
"""A number from 0."""


def read_json(text: str, source: str, kind: type[Record], hint: str, line: int | None = None) -> Record:
    """Read a JSON text into a record of type `kind`. `line` is the number of a text that is a line of a file.

    Raises :class:`InputError`, with `hint` at its end.

    >>> read_json('{"left": [1, true]}', "map.json", dict[str, list[int]], "write it again")
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.InputError: map.json: [...][1]: expected int, got bool; write it again
    """
    value = parsed(_DECODER.decode, text, source, hint, line)
    try:
        if (is_dataclass(kind) or is_typeddict(kind)) and isinstance(value, dict):  # msgspec ignores what they lack
            known = get_annotations(kind)
            for key in value.keys() - known:
                raise msgspec.ValidationError(f"Object contains unknown field `{key}`")
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        message = _in_words(str(error))
        raise InputError(message, Place(source, line or (None if isinstance(value, dict) else 1)), hint) from None


def read_lines(path: str | Path, kind: type[Record], hint: str, *, cut: bool = False) -> Iterator[tuple[int, Record]]:
    """Read a file of JSON lines: yields each record with the number of its line. Memory does not grow with the file.

    With `cut` a last line without its end is left out: a kill has cut it off. Raises :class:`InputError`, also for a
    file that cannot be opened.
    """
    with opened_plain(path, hint=hint) as file:
        for number, line in numbered_lines(file, str(path), hint):
            if cut and not line.endswith(b"\n"):
                return
            text = decoded_lines(line.removeprefix(BYTE_ORDER_MARK) if number == 1 else line, str(path), number)
            yield number, read_json(text, str(path), kind, hint, number)


# ---- what JSON and TOML allow, and no file of ours may hold


class Refused(Exception):
    """A value that the parser of a file is not to accept; `word` is the text of it, by which its place is found."""

    def __init__(self, message: str, word: str = "") -> None:
        super().__init__(message)
        self.word = word


def finite(text: str) -> float:
    """Convert the text of a number. Raises :class:`Refused` for NaN and infinity."""
    value = float(text)
    if not math.isfinite(value):
        raise Refused(f"expected a finite number, found {quoted(text, 40)}", text)
    return value


def parsed(load: Callable[[str], Any], text: str, source: str, hint: str, line: int | None = None) -> Any:
    """Parse a text by the `load` of JSON or TOML. Raises :class:`InputError` for text that it, or we, cannot accept."""
    try:
        value = load(text)
        if sum(map(text.count, "[{.")) > DEEPEST and _depth(value) > DEEPEST:
            raise RecursionError
        if _HALF.search(text):
            json.dumps(value, ensure_ascii=False, default=str).encode()
        return value
    except json.JSONDecodeError as error:
        message, place = f"this is no JSON: {error.msg.lower()}", Place(source, line or error.lineno, error.colno)
    except Refused as error:
        message, place = str(error), _place_of(error.word, text, source) if error.word else Place(source)
    except RecursionError:
        lines = text.splitlines()
        number = max(range(len(lines)), key=lambda at: sum(map(lines[at].count, "[{.")))
        message, place = f"nested more than {DEEPEST} deep", Place(source, number + 1)
    except UnicodeEncodeError:
        message, place = "half a character (a lone surrogate)", _place_of(r"\u", text, source)
    except ValueError as error:  # of int(), which takes no more than some thousands of digits
        if type(error) is not ValueError:  # of TOML, whose reader says more
            raise
        word = max(re.findall(r"[0-9][0-9_]*", text), key=len)
        message, place = f"a number of {len(word):,} digits", _place_of(word, text, source)
    raise InputError(message, replace(place, line=line, text=None) if line else place, hint)


def _place_of(word: str, text: str, source: str) -> Place:
    """Find the first line that has a word."""
    number, line = next((number, line) for number, line in enumerate(text.splitlines(), 1) if word in line)
    return Place(source, number, line.find(word) + 1, line)


def _depth(values: Any) -> int:
    """Count how deeply tables and lists are nested, without recursion."""
    depth, level = 0, [values]
    while level := [each for each in level if isinstance(each, dict | list)]:
        depth += 1
        level = [child for each in level for child in (each.values() if isinstance(each, dict) else each)]
    return depth


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        keys = [key for key, _ in pairs]
        raise Refused(f"key {quoted(Counter(keys).most_common(1)[0][0])} is there twice")
    return values


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_float=finite, parse_constant=finite)
_HALF = re.compile(r"\\u[dD][89a-fA-F]")


def _in_words(said: str) -> str:
    """Put the key before what msgspec says of it.

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
