"""JSON and JSON lines, read into typed records, and the values of TOML. The one way in which the program reads them.

A record is a class of :mod:`msgspec`, a dataclass or a ``TypedDict``, whose annotations say types and ranges. What
does not fit is an :class:`~smatchproof.alignment.errors.InputError` with file, line and key: a value of another type
(nothing is converted: neither true nor 1.0 is the whole number 1), a number out of its range, NaN or infinity, a key
that is unknown, missing or there twice, half a character (a lone surrogate), a text nested too deeply or too long.

Only the readers of such files import this module, so that what reads graphs alone does not load :mod:`msgspec`.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from inspect import get_annotations
from itertools import accumulate, islice
from pathlib import Path
from typing import Annotated, Any, NamedTuple, NoReturn, TypeVar, cast, is_typeddict

import msgspec
from msgspec import Meta

from smatchproof.alignment.errors import InputError, Place, quoted
from smatchproof.alignment.files import numbered_lines, opened_plain
from smatchproof.alignment.limits import DEEPEST

Record = TypeVar("Record")
Keys = tuple[str | int, ...]
"""Where a value is in a document: keys, and numbers (from 0) in lists."""

_MOST_PROBES = 1000

Natural = Annotated[int, Meta(ge=0, le=2**63 - 1)]
"""A whole number from 0 that fits into 64 bits."""
Positive = Annotated[int, Meta(ge=1, le=2**63 - 1)]
"""A whole number from 1 that fits into 64 bits."""
Whole = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
"""A whole number that fits into 64 bits."""
NotNegative = Annotated[float, Meta(ge=0)]
"""A number from 0."""


class _Token(NamedTuple):
    """A value or a key of a JSON text: the path of the value, where it begins, and its text."""

    path: Keys
    start: int
    text: str
    is_key: bool


def read_json(text: str, source: str, kind: type[Record], way_out: str, line: int | None = None) -> Record:
    """The record of type `kind` that a JSON text holds. `line` is the number of a text that is a line of a file.

    Raises :class:`InputError`, with `way_out` at its end.

    >>> read_json('{"left": [1, true]}', "map.json", dict[str, list[int]], "write it again")
    Traceback (most recent call last):
    ...
    smatchproof.alignment.errors.InputError: map.json:1:14: left[1]: expected a whole number, found true; write it again
    """
    return _Json(text, source, way_out, line).record(kind)


def read_lines(
    path: str | Path, kind: type[Record], way_out: str, *, cut: bool = False
) -> Iterator[tuple[int, Record]]:
    """The records of a file of JSON lines, each with the number of its line; memory does not grow with the file.

    With `cut` a last line without its end is left out: a kill has cut it off. Raises :class:`InputError`, also for a
    file that cannot be opened.
    """
    for number, line in read_text_lines(path, way_out, cut=cut):
        yield number, read_json(line, str(path), kind, way_out, number)


def read_text_lines(path: str | Path, way_out: str, *, cut: bool = False) -> Iterator[tuple[int, str]]:
    """The lines of a file in UTF-8 with their numbers; see :func:`~smatchproof.alignment.files.numbered_lines`."""
    with opened_plain(path, way_out=way_out) as file:
        for number, line in numbered_lines(file, str(path), way_out):
            if cut and not line.endswith(b"\n"):
                return
            if number == 1:
                line = line.removeprefix(b"\xef\xbb\xbf")
            try:
                yield number, line.decode()
            except UnicodeDecodeError as error:
                column = len(line[: error.start].decode()) + 1
                message = f"byte {line[error.start]:#04x} is not UTF-8"
                raise InputError(message, Place(str(path), number, column), way_out) from None


def fitting(value: Any, kind: type[Record]) -> Record:
    """The value as that type, if it is of it; nothing is converted. Raises ``ValueError`` with what was expected.

    >>> fitting(3, Positive)
    3
    >>> fitting(True, Positive)
    Traceback (most recent call last):
    ...
    ValueError: expected a whole number, found true
    """
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise ValueError(f"{_in_words(_problem(str(error))[0])}, found {shown(value)}") from None
    except UnicodeEncodeError:
        raise ValueError("half a character (a lone surrogate)") from None


def shown(value: Any) -> str:
    """A value as a message shows it: short, and without what a terminal would obey.

    >>> shown(True), shown(None), shown([1, 2]), shown("x" * 100)
    ('true', 'null', '[1, 2]', "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...xxxxxxxxxxxxxxxxxxxx' (100 characters)")
    """
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, dict):
        return f"a table of {len(value):,} keys"
    if isinstance(value, list):
        plain = all(isinstance(each, bool | int | float | str | None) for each in value)
        return f"[{', '.join(map(shown, value))}]" if plain and len(value) <= 5 else f"a list of {len(value):,} values"
    text = (
        {True: "true", False: "false", None: "null"}[value] if value is None or value is True or value is False else ""
    )
    text = text or repr(value)
    return text if len(text) <= 40 else f"{text[:20]}... ({len(text):,} digits)"


# ---- JSON


class _Refused(Exception):
    """Something that JSON allows and a record does not. Where it stands is looked for afterwards."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise _Refused
    return values


def _finite_json(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise _Refused
    return value


def _no_constant(_: str) -> NoReturn:
    raise _Refused


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_float=_finite_json, parse_constant=_no_constant)
_STRING = r'"[^"\\]*(?:\\.[^"\\]*)*"'
_TOKENS = re.compile(rf"[ \t\r\n]*({_STRING}|[{{}}\[\],:]|[^\s{{}}\[\],:\"]+|\")", re.DOTALL)
_STRINGS = re.compile(_STRING, re.DOTALL)
_HALF = re.compile(r"\\u[dD][89a-fA-F]")


class _Json:
    """A JSON text and where it comes from."""

    def __init__(self, text: str, source: str, way_out: str, line: int | None) -> None:
        self.text, self.source, self.way_out, self.line = text, source, way_out, line

    def record(self, kind: type[Record]) -> Record:
        """The text as a record of that type."""
        value = self.value()
        if (is_dataclass(kind) or is_typeddict(kind)) and isinstance(value, dict):  # msgspec passes over what they lack
            known = get_annotations(kind)
            if unknown := next((key for key in value if key not in known), None):
                self.refuse((unknown,), f"unknown key {quoted(unknown)}")
        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            self.explain(value, str(error), kind)

    def value(self) -> Any:
        """What the text holds, of any type."""
        brackets = self.text.count("[") + self.text.count("{")
        try:
            if brackets > DEEPEST and self.too_deep():
                raise _Refused
            value = _DECODER.decode(self.text)
        except json.JSONDecodeError as error:
            place = self.place(error.pos)
            raise InputError(f"this is no JSON: {error.msg.lower()}", place, self.way_out) from None
        except (_Refused, ValueError, RecursionError):
            self.find_refused()
            raise InputError("this is no JSON that can be read", self.place(0), self.way_out) from None
        if _HALF.search(self.text):
            self.find_refused()
        return value

    def too_deep(self) -> bool:
        """Whether brackets outside of strings are nested too deeply."""
        steps = (1 if sign in "[{" else -1 for sign in re.findall(r"[\[\]{}]", _STRINGS.sub("", self.text)))
        return max(accumulate(steps), default=0) > DEEPEST

    def place(self, offset: int) -> Place:
        """Line and column of a character."""
        if self.line is not None:
            return Place(self.source, self.line, offset + 1)
        start = self.text.rfind("\n", 0, offset) + 1
        return Place(self.source, self.text.count("\n", 0, offset) + 1, offset - start + 1)

    def refuse(self, path: Keys, message: str) -> NoReturn:
        """Raise at a key, or where the object begins that lacks it."""
        offset = max((each.start for each in self.tokens() if each.path == path[: len(each.path)]), default=0)
        raise InputError(message, self.place(offset), self.way_out)

    def explain(self, value: Any, said: str, kind: type[Record]) -> NoReturn:
        """Raise what msgspec says of a value, in our words."""
        problem, steps = _problem(said)
        found, path = value, tuple[str | int, ...]()
        for step in steps:
            key = step if step is not ... else _culprit(value, path, found, kind)
            if key is None:
                break
            found, path = found[key], (*path, key)
        where = f"{_written(path)}: " if path else ""
        if key := re.fullmatch(r"Object missing required field `(.*)`", problem, re.DOTALL):
            self.refuse(path, f"{where}key {quoted(key[1])} is missing")
        if key := re.fullmatch(r"Object contains unknown field `(.*)`", problem, re.DOTALL):
            self.refuse((*path, key[1]), f"{where}unknown key {quoted(key[1])}")
        self.refuse(path, f"{where}{_in_words(problem)}, found {shown(found)}")

    def find_refused(self) -> None:
        """Raise at the first thing that a record may not hold; do nothing if there is none."""
        seen: set[Keys] = set()
        for path, start, text, is_key in self.tokens():
            if len(path) > DEEPEST:
                raise InputError(f"nested more than {DEEPEST} deep", self.place(start), self.way_out)
            if text.startswith('"') and _HALF.search(text) and _has_half(text):
                raise InputError("half a character (a lone surrogate)", self.place(start), self.way_out)
            if is_key:
                if path in seen:
                    raise InputError(f"key {quoted(path[-1])} is there twice", self.place(start), self.way_out)
                seen.add(path)
            elif text[:1] not in ('"', "[", "{", "") and not _is_number(text):
                message = f"{_written(path)}: " if path else ""
                message += f"expected a finite number of at most 4,300 digits, found {quoted(text, 40)}"
                raise InputError(message, self.place(start), self.way_out)

    def tokens(self) -> Iterator[_Token]:
        """The keys and values of the text in their order; a text that is no JSON may end early."""
        stack: list[list[Any]] = []  # per list or object: its closing sign, and the key or number that is next
        key_next = False
        for found in _TOKENS.finditer(self.text):
            text = found[1]
            here = tuple(level[1] for level in stack)
            if text in "]}":
                if stack:
                    stack.pop()
                key_next = False
            elif text == ",":
                if stack and stack[-1][0] == "]":
                    stack[-1][1] += 1
                key_next = bool(stack) and stack[-1][0] == "}"
            elif key_next and text.startswith('"'):
                stack[-1][1] = _string(text)
                yield _Token((*here[:-1], stack[-1][1]), found.start(1), text, True)
                key_next = False
            elif text != ":":
                yield _Token(here, found.start(1), text, False)
                if text in "[{":
                    stack.append(["]", 0] if text == "[" else ["}", ""])
                    key_next = text == "{"
                    if len(stack) > DEEPEST + 1:
                        return


def _culprit(whole: Any, path: Keys, table: dict[str, Any], kind: type[Any]) -> str | None:
    """The key of a table, at a path of a document, whose value does not fit; of a very large table perhaps none."""
    for key in islice(table, _MOST_PROBES):
        probe: Any = {key: table[key]}
        for at in range(len(path), 0, -1):
            parent = whole
            for step in path[: at - 1]:
                parent = parent[step]
            probe = {**parent, path[at - 1]: probe} if isinstance(parent, dict) else [probe]
        try:
            msgspec.convert(probe, kind)
        except msgspec.ValidationError:
            return key
    return None


def _string(token: str) -> str:
    try:
        return cast(str, json.loads(token, strict=False))
    except ValueError:
        return token


def _has_half(token: str) -> bool:
    return any("\ud800" <= sign <= "\udfff" for sign in _string(token))


def _is_number(text: str) -> bool:
    if text in ("true", "false", "null"):
        return True
    try:
        return len(text) <= 4300 and math.isfinite(float(text)) and text[-1:].isdecimal()
    except ValueError:
        return True  # no token of JSON at all; the decoder says so


# ---- msgspec's words, and ours

_TYPES = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}


def _problem(said: str) -> tuple[str, tuple[Any, ...]]:
    """What msgspec says, and the path of the value that it says it of; ``...`` stands for any key."""
    problem, at, where = said.rpartition(" - at `")
    if not at:
        return said, ()
    where = where.rpartition("$")[2].rstrip("`")
    if problem.endswith(" - at `key` in") or "` in" in where:  # no key of ours is anything but a string
        problem = problem.removesuffix(" - at `key` in")
    path: list[Any] = []
    for name, index in re.findall(r"\.([^.\[\]]+)|\[([^\]]*)\]", where):
        path.append(name or (... if index == "..." else int(index)))
    return problem, tuple(path)


def _in_words(problem: str) -> str:
    """What was expected, without what was found: that is shown better by its value."""
    expected = re.sub(r", got .*", "", problem, flags=re.DOTALL)
    named = re.match(r"Expected `([^`]*)`(.*)", expected, re.DOTALL)
    if not named:
        return expected[:1].lower() + expected[1:]
    kinds = " or ".join(_TYPES.get(name, name) for name in named[1].split(" | "))
    rest = re.sub(r">= (-?[0-9]+)(\.0)?$", r"from \1", named[2])
    rest = re.sub(r"<= (-?[0-9]+)(\.0)?$", r"up to \1", rest)
    return f"expected {kinds}{rest}"


def _written(path: tuple[Any, ...]) -> str:
    """A path as a message names it: ``left[3]``."""
    parts = [
        f"[{key}]" if isinstance(key, int) else f".{quoted(key)[1:-1] if len(key) <= 60 else quoted(key)}"
        for key in path
    ]
    return "".join(parts).removeprefix(".")
