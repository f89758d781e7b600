"""The number of processors for this process."""

from __future__ import annotations

import os


def usable_processors() -> int:
    """The processors that this process may use; all of the machine, where the system does not say."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
