"""Others who do parts of a search: the processes of this machine, or of a cluster."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

Others = Callable[..., Generator[Any, None, None]]
"""``others(function, tasks, *settings)`` yields ``function(task, *settings)`` of each task, in their order."""

OTHERS: ContextVar[Others | None] = ContextVar("others", default=None)
"""Who does parts of the searches that begin here, if anybody does."""


@contextmanager
def shared_by(others: Others) -> Iterator[None]:
    """Let others do parts of the searches that begin in this block.

    >>> with shared_by(lambda function, tasks, *settings: (function(task, *settings) for task in tasks)):
    ...     pass
    """
    token = OTHERS.set(others)
    try:
        yield
    finally:
        OTHERS.reset(token)
