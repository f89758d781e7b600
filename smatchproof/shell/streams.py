"""The standard streams of a process, which may be closed, full, or have a reader that has left."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from smatchproof.plugins.prints import messages_to


def open_standard_streams() -> None:
    """Give this process its three standard streams, before a file takes the number of one that is closed.

    A standard input that is closed cannot be read, and a standard output that is closed cannot be written: whoever
    needs it gets an ``OSError``, as of a disk that is full. Standard error takes what it can, and is never an error.
    What a program has put in the place of one stays.
    """
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
    if sys.stderr is sys.__stderr__:
        sys.stderr = messages_to(2, getattr(sys.stderr, "encoding", None))


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
