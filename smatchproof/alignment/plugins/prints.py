"""What code of users prints: a program whose standard output is data sends it elsewhere."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import TextIO

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
