"""Kinds of values, defined once for options of the command line and for keys of files."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from smatchproof.base.limits import (
    LARGEST_DENOMINATOR,
    LARGEST_NODE_LIMIT,
    LARGEST_SEED,
    MOST_DECIMALS,
    MOST_SAMPLES,
    MOST_SECONDS,
    number_range,
)

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Kind(Generic[Value]):
    """A kind of values: `read` converts the value of a file.

    It raises ``ValueError`` or ``TypeError`` for other values, or :class:`UsageError` for a message beyond `expected`.
    """

    expected: str
    read: Callable[[Any], Value]

    def parse(self, text: str) -> Value:
        """Read the text of an option: numbers as in a file, several of them with commas."""
        values = [_value(part) for part in text.split(",")]
        return self.read(values if len(values) > 1 else values[0])


class TextKind(Kind[Value]):
    """A kind that reads the text of an option unchanged."""

    def parse(self, text: str) -> Value:
        """Read the text of an option."""
        return self.read(text)


_WHOLE = re.compile(r"[0-9]{1,19}")
_NUMBER = re.compile(r"[-+]?[0-9.]+([eE][-+]?[0-9]+)?")


def _value(text: str) -> int | float | str:
    if _WHOLE.fullmatch(text):
        return int(text)
    return float(text) if _NUMBER.fullmatch(text) else text


def whole_number(least: int, most: int) -> Kind[int]:
    """Return the kind of integers in a range; true and 1.0 are not integers.

    >>> kind = whole_number(1, 2000)
    >>> kind.expected, kind.read(7), kind.parse("7")
    ('a whole number from 1 to 2,000', 7, 7)
    """

    def read(value: Any) -> int:
        if type(value) is not int or not least <= value <= most:
            raise ValueError
        return value

    return Kind(f"a whole number from {least} to {most:,}", read)


def number(least: float, most: float, expected: str = "") -> Kind[float]:
    """Return the kind of numbers in a range; true, infinities and NaN are not numbers.

    >>> number(0, 1).read(1), number(0, 1).parse("0.5")
    (1.0, 0.5)
    """

    def read(value: Any) -> float:
        if type(value) not in (int, float) or not least <= value <= most:
            raise ValueError
        return float(value)

    return Kind(expected or f"a number from {least:g} to {most:,g}", read)


def numbers(least: float, most: float) -> Kind[tuple[float, ...]]:
    """Return the kind of ``0.5`` or ``[0.2, 0.5]``, as an option ``0.5`` or ``0.2,0.5``, without repetitions.

    >>> numbers(0, 1).read([0.2, 0.5]), numbers(0, 1).parse("0.5")
    ((0.2, 0.5), (0.5,))
    """
    one = number(least, most)

    def read(value: Any) -> tuple[float, ...]:
        return _each_once(map(one.read, value if isinstance(value, list) else [value]))

    return Kind(f"numbers from {least:g} to {most:,g}, each once: one, or a list", read)


def sizes(most: int, least: int = 1) -> Kind[tuple[int, ...]]:
    """Return the kind of ``12``, ``[8, 12, 16]`` or ``"8-16"``, as an option ``12``, ``8,12,16`` or ``8-16``.

    A range is checked before its numbers are made.

    >>> sizes(100).read([8, 12]), sizes(100).parse("8,12"), sizes(100).parse("5-7")
    ((8, 12), (8, 12), (5, 6, 7))
    """
    one = whole_number(least, most)

    def read(value: Any) -> tuple[int, ...]:
        if isinstance(value, str):
            return _each_once(number_range(value, least, most) or ())
        return _each_once(map(one.read, value if isinstance(value, list) else [value]))

    return Kind(f'numbers from {least} to {most:,}, each once: one, a list, or a range such as "5-30"', read)


def choice(*values: str) -> Kind[str]:
    """Return the kind with these texts as its only values."""

    def read(value: Any) -> str:
        if value not in values:
            raise ValueError
        return str(value)

    return Kind(" or ".join(f'"{each}"' for each in values), read)


def _each_once(values: Any) -> tuple[Any, ...]:
    found = tuple(values)
    if len({*found}) < len(found) or not found:
        raise ValueError
    return found


SEED = whole_number(0, LARGEST_SEED)
SAMPLES = whole_number(1, MOST_SAMPLES)
DECIMALS = whole_number(0, MOST_DECIMALS)
DENOMINATOR = whole_number(1, LARGEST_DENOMINATOR)
UNIT = number(0, 1)
NODES = whole_number(1, LARGEST_NODE_LIMIT)
SECONDS = number(5e-324, MOST_SECONDS, f"a positive number of seconds, at most {MOST_SECONDS:,}")
