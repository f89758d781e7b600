"""The largest numbers that options and files may ask for, and the kinds of values of both.

Larger numbers are refused before memory is used.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from operator import index
from typing import Any, Generic, TypeVar

LARGEST_SEED = 2**31 - 1
"""The solvers behind the ILP methods take no other seeds."""
MOST_SEEDS = 100_000
"""Seeds of an experiment."""
MOST_JOBS = 1_000
"""Processes of one command."""
MOST_SECONDS = 1_000_000
"""Seconds of a time limit: 11 days. A wait for another program takes no longer limits."""
LARGEST_MEMORY = 10**9
"""Megabytes of a memory limit."""
LARGEST_NODE_LIMIT = 2**31 - 1
"""Nodes of a search tree: the solvers behind the ILP methods take no larger limits."""
LARGEST_PROOF_LIMIT = 10**9
"""Integers of a proof: its certificate has some twelve bytes for each."""
MOST_GRAPHS = 10_000_000
"""Graphs, or pairs of graphs, that one command or source makes; they are made one by one, so memory is no limit."""
MOST_VARIABLES = 100_000
"""Variables of a random graph."""
MOST_NODES = 2_000
"""Nodes of a random digraph. Every couple of nodes is listed: four million at most."""
MOST_LABELS = 1_000_000
"""Labels or concepts to choose from."""
LARGEST_DEGREE = float(MOST_NODES)
MOST_TRAPS = 10_000
"""Traps of one source of an experiment."""
MOST_RUNS = 10_000
"""Runs of a method on a pair, in an audit."""
MOST_SAMPLES = 1_000_000
"""Exchanges of the tests between two systems."""
MOST_DECIMALS = 12
"""Decimals of a printed score: counts of a million triples give no more that mean anything."""
MOST_EVALUATIONS = 10_000_000
"""Evaluations of an adversary."""
MOST_ADVERSARY_VARIABLES = 1_000
"""Variables of an adversary's graph: it is scored at every evaluation."""
LARGEST_CLIQUE = 1_000
"""Vertices of a wanted clique. Every couple of them is an edge of the pattern: half a million at most."""

LARGEST_DENOMINATOR = 10**9
"""The largest denominator of similarities. Solvers add up weights times scales: these stay far below 64 bits."""
LARGEST_COUNT = 2**63 - 1
"""The most triples that can be asked for, and the most copies that a weight stands for."""
MOST_ELEMENTS = 1_000_000
"""Variables and clauses of a formula, or units in bins: each becomes a part of a graph."""

_RANGE = r"([0-9]{1,19})(?:-([0-9]{1,19}))?"


def number_range(text: str, least: int, most: int) -> range | None:
    """The range that a text such as ``5-30`` or ``7`` is, if all of it is from `least` to `most`; else ``None``.

    >>> number_range("5-30", 1, 100), number_range("7", 1, 100), number_range("1-99999999999999", 1, 100)
    (range(5, 31), range(7, 8), None)
    """
    found = re.fullmatch(_RANGE, text)
    if not found:
        return None
    low, high = int(found[1]), int(found[2] or found[1])
    return range(low, high + 1) if least <= low <= high <= most else None


Value = TypeVar("Value")


class Kind(Generic[Value]):
    """A kind of values: `read` converts the value of a file.

    It raises ``ValueError`` or ``TypeError`` for other values, or :class:`UsageError` for a message beyond `expected`.
    """

    def __init__(self, expected: str, read: Callable[[Any], Value]) -> None:
        self.expected, self.read = expected, read

    def parse(self, text: str) -> Value:
        """Read the text of an option: numbers as in a file, several of them with commas."""
        values = [_value(part) for part in text.split(",")]
        return self.read(values if len(values) > 1 else values[0])


class TextKind(Kind[Value]):
    """A kind that reads the text of an option unchanged."""

    def parse(self, text: str) -> Value:
        """Read the text of an option."""
        return self.read(text)


_WHOLE = r"[0-9]{1,19}"
_NUMBER = r"[-+]?[0-9.]+([eE][-+]?[0-9]+)?"


def _value(text: str) -> int | float | str:
    if re.fullmatch(_WHOLE, text):
        return int(text)
    return float(text) if re.fullmatch(_NUMBER, text) else text


def whole_number(least: int, most: int) -> Kind[int]:
    """Return the kind of integers in a range, also those of NumPy; true and 1.0 are not integers.

    >>> kind = whole_number(1, 2000)
    >>> kind.expected, kind.read(7), kind.parse("7")
    ('a whole number from 1 to 2,000', 7, 7)
    """

    def read(value: Any) -> int:
        try:
            number = index(value)
        except TypeError:  # a list, say, or an array, whose __index__ refuses it
            raise ValueError from None
        if isinstance(value, bool) or not least <= number <= most:
            raise ValueError
        return number

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
