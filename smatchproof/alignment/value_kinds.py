"""What values may be, said once for options of the command line and for keys of files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from smatchproof.alignment import limits
from smatchproof.alignment.grading import LARGEST_DENOMINATOR
from smatchproof.alignment.limits import LARGEST_NODE_LIMIT, LARGEST_SEED, MOST_DECIMALS, MOST_SAMPLES, MOST_SECONDS

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Kind(Generic[Value]):
    """What a value of a file may be: `read` turns it into ours, and raises ``ValueError`` or ``TypeError`` for others.

    It may raise :class:`UsageError` instead, to say more than that something else was `expected`.
    """

    expected: str
    read: Callable[[Any], Value]


@dataclass(frozen=True, slots=True)
class OptionKind(Kind[Value]):
    """A kind that an option can have, too: `parse` turns its text into a value, and raises as `read` does."""

    parse: Callable[[str], Value]


def whole_number(least: int, most: int) -> OptionKind[int]:
    """A whole number in a range; true and 1.0 are none.

    >>> kind = whole_number(1, 2000)
    >>> kind.expected, kind.read(7), kind.parse("7")
    ('a whole number from 1 to 2,000', 7, 7)
    """

    def read(value: Any) -> int:
        if type(value) is not int or not least <= value <= most:
            raise ValueError
        return value

    def parse(text: str) -> int:
        return _existing(limits.whole_number(text, least, most))

    return OptionKind(f"a whole number from {least} to {most:,}", read, parse)


def number(least: float, most: float) -> OptionKind[float]:
    """A number in a range; true and what is not finite are none.

    >>> number(0, 1).read(1), number(0, 1).parse("0.5")
    (1.0, 0.5)
    """

    def read(value: Any) -> float:
        if type(value) not in (int, float) or not least <= value <= most:
            raise ValueError
        return float(value)

    def parse(text: str) -> float:
        if "_" in text or not text.isascii():  # Python's notation, not that of numbers
            raise ValueError
        return read(float(text))

    return OptionKind(f"a number from {least:g} to {most:,g}", read, parse)


def numbers(least: float, most: float) -> OptionKind[tuple[float, ...]]:
    """``0.5`` or ``[0.2, 0.5]``, and as an option ``0.5`` or ``0.2,0.5``; none is there twice.

    >>> numbers(0, 1).read([0.2, 0.5]), numbers(0, 1).parse("0.5")
    ((0.2, 0.5), (0.5,))
    """
    one = number(least, most)

    def read(value: Any) -> tuple[float, ...]:
        return _each_once(map(one.read, value if isinstance(value, list) else [value]))

    def parse(text: str) -> tuple[float, ...]:
        return _each_once(map(one.parse, text.split(",")))

    return OptionKind(f"numbers from {least:g} to {most:,g}, each once: one, or a list", read, parse)


def sizes(most: int, least: int = 1) -> OptionKind[tuple[int, ...]]:
    """``12``, ``[8, 12, 16]`` or ``"8-16"``, and as an option ``12``, ``8,12,16`` or ``8-16``.

    A range is checked before its numbers are made.

    >>> sizes(100).read([8, 12]), sizes(100).parse("8,12"), sizes(100).parse("5-7")
    ((8, 12), (8, 12), (5, 6, 7))
    """
    one = whole_number(least, most)

    def read(value: Any) -> tuple[int, ...]:
        if isinstance(value, str):
            return parse(value)
        return _each_once(map(one.read, value if isinstance(value, list) else [value]))

    def parse(text: str) -> tuple[int, ...]:
        if "," in text:
            return _each_once(map(one.parse, text.split(",")))
        return tuple(_existing(limits.number_range(text, least, most)))

    return OptionKind(
        f'numbers from {least} to {most:,}, each once: one, a list, or a range such as "5-30"', read, parse
    )


Found = TypeVar("Found", int, range)


def _existing(found: Found | None) -> Found:
    if found is None:
        raise ValueError
    return found


def _each_once(values: Any) -> tuple[Any, ...]:
    found = tuple(values)
    if len({*found}) < len(found) or not found:
        raise ValueError
    return found


def _positive(seconds: float) -> float:
    if not seconds:
        raise ValueError
    return seconds


_UP_TO_MOST_SECONDS = number(0, MOST_SECONDS)

SEED = whole_number(0, LARGEST_SEED)
SAMPLES = whole_number(1, MOST_SAMPLES)
DECIMALS = whole_number(0, MOST_DECIMALS)
DENOMINATOR = whole_number(1, LARGEST_DENOMINATOR)
UNIT = number(0, 1)
NODES = whole_number(1, LARGEST_NODE_LIMIT)
SECONDS = OptionKind(
    f"a positive number of seconds, at most {MOST_SECONDS:,}",
    lambda value: _positive(_UP_TO_MOST_SECONDS.read(value)),
    lambda text: _positive(_UP_TO_MOST_SECONDS.parse(text)),
)
