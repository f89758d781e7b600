"""The standard streams of a process, which may be closed, full, or have a reader that has left."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress

from smatchproof.base.messages import messages_to


def open_standard_streams() -> None:
    """Give this process its three standard streams, before a file takes the number of one that is closed.

    A standard input that is closed cannot be read, and a standard output that is closed cannot be written: whoever
    needs it gets an ``OSError``, as of a disk that is full. Standard error takes what it can, and is never an error.
    What a program has put in the place of one stays.
    """
    is_own = sys.stdout is sys.__stdout__
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if not _is_open(number):
            # open the other way round: to read what is for writing fails, and that is what a closed stream does
            found = os.open(os.devnull, os.O_RDONLY if name == "stdout" else os.O_WRONLY)
            if found != number:
                os.dup2(found, number)
                os.close(found)
            os.set_inheritable(number, True)
        if getattr(sys, name) is None and name != "stderr":
            setattr(sys, name, open(number, "w" if number else "r", closefd=False))
    if is_own and isinstance(sys.stdout, io.TextIOWrapper) and not sys.stdout.isatty():
        sys.stdout = _with_name(sys.stdout)
    if sys.stderr is sys.__stderr__:
        sys.stderr = messages_to(2, getattr(sys.stderr, "encoding", None))


def _with_name(stdout: io.TextIOWrapper) -> io.TextIOWrapper:
    """Standard output as it is, but for the name in its errors."""
    raw = _Output(1, "w", closefd=False)
    buffer = raw if isinstance(stdout.buffer, io.FileIO) else io.BufferedWriter(raw)
    return io.TextIOWrapper(buffer, stdout.encoding, stdout.errors, write_through=stdout.write_through)


class _Output(io.FileIO):
    """Standard output, whose errors have its name: a temporary file that cannot be written has none."""

    def write(self, data: object) -> int:
        """Write some bytes."""
        try:
            return super().write(data)  # type: ignore[arg-type]
        except OSError as error:
            error.filename = "standard output"
            raise


def discard_output() -> None:
    """Keep Python from failing once more when it flushes what nobody takes."""
    with suppress(OSError, ValueError):  # of a stream without a number
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True
