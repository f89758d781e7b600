"""The difference of a file of a bundle from what is written here: its place in words, and whether it is but a rounding.

Libraries decide some bytes: those of compressed files, the last digits of intervals and p-values, drawings. A number
that a table shows otherwise is no matter of libraries.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import BinaryIO

from smatchproof.base.errors import quoted
from smatchproof.base.files import decoded, numbered_lines, opened_plain, uncompressed
from smatchproof.scoring.bundles.bundle_folder import HINT

_SHOWN, _BEFORE = 32, 12
"""The characters of a line that are shown around a difference, and of these the ones before it."""
_NUMBER = re.compile(r"(?<![\w.])(?:\d+\.\d+(?:e[-+]\d+)?|\d+e-\d+)(?![\w.])")
"""A number that is not whole; no part of a version."""
_ALL_DIGITS = 1e-9
"""How far numbers that are written with all digits may differ by rounding."""


def first_difference(path: Path, made: BinaryIO) -> str | None:
    """Say where a file differs first from what is made here, both uncompressed; ``None`` where only compression does.

    Raises :class:`InputError` where the file cannot be read by lines.
    """
    with opened_plain(path, hint=HINT) as found, _plain(made, str(path)) as expected:
        files = (numbered_lines(file, str(path), HINT) for file in (expected, found))
        for number, (one, other) in enumerate(zip_longest(*files), 1):
            wanted, there = (b"" if each is None else each[1] for each in (one, other))
            if wanted != there:
                return f"line {number:,}: {_in_words(wanted, there)}"
    return None


def differs_by_rounding(path: Path, made: BinaryIO) -> bool:
    """Test whether a table differs in the last digits of numbers alone."""
    made.seek(0)
    with opened_plain(path, hint=HINT) as file:
        expected = made.read()
        texts = decoded(file.read(2 * len(expected)), str(path)), decoded(expected, str(path))
    if len({_NUMBER.sub("", text) for text in texts}) > 1:
        return False
    has_all_digits = path.suffix in (".json", ".csv")
    return all(
        abs(float(one) - float(other)) <= (_ALL_DIGITS if has_all_digits else _last_place(one))
        for one, other in zip(*map(_NUMBER.findall, texts), strict=True)
    )


def _last_place(number: str) -> float:
    """A little more than one unit of the last digit of a number."""
    return 1.001 * 10.0 ** -len(number.partition(".")[2])


@contextmanager
def _plain(file: BinaryIO, name: str) -> Iterator[BinaryIO]:
    file.seek(0)
    if not name.endswith(".gz"):
        yield file
        return
    with uncompressed(file, name) as content:
        yield content


def _in_words(wanted: bytes, there: bytes) -> str:
    """What was expected and what was found, around the first byte that differs."""
    place = next((at for at, (one, other) in enumerate(zip(wanted, there, strict=False)) if one != other), None)
    start = max(0, (min(len(wanted), len(there)) if place is None else place) - _BEFORE)
    return f"expected {_excerpt(wanted, start)}, found {_excerpt(there, start)}"


def _excerpt(line: bytes, start: int) -> str:
    part = line[start : start + _SHOWN].decode(errors="replace")
    return quoted(part) if line else "the end of the file"
