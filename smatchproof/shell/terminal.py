"""Messages to people, the terminal that they may go to, and a progress bar there."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, TypeVar

from smatchproof.base.errors import plain, printable
from smatchproof.base.files import STANDARD_INPUT

_Item = TypeVar("_Item")


def columns_of_terminal(stream: IO[str]) -> int | None:
    """Count the columns of a stream, if it is a terminal; ``COLUMNS`` in the environment overrides that."""
    import shutil  # loads five modules more, and a program's start is short

    return shutil.get_terminal_size().columns if stream.isatty() else None


def say(text: object, file: IO[str] | None = None, end: str = "\n") -> None:
    """Print text for people, in which input obeys nobody; JSON and the like are printed as they are."""
    print(plain(str(text)), file=file, end=end)


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
    """Print what has this exit code: a reader who leaves must not turn a failed check into a good one."""
    try:
        yield code
    except BrokenPipeError as error:
        raise ReaderLeftError(code) from error


# ---- progress

_REDRAWN_AFTER = 0.1
"""Seconds."""


def with_progress(
    items: Iterator[_Item],
    words: str,
    total: int | None = None,
    place: Callable[[_Item], tuple[int, int]] | None = None,
) -> Iterator[_Item]:
    """Yield the items, with a bar on standard error if that is a terminal and rich is installed.

    `total` is the number of items; `place` returns, for an item, how many items are done with it and how many there
    are. The bar is drawn when an item is done, ten times a second at most: it has no thread, which a forked worker
    would copy.
    """
    progress = _bar() if sys.stderr.isatty() else None
    if progress is None:
        yield from items
        return
    with progress:
        task, drawn = progress.add_task(words, total=total), 0.0
        for number, item in enumerate(items, 1):
            yield item
            done, all_items = (number, total) if place is None else place(item)
            progress.update(task, completed=done, total=all_items)
            if progress.get_time() - drawn > _REDRAWN_AFTER or done == all_items:
                drawn = progress.get_time()
                progress.refresh()


class LineProgress:
    """The line of a file that is being read: it is called with the number of each, and a terminal shows the last one.

    Use it in a ``with`` block. `number` is 0 before the first line.
    """

    def __init__(self, words: str) -> None:
        self.words, self.number, self._drawn = words, 0, 0.0
        self._progress: Any = None

    def __enter__(self) -> LineProgress:
        self._progress = _bar() if sys.stderr.isatty() else None
        if self._progress is not None:
            self._progress.start()
            self._progress.add_task(f"{self.words} line", total=None)
        return self

    def __exit__(self, *_: object) -> None:
        if self._progress is not None:
            self._progress.stop()
            self._progress = None

    def __call__(self, number: int) -> None:
        """Note the number of a line."""
        self.number = number
        if self._progress is not None and (now := self._progress.get_time()) - self._drawn > _REDRAWN_AFTER:
            self._drawn = now
            self._progress.update(self._progress.task_ids[0], completed=number)
            self._progress.refresh()


def _bar() -> Any:
    """An empty bar, or ``None`` where no package draws one."""
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn
    except ImportError:
        return None
    clock = (TimeElapsedColumn(), "left", TimeRemainingColumn())
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), *clock)
    return Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False)
