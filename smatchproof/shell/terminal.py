"""Messages to people, and the terminal that they may go to."""

from __future__ import annotations

from typing import IO

from smatchproof.base.errors import plain


def columns_of_terminal(stream: IO[str]) -> int | None:
    """Count the columns of a stream, if it is a terminal; ``COLUMNS`` in the environment overrides that."""
    import shutil  # loads five modules more, and a program's start is short

    return shutil.get_terminal_size().columns if stream.isatty() else None


def say(text: object, file: IO[str] | None = None, end: str = "\n") -> None:
    """Print text for people, in which input obeys nobody; JSON and the like are printed as they are."""
    print(plain(str(text)), file=file, end=end)
