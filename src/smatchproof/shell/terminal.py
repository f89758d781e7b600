"""Messages to the user, the terminal, and a progress bar."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout
from pathlib import Path
from typing import IO, Any, Self, TypeVar

from smatchproof.base.errors import plain, printable
from smatchproof.base.files import STANDARD_INPUT, STANDARD_OUTPUT

_Item = TypeVar("_Item")


def columns_of_terminal(stream: IO[str]) -> int | None:
    """Count the columns of a stream, if it is a terminal; ``COLUMNS`` in the environment overrides that."""
    import shutil  # loads five modules more, and a program's start is short

    return shutil.get_terminal_size().columns if stream.isatty() else None


def say(text: object, file: IO[str] | None = None, end: str = "\n") -> None:
    """Print text for a terminal with control characters escaped; JSON and the like are printed unchanged."""
    print(plain(str(text)), file=file, end=end)


@contextmanager
def printed_aside(outputs: Collection[str | None]) -> Iterator[None]:
    """Print to standard error in this block where one of the outputs is standard output, which holds nothing else."""
    with redirect_stdout(sys.stderr) if STANDARD_OUTPUT in outputs else nullcontext():
        yield


def shown_name(file: str) -> str:
    """The name of an input file in a title."""
    return "standard input" if file == STANDARD_INPUT else printable(Path(file).name)


class ReaderLeftError(BrokenPipeError):
    """The reader of the output has left before all was printed, but the exit `code` is known."""

    def __init__(self, code: int) -> None:
        super().__init__()
        self.code = code


@contextmanager
def verdict(code: int) -> Iterator[int]:
    """Keep this exit code while the block prints: a closed pipe must not change it."""
    try:
        yield code
    except BrokenPipeError as error:
        raise ReaderLeftError(code) from error


# ---- progress

_REDRAWN_AFTER = 0.1
"""Seconds."""


class _Progress:
    """A bar on standard error while a ``with`` block runs, if that is a terminal and rich is installed.

    It is drawn when something is done, ten times a second at most: it has no thread, which a forked worker would copy.
    """

    def __init__(self, words: str, total: int | None = None) -> None:
        self._words, self._total, self._drawn = words, total, 0.0
        self._bar: Any = None

    def __enter__(self) -> Self:
        self._bar = _bar() if sys.stderr.isatty() else None
        if self._bar is not None:
            self._bar.start()
            self._bar.add_task(self._words, total=self._total)
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def show(self, done: int, total: int | None = None) -> None:
        """Say how much is done, of how much."""
        if self._bar is None or not (done == total or self._bar.get_time() - self._drawn > _REDRAWN_AFTER):
            return
        self._drawn = self._bar.get_time()
        self._bar.update(self._bar.task_ids[0], completed=done, total=total)
        self._bar.refresh()


def with_progress(
    items: Iterator[_Item],
    words: str,
    total: int | None = None,
    place: Callable[[_Item], tuple[int, int]] | None = None,
) -> Iterator[_Item]:
    """Yield the items, with a bar on standard error if that is a terminal and rich is installed.

    `total` is the number of items; `place` returns, for an item, how many items are done with it and how many there
    are.
    """
    with _Progress(words, total) as progress:
        for number, item in enumerate(items, 1):
            yield item
            progress.show(*((number, total) if place is None else place(item)))


def _bar() -> Any:
    """An empty bar, or ``None`` if no package draws one."""
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn
    except Exception:  # it only shows how far a command is
        return None
    clock = (TimeElapsedColumn(), "left", TimeRemainingColumn())
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), *clock)
    return Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False)
