"""Signals that ask the program to end: each raises ``KeyboardInterrupt``, as Ctrl-C does."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name))
"""The signals that ask a program to end: Ctrl-C, termination, a terminal that was closed, Ctrl-Break on Windows."""


class Interrupted(KeyboardInterrupt):
    """The program was asked to end by the signal of this `number`."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.number = number


_waiting: list[int] = []
_is_held = False


def _raise(number: int, _: FrameType | None = None) -> None:
    """Handle a signal."""
    if _is_held:
        _waiting.append(number)
    else:
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


@contextmanager
def held() -> Iterator[None]:
    """Delay signals to the end of this block, where they raise :class:`Interrupted`, inside `interruptible`."""
    global _is_held
    _is_held = True
    try:
        yield
    finally:
        _is_held = False
        if _waiting:
            _raise(_waiting.pop())


def exit_code(error: KeyboardInterrupt) -> int:
    """Return the exit code after an interruption, as a shell reports it: 128 and the number of the signal."""
    return 128 + getattr(error, "number", signal.SIGINT)
