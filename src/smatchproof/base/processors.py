"""The number of processes, and the way they are started."""

from __future__ import annotations

import os

from smatchproof.base.errors import UsageError
from smatchproof.base.limits import MOST_JOBS

START_VARIABLE = "SMATCHPROOF_START_METHOD"
"""The environment variable that selects how processes are started: ``fork``, ``spawn`` or ``forkserver``."""


def usable_processors() -> int:
    """Return the number of processors that this process may use; all of the machine if the system does not say."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def number_of_jobs(jobs: int | None) -> int:
    """Return a valid number of processes; ``None`` means one per processor. Raises :class:`UsageError` for others."""
    if jobs is None:
        return usable_processors()
    if jobs < 1:
        raise UsageError(f"{jobs} jobs cannot do anything; give a number from 1")
    if jobs > MOST_JOBS:
        raise UsageError(f"{jobs} jobs are too many processes; give at most {MOST_JOBS}")
    return jobs
