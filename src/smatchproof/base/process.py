"""Signals that end this process, the processors that it may use, and its garbage collector."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from smatchproof.base.errors import UsageError
from smatchproof.base.limits import MOST_JOBS

ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name))
"""The signals that ask a program to end: Ctrl-C, termination, a terminal that was closed, Ctrl-Break on Windows."""


class Interrupted(KeyboardInterrupt):
    """The program was asked to end by the signal of this `number`."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.number = number


def _raise(number: int, _: FrameType | None) -> None:
    """Handle a signal."""
    raise Interrupted(number)


@contextmanager
def interruptible() -> Iterator[None]:
    """Let signals raise :class:`Interrupted` in this block. Before and after it they end the program silently.

    Signals that are ignored stay so.
    """
    numbers = [each for each in ENDING if signal.getsignal(each) in (signal.SIG_DFL, signal.default_int_handler)]
    try:
        for each in numbers:
            signal.signal(each, _raise)
        yield
    finally:
        for each in numbers:
            signal.signal(each, signal.SIG_DFL)


def exit_code(error: KeyboardInterrupt) -> int:
    """Return the exit code after an interruption, as a shell reports it: 128 and the number of the signal."""
    return 128 + getattr(error, "number", signal.SIGINT)


START_VARIABLE = "SMATCHPROOF_START_METHOD"
"""The environment variable that selects how processes are started: ``fork``, ``spawn`` or ``forkserver``."""


def usable_processors() -> int:
    """Return the number of processors that this process may use; all of the machine if the system does not say."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def number_of_jobs(jobs: int | None) -> int:
    """Return a valid number of processes; ``None`` means one per processor. Raises :class:`UsageError` for others."""
    if jobs is None:
        return usable_processors()
    if jobs < 1:
        raise UsageError(f"{jobs} jobs cannot do anything; give a number from 1")
    if jobs > MOST_JOBS:
        raise UsageError(f"{jobs} jobs are too many processes; give at most {MOST_JOBS}")
    return jobs


class gc_paused:  # noqa: N801  # it is used as a function, like those of contextlib
    """Pause the collection of cyclic garbage: code that makes millions of objects is three to six times as fast.

    For code that makes no cycles, or few; objects without references are still freed at once. This is a class because
    it is entered twice for each pair of a corpus: a generator would cost as much as a small check.

    >>> with gc_paused():
    ...     gc.isenabled()
    False
    """

    __slots__ = ("_was_enabled",)

    def __enter__(self) -> None:
        self._was_enabled = gc.isenabled()
        gc.disable()

    def __exit__(self, *_: object) -> None:
        if self._was_enabled:
            gc.enable()
