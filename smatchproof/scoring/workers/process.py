"""What runs in a worker process of this machine."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, TextIO

from smatchproof.alignment.interrupts import ENDING, Stop
from smatchproof.alignment.plugins.prints import messages_to
from smatchproof.scoring.workers.tasks import sendable

if TYPE_CHECKING:  # a score without workers should not wait for it
    from queue import SimpleQueue

GRACE = 0.5
"""Seconds that a worker has to remove its temporary files after it was asked to end."""
_LOOK = 1.0
"""Seconds between looks whether the parent is still there."""


class _Terminated(Stop):
    """The worker was asked to end."""


def work(connection: Any, inherited: Sequence[Any]) -> None:
    """Do the tasks that arrive on a connection, in order, and send back what came of each, until it is closed.

    `inherited` are the parent's ends of all pipes, which a forked process has copies of: while a copy is open, the
    end of the parent cannot be noticed at the other end. What tasks print goes to standard error: standard output is
    the parent's.
    """
    from queue import SimpleQueue

    process = os.getpid()
    for copy in inherited:
        copy.close()
    tasks: SimpleQueue[bytes] = SimpleQueue()
    try:
        _take_signals()
        threading.Thread(target=_receive, args=(connection, tasks), daemon=True).start()
        with redirect_stdout(_aside()):
            while True:
                answer = _answer(tasks.get())
                if os.getpid() != process:  # forked by the task, which did not end it: the answer is the worker's
                    os._exit(1)
                connection.send_bytes(answer)
    except (_Terminated, OSError):  # or the parent is gone
        pass
    finally:
        end_group(os.getpid())


def _aside() -> TextIO:
    """A stream to standard error, as standard output then is for programs that tasks start; nowhere if it is closed."""
    try:
        os.dup2(2, 1)
        return messages_to(1)
    except OSError:
        return Path(os.devnull).open("w")


def _take_signals() -> None:
    """Leave Ctrl-C to the parent: in a process group of its own, a worker does not get it from the terminal."""
    for number in ENDING:
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _terminate)
    sys.unraisablehook = _end_where_nothing_can_be_raised
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)


def _terminate(number: int, frame: FrameType | None) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise _Terminated


def _end_where_nothing_can_be_raised(raised: sys.UnraisableHookArgs) -> None:
    """A signal may come in a finaliser, or a callback of the garbage collector, which exceptions do not leave."""
    if isinstance(raised.exc_value, _Terminated):
        end_group(os.getpid())


def _receive(connection: Any, tasks: SimpleQueue[bytes]) -> None:
    """Take tasks as they come, so that the parent never waits to hand one over; end with the parent."""
    from multiprocessing import parent_process  # a score without workers should not wait for it

    parent = parent_process()
    is_child = parent is not None and hasattr(os, "getppid") and parent.pid == os.getppid()
    try:
        while not is_child or (parent is not None and parent.pid == os.getppid()):
            if connection.poll(_LOOK):
                tasks.put(connection.recv_bytes())
    except (EOFError, OSError):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE)
    end_group(os.getpid())


def end_group(pid: int) -> None:
    """End a worker and the programs that it has started."""
    try:
        if hasattr(os, "killpg"):
            os.killpg(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass
    if pid == os.getpid():
        os._exit(1)


def _answer(message: bytes) -> bytes:
    """What came of a task: whether it went well, its seconds, and its result or error."""
    start = time.perf_counter()
    try:
        function, arguments = pickle.loads(message)
        outcome: tuple[bool, Any] = True, function(*arguments)
    except _Terminated:
        raise
    except BaseException as error:  # a task that ends the program, too
        outcome = False, sendable(error)
    seconds = time.perf_counter() - start
    try:
        return pickle.dumps((*outcome, seconds), pickle.HIGHEST_PROTOCOL)
    except Exception as error:  # whatever the result does when it is pickled
        told = TypeError(f"the result of a task cannot be sent to another process: {error}")
        return pickle.dumps((False, told, seconds), pickle.HIGHEST_PROTOCOL)
