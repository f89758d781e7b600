"""Where work is done: processes of this machine, or a Dask cluster.

Both take tasks in the same way. :func:`in_order` gives tasks to either and hands the results back in the order of the
tasks, so that what comes out does not depend on who did the work.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from smatchproof.alignment import UsageError
from smatchproof.alignment.on_demand import on_demand
from smatchproof.alignment.processors import usable_processors

if TYPE_CHECKING:  # a score without workers should not wait for them
    from smatchproof.scoring.workers.cluster import ClusterWorkers
    from smatchproof.scoring.workers.local import START_VARIABLE, LocalWorkers
    from smatchproof.scoring.workers.tasks import MAX_CRASHES, TaskLost, Workers, WorkersLost, in_order
else:
    __getattr__ = on_demand(
        __name__,
        {
            "cluster": ("ClusterWorkers",),
            "local": ("START_VARIABLE", "LocalWorkers"),
            "tasks": ("MAX_CRASHES", "TaskLost", "Workers", "WorkersLost", "in_order"),
        },
    )

__all__ = [
    "MAX_CRASHES",
    "START_VARIABLE",
    "ClusterWorkers",
    "LocalWorkers",
    "TaskLost",
    "Workers",
    "WorkersLost",
    "default_jobs",
    "in_order",
    "open_workers",
]


def default_jobs() -> int:
    """As many processes as this one may use processors."""
    return usable_processors()


def open_workers(jobs: int | None = None, scheduler: str | None = None, start: str | None = None) -> Workers:
    """The workers of the cluster at that address, or so many processes of this machine (default: one per processor).

    `start` says how processes are started, see :class:`LocalWorkers`.
    """
    if scheduler is not None:
        if jobs is not None:
            raise UsageError("the cluster decides how many jobs run at once; give a scheduler or jobs, not both")
        from smatchproof.scoring.workers.cluster import ClusterWorkers

        return ClusterWorkers(scheduler)
    from smatchproof.scoring.workers.local import LocalWorkers

    return LocalWorkers(default_jobs() if jobs is None else jobs, start)
