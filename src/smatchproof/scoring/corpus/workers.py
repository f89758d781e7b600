"""Tasks done by other processes, whose results are yielded in the order of the tasks: the output does not depend on the
workers.
"""

from __future__ import annotations

import itertools
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_all_start_methods, get_context
from pickle import HIGHEST_PROTOCOL, dumps, loads
from typing import Any, TypeVar

from smatchproof.base.errors import SmatchproofError
from smatchproof.base.process import START_VARIABLE, number_of_jobs
from smatchproof.base.user_code import adopt, allowed

LARGEST_CHUNK = 512
"""The most tasks that are sent at once, however short the last ones were."""
_PATIENCE = 4
"""The time that a chunk may take, in multiples of :data:`_WORTHWHILE`: room for a moment of another program."""
_WORTHWHILE = 0.05
"""The seconds of work that are sent at once: sending takes less than a millisecond."""
_LOOK = 1.0
"""Seconds between two looks of a worker at its parent."""

Task = TypeVar("Task")
Result = TypeVar("Result")
_Done = tuple[list[Any], Exception | None, float]
"""The results of the first tasks of a chunk, the error of the next one, and the seconds that they took."""
_ENDING = (signal.SIGINT, signal.SIGTERM)


class WorkersLost(SmatchproofError):
    """No process can be started, or a task ends every worker."""


class Workers:
    """Processes that do tasks. Use them in a ``with`` block, whose end ends the processes.

    `slots` is the number of tasks that are done at the same time.
    """

    def __init__(self, slots: int) -> None:
        self.slots = slots
        self._executor: ProcessPoolExecutor | None = None

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def submit(self, function: Callable[..., Result], *arguments: Any) -> Future[Result]:
        """Begin a task. Raises :class:`WorkersLost` if no process can be started."""
        wanted = os.environ.get(START_VARIABLE) or ("fork" if "fork" in get_all_start_methods() else None)
        try:
            with _signals_wait():
                self._executor = self._executor or ProcessPoolExecutor(self.slots, get_context(wanted), _begin)
                return self._executor.submit(function, *arguments)
        except BrokenExecutor as error:
            failed = Future[Result]()
            failed.set_exception(error)
            return failed
        except Exception as error:
            reason = str(error) or type(error).__name__
            raise WorkersLost(f"no process can be started; give fewer jobs ({reason})") from None

    def stop(self) -> None:
        """End the processes and the tasks underway. New tasks start new processes."""
        executor, self._executor = self._executor, None
        if executor is not None:
            for process in [*(executor._processes or {}).values()]:  # Python 3.14 has kill_workers()
                process.kill()
            # a killed process may have sent half of a result, for the rest of which the executor would wait
            executor._result_queue._writer.close()  # type: ignore[attr-defined]
            executor.shutdown()


def open_workers(jobs: int | None = None) -> Workers:
    """Return `jobs` processes of this machine, by default one per processor.

    Raises :class:`UsageError` for a number of jobs that cannot be.

    >>> with open_workers(2) as workers:
    ...     list(in_order(workers, pow, range(4), 2))
    [0, 1, 4, 9]
    """
    return Workers(number_of_jobs(jobs))


@contextmanager
def _signals_wait() -> Iterator[None]:
    """Let Ctrl-C wait while processes start, so that each is known and none shows a traceback of its own."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Make a new process a worker, which prints to standard error, and ends with its parent."""
    os.dup2(2, 1)  # standard output is for results
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal goes to all processes: the parent ends them
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
    threading.Thread(target=_end_with_parent, args=(os.getppid(),), daemon=True).start()


def _end_with_parent(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_LOOK)
    os._exit(1)


def in_order(
    workers: Workers,
    function: Callable[..., Result],
    tasks: Iterable[Task],
    *settings: Any,
    name: Callable[[Task], str] = str,
) -> Generator[Result, None, None]:
    """Yield ``function(task, *settings)`` of every task, in the order of the tasks.

    Tasks travel in chunks, which grow from one task with the measured seconds up to :data:`_WORTHWHILE`, and to
    :data:`LARGEST_CHUNK` tasks at most. No more than two chunks for each slot of the workers (and one more) are
    underway or wait to be taken, so memory does not grow with the number of tasks. What a chunk has not done in
    :data:`_PATIENCE` times that time, because its tasks take longer than those before, is sent in smaller chunks.

    When a worker dies, the executor does not tell which task it was doing. All chunks underway are lost and begun
    again, their tasks one at a time; the task whose worker dies then raises :class:`WorkersLost`, which calls it by
    `name`. An error of the function is raised where its result would come, and ends what is underway.
    """
    rest, size, waiting = iter(tasks), 1, deque[tuple[list[Task], Future[_Done]]]()

    def begun(some: list[Task]) -> Future[_Done]:
        return workers.submit(_do, dumps((allowed(), function, some, settings), HIGHEST_PROTOCOL))

    try:
        while True:
            # Two for each slot, so that a worker finds its next chunk waiting; one more for the one that is read here.
            while len(waiting) < 2 * workers.slots + 1 and (some := list(itertools.islice(rest, size))):
                waiting.append((some, begun(some)))
            if not waiting:
                return
            try:
                results, error, seconds = waiting[0][1].result()
            except BrokenExecutor:
                workers.stop()
                undone = [task for some, _ in waiting for task in some]
                waiting.clear()
                for task in undone:
                    yield _alone(begun([task]), name(task))
                continue
            undone = waiting.popleft()[0][len(results) :]
            yield from results
            if error is not None:
                raise error
            wanted = int(_WORTHWHILE * len(results) / max(seconds, 1e-6))
            size = max(1, min(LARGEST_CHUNK, 2 * size, wanted))  # no sudden leap: the next tasks may be longer
            parts = [undone[at : at + size] for at in range(0, len(undone), size)]
            waiting.extendleft((part, begun(part)) for part in reversed(parts))
    except BaseException:
        workers.stop()
        raise


def _alone(future: Future[_Done], name: str) -> Any:
    """Return the result of a task of that name, while no other is underway."""
    try:
        results, error, _ = future.result()
    except BrokenExecutor:
        raise WorkersLost(f"{name}: its worker process died (killed, or out of memory)") from None
    if error is not None:
        raise error
    return results[0]


def _do(message: bytes) -> _Done:
    """Do tasks in a worker: return the results up to the first error, that error, and the seconds that they took.

    After :data:`_PATIENCE` times :data:`_WORTHWHILE` seconds the rest is left to other workers.
    """
    begin, results = time.perf_counter(), list[Any]()
    error: Exception | None = None
    try:
        allowances, function, tasks, settings = loads(message)
        adopt(allowances)
        for task in tasks:
            results.append(function(task, *settings))
            if time.perf_counter() - begin > _PATIENCE * _WORTHWHILE:
                break
    except Exception as raised:
        error = raised
    return results, error, time.perf_counter() - begin
