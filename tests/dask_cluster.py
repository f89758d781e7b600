"""A Dask cluster of this machine for tests. Run as a script it is the cluster; it ends with its standard input."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]


class Cluster(NamedTuple):
    """The address of a scheduler, its process, and the processes of its workers at the start."""

    address: str
    process: int
    workers: list[int]


@contextmanager
def cluster(workers: int, *, replaced: bool = True) -> Iterator[Cluster]:
    """A scheduler with so many workers of one thread each, in processes that this one does not share.

    `replaced` says whether a worker that is lost is replaced.
    """
    pytest.importorskip("distributed", reason="Dask is not installed (pip install 'smatchproof[cluster]')")
    command = [sys.executable, __file__, str(workers), str(int(replaced))]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
    ) as process:
        try:
            yield Cluster(**json.loads(process.stdout.readline()))
        finally:
            process.communicate(timeout=60)


def _run(workers: int, replaced: bool) -> None:
    """Be the cluster."""
    from distributed import LocalCluster

    number = workers if replaced else 0
    with LocalCluster(n_workers=number, threads_per_worker=1, dashboard_address=None) as made:
        command = [sys.executable, "-m", "distributed.cli.dask_worker", made.scheduler_address]
        alone = [
            subprocess.Popen([*command, "--no-nanny", "--nthreads", "1", "--no-dashboard"], stderr=subprocess.DEVNULL)
            for _ in range(workers - number)
        ]
        while len(made.scheduler.workers) < workers:
            time.sleep(0.05)
        pids = [worker.pid for worker in (*made.workers.values(), *alone)]
        told = {"address": made.scheduler_address, "process": os.getpid(), "workers": pids}
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()
        sys.stdin.read()
        for worker in alone:
            worker.kill()
            worker.wait()


if __name__ == "__main__":
    _run(int(sys.argv[1]), bool(int(sys.argv[2])))
