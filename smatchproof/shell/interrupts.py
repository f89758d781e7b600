"""Ctrl-C that comes at the wrong moment waits for the right one."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Self


class Interrupts:
    """In a ``with`` block of this, Ctrl-C raises ``KeyboardInterrupt`` as always, but not inside :meth:`held`.

    What belongs together (a sum and its row) is then either done or not begun. Off the main thread, or where Ctrl-C
    means something else already, nothing changes.
    """

    def __init__(self) -> None:
        self._installed = False
        self._held = False
        self._waiting = False

    def __enter__(self) -> Self:
        on_main_thread = threading.current_thread() is threading.main_thread()
        if on_main_thread and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._arrive)
            self._installed = True
        return self

    def __exit__(self, *_: object) -> None:
        if self._installed:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def _arrive(self, number: int, frame: FrameType | None) -> None:
        if self._held:
            self._waiting = True
        else:
            signal.default_int_handler(number, frame)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Finish this block first; then raise ``KeyboardInterrupt`` if Ctrl-C came meanwhile."""
        self._held = True
        try:
            yield
        finally:
            self._held = False
        if self._waiting:
            self._waiting = False
            raise KeyboardInterrupt
