"""Stopping code that does not look at the clock."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeVar

from smatchproof.base.interrupts import Stop

_AGAIN = 0.05
"""Seconds after which code that swallows an interruption gets another one."""


Result = TypeVar("Result")


class DeadlinePassed(Stop):
    """The code ran for too long."""


def call_within(seconds: float | None, function: Callable[..., Result], /, *arguments: Any) -> Result:
    """Call a function, and raise :class:`DeadlinePassed` in it once it has run for `seconds`; ``None`` for ever.

    On the main thread of a POSIX system a timer's signal does it, elsewhere (a thread of a Dask worker, Windows) a
    second thread by way of CPython. Either comes between two steps of Python code: a call into a compiled library has
    to return first. It comes again and again, but code that catches it for ever (a bare ``except`` in an endless
    loop) is not stopped.

    >>> def dawdle():
    ...     while True:
    ...         pass
    >>> call_within(0.01, dawdle)
    Traceback (most recent call last):
    ...
    smatchproof.scoring.methods.deadline.DeadlinePassed
    """
    if seconds is None:
        return function(*arguments)
    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        return _call_with_timer(seconds, function, arguments)
    return _call_with_watch(seconds, function, arguments)


def _call_with_timer(seconds: float, function: Callable[..., Result], arguments: tuple[Any, ...]) -> Result:
    watching = True

    def stop(_number: int, _frame: FrameType | None) -> None:
        if watching:
            raise DeadlinePassed

    before = signal.signal(signal.SIGALRM, stop)
    try:
        try:
            signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
            return function(*arguments)
        finally:  # the signal may come just before this: then the next one comes after what is below
            watching = False
    finally:
        watching = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _call_with_watch(seconds: float, function: Callable[..., Result], arguments: tuple[Any, ...]) -> Result:
    import ctypes

    raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
    thread = ctypes.c_ulong(threading.get_ident())
    done, lock = threading.Event(), threading.Lock()

    def watch() -> None:
        wait = seconds
        while not done.wait(wait):
            wait = _AGAIN
            with lock:
                if not done.is_set():
                    raise_in(thread, ctypes.py_object(DeadlinePassed))

    try:
        try:
            threading.Thread(target=watch, daemon=True).start()
            return function(*arguments)
        finally:
            done.set()
    finally:
        with lock:
            done.set()
            raise_in(thread, None)  # takes back what has not arrived yet
