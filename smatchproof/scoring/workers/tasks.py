"""What every kind of worker offers, and tasks done in order by any of them."""

from __future__ import annotations

import itertools
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from pickle import dumps, loads
from types import TracebackType
from typing import Any, Protocol, Self, TypeVar

from smatchproof.alignment import SmatchproofError
from smatchproof.alignment.plugins import Allowed, adopt, allowed

MAX_CRASHES = 2
"""A task that has ended so many workers is given up."""
LARGEST_CHUNK = 512
"""So many tasks are sent at once at most, however short they are."""
_TICK = 1e-6
"""Seconds that count where a clock has seen none."""

Task = TypeVar("Task")
Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)


class WorkersLost(SmatchproofError):
    """No worker is left that can do a task."""


class TaskLost(WorkersLost):
    """A task ended every worker that did it."""


class Pending(Protocol[Result_co]):
    """A task that was begun."""

    def result(self) -> Result_co:
        """What the task returned; waits for it. Raises what it raised, or :class:`WorkersLost`."""


class Workers(Protocol):
    """Processes that do tasks. Use it in a ``with`` block."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    @property
    def slots(self) -> int:
        """How many tasks are done at the same time."""

    @property
    def worthwhile(self) -> float:
        """Seconds that should be sent at once, so that sending costs little beside it; 0 where it does in any case."""

    def submit(self, function: Callable[..., Result], /, *arguments: Any) -> Pending[Result]:
        """Begin a task."""

    def abandon(self) -> None:
        """Stop what is underway; its results are not wanted."""


def in_order(
    workers: Workers,
    function: Callable[..., Result],
    tasks: Iterable[Task],
    *settings: Any,
    name: Callable[[Task], str] = str,
    chunk: int = 1,
) -> Generator[Result, None, None]:
    """``function(task, *settings)`` of every task, in the order of the tasks.

    Tasks travel in chunks of that size; where it takes more to be worthwhile, chunks grow with the measured seconds of
    the tasks, up to :data:`LARGEST_CHUNK`. No more than two chunks for each slot of the workers (and one more) are
    underway or wait to be taken, so memory does not grow with their number. The chunk that a lost worker was doing is
    done again; if that ends a second worker, its tasks are done again one by one, and a single task that ends
    :data:`MAX_CRASHES` workers raises :class:`WorkersLost`, which calls it by `name`. An error of the function is
    raised where its result would come, and ends what is underway.

    >>> from smatchproof.scoring.workers import LocalWorkers
    >>> with LocalWorkers(2) as workers:
    ...     list(in_order(workers, pow, range(4), 2, chunk=3))
    [0, 1, 4, 9]
    """
    rest, size = iter(tasks), chunk
    waiting: deque[tuple[list[Task], Pending[_Done[Result]]]] = deque()

    def begin(some: list[Task]) -> tuple[list[Task], Pending[_Done[Result]]]:
        return some, workers.submit(_do, allowed(), function, some, settings)

    try:
        while True:
            while len(waiting) < 2 * workers.slots + 1 and (some := list(itertools.islice(rest, size))):
                waiting.append(begin(some))
            if not waiting:
                return
            some, pending = waiting.popleft()
            try:
                results, error, seconds = pending.result()
            except TaskLost as lost:
                if len(some) == 1:
                    raise WorkersLost(f"{name(some[0])}: {lost}") from None
                waiting.extendleft(reversed([begin([task]) for task in some]))
                continue
            yield from results
            if error is not None:
                raise error
            size = _grown(size, chunk, workers.worthwhile * len(some) / max(seconds, _TICK))
    except BaseException:
        workers.abandon()
        raise


_Done = tuple[list[Result], Exception | None, float]


def _grown(size: int, chunk: int, wanted: float) -> int:
    """The size of the next chunks: no less than is given, and no sudden leap to what is wanted."""
    return max(chunk, min(LARGEST_CHUNK, 2 * size, int(wanted)))


def _do(
    allowances: tuple[Allowed, ...],
    function: Callable[..., Result],
    tasks: Sequence[Any],
    settings: tuple[Any, ...],
) -> _Done[Result]:
    """The results of the tasks up to the first error, that error, and the seconds that they took.

    The same code of users is allowed as in the process that gives the work.
    """
    begin = time.perf_counter()
    adopt(allowances)
    results: list[Result] = []
    for task in tasks:
        try:
            results.append(function(task, *settings))
        except Exception as error:  # goes through, after the results before it
            return results, sendable(error), time.perf_counter() - begin
    return results, None, time.perf_counter() - begin


def sendable(error: BaseException) -> Exception:
    """The error as another process can read it: itself, or its text where it cannot be pickled.

    >>> sendable(ValueError("wrong"))
    ValueError('wrong')
    >>> sendable(SystemExit(3))
    RuntimeError('SystemExit: 3')
    """
    if isinstance(error, Exception):
        try:
            if type(loads(dumps(error))) is type(error):
                return error
        except Exception:  # whatever its class does when it is pickled
            pass
    import traceback

    return RuntimeError("".join(traceback.format_exception_only(error)).strip())
