"""Reading TOML so that every error names its key, its line, what was expected there and a hint."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Self, cast

from msgspec import Meta, convert

from smatchproof.base.errors import InputError, Place, UsageError, quoted, short, unknown
from smatchproof.base.limits import Kind, Value
from smatchproof.base.records import read_toml
from smatchproof.lab.generators.parameters import Parameter

TEXT = Kind("a text", lambda value: convert(value, Annotated[str, Meta(pattern=r"\S")]))
TRUTH: Kind[bool] = Kind("true or false", lambda value: convert(value, bool))


def one_of(what: str, choices: Mapping[str, Value], expected: str) -> Kind[Value]:
    """The values of a mapping by their names; others are unknown."""

    def read(value: Any) -> Value:
        if TEXT.read(value) not in choices:
            raise unknown(what, value, choices)
        return choices[value]

    return Kind(expected, read)


def shown(value: Any) -> str:
    """A value as a message shows it: short, and without characters that a terminal would obey.

    >>> shown(True), shown([1, 2]), shown("x")
    ('true', '[1, 2]', "'x'")
    """
    if isinstance(value, str):
        return quoted(value)
    return str(value).lower() if isinstance(value, bool) else short(str(value), 40)


class Table:
    """A table of a TOML file, whose values are read one by one; :meth:`close` raises for keys that were not read.

    `lines` are those of the file, of which the table has those of `span`; `folder` is what paths are relative to.
    """

    def __init__(self, source: str, folder: Path, lines: list[str], span: range, values: dict[str, Any]) -> None:
        self.source, self.folder, self.lines, self.span = source, folder, lines, span
        self._values = values
        self._known: list[str] = []

    @classmethod
    def of_text(cls, text: str, source: str, folder: Path = Path()) -> Self:
        """Return the whole of a file as a table. Raises :class:`InputError` for a text that is no TOML."""
        lines = text.splitlines()
        return cls(source, folder, lines, range(len(lines)), read_toml(text, source))

    def _places(self, key: str, marks: str = "]=.") -> Iterator[int]:
        """The lines of the table, from 0, that begin with a key or with the heading of its table."""
        pattern = re.compile(rf"""\s*\[*\s*([\w-]+\s*\.\s*)*["']?{re.escape(key)}["']?\s*[{re.escape(marks)}]""")
        return (at for at in self.span if pattern.match(self.lines[at]))

    def _place(self, key: str | None, word: str | None) -> Place:
        """The line of a key, or of the table, and the column of `word` in the value."""
        whole = len(self.span) == len(self.lines)
        number = None if key is None else next(self._places(key), None)
        if number is None and (whole or not self.span):
            return Place(self.source)
        number = self.span[0] if number is None else number
        for at in range(number, self.span.stop) if word else ():
            if (found := self.lines[at].find(str(word))) >= 0:
                return Place(self.source, at + 1, found + 1, self.lines[at])
        text = self.lines[number]
        return Place(self.source, number + 1, len(text) - len(text.lstrip()) + 1, text)

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def error(self, key: str | None, message: str, hint: str = "", word: str | None = None) -> InputError:
        """An error at a key of the table, or at the table."""
        return InputError(message, self._place(key, word), hint)

    def take(self, key: str, kind: Kind[Value]) -> Value:
        """The value of a key that has to be there."""
        if key not in self._values:
            self._known.append(key)
            raise self.error(None, f"key {quoted(key)} is missing", f"write {key} = {kind.expected}")
        return cast(Value, self.find(key, kind))

    def find(self, key: str, kind: Kind[Value]) -> Value | None:
        """The value of a key, or ``None``."""
        self._known.append(key)
        if key not in self._values:
            return None
        value = self._values[key]
        try:
            return kind.read(value)
        except UsageError as error:
            words = re.findall(r"'([^']*)'", str(error))
            raise self.error(key, f"{key}: {error}", word=words[0] if words else None) from None
        except (TypeError, ValueError, OverflowError):
            raise self.error(key, f"{key}: expected {kind.expected}, found {shown(value)}") from None

    def get(self, key: str, kind: Kind[Value], default: Value) -> Value:
        """The value of a key, or the default without the key."""
        found = self.find(key, kind)
        return default if found is None else found

    def path(self, key: str) -> Path:
        """The file that a key names. Raises :class:`InputError` if there is none."""
        return self.existing(key, self.take(key, TEXT))

    def find_path(self, key: str) -> Path | None:
        """The file that a key names, or ``None`` without the key."""
        name = self.find(key, TEXT)
        return None if name is None else self.existing(key, name)

    def existing(self, key: str, name: str) -> Path:
        """A file by its name, relative to the document's folder."""
        path = self.folder / name
        if not path.is_file():
            why = "is a folder" if path.is_dir() else "does not exist"
            hint = f"name a file, relative to {self.folder}"
            raise self.error(key, f"{key}: {quoted(name)} {why}", hint, word=name)
        return path

    def parameters(self, declared: Iterable[Parameter]) -> dict[str, Any]:
        """The values of a generator's parameters by name, with their defaults."""
        return {
            each.name: self.find_path(each.name) if each.is_file else self.get(each.name, each.kind, each.default)
            for each in declared
        }

    def tables(self, key: str, expected: str) -> list[Table]:
        """The tables of an array of tables, which has to be there."""
        self._known.append(key)
        values = self._values.get(key)
        if not isinstance(values, list) or not values or not all(isinstance(each, dict) for each in values):
            where = key if key in self._values else None
            raise self.error(where, f"expected at least one table [[{key}]]", expected)
        end = len(self.lines)
        heads = [at for at in self._places(key, "]") if "[[" in self.lines[at]]
        sections = [range(*ends) for ends in pairwise([*heads, end])]
        if len(heads) != len(values):  # an array of tables on one line
            sections = [range(next(self._places(key), 0), end)] * len(values)
        files = self.source, self.folder, self.lines
        return [Table(*files, *each) for each in zip(sections, values, strict=True)]

    def items(self, key: str, expected: str) -> dict[str, Any]:
        """A table whose keys are free, such as parameters by name; empty without the key."""
        self._known.append(key)
        found = self._values.get(key, {})
        if not isinstance(found, dict):
            raise self.error(key, f"{key}: expected {expected}, found {shown(found)}")
        return found

    def close(self, what: str) -> None:
        """Raise :class:`InputError` for a key that was not read; `what` names the table in the message."""
        for key in self._values:
            if key not in self._known:
                raise self.error(key, f"unknown key {quoted(key)} in {what}", f"choose from {', '.join(self._known)}")
