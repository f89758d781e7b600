"""What code of users prints: a program whose standard output is data sends it to standard error."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout

_aside = False


@contextmanager
def prints_aside() -> Iterator[None]:
    """In this block, send to standard error what code of users prints to standard output."""
    global _aside
    before, _aside = _aside, True
    try:
        yield
    finally:
        _aside = before


@contextmanager
def printing() -> Iterator[None]:
    """Run code of a user in this block. Off the main thread its prints go where they would, for all share one output.

    >>> with prints_aside(), printing():
    ...     print("not in the data")
    """
    if _aside and threading.current_thread() is threading.main_thread():
        with redirect_stdout(sys.stderr):
            yield
    else:
        yield
