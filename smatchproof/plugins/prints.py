"""Prints that go aside: messages, and what code of users prints where standard output is data. And its quiet ends."""

from __future__ import annotations

import io
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from typing import NoReturn, TextIO, cast

_aside: TextIO | None = None
_end_at_once = os._exit
_running: list[tuple[int, int, str]] = []
"""The process and the thread in which code of users runs, and what it is called."""


@contextmanager
def prints_go_to(stream: TextIO, output: TextIO) -> Iterator[None]:
    """In this block, send to a stream what code of users prints, also in its threads; all else goes to `output`."""
    global _aside
    before, _aside = _aside, stream
    try:
        with redirect_stdout(cast(TextIO, _OfOneThread(output, _leading_to(stream)))):
            yield
    finally:
        _aside = before


class _OfOneThread:
    """Standard output for the thread that made it. What another prints goes aside, for it may print at any time."""

    def __init__(self, output: TextIO, aside: TextIO) -> None:
        self._output, self._aside, self._thread = output, aside, threading.get_ident()

    def __getattr__(self, name: str) -> object:
        """A method, such as ``write``, of the stream that the thread may have."""
        return getattr(self._output if threading.get_ident() == self._thread else self._aside, name)


def _leading_to(stream: TextIO) -> TextIO:
    """A stream to the same file: code of users may take it apart, and close the part that it has taken."""
    try:
        return messages_to(stream.fileno(), stream.encoding)
    except (AttributeError, OSError):  # a stream in memory, or of a program that has none
        return stream


@contextmanager
def contained(name: str) -> Iterator[None]:
    """Run code of a user in this block: its prints go aside, and ``os._exit`` ends no command without a word.

    >>> from io import StringIO
    >>> with prints_go_to(StringIO(), StringIO()), contained("mine.py:greedy"):
    ...     print("not in the data")
    """
    here = os.getpid(), threading.get_ident(), name
    _running.append(here)
    os._exit = _told_end
    try:
        if _aside is None or threading.current_thread() is not threading.main_thread():
            yield
        else:
            # what the code puts in the place of standard error does not stay there
            with redirect_stdout(_leading_to(_aside)), redirect_stderr(_aside), _descriptor_aside(_aside):
                yield
    finally:
        _running.remove(here)
        if not _running:
            os._exit = _end_at_once


@contextmanager
def _descriptor_aside(stream: TextIO) -> Iterator[None]:
    """Send aside, too, what is written to the descriptor of standard output, as programs and C code do."""
    try:
        aside, before = stream.fileno(), os.dup(1)
    except OSError:  # a stream in memory, or a standard output that is closed
        yield
        return
    try:
        os.dup2(aside, 1)
        yield
    finally:
        os.dup2(before, 1)
        os.close(before)


def _told_end(status: int) -> NoReturn:
    """End code of a user that calls ``os._exit``: by an exception, which has a name, and removes temporary files.

    Workers and processes that the code has forked do end: whoever waits for them sees it.
    """
    from multiprocessing import parent_process

    process, thread = os.getpid(), threading.get_ident()
    names = [name for at, _, name in _running if at == process]
    if parent_process() is not None or not names:
        _end_at_once(status)
    if any(each[:2] == (process, thread) for each in _running):
        raise SystemExit(f"os._exit({status})")
    os.write(2, f"error: {names[-1]} ended the program by os._exit({status}); let it return\n".encode())
    _end_at_once(status or 2)


class _Forgiving(io.FileIO):
    """A stream of messages: one that cannot be written is lost, and nothing else is."""

    def write(self, data: object) -> int:
        """Write some bytes, or pass over them."""
        with suppress(OSError):
            return super().write(data)  # type: ignore[arg-type]
        return len(cast(bytes, data))


class _Messages(io.TextIOWrapper):
    """A stream that stays open: whoever closes it is not the only one that writes to it."""

    def close(self) -> None:
        """Write what is left."""
        self.flush()


def messages_to(descriptor: int, encoding: str | None = None) -> TextIO:
    """A stream of messages to a file that is open: a disk that is full, or a reader that has left, changes nothing."""
    raw = _Forgiving(descriptor, "w", closefd=False)
    return _Messages(io.BufferedWriter(raw), encoding, errors="backslashreplace", line_buffering=True)
