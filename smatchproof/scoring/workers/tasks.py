"""Tasks done in order by workers of either kind, and those of lost workers again."""

from __future__ import annotations

import itertools
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future
from dataclasses import dataclass
from pickle import HIGHEST_PROTOCOL, dumps, loads
from types import TracebackType
from typing import Any, Self, TypeVar

from smatchproof.base.errors import SmatchproofError
from smatchproof.base.interrupts import Terminated
from smatchproof.base.user_code import adopt, allowed

MAX_CRASHES = 2
"""A task that has ended this many workers while no other task ran is given up."""
LARGEST_CHUNK = 512
"""The most tasks that are sent at once, however short the last ones were."""
PATIENCE = 4
"""The time that a chunk may take, in multiples of the worthwhile time: room for a moment of another program."""
LOOK = 1.0
"""Seconds between looks whether the workers are still there, while a result is waited for."""
_TICK = 1e-6
"""Seconds that count where a clock has seen none."""

Task = TypeVar("Task")
Result = TypeVar("Result")
_Done = tuple[list[Result], Exception | None, float]
"""The results of the first tasks of a chunk, the error of the next one, and the seconds that they took."""


class WorkersLost(SmatchproofError):
    """No worker is left that can do a task."""


class DeadlyTask(WorkersLost):
    """A task has ended :data:`MAX_CRASHES` workers by itself: it would end others, too."""


class WorkerCrashed(SmatchproofError):
    """Workers ended while tasks were underway; the tasks can be done again."""

    def __init__(self, message: str, workers: int = 1) -> None:
        super().__init__(message)
        self.workers = workers


class Workers(ABC):
    """Processes that do tasks. Use it in a ``with`` block.

    * `slots`: how many tasks are done at the same time.
    * `worthwhile`: the seconds of work that are sent at once, so that sending costs little beside it.
    """

    slots: int
    worthwhile: float

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.abandon()

    @abstractmethod
    def submit(self, function: Callable[[bytes], bytes], message: bytes) -> Future[bytes]:
        """Begin a task. Raises :class:`WorkerCrashed` or :class:`WorkersLost`."""

    @abstractmethod
    def failure(self, error: BaseException) -> SmatchproofError:
        """The :class:`WorkerCrashed` or :class:`WorkersLost` that an error of the executor means.

        After the former all tasks that are lost are done, and new ones can begin.
        """

    @abstractmethod
    def check(self) -> None:
        """Look after the workers, while a result is waited for; may raise :class:`WorkersLost`."""

    @abstractmethod
    def abandon(self) -> None:
        """Stop the tasks that are underway; their results are not wanted."""

    def result(self, future: Future[bytes]) -> bytes:
        """Wait for a task and return its result. Raises :class:`WorkerCrashed` or :class:`WorkersLost`."""
        while True:
            try:
                return future.result(LOOK)
            except TimeoutError:
                self.check()
            except Exception as error:  # of the executor: those of the task are part of what it returns
                raise self.failure(error) from None


@dataclass(slots=True, eq=False)
class _Chunk:
    """Tasks that are sent together; how many workers were lost while they ran, and while nothing else did."""

    tasks: list[Any]
    future: Future[bytes] | None = None
    crashes: int = 0
    alone: int = 0

    @property
    def is_suspect(self) -> bool:
        """Test whether the chunk has to run alone, to see if it crashes workers."""
        return self.crashes >= MAX_CRASHES

    @property
    def is_lost(self) -> bool:
        """Test whether the chunk was begun and has to be done again."""
        future = self.future
        return future is not None and future.done() and (future.cancelled() or future.exception() is not None)


def in_order(
    workers: Workers,
    function: Callable[..., Result],
    tasks: Iterable[Task],
    *settings: Any,
    name: Callable[[Task], str] = str,
) -> Generator[Result, None, None]:
    """``function(task, *settings)`` of every task, in the order of the tasks.

    Tasks travel in chunks, which grow from one task with the measured seconds up to what is worthwhile for the
    workers, and to :data:`LARGEST_CHUNK` tasks at most. No more than two chunks for each slot of the workers (and one
    more) are underway or wait to be taken, so memory does not grow with the number of tasks. What a chunk has not done
    in :data:`PATIENCE` times that time, because its tasks take longer than those before, is sent in smaller chunks.

    Chunks that were underway when a worker was lost are done again; those that were when :data:`MAX_CRASHES` workers
    were lost, alone; if they are lost even so, task by task. A single task that ends :data:`MAX_CRASHES` workers alone
    raises :class:`DeadlyTask`, which calls it by `name`. An error of the function is raised where its result would
    come, and ends what is underway.
    """
    rest, size, waiting = iter(tasks), 1, deque[_Chunk]()
    try:
        while True:
            # Two for each slot, so that a worker finds its next chunk waiting; one more for the one that is read here.
            while len(waiting) < 2 * workers.slots + 1 and (some := list(itertools.islice(rest, size))):
                waiting.append(_Chunk(some))
            if not waiting:
                return
            try:
                done = workers.result(_begun(workers, waiting, function, settings))
            except WorkerCrashed as crash:
                _note_crash(waiting, crash, name)
                continue
            results, error, seconds = _read(done)
            undone = waiting.popleft().tasks[len(results) :]
            yield from results
            if error is not None:
                raise error
            wanted = int(workers.worthwhile * len(results) / max(seconds, _TICK))
            size = max(1, min(LARGEST_CHUNK, 2 * size, wanted))  # no sudden leap: the next tasks may be longer
            parts = [_Chunk(undone[at : at + size]) for at in range(0, len(undone), size)]
            waiting.extendleft(reversed(parts))
    except BaseException:
        workers.abandon()
        raise


def _begun(
    workers: Workers, waiting: deque[_Chunk], function: Callable[..., Any], settings: tuple[Any, ...]
) -> Future[bytes]:
    """The future of the first chunk that waits, after all were begun that may be: with a suspect, no other."""
    first = waiting[0]
    for chunk in [first] if first.is_suspect else waiting:
        if chunk.future is None and (chunk is first or not chunk.is_suspect):
            message = dumps((allowed(), function, chunk.tasks, settings, workers.worthwhile), HIGHEST_PROTOCOL)
            chunk.future = workers.submit(_do, message)
    assert first.future is not None
    return first.future


def _note_crash(waiting: deque[_Chunk], crash: WorkerCrashed, name: Callable[[Any], str]) -> None:
    """Let lost chunks be done again, and narrow down which task is to blame. Raises :class:`DeadlyTask` for it."""
    lost, first = [chunk for chunk in waiting if chunk.is_lost], waiting[0]
    for chunk in lost:
        chunk.future, chunk.crashes = None, chunk.crashes + 1
    if lost != [first]:
        return
    if len(first.tasks) > 1:
        waiting.popleft()
        waiting.extendleft(_Chunk([task], crashes=MAX_CRASHES) for task in reversed(first.tasks))
        return
    first.alone += crash.workers
    if first.alone >= MAX_CRASHES:
        raise DeadlyTask(f"{name(first.tasks[0])}: {crash}") from None


def _read(done: bytes) -> _Done[Any]:
    """Read the value that :func:`_do` returned."""
    try:
        return loads(done)  # type: ignore[no-any-return]
    except Exception as error:  # whatever the result does when it is unpickled
        return [], TypeError(f"the result of a task cannot be read: {error}"), 0.0


def _do(message: bytes) -> bytes:
    """Do tasks in a worker: the results up to the first error, that error, and the seconds that they took, pickled.

    After :data:`PATIENCE` times the seconds that are worthwhile the rest is left to others. The same code of users is
    allowed as in the process that gives the work.
    """
    begin, results = time.perf_counter(), list[Any]()
    told: Exception | None = None
    try:
        allowances, function, tasks, settings, worthwhile = loads(message)
        adopt(allowances)
        for task in tasks:
            results.append(function(task, *settings))
            if time.perf_counter() - begin > PATIENCE * worthwhile:
                break
    except Terminated:
        raise
    except BaseException as error:  # a task that ends the program, too
        told = sendable(error)
    seconds = time.perf_counter() - begin
    try:
        return dumps((results, told, seconds), HIGHEST_PROTOCOL)
    except Exception as error:  # whatever the result does when it is pickled
        told = TypeError(f"the result of a task cannot be sent to another process: {error}")
        return dumps(([], told, seconds), HIGHEST_PROTOCOL)


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
