"""Processes of this machine that do tasks, any of which may be killed at any moment.

Each worker has a pipe of its own and there is no lock between processes, so a worker that is lost takes nothing with
it but the task that it was doing. All of it runs in the thread that asks for results.
"""

from __future__ import annotations

import os
import pickle
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Generic, Self, TypeVar, cast

from smatchproof.alignment import UsageError
from smatchproof.alignment.interrupts import ENDING
from smatchproof.alignment.limits import MOST_JOBS
from smatchproof.scoring.workers.process import GRACE, end_group, work
from smatchproof.scoring.workers.tasks import MAX_CRASHES, TaskLost, WorkersLost

START_VARIABLE = "SMATCHPROOF_START_METHOD"
"""The variable of the environment that says how processes are started: ``fork``, ``spawn`` or ``forkserver``."""
_QUICK = 0.1
"""A worker whose last task took fewer seconds gets the next one before it has finished, so that it never waits."""
_LOOK = 1.0
"""Seconds between looks whether workers are alive, where their end cannot be noticed: others may hold their pipes."""

Result = TypeVar("Result")


@dataclass(slots=True, eq=False)
class _Job(Generic[Result]):
    """A task of :class:`LocalWorkers`, pickled until it is done; how many workers it has ended; what came of it."""

    pool: LocalWorkers
    message: bytes
    losses: int = 0
    outcome: tuple[bool, Any] | None = None

    def result(self) -> Result:
        """What the task returned; waits for it. Raises what it raised, or :class:`TaskLost`."""
        self.pool.advance(None)
        while self.outcome is None:
            self.pool.advance(_LOOK)
        went_well, value = self.outcome
        if went_well:
            return cast(Result, value)
        raise value


@dataclass(slots=True, eq=False)
class _Worker:
    """A process, the parent's end of its pipe, and the jobs that it was sent; it does the first of them."""

    process: Any
    connection: Any
    jobs: deque[_Job[Any]] = field(default_factory=deque)
    is_quick: bool = False


class LocalWorkers:
    """Processes of this machine, started when they are needed.

    A task whose worker is lost (killed, crashed) is done again by another; one that ends :data:`MAX_CRASHES` workers
    raises :class:`TaskLost`. A task and what it returns are pickled. Workers end with the pool, and with this
    process, however it ends. `start` says how they are started (``fork``, ``spawn`` or ``forkserver``); the default
    is that of the variable :data:`START_VARIABLE`, or else ``fork`` where there is one. Raises :class:`UsageError`
    for another way.

    >>> with LocalWorkers(1) as workers:
    ...     workers.submit(divmod, 7, 2).result()
    (3, 1)
    """

    def __init__(self, jobs: int, start: str | None = None) -> None:
        import queue  # noqa: F401  # once, and not in each worker
        from multiprocessing.util import Finalize

        if jobs < 1:
            raise UsageError(f"{jobs} jobs cannot do anything; give a number from 1")
        if jobs > MOST_JOBS:
            raise UsageError(f"{jobs} jobs are too many processes; give at most {MOST_JOBS}")
        self.slots, self.worthwhile = jobs, 0.0
        self._context = _context(start)
        self._workers: list[_Worker] = []
        self._jobs: deque[_Job[Any]] = deque()
        # also where nobody leaves the with block: before Python waits for all children
        self._finalizer = Finalize(self, _end, args=(self._workers,), exitpriority=100)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.abandon()

    def submit(self, function: Callable[..., Result], /, *arguments: Any) -> _Job[Result]:
        """Begin a task in one of the processes. Raises what pickle raises of a task that cannot be sent."""
        job: _Job[Result] = _Job(self, pickle.dumps((function, arguments), pickle.HIGHEST_PROTOCOL))
        self._jobs.append(job)
        self._hand_out()
        return job

    def abandon(self) -> None:
        """End the processes: one may be deep in a solve that takes hours. New tasks start new ones."""
        for job in (*self._jobs, *(job for worker in self._workers for job in worker.jobs)):
            job.outcome = False, WorkersLost("the work was given up")
        self._jobs.clear()
        _end(self._workers)

    def advance(self, seconds: float | None) -> None:
        """Hand out jobs and take results; wait so long for the first of them (``None``: not at all)."""
        from multiprocessing.connection import wait

        self._hand_out()
        ends = [end for worker in self._workers for end in (worker.connection, worker.process.sentinel)]
        ready = set(wait(ends, seconds or 0.0))
        for worker in list(self._workers):
            is_lost = worker.process.sentinel in ready or (not ready and seconds and not worker.process.is_alive())
            try:
                if worker.connection in ready:
                    _receive(worker)
                while is_lost and worker.connection.poll():
                    _receive(worker)
            except (EOFError, OSError):
                is_lost = True
            if is_lost:
                self._do_again(worker)
        self._hand_out()

    def _hand_out(self) -> None:
        while self._jobs and (worker := self._free_worker()):
            job = self._jobs.popleft()
            worker.jobs.append(job)
            try:
                worker.connection.send_bytes(job.message)
            except OSError:  # it has just ended
                self._do_again(worker)

    def _free_worker(self) -> _Worker | None:
        """A worker that has nothing to do, or will soon have; a new one if there may be more."""
        for worker in self._workers:
            if not worker.jobs:
                return worker
        if len(self._workers) < self.slots:
            return self._new_worker()
        return next((worker for worker in self._workers if worker.is_quick and len(worker.jobs) == 1), None)

    def _new_worker(self) -> _Worker | None:
        """A process that waits for jobs; ``None`` where no more can be started and others have to do."""
        try:
            ours, theirs = self._context.Pipe()
            with theirs:
                return self._started(ours, theirs)
        except OSError as error:
            if self._workers:
                return None
            raise WorkersLost(f"no process can be started ({error.strerror}); give fewer jobs") from None

    def _started(self, ours: Any, theirs: Any) -> _Worker:
        inherited: list[Any] = []
        if self._context.get_start_method() == "fork":
            inherited = [ours, *(worker.connection for worker in self._workers)]
        process = self._context.Process(target=work, args=(theirs, inherited))
        try:
            with _signals_blocked():
                process.start()
                worker = _Worker(process, ours)
                self._workers.append(worker)
                _lead_group(process.pid)
        except OSError:
            ours.close()
            raise
        return worker

    def _do_again(self, worker: _Worker) -> None:
        """Let others do the jobs of a worker that is lost. The first of them may have ended it."""
        with _signals_blocked():
            _end([worker], grace=0.0)
            self._workers.remove(worker)
        if worker.jobs:
            head = worker.jobs[0]
            head.losses += 1
            if head.losses >= MAX_CRASHES:
                head.outcome = False, TaskLost(f"it has ended {head.losses} workers")
                worker.jobs.popleft()
        self._jobs.extendleft(reversed(worker.jobs))


def _receive(worker: _Worker) -> None:
    """Take the next result of a worker."""
    message = worker.connection.recv_bytes()
    job = worker.jobs.popleft()
    try:
        went_well, value, seconds = pickle.loads(message)
    except Exception as error:  # whatever the result does when it is unpickled
        went_well, value, seconds = False, TypeError(f"the result of a task cannot be read: {error}"), _QUICK
    job.outcome, job.message = (went_well, value), b""
    worker.is_quick = seconds < _QUICK


def _context(start: str | None) -> Any:
    """A forked worker starts at once; where there is no fork, Python's default has to do."""
    from multiprocessing import get_all_start_methods, get_context

    known = get_all_start_methods()
    wanted = start or os.environ.get(START_VARIABLE) or ("fork" if "fork" in known else None)
    if wanted is not None and wanted not in known:
        raise UsageError(f"processes cannot be started by '{wanted}' here; set {START_VARIABLE} to {', '.join(known)}")
    return get_context(wanted)


@contextmanager
def _signals_blocked() -> Iterator[None]:
    """Let Ctrl-C wait, so that a worker which is being started is known, and never shows a traceback of its own."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)  # raises what has arrived already, but blocks even so
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _lead_group(pid: int) -> None:
    """Give a new worker its process group; it does so itself, but perhaps not before it has to be ended."""
    if hasattr(os, "setpgid"):
        with suppress(OSError):  # it has done so, or it has ended
            os.setpgid(pid, pid)


def _end(workers: list[_Worker], grace: float = GRACE) -> None:
    """End workers, and what they have started; those at work may remove their temporary files first."""
    with _signals_blocked():
        asked = [worker for worker in workers if worker.jobs] if grace else []
        for worker in asked:
            worker.process.terminate()
        deadline = time.monotonic() + grace
        for worker in asked:
            worker.process.join(max(0.0, deadline - time.monotonic()))
        for worker in workers:
            end_group(worker.process.pid)
            worker.process.kill()
        for worker in workers:
            worker.process.join()
            worker.process.close()
            worker.connection.close()
        workers.clear()
