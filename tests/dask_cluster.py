"""A Dask cluster of this machine for tests. Run as a script it is the cluster; it ends with its standard input."""

import json
import os
import subprocess
import sys
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
def cluster(workers: int) -> Iterator[Cluster]:
    """A scheduler with a number of workers of one thread each, in separate processes."""
    pytest.importorskip("distributed", reason="Dask is not installed (pip install 'smatchproof[cluster]')")
    command = [sys.executable, __file__, str(workers)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "src")])}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
    ) as process:
        try:
            yield Cluster(**json.loads(process.stdout.readline()))
        finally:
            process.communicate(timeout=60)


def _run(workers: int) -> None:
    """Be the cluster."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as made:
        pids = [worker.pid for worker in made.workers.values()]
        told = {"address": made.scheduler_address, "process": os.getpid(), "workers": pids}
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()
        sys.stdin.read()


if __name__ == "__main__":
    _run(int(sys.argv[1]))
