"""Prints that go aside: messages, and what code of users prints where standard output is data."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from typing import TextIO, cast

_aside: TextIO | None = None


@contextmanager
def prints_go_to(stream: TextIO) -> Iterator[None]:
    """In this block, send to a stream what code of users prints to standard output."""
    global _aside
    before, _aside = _aside, stream
    try:
        yield
    finally:
        _aside = before


@contextmanager
def printing() -> Iterator[None]:
    """Run code of a user in this block. Off the main thread its prints go where they would, for all share one output.

    >>> from io import StringIO
    >>> with prints_go_to(StringIO()) as aside, printing():
    ...     print("not in the data")
    """
    if _aside is not None and threading.current_thread() is threading.main_thread():
        with redirect_stdout(_aside):
            yield
    else:
        yield


class _Forgiving(io.FileIO):
    """A stream of messages: one that cannot be written is lost, and nothing else is."""

    def write(self, data: object) -> int:
        """Write some bytes, or pass over them."""
        with suppress(OSError):
            return super().write(data)  # type: ignore[arg-type]
        return len(cast(bytes, data))


def messages_to(descriptor: int, encoding: str | None = None) -> TextIO:
    """A stream of messages to a file that is open: a disk that is full, or a reader that has left, changes nothing."""
    raw = _Forgiving(descriptor, "w", closefd=False)
    return io.TextIOWrapper(io.BufferedWriter(raw), encoding, errors="backslashreplace", line_buffering=True)
