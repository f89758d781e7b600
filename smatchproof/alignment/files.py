"""Text files: read whole, or written so that they are complete under their name, or not there."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import IO, BinaryIO

from smatchproof.alignment.errors import InputError, Place

STANDARD_INPUT = "-"


LARGEST_TEXT = 2**28
"""The most bytes of a file that is read whole."""


@contextmanager
def opened_bytes(path: str | Path, way_out: str) -> Iterator[BinaryIO]:
    """A file to read bytes from. What the system says against that is an :class:`InputError` with this way out."""
    try:
        with Path(path).open("rb") as file:
            yield file
    except OSError as error:
        raise InputError(str(error.strerror or error).lower(), Place(str(path)), way_out) from None
    except ValueError as error:  # a name with a NUL in it
        if "null" not in str(error):
            raise
        raise InputError("no name of a file", Place(str(path)), way_out) from None


def read_text(name: str) -> str:
    """The text of a file; ``-`` is standard input. Raises :class:`InputError` for a file that cannot be read.

    That is also one of more than :data:`LARGEST_TEXT` bytes, or not in UTF-8.
    """
    way_out = "name a file that can be read"
    with nullcontext(sys.stdin.buffer) if name == STANDARD_INPUT else opened_bytes(name, way_out) as file:
        data = file.read(LARGEST_TEXT + 1)
    if len(data) > LARGEST_TEXT:
        raise InputError(f"a file of more than {LARGEST_TEXT:,} bytes", Place(name), "name a smaller file")
    return decoded(data, name)


def decoded(data: bytes, name: str) -> str:
    """The text of a file from its bytes. Raises :class:`InputError` where they are not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        wrong = f"byte {data[error.start]:#04x} is not UTF-8"
        raise InputError(wrong, Place(name, line), "name a text file") from None


@contextmanager
def written_beside(path: str) -> Iterator[IO[str]]:
    """A new text file in UTF-8 that takes its name when the block ends well; an error leaves what was there before.

    What is no regular file (a pipe, ``/dev/stdout``) is written to directly. Raises :class:`InputError` when the
    file cannot be opened.
    """
    direct = Path(path).exists() and not Path(path).is_file()
    beside = Path(path if direct else f"{path}.part")
    try:
        file = beside.open("w", encoding="utf-8", newline="\n")
    except OSError as error:
        raise InputError(str(error.strerror).lower(), Place(path), "name a file that can be written") from None
    try:
        with file:
            yield file
        if not direct:
            beside.replace(path)
    finally:
        if not direct:
            beside.unlink(missing_ok=True)


def written_whole(contents: Mapping[str, str]) -> None:
    """Write several files, given by name; none takes its name before all are complete."""
    with ExitStack() as files:
        for path, text in contents.items():
            files.enter_context(written_beside(path)).write(text)
