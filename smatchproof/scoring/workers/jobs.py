"""The number of processes, and the way they are started."""

from __future__ import annotations

from smatchproof.base.errors import UsageError
from smatchproof.base.limits import MOST_JOBS
from smatchproof.base.processors import usable_processors

START_VARIABLE = "SMATCHPROOF_START_METHOD"
"""The variable of the environment that says how processes are started: ``fork``, ``spawn`` or ``forkserver``."""


def number_of_jobs(jobs: int | None) -> int:
    """Return the number of processes, one per processor for ``None``. Raises :class:`UsageError` for 0 or too many."""
    if jobs is None:
        return usable_processors()
    if jobs < 1:
        raise UsageError(f"{jobs} jobs cannot do anything; give a number from 1")
    if jobs > MOST_JOBS:
        raise UsageError(f"{jobs} jobs are too many processes; give at most {MOST_JOBS}")
    return jobs
