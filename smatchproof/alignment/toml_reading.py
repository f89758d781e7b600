"""Reading TOML, so that all that is wrong has its line. :mod:`smatchproof.alignment.records` says what does not fit."""

from __future__ import annotations

import math
import re
import tomllib
from typing import Any

from smatchproof.alignment.errors import InputError, Place, quoted
from smatchproof.alignment.limits import DEEPEST


def read_toml(text: str, source: str) -> dict[str, Any]:
    """The values of a TOML text, of any type but without NaN, infinity and too much nesting.

    Raises :class:`InputError` with line and, where it is known, column.
    """
    way_out = "write key = value lines below [tables]"
    for number, line in enumerate(text.splitlines(), 1):
        if _DOTTED.match(line) and line.count(".") > DEEPEST:
            raise InputError(f"nested more than {DEEPEST} deep", Place(source, number), way_out)
    try:
        values = tomllib.loads(text, parse_float=_finite)
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(str(error), text, source, way_out) from None
    except _NotFinite as error:
        raise _in_line(text, source, error.text, f"expected a finite number, found {quoted(error.text)}") from None
    except RecursionError:
        raise InputError(f"nested more than {DEEPEST} deep", _deepest_line(text, source), way_out) from None
    except ValueError:  # of int(), which takes no more than some thousands of digits
        found = max(re.findall(r"[0-9][0-9_]*", text), key=len)
        raise _in_line(text, source, found, f"a number of {len(found):,} digits") from None
    if _depth(values) > DEEPEST:
        raise InputError(f"nested more than {DEEPEST} deep", _deepest_line(text, source), way_out)
    return values


class _NotFinite(Exception):
    """A number that is none."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise _NotFinite(text)
    return value


_DOTTED = re.compile(r"""\s*(?:\[|[^="'#\[]*=)""")
_SYNTAX = re.compile(r"(.*?) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)


def _not_toml(message: str, text: str, source: str, way_out: str) -> InputError:
    lines = text.splitlines()
    found = _SYNTAX.fullmatch(message)
    if not found:
        return InputError(f"this is no TOML: {message}", Place(source), way_out)
    line = int(found[2] or len(lines) or 1)
    shown_line = lines[line - 1] if line <= len(lines) else ""
    place = Place(source, line, int(found[3] or len(shown_line) + 1), shown_line)
    return InputError(f"this is no TOML: {found[1][:1].lower()}{found[1][1:]}", place, way_out)


def _in_line(text: str, source: str, word: str, message: str) -> InputError:
    """An error at the first line that has a word."""
    for number, line in enumerate(text.splitlines(), 1):
        if (at := line.find(word)) >= 0:
            return InputError(message, Place(source, number, at + 1, line), "write another number")
    return InputError(message, Place(source), "write another number")


def _deepest_line(text: str, source: str) -> Place:
    lines = text.splitlines() or [""]
    opened = [sum(map(line.count, "[{.")) for line in lines]
    return Place(source, opened.index(max(opened)) + 1)


def _depth(values: Any) -> int:
    """How deeply tables and lists are nested, told without recursion."""
    depth, level = 0, [values]
    while level := [each for each in level if isinstance(each, dict | list)]:
        depth += 1
        level = [child for each in level for child in (each.values() if isinstance(each, dict) else each)]
    return depth
