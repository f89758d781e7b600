"""What a Dask cluster loses and keeps, where its workers and its scheduler die."""

import os
import signal

import pytest

from smatchproof.base.errors import UsageError
from smatchproof.experiments.folder import ROWS
from smatchproof.scoring.workers import open_workers
from smatchproof.scoring.workers.cluster import ClusterWorkers
from smatchproof.scoring.workers.tasks import WorkersLost, in_order
from tests.dask_cluster import cluster
from tests.experiments.test_runner import begin, rows_of, slower, wait_for_rows  # noqa: F401
from tests.scoring.test_workers import (  # noqa: F401
    dask,
    die,
    double_slowly,
)


def test_a_scheduler_that_is_lost():
    words = r"^the scheduler at tcp://.* is lost"
    with cluster(1) as made, pytest.raises(WorkersLost, match=words), open_workers(scheduler=made.address) as workers:
        for number, _ in enumerate(in_order(workers, double_slowly, range(500))):
            if number == 3:
                os.kill(made.process, signal.SIGKILL)


def test_a_scheduler_that_has_lost_its_workers():
    words = r"^the scheduler at tcp://.* has lost all its workers$"
    with (
        cluster(1, replaced=False) as made,
        pytest.raises(WorkersLost, match=words),
        ClusterWorkers(made.address, patience=2) as workers,
    ):
        for number, _ in enumerate(in_order(workers, double_slowly, range(500))):
            if number == 3:
                os.kill(made.workers[0], signal.SIGKILL)


def test_a_cluster_loses_a_worker_and_no_rows(slower):
    with cluster(2) as dask, begin(slower, "cluster", "--scheduler", dask.address) as process:
        wait_for_rows(slower / "cluster" / ROWS, 10)
        os.kill(dask.workers[0], signal.SIGKILL)
        assert process.wait() == 0
    assert rows_of(slower / "cluster") == rows_of(slower / "undisturbed")


def test_a_scheduler_without_workers():
    words = r" has no workers; start some with dask worker$"
    with cluster(0) as made, pytest.raises(UsageError, match=words):
        ClusterWorkers(made.address, patience=0.5)


def test_a_task_that_ends_every_worker_of_a_cluster(dask):
    words = r"^number 2: it has ended every worker of the cluster that tried it$"
    with pytest.raises(WorkersLost, match=words), open_workers(scheduler=dask.address) as workers:
        list(in_order(workers, die, range(5), 2, 0.01, name=lambda task: f"number {task}"))
