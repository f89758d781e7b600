"""The terminal that is written to."""

from __future__ import annotations

import shutil
from typing import IO


def columns_of_terminal(stream: IO[str]) -> int | None:
    """How many columns a stream has, if it is a terminal; ``COLUMNS`` in the environment overrides that."""
    return shutil.get_terminal_size().columns if stream.isatty() else None
