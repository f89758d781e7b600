"""The workers of a Dask cluster."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from concurrent.futures import Future
from importlib import import_module
from types import TracebackType
from typing import Any

from smatchproof.base.errors import SmatchproofError, UsageError
from smatchproof.base.optional import require
from smatchproof.base.version import VERSION
from smatchproof.scoring.workers.tasks import MAX_CRASHES, WorkerCrashed, Workers, WorkersLost

PATIENCE = 10.0
"""Seconds that a cluster has to have a worker, and a scheduler that has answered once to answer again."""
_FIRST_ANSWER = 3.0
"""Seconds that a scheduler has for its first answer: one that is there answers within a second, also far away."""
WORTHWHILE = 0.2
"""Seconds of work that are sent at once: a scheduler takes some milliseconds for each task, whatever its size."""

_ADDRESS = "give the one that dask scheduler prints, such as tcp://127.0.0.1:8786"


class ClusterWorkers(Workers):
    """The workers of a Dask cluster that runs already, at the address of its scheduler.

    The scheduler gives the tasks of a lost worker to another one by itself. Raises :class:`UsageError` when Dask is
    not installed, when no scheduler answers at that address within 3 seconds, when it has no workers for `patience`
    seconds, and when a worker has no smatchproof of this version. A scheduler that is lost later, or has lost all its
    workers for `patience` seconds, raises :class:`WorkersLost` where a result is waited for.
    """

    def __init__(self, address: str, patience: float = PATIENCE) -> None:
        require("a scheduler", "distributed")
        distributed = import_module("distributed")
        if not re.fullmatch(r"(\w+://)?[^/\s]+:\d+", address):
            raise UsageError(f"'{address}' is no address of a scheduler; {_ADDRESS}")
        _silence("distributed")  # our errors say what it would say at length
        self._address, self._patience = address, patience
        self._killed: type[BaseException] = import_module("distributed.scheduler").KilledWorker
        try:
            self._client = distributed.Client(address, timeout=min(patience, _FIRST_ANSWER), set_as_default=False)
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
        self.slots, self.worthwhile = sum(self._client.nthreads().values()), WORTHWHILE
        self._executor: Any = None
        self._empty_since: float | None = None

    def _check_versions(self) -> None:
        hint = f"install smatchproof {VERSION} where the workers run"
        try:
            found = self._client.run(_version)
        except ImportError as error:
            raise UsageError(f"the workers at {self._address} lack smatchproof ({error}); {hint}") from None
        if others := sorted({*found.values()} - {VERSION}):
            raise UsageError(f"the workers at {self._address} have smatchproof {', '.join(others)}; {hint}")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.abandon()
        self._client.close()

    def submit(self, function: Callable[[bytes], bytes], message: bytes) -> Future[bytes]:
        """Begin a task on one of the workers."""
        try:
            if self._executor is None:
                self._executor = self._client.get_executor(pure=False)
            future: Future[bytes] = self._executor.submit(function, message)
            return future
        except Exception as error:  # the client has noticed that the scheduler is gone, and takes no more
            raise self.failure(error) from None

    def failure(self, error: BaseException) -> SmatchproofError:
        """A task that ended workers: the scheduler has tried it on several. Any other error: the scheduler is lost."""
        if isinstance(error, self._killed):
            return WorkerCrashed("it has ended every worker of the cluster that tried it", MAX_CRASHES)
        return WorkersLost(f"the scheduler at {self._address} is lost ({str(error) or type(error).__name__})")

    def check(self) -> None:
        """Raise :class:`WorkersLost` where the scheduler does not answer, or has had no worker for some time."""
        try:
            threads = self._client.sync(self._client.scheduler.ncores, callback_timeout=self._patience)
        except Exception as error:
            raise self.failure(error) from None
        now = time.monotonic()
        self._empty_since = None if threads else self._empty_since or now
        if self._empty_since is not None and now - self._empty_since > self._patience:
            raise WorkersLost(f"the scheduler at {self._address} has lost all its workers")

    def abandon(self) -> None:
        """Cancel what the cluster has not begun; what it has begun it finishes, and nobody takes the result.

        New tasks can begin.
        """
        executor, self._executor = self._executor, None  # one that was shut down takes no more
        if executor is not None:
            executor.shutdown(wait=False)


def _silence(package: str) -> None:
    """Let the loggers of a package, each of which has its own level, say nothing."""
    for name in [package, *logging.root.manager.loggerDict]:
        if name == package or name.startswith(f"{package}."):
            logging.getLogger(name).setLevel(logging.CRITICAL)


def _version() -> str:
    return VERSION
