"""Messages to the user, the terminal, and a progress bar."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout
from pathlib import Path
from typing import IO, Any, TypeVar

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


def tell_unproved(names: Iterable[str]) -> bool:
    """Say of what not every pair is certified. Returns whether there is any."""
    if found := [*dict.fromkeys(names)]:
        say(f"{', '.join(found)}: not every pair is certified, as --require-proof asks", file=sys.stderr)
    return bool(found)


def print_table(written: Callable[[str, int | None], str], format: str) -> None:
    """Print a table that is `written` in a format; as text it is no wider than the terminal."""
    if format == "text":
        say(written(format, columns_of_terminal(sys.stdout)), end="")
    else:
        print(written(format, None), end="")


@contextmanager
def printed_aside(outputs: Collection[str | None]) -> Iterator[None]:
    """Print to standard error in this block where one of the outputs is standard output, which holds nothing else."""
    with redirect_stdout(sys.stderr) if STANDARD_OUTPUT in outputs else nullcontext():
        yield


def shown_name(file: str) -> str:
    """The name of an input file in a title."""
    return "standard input" if file == STANDARD_INPUT else printable(Path(file).name)


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
    bar = _bar() if sys.stderr.isatty() else None
    if bar is None:
        yield from items
        return
    drawn, task = 0.0, bar.add_task(words, total=total)
    with bar:
        for number, item in enumerate(items, 1):
            yield item
            done, all = (number, total) if place is None else place(item)
            if done == all or bar.get_time() - drawn > _REDRAWN_AFTER:
                drawn = bar.get_time()
                bar.update(task, completed=done, total=all)
                bar.refresh()


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
