"""Text files: read whole, or written so that they are complete under their name, or not there."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

from smatchproof.alignment.errors import InputError, Place

STANDARD_INPUT = "-"


def read_text(name: str) -> str:
    """The text of a file; ``-`` is standard input. Raises :class:`InputError` for a file that cannot be read."""
    try:
        data = sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise InputError(str(error.strerror).lower(), Place(name), "name a file that can be read") from None
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
