"""Streams of messages, which no full disk and no reader that has left make an error."""

from __future__ import annotations

import io
from contextlib import suppress
from typing import TextIO, cast


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
