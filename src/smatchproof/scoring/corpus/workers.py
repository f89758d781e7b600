"""Tasks done in their order by other processes: of this machine, or of a Dask cluster.

Both are executors of :mod:`concurrent.futures`: ``ProcessPoolExecutor``, and the one that Dask's client gives.
:func:`in_order` sends tasks to either and yields the results in the order of the tasks, so that the output does not
depend on the workers.
"""

from __future__ import annotations

import itertools
import logging
import os
import re
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import get_all_start_methods, get_context
from pickle import HIGHEST_PROTOCOL, dumps, loads
from typing import Any, TypeVar

from smatchproof.base.errors import SmatchproofError, UsageError
from smatchproof.base.optional import require
from smatchproof.base.process import START_VARIABLE, number_of_jobs
from smatchproof.base.record import Struct
from smatchproof.base.user_code import adopt, allowed
from smatchproof.base.version import VERSION

LARGEST_CHUNK = 512
"""The most tasks that are sent at once, however short the last ones were."""
_PATIENCE = 4
"""The time that a chunk may take, in multiples of the worthwhile time: room for a moment of another program."""
_FIRST_ANSWER, _FIRST_WORKER = 3.0, 10.0
"""Seconds that a scheduler has for its first answer, which takes it less than one, and to have a worker."""
_LOOK = 1.0
"""Seconds between two looks of a worker at its parent."""

Task = TypeVar("Task")
Result = TypeVar("Result")
_Done = tuple[list[Any], Exception | None, float]
"""The results of the first tasks of a chunk, the error of the next one, and the seconds that they took."""
_ENDING = (signal.SIGINT, signal.SIGTERM)


class WorkersLost(SmatchproofError):
    """No worker is left that can do a task, or a task ends every worker."""


class Workers(Struct, eq=False):
    """Processes that do tasks. Use them in a ``with`` block, whose end ends the processes of this machine.

    * `start` makes the executor. `slots`: how many tasks are done at the same time.
    * `worthwhile`: the seconds of work that are sent at once. Sending takes less than a millisecond to a process of
      this machine, some milliseconds to a scheduler.
    * `died`: the exception of a task whose worker died. `lost`: the error where no worker can be had.
    """

    start: Callable[[], Executor]
    slots: int
    worthwhile: float
    died: type[Exception]
    lost: str
    close: Callable[[], None] = lambda: None
    executor: Executor | None = None

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self.close()

    def submit(self, function: Callable[..., Result], *arguments: Any) -> Future[Result]:
        """Begin a task. Raises :class:`WorkersLost` if no worker can be had."""
        try:
            with self._or_lost(), _signals_wait():
                self.executor = self.executor or self.start()
                return self.executor.submit(function, *arguments)
        except self.died as error:
            failed = Future[Result]()
            failed.set_exception(error)
            return failed

    def result(self, future: Future[Result]) -> Result:
        """Wait for a task. Raises the exception `died` where its worker died, or :class:`WorkersLost`."""
        with self._or_lost():
            return future.result()

    @contextmanager
    def _or_lost(self) -> Iterator[None]:
        try:
            yield
        except self.died:
            raise
        except Exception as error:  # of the executor: those of the tasks are part of what they return
            raise WorkersLost(f"{self.lost} ({str(error) or type(error).__name__})") from None

    def stop(self) -> None:
        """End the processes of this machine and the tasks underway; what a cluster has begun it finishes.

        New tasks start new processes.
        """
        executor, self.executor = self.executor, None
        if isinstance(executor, ProcessPoolExecutor):
            for process in [*(executor._processes or {}).values()]:  # Python 3.14 has kill_workers()
                process.kill()
            # a killed process may have sent half of a result, for the rest of which the executor would wait
            executor._result_queue._writer.close()  # type: ignore[attr-defined]
        if executor is not None:
            executor.shutdown(wait=isinstance(executor, ProcessPoolExecutor))


def open_workers(jobs: int | None = None, scheduler: str | None = None) -> Workers:
    """Return the workers of the cluster at that address, or `jobs` processes of this machine.

    The default is one process per processor. Raises :class:`UsageError` if both are given, for a number of jobs
    that cannot be, when Dask is not installed, when no scheduler answers at that address or it has no workers, and when
    a worker has another version.

    >>> with open_workers(2) as workers:
    ...     list(in_order(workers, pow, range(4), 2))
    [0, 1, 4, 9]
    """
    if scheduler is None:
        slots = number_of_jobs(jobs)
        wanted = os.environ.get(START_VARIABLE) or ("fork" if "fork" in get_all_start_methods() else None)
        context = get_context(wanted)
        lost = "no process can be started; give fewer jobs"
        return Workers(lambda: ProcessPoolExecutor(slots, context, _begin), slots, 0.05, BrokenExecutor, lost)
    if jobs is not None:
        raise UsageError("the cluster decides how many jobs run at once; give a scheduler or jobs, not both")
    client = _client_of(scheduler)
    slots, killed = sum(client.nthreads().values()), import_module("distributed.scheduler").KilledWorker
    lost = f"the scheduler at {scheduler} is lost"
    return Workers(lambda: client.get_executor(pure=False), slots, 0.2, killed, lost, client.close)


def _client_of(address: str) -> Any:
    """Return a client of the scheduler at that address, which has workers of this version."""
    require("a scheduler", "distributed")
    distributed = import_module("distributed")
    hint = "give the one that dask scheduler prints, such as tcp://127.0.0.1:8786"
    if not re.fullmatch(r"(\w+://)?[^/\s]+:\d+", address):
        raise UsageError(f"'{address}' is no address of a scheduler; {hint}")
    for name in [name for name in logging.root.manager.loggerDict if name.partition(".")[0] == "distributed"]:
        logging.getLogger(name).setLevel(logging.CRITICAL)  # the errors here say what they would say at length
    try:
        client = distributed.Client(address, timeout=_FIRST_ANSWER, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise UsageError(f"no Dask scheduler answers at '{address}' ({error}); {hint}") from None
    hint = f"install smatchproof {VERSION} where the workers run"
    try:
        client.wait_for_workers(1, timeout=_FIRST_WORKER)
        others = {*client.run(_version).values()} - {VERSION}
    except TimeoutError:
        raise UsageError(f"the scheduler at {address} has no workers; start some with dask worker") from None
    except ImportError as error:
        raise UsageError(f"the workers at {address} lack smatchproof ({error}); {hint}") from None
    if others:
        raise UsageError(f"the workers at {address} have smatchproof {', '.join(sorted(others))}; {hint}")
    return client


def _version() -> str:
    return VERSION


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

    Tasks travel in chunks, which grow from one task with the measured seconds up to what is worthwhile for the
    workers, and to :data:`LARGEST_CHUNK` tasks at most. No more than two chunks for each slot of the workers (and one
    more) are underway or wait to be taken, so memory does not grow with the number of tasks. What a chunk has not done
    in :data:`_PATIENCE` times that time, because its tasks take longer than those before, is sent in smaller chunks.

    When a worker dies, the executor does not tell which task it was doing. All chunks underway are lost and begun
    again, their tasks one at a time; the task whose worker dies then raises :class:`WorkersLost`, which calls it by
    `name`. An error of the function is raised where its result would come, and ends what is underway.
    """
    rest, size, waiting = iter(tasks), 1, deque[tuple[list[Task], Future[_Done]]]()

    def begun(some: list[Task]) -> Future[_Done]:
        return workers.submit(_do, allowed(), dumps((function, some, settings, workers.worthwhile), HIGHEST_PROTOCOL))

    try:
        while True:
            # Two for each slot, so that a worker finds its next chunk waiting; one more for the one that is read here.
            while len(waiting) < 2 * workers.slots + 1 and (some := list(itertools.islice(rest, size))):
                waiting.append((some, begun(some)))
            if not waiting:
                return
            try:
                results, error, seconds = workers.result(waiting[0][1])
            except workers.died:
                workers.stop()
                undone = [task for some, _ in waiting for task in some]
                waiting.clear()
                for task in undone:
                    yield _alone(workers, begun([task]), name(task))
                continue
            undone = waiting.popleft()[0][len(results) :]
            yield from results
            if error is not None:
                raise error
            wanted = int(workers.worthwhile * len(results) / max(seconds, 1e-6))
            size = max(1, min(LARGEST_CHUNK, 2 * size, wanted))  # no sudden leap: the next tasks may be longer
            parts = [undone[at : at + size] for at in range(0, len(undone), size)]
            waiting.extendleft((part, begun(part)) for part in reversed(parts))
    except BaseException:
        workers.stop()
        raise


def _alone(workers: Workers, future: Future[_Done], name: str) -> Any:
    """Return the result of a task of that name, while no other is underway."""
    try:
        results, error, _ = workers.result(future)
    except workers.died:
        raise WorkersLost(f"{name}: its worker process died (killed, or out of memory)") from None
    if error is not None:
        raise error
    return results[0]


def _do(allowances: tuple[dict[str, str], dict[str, bytes]], message: bytes) -> _Done:
    """Do tasks in a worker: return the results up to the first error, that error, and the seconds that they took.

    After :data:`_PATIENCE` times the seconds that are worthwhile the rest is left to other workers.
    """
    begin, results = time.perf_counter(), list[Any]()
    error: Exception | None = None
    try:
        adopt(allowances)  # before settings are read, which look methods up
        function, tasks, settings, worthwhile = loads(message)
        for task in tasks:
            results.append(function(task, *settings))
            if time.perf_counter() - begin > _PATIENCE * worthwhile:
                break
    except Exception as raised:
        error = raised
    return results, error, time.perf_counter() - begin
