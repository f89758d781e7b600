"""Processes of this machine: the standard library's executor, and the ends that it does not see.

The executor starts processes, sends tasks and notices when a process ends; all its tasks are then lost, and a new
executor does them again. Its own ways to end wait for tasks that may take hours. So here processes are ended by
signals, together with the programs that they have started, and they end when their parent does.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager, redirect_stdout, suppress
from multiprocessing import get_all_start_methods, get_context, parent_process
from multiprocessing.connection import wait
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from traceback import clear_frames
from types import TracebackType
from typing import Any, TextIO

from smatchproof.base.errors import SmatchproofError, UsageError
from smatchproof.base.interrupts import ENDING, Terminated, held, interruptible
from smatchproof.base.long_text import hand_over_in
from smatchproof.base.messages import messages_to
from smatchproof.base.processors import START_VARIABLE
from smatchproof.scoring.workers.tasks import LOOK, MAX_CRASHES, WorkerCrashed, Workers, WorkersLost

GRACE = 0.5
"""Seconds that a worker has to remove its temporary files after it was asked to end."""
WORTHWHILE = 0.05
"""Seconds of work that are sent at once: sending takes less than a millisecond, and the last chunks end together."""


class LocalWorkers(Workers):
    """Processes of this machine, started with the first task, and again after one was lost (killed, crashed).

    They end with the ``with`` block, and with this process, however it ends. They are started as the variable
    :data:`START_VARIABLE` says (``fork``, ``spawn`` or ``forkserver``), or else by ``fork`` where there is one. Raises
    :class:`UsageError` for another way.
    """

    def __init__(self, jobs: int) -> None:
        self.slots, self.worthwhile = jobs, WORTHWHILE
        self._context = _context()
        self._executor: ProcessPoolExecutor | None = None
        self._handed_over: TemporaryDirectory[str] | None = None  # long texts on their way here
        with suppress(OSError), held():  # without room for it they come as messages
            self._handed_over = TemporaryDirectory(prefix="smatchproof-", ignore_cleanup_errors=True)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            super().__exit__(kind, error, trace)
        finally:
            if self._handed_over is not None:
                with held():  # half removed, it would stay
                    self._handed_over.cleanup()

    def submit(self, function: Callable[[bytes], bytes], message: bytes) -> Future[bytes]:
        """Begin a task. Signals wait meanwhile: what is half started could not be ended."""
        with _signals_blocked():
            try:
                if self._executor is None:
                    folder = None if self._handed_over is None else self._handed_over.name
                    self._executor = ProcessPoolExecutor(self.slots, self._context, _begin, (folder,))
                return self._executor.submit(_run, function, message)
            except BrokenExecutor as error:
                raise self.failure(error) from None
            except (OSError, RuntimeError) as error:  # no process, or no thread
                reason = error.strerror if isinstance(error, OSError) else error
                raise WorkersLost(f"no process can be started ({reason}); give fewer jobs") from None

    def failure(self, error: BaseException) -> SmatchproofError:
        """A lost process; the executor has no other errors. The next task starts new processes."""
        self.abandon()
        return WorkerCrashed(f"it has ended {MAX_CRASHES} workers")

    def check(self) -> None:
        """End all processes where one is lost and the executor does not notice: it waits for the rest of a result."""
        if wait([process.sentinel for process in self._processes()], 0):
            self.abandon()

    def _processes(self) -> list[Any]:
        # The executor does not give its processes away before Python 3.14, which can kill them itself.
        return [] if self._executor is None else list((self._executor._processes or {}).values())

    def abandon(self) -> None:
        """End the processes and what they have started; those at work may remove their temporary files first.

        They are not waited for: one may be deep in a solve that takes hours. New tasks start new ones.
        """
        with _signals_blocked():
            processes = self._processes()
            executor, self._executor = self._executor, None
            if executor is None:
                return
            for process in processes:
                process.terminate()
            deadline = time.monotonic() + GRACE
            for process in processes:
                process.join(max(0.0, deadline - time.monotonic()))
            for process in processes:
                _end_group(process.pid)
                process.kill()
            # A process that was killed may have sent half of a result. The thread that reads the rest of it does
            # not wait for ever if nobody is left who could write, this process included.
            executor._result_queue._writer.close()  # type: ignore[attr-defined]
            executor.shutdown(wait=True, cancel_futures=True)


def _context() -> Any:
    """A forked worker starts at once; where there is no fork, Python's default has to do."""
    known = get_all_start_methods()
    wanted = os.environ.get(START_VARIABLE) or ("fork" if "fork" in known else None)
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


# ---- in the worker


def _begin(folder: str | None) -> None:
    """Make a new process a worker: signals, prints, the end of the parent, and the folder for long texts."""
    if folder is not None:
        hand_over_in(folder)
    threading.Thread(target=_end_with_parent, args=(folder,), daemon=True).start()
    redirect_stdout(_aside()).__enter__()  # for as long as the process lives
    for number in ENDING:
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal goes to all processes: the parent sees to it
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)


def _run(function: Callable[[bytes], bytes], message: bytes) -> bytes:
    """Do a task; a worker that is asked to end meanwhile leaves its blocks, then ends with what it has started."""
    try:
        with interruptible(lambda _: None):  # errors of finalisers are nobody's
            try:
                return function(message)
            except Terminated as ended:
                _leave(ended)
                raise
    except Terminated as ended:  # it may come when the task is done, but its block is not
        _leave(ended)
        raise


def _leave(ended: Terminated) -> None:
    """End what a worker that was asked to end has started, and free what its task has made."""
    for number in ENDING:  # the executor asks again, once another worker has ended
        signal.signal(number, signal.SIG_IGN)
    clear_frames(ended.__traceback__)  # temporary files go with what has made them
    _end_group(os.getpid())


def _aside() -> TextIO:
    """A stream to standard error, as standard output then is for programs that tasks start; nowhere if it is closed."""
    try:
        os.dup2(2, 1)
        return messages_to(1)
    except OSError:
        return Path(os.devnull).open("w")


def _end_with_parent(folder: str | None) -> None:
    """End this process once its parent has; a parent that forked others can be noticed by its number alone."""
    parent, number = parent_process(), os.getppid()
    while parent is not None and parent.is_alive() and os.getppid() == number:
        parent.join(LOOK)
    if folder is not None:  # nobody else is left who could remove it
        rmtree(folder, ignore_errors=True)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE)
    _end_group(os.getpid())


def _end_group(pid: int) -> None:
    """End a worker and the programs that it has started."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(pid, signal.SIGKILL)
    if pid == os.getpid():
        os._exit(1)
