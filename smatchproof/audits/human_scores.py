"""Reading human scores of the similarity of graphs: a file with one number per pair, one on each line."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import NoReturn

from smatchproof.base.errors import InputError, Place, quoted
from smatchproof.base.files import BYTE_ORDER_MARK, decoded_lines, opened_bytes
from smatchproof.base.text import many

_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_EXAMPLE = "write one such as 0.75"


def read_human(path: str | Path, pairs: int | None = None) -> tuple[float, ...]:
    r"""The numbers of a file, one per line, in the order of the pairs.

    From ``#`` on a line is a comment; lines of comments do not count, and at the end blank lines do not either. Any
    finite number will do: what scale people used is not looked at. Raises :class:`~smatchproof.base.errors.InputError`
    for everything else, for a file without numbers, and if there are not as many as `pairs`.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "human.txt")
    ...     _ = path.write_text("# made up\n0.75\n1  # equal\n")
    ...     read_human(path, pairs=2)
    (0.75, 1.0)
    """
    scores: list[float] = []
    blank: Place | None = None
    with opened_bytes(path, of="scores") as file:
        data = file.read().removeprefix(BYTE_ORDER_MARK)
    for number, text in enumerate(data.splitlines(), 1):
        line = decoded_lines(text, str(path), number)
        found, comment, _ = line.partition("#")
        if not found.strip():
            if not comment and blank is None:
                blank = Place(str(path), number, 1, line)
            continue
        if blank is not None:
            raise InputError("expected a number, found a blank line", blank, "remove the line, or write its number")
        scores.append(_score(Place(str(path), number, text=line), found))
    if not scores:
        raise InputError("no score in this file", Place(str(path)), "expected a number on each line, one per pair")
    if pairs is not None and len(scores) != pairs:
        message = f"{many(len(scores), 'score')}, but {many(pairs, 'pair')} of graphs"
        raise InputError(message, Place(str(path)), "write one score per pair, in their order")
    return tuple(scores)


def _score(place: Place, text: str) -> float:
    """The number of a line, of which comments have been cut off."""
    first, *others = re.finditer(r"\S+", text)
    score = float(first[0]) if _NUMBER.fullmatch(first[0]) else math.nan
    if not math.isfinite(score):
        _refuse(place, first.start(), f"expected a finite number, found {quoted(first[0])}", _EXAMPLE)
    if others:
        message = f"expected one number, found {quoted(others[0][0])} after it"
        _refuse(place, others[0].start(), message, "write each number on a line of its own, comments behind '#'")
    return score


def _refuse(place: Place, offset: int, message: str, hint: str) -> NoReturn:
    raise InputError(message, Place(place.source, place.line, offset + 1, place.text), hint)
