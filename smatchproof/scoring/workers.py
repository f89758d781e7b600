"""Where work is done: processes of this machine, or a Dask cluster, behind one face.

Both are executors of the kind of :mod:`concurrent.futures`. :func:`in_order` gives tasks to either and hands the
results back in the order of the tasks, so that what comes out does not depend on who did the work.
"""

from __future__ import annotations

import itertools
import logging
import os
import re
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future
from dataclasses import dataclass
from importlib import import_module
from types import TracebackType
from typing import Any, Generic, Protocol, Self, TypeVar

from smatchproof.alignment import VERSION, SmatchproofError, UsageError, need
from smatchproof.alignment.plugins import Allowed, adopt, allowed

MAX_CRASHES = 2
"""A task that has ended so many workers while it was the only one underway is given up."""

Task = TypeVar("Task")
Result = TypeVar("Result")


class WorkersLost(SmatchproofError):
    """Nobody is left to do the work, or nobody survives it."""


class Workers(Protocol):
    """An executor that can be told to start anew. Use it in a ``with`` block."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    @property
    def slots(self) -> int:
        """How many tasks are done at the same time."""

    @property
    def losses(self) -> tuple[type[BaseException], ...]:
        """What a task raises whose worker was lost."""

    def submit(self, function: Callable[..., Result], /, *arguments: Any) -> Future[Result]:
        """Begin a task."""

    def renew(self, error: BaseException) -> None:
        """Replace the workers after `error`, one of `losses`. Raises :class:`WorkersLost` where that is no use."""

    def abandon(self) -> None:
        """Stop what is underway: nobody waits for it."""


# ---- this machine


def default_jobs() -> int:
    """As many processes as this one may use processors."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class LocalWorkers:
    """Processes of this machine. When one of them dies, all are replaced: Python's own pool is broken then.

    `start` says how they are started (``fork``, ``spawn`` or ``forkserver``); the default is that of the variable
    :data:`START_VARIABLE`, or else ``fork`` where there is one. Raises :class:`UsageError` for another way.

    >>> with LocalWorkers(1) as workers:
    ...     workers.submit(divmod, 7, 2).result()
    (3, 1)
    """

    losses: tuple[type[BaseException], ...] = (BrokenExecutor,)

    def __init__(self, jobs: int, start: str | None = None) -> None:
        if jobs < 1:
            raise UsageError(f"{jobs} jobs cannot do anything; give a number from 1")
        self.slots = jobs
        self._context = _context(start)
        self._begin()

    def _begin(self) -> None:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import active_children

        self._other_children = set(active_children())
        self._pool = ProcessPoolExecutor(self.slots, mp_context=self._context, initializer=_begin_work)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self.abandon()
        self._pool.shutdown(wait=True)

    def submit(self, function: Callable[..., Result], /, *arguments: Any) -> Future[Result]:
        """Begin a task in one of the processes."""
        return self._pool.submit(function, *arguments)

    def renew(self, error: BaseException) -> None:
        """Replace all processes."""
        self.abandon()
        self._pool.shutdown(wait=True)
        self._begin()

    def abandon(self) -> None:
        """End the processes: one may be deep in a solve that takes hours."""
        from multiprocessing import active_children

        for worker in set(active_children()) - self._other_children:
            worker.terminate()


START_VARIABLE = "SMATCHPROOF_START_METHOD"
"""The variable of the environment that says how processes are started: ``fork``, ``spawn`` or ``forkserver``."""


def _context(start: str | None) -> Any:
    """A forked worker starts at once; where there is no fork, Python's default has to do."""
    from multiprocessing import get_all_start_methods, get_context

    known = get_all_start_methods()
    wanted = start or os.environ.get(START_VARIABLE) or ("fork" if "fork" in known else None)
    if wanted is not None and wanted not in known:
        raise UsageError(f"processes cannot be started by '{wanted}' here; set {START_VARIABLE} to {', '.join(known)}")
    return get_context(wanted)


def _begin_work() -> None:
    """Leave Ctrl-C, which reaches the whole process group, to the parent; and end when the parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A pool's workers wait for work for ever; a parent that was killed cannot tell them that there will be none."""
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


# ---- a cluster


_ADDRESS = "give the one that dask scheduler prints, such as tcp://127.0.0.1:8786"


class ClusterWorkers:
    """The workers of a Dask cluster that runs already, at the address of its scheduler.

    The scheduler gives the tasks of a lost worker to another one by itself. Raises :class:`UsageError` when Dask is
    not installed, when nobody answers at that address, and when a worker has no smatchproof of this version.
    """

    def __init__(self, address: str, patience: float = 10.0) -> None:
        need("a scheduler", "distributed")
        distributed = import_module("distributed")
        if not re.fullmatch(r"(\w+://)?[^/\s]+:\d+", address):
            raise UsageError(f"'{address}' is no address of a scheduler; {_ADDRESS}")
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # our errors say what it would say at length
        self._address = address
        self.losses: tuple[type[BaseException], ...] = (
            CancelledError,
            import_module("distributed.comm").CommClosedError,
            import_module("distributed.scheduler").KilledWorker,
        )
        try:
            self._client = distributed.Client(address, timeout=patience, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise UsageError(f"no Dask scheduler answers at '{address}' ({error}); {_ADDRESS}") from None
        try:
            self._client.wait_for_workers(1, timeout=patience)
            self._check_versions()
        except TimeoutError:
            self._client.close()
            raise UsageError(f"the scheduler at {address} has no workers; start some with dask worker") from None
        except BaseException:
            self._client.close()
            raise
        self.slots = sum(self._client.nthreads().values())
        self._executor = self._client.get_executor(pure=False)

    def _check_versions(self) -> None:
        way_out = f"install smatchproof {VERSION} where the workers run"
        try:
            found = self._client.run(_version)
        except ImportError as error:
            raise UsageError(f"the workers at {self._address} lack smatchproof ({error}); {way_out}") from None
        if others := sorted({*found.values()} - {VERSION}):
            raise UsageError(f"the workers at {self._address} have smatchproof {', '.join(others)}; {way_out}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self.abandon()
        self._client.close()

    def submit(self, function: Callable[..., Result], /, *arguments: Any) -> Future[Result]:
        """Begin a task on one of the workers."""
        future: Future[Result] = self._executor.submit(function, *arguments)
        return future

    def renew(self, error: BaseException) -> None:
        """The scheduler has done what can be done; what is left is to say so."""
        if type(error).__name__ == "KilledWorker":
            raise WorkersLost("it ended every worker of the cluster that tried it") from None
        told = str(error) or type(error).__name__
        raise WorkersLost(f"the scheduler at {self._address} is lost ({told})") from None

    def abandon(self) -> None:
        """Cancel what the cluster has not begun; what it has begun it finishes, and nobody takes the result."""
        self._executor.shutdown(wait=False)


def _version() -> str:
    return VERSION


def open_workers(jobs: int | None = None, scheduler: str | None = None) -> Workers:
    """The workers of the cluster at that address, or so many processes of this machine (default: one per processor)."""
    if scheduler is not None:
        if jobs is not None:
            raise UsageError("the cluster decides how many jobs run at once; give a scheduler or jobs, not both")
        return ClusterWorkers(scheduler)
    return LocalWorkers(default_jobs() if jobs is None else jobs)


# ---- tasks in order


@dataclass(slots=True)
class _Underway(Generic[Task, Result]):
    """A task, and its future unless it waits until it can be done alone."""

    task: Task
    future: Future[Result] | None
    deaths: int = 0

    @property
    def is_done(self) -> bool:
        future = self.future
        return future is not None and future.done() and not future.cancelled() and future.exception() is None


def in_order(
    workers: Workers,
    function: Callable[..., Result],
    tasks: Iterable[Task],
    *settings: Any,
    name: Callable[[Task], str] = str,
) -> Generator[Result, None, None]:
    """``function(task, *settings)`` of every task, in the order of the tasks.

    No more than two tasks for each slot of the workers (and one more) are underway or wait to be taken, so memory
    does not grow with their number. When a worker is lost, what was underway is done again, one task at a time until
    it is known to be harmless; a task that ends :data:`MAX_CRASHES` workers all by itself raises :class:`WorkersLost`,
    which calls it by `name`. An error of the function goes through, and ends what is underway.

    >>> with LocalWorkers(2) as workers:
    ...     list(in_order(workers, pow, range(4), 2))
    [0, 1, 4, 9]
    """
    rest = iter(tasks)
    waiting: deque[_Underway[Task, Result]] = deque()
    try:
        while True:
            _fill(waiting, workers, function, rest, settings)
            if not waiting:
                return
            head = waiting[0]
            try:
                if head.future is None:
                    head.future = workers.submit(_with_plugins, allowed(), function, head.task, *settings)
                result = head.future.result()
            except workers.losses as error:
                _start_anew(waiting, workers, error, name)
                continue
            waiting.popleft()
            yield result
    except BaseException:
        workers.abandon()
        raise


def _with_plugins(
    allowances: tuple[Allowed, ...], function: Callable[..., Result], task: Task, *settings: Any
) -> Result:
    """Do a task in a process where the same code of users is allowed as in the one that gives the work."""
    adopt(allowances)
    return function(task, *settings)


def _fill(
    waiting: deque[_Underway[Task, Result]],
    workers: Workers,
    function: Callable[..., Result],
    rest: Iterator[Task],
    settings: tuple[Any, ...],
) -> None:
    """Begin more tasks, unless some of those that wait have to be done alone."""
    if any(each.future is None for each in waiting):
        return
    for task in itertools.islice(rest, 2 * workers.slots + 1 - len(waiting)):
        try:
            waiting.append(_Underway(task, workers.submit(_with_plugins, allowed(), function, task, *settings)))
        except workers.losses:  # of the tasks before: their futures say so, too
            waiting.append(_Underway(task, None))
            return


def _start_anew(
    waiting: deque[_Underway[Task, Result]], workers: Workers, error: BaseException, name: Callable[[Task], str]
) -> None:
    """New workers; whatever is not done will be done alone. The first that waits is to blame if it was alone."""
    head, *others = waiting
    head.deaths += all(each.future is None or each.is_done for each in others)
    try:
        if head.deaths >= MAX_CRASHES:
            raise WorkersLost(f"it has ended {head.deaths} workers that did nothing else")
        workers.renew(error)
    except WorkersLost as lost:
        raise WorkersLost(f"{name(head.task)}: {lost}") from None
    for each in waiting:
        if not each.is_done:
            each.future = None
