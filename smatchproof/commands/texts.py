"""Text files that commands read whole."""

from __future__ import annotations

import sys
from pathlib import Path

from smatchproof.alignment import InputError, Place
from smatchproof.alignment.corpus import STANDARD_INPUT


def read_text(name: str) -> str:
    """The text of a file; ``-`` is standard input. Raises :class:`InputError` for a file that cannot be read."""
    try:
        data = sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise InputError(str(error.strerror).lower(), Place(name), "name a file that can be read") from None
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        wrong = f"byte {data[error.start]:#04x} is not UTF-8"
        raise InputError(wrong, Place(name, line), "name a text file") from None
