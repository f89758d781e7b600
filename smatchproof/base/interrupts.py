"""Signals that ask a program to end, held back while things are done that belong together."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
ENDING = tuple(getattr(signal, name) for name in _NAMES if hasattr(signal, name))
"""The signals that ask a program to end: Ctrl-C, termination, a terminal that was closed, Ctrl-Break on Windows."""


_MOMENT = 0.01
"""Seconds until a signal that Python swallowed is sent again: the call that swallowed it has returned by then."""


class Terminated(KeyboardInterrupt):
    """The program was asked to end by another signal than Ctrl-C; handlers of Ctrl-C handle it, too."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.number = number


class _Interrupts:
    """The signals that have arrived while signals are held back. There is one such object: signals belong to the
    process.
    """

    def __init__(self) -> None:
        self.depth = 0
        self.waiting = 0
        self.last = 0
        self.swallowing = False
        self.again: threading.Timer | None = None
        self.unraised: Callable[[sys.UnraisableHookArgs], object] = sys.__unraisablehook__

    def arrive(self, number: int, frame: FrameType | None) -> None:
        """Handle a signal: raise it, or let it wait."""
        self.last = number
        is_at_hook = frame is not None and frame.f_code is _Interrupts.swallowed.__code__  # before its first line, too
        if self.swallowing or is_at_hook:
            self.send_again()
        elif self.depth:
            self.waiting = number
        else:
            self.raise_waiting(number)

    def swallowed(self, unraisable: sys.UnraisableHookArgs) -> None:
        """Send a signal again that was raised where Python lets nothing pass: in what it calls as it frees an object.

        One that arrives in here would not pass either. The signal comes from another thread, a moment later: by then
        that call has returned. Where the machine is so busy that it comes before, it would be swallowed again, and is
        sent once more.
        """
        self.swallowing = True
        try:
            if isinstance(unraisable.exc_value, KeyboardInterrupt):
                self.send_again()
            else:
                self.unraised(unraisable)
        finally:
            self.swallowing = False

    def send_again(self) -> None:
        """Send the last signal again, a moment later."""
        self.again = threading.Timer(_MOMENT, _send, (self.last,))
        self.again.start()

    def raise_waiting(self, number: int) -> None:
        """Raise the signal that has arrived."""
        self.waiting = 0
        raise KeyboardInterrupt if number == signal.SIGINT else Terminated(number)


_interrupts = _Interrupts()


def _send(number: int) -> None:
    """Send this process a signal."""
    if os.name == "nt":  # os.kill ends a process there, whatever the signal is
        signal.raise_signal(number)
    else:  # unlike raise_signal, this ends what the main thread waits for
        os.kill(os.getpid(), number)


@contextmanager
def interruptible(
    unraised: Callable[[sys.UnraisableHookArgs], object] = sys.__unraisablehook__,
) -> Iterator[None]:
    """Let each signal of :data:`ENDING` raise ``KeyboardInterrupt`` in this block, but not inside :func:`held`.

    Signals that are ignored or handled already stay so; off the main thread nothing changes. Other errors where nothing
    can be raised, as in a finaliser, go to `unraised`.
    """
    before, hook = {}, sys.unraisablehook
    try:
        if _on_main_thread():
            _interrupts.unraised = unraised
            sys.unraisablehook = _interrupts.swallowed
            _interrupts.last = 0
            for number in ENDING:
                if (handler := signal.getsignal(number)) in (signal.SIG_DFL, signal.default_int_handler):
                    before[number] = handler
                    signal.signal(number, _interrupts.arrive)
        yield
    finally:
        sys.unraisablehook = hook
        if _interrupts.again is not None:
            _interrupts.again.cancel()  # what it would end has ended
        for number, handler in before.items():
            signal.signal(number, handler)


def interrupted_by() -> int:
    """The signal that arrived last in the block of :func:`interruptible`, or 0."""
    return _interrupts.last


@contextmanager
def held() -> Iterator[None]:
    """Finish this block first; then raise ``KeyboardInterrupt`` if one of the signals came meanwhile.

    Outside of :func:`interruptible` that is Ctrl-C alone, as long as it means what it means by default. Blocks may be
    nested. Off the main thread, where signals do not arrive, nothing is held.
    """
    if not _on_main_thread():
        yield
        return
    by_default = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    _interrupts.depth += 1
    try:
        if by_default:
            signal.signal(signal.SIGINT, _interrupts.arrive)
        yield
    finally:
        if by_default:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        _interrupts.depth -= 1
        if _interrupts.waiting and not _interrupts.depth:
            _interrupts.raise_waiting(_interrupts.waiting)


def _on_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()
