"""Workers: processes of this machine, or a Dask cluster.

Both take tasks in the same way. :func:`~smatchproof.scoring.workers.tasks.in_order` gives tasks to either and yields
the results in the order of the tasks, so that the output does not depend on who did the work.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from smatchproof.base.errors import UsageError
from smatchproof.base.processors import number_of_jobs

if TYPE_CHECKING:  # a score without workers should not wait for them
    from smatchproof.scoring.workers.tasks import Workers


def open_workers(jobs: int | None = None, scheduler: str | None = None) -> Workers:
    """The workers of the cluster at that address, or `jobs` processes of this machine (default: one per processor).

    Use them in a ``with`` block.

    >>> from smatchproof.scoring.workers.tasks import in_order
    >>> with open_workers(2) as workers:
    ...     list(in_order(workers, pow, range(4), 2))
    [0, 1, 4, 9]
    """
    if scheduler is not None:
        if jobs is not None:
            raise UsageError("the cluster decides how many jobs run at once; give a scheduler or jobs, not both")
        from smatchproof.scoring.workers.cluster import ClusterWorkers

        return ClusterWorkers(scheduler)
    from smatchproof.scoring.workers.local import LocalWorkers

    return LocalWorkers(number_of_jobs(jobs))
