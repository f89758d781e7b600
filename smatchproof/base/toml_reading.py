"""Reading TOML, so that all that is wrong has its line. :mod:`smatchproof.base.records` says what does not fit."""

from __future__ import annotations

import re
import tomllib
from functools import partial
from typing import Any, cast

from smatchproof.base.errors import InputError, Place
from smatchproof.base.limits import DEEPEST
from smatchproof.base.records import finite, parsed

_HINT = "write key = value lines below [tables]"
_DOTTED = re.compile(r"""\s*(?:\[|[^="'#\[]*=)""")
_SYNTAX = re.compile(r"(.*?) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)


def read_toml(text: str, source: str) -> dict[str, Any]:
    """Parse a TOML text: values of any type but without NaN, infinity and too much nesting.

    Raises :class:`InputError` with line and, where it is known, column.
    """
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        if _DOTTED.match(line) and line.count(".") > DEEPEST:  # tomllib takes quadratic time for these
            raise InputError(f"nested more than {DEEPEST} deep", Place(source, number), _HINT)
    try:
        values = parsed(partial(tomllib.loads, parse_float=finite), text, source, _HINT)
    except tomllib.TOMLDecodeError as error:
        found = _SYNTAX.fullmatch(str(error))
        assert found is not None
        at = int(found[2] or len(lines) or 1)
        shown_line = lines[at - 1] if at <= len(lines) else ""
        place = Place(source, at, int(found[3] or len(shown_line) + 1), shown_line)
        raise InputError(f"this is no TOML: {found[1][:1].lower()}{found[1][1:]}", place, _HINT) from None
    return cast(dict[str, Any], values)
