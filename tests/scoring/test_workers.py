"""Tasks in order: what comes back, how far it looks ahead, and what happens when workers die."""

import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor
from contextlib import closing
from pathlib import Path

import pytest

from smatchproof.base.errors import InputError, Place
from smatchproof.scoring.corpus.workers import WorkersLost, in_order, open_workers
from tests.dask_cluster import cluster

FOREVER = 120
in_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes in /proc")


def double(task):
    return 2 * task


def double_slowly(task):
    """Later tasks are done first."""
    time.sleep(0.02 * (5 - task % 5))
    return 2 * task


def fail_at_three(task):
    if task == 3:
        raise InputError("no such thing", Place("file", 3), "take another")
    return task


def sleep(seconds):
    time.sleep(seconds)
    return seconds


def die_once(task, folder, deadly):
    """End the process that does a task, the first time that it is tried."""
    flag = Path(folder, str(task))
    if task in deadly and not flag.exists():
        flag.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.005)
    return task


def die(task, deadly, seconds):
    if task == deadly:
        time.sleep(0.02)
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(seconds)
    return task


# ---- this machine


@pytest.mark.parametrize("jobs", [1, 3])
@pytest.mark.parametrize("number", [0, 1, 30])
def test_results_come_in_the_order_of_the_tasks(jobs, number):
    with open_workers(jobs) as workers:
        assert list(in_order(workers, double_slowly if number < 30 else double, range(number))) == [
            2 * task for task in range(number)
        ]


@pytest.mark.parametrize("jobs", [1, 2])
def test_it_looks_no_further_ahead_than_it_says(jobs):
    taken = 0

    def tasks():
        nonlocal taken
        while True:
            taken += 1
            yield taken

    with open_workers(jobs) as workers, closing(in_order(workers, double, tasks())) as results:
        workers.worthwhile = 0.0
        for number in range(1, 50):
            assert next(results) == 2 * number
            assert taken <= number + 2 * jobs + 1


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_of_a_task_comes_where_its_result_would(jobs):
    found = []
    with pytest.raises(InputError, match=r"^file:3: no such thing; take another$"), open_workers(jobs) as workers:
        found.extend(in_order(workers, fail_at_three, range(30)))
    assert len(found) <= 3


@pytest.mark.parametrize(("jobs", "deadly"), [(1, {0}), (3, {19}), (2, {7})])
def test_a_worker_that_dies_once_costs_time_but_no_results(tmp_path, jobs, deadly):
    with open_workers(jobs) as workers:
        assert list(in_order(workers, die_once, range(20), str(tmp_path), deadly)) == list(range(20))


@pytest.mark.parametrize(("jobs", "deadly"), [(1, 2), (2, 0), (2, 9)])
def test_a_task_whose_worker_dies_is_named(jobs, deadly):
    """Its neighbours take longer than it lives, and are not to blame."""
    found = []
    words = rf"^number {deadly}: its worker process died \(killed, or out of memory\)$"
    with pytest.raises(WorkersLost, match=words), open_workers(jobs) as workers:
        found.extend(in_order(workers, die, range(10), deadly, 0.05, name=lambda task: f"number {task}"))
    assert found == list(range(deadly))


def test_what_is_begun_after_workers_died_has_failed():
    with open_workers(1) as made:
        for _ in range(2):
            with pytest.raises(BrokenExecutor):
                made.submit(os._exit, 1).result()


# ---- a cluster


@pytest.fixture(scope="module")
def dask():
    with cluster(1) as made:  # whose worker is replaced when it dies
        yield made


def test_a_cluster_scores_as_this_machine_does(dask, samples):
    score = [sys.executable, "-m", "smatchproof", "score", samples / "annotator-a.amr", samples / "annotator-b.amr"]
    there, here = (
        subprocess.run([*score, "--per-pair", *where], capture_output=True, check=True).stdout
        for where in (["--scheduler", dask.address], ["--jobs", "1"])
    )
    assert there == here


# ---- workers that are killed from outside


@in_proc
def test_a_score_whose_worker_is_killed_is_the_same(long_corpora):
    command = [sys.executable, "-m", "smatchproof", "score", *long_corpora, "--jobs", "2", "--per-pair"]
    expected = subprocess.run(command, capture_output=True, text=True, timeout=FOREVER)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        os.kill(worker_of(process), signal.SIGKILL)
        assert process.communicate(timeout=FOREVER) == (expected.stdout, None)
    assert process.returncode == 0


@pytest.fixture
def long_corpora(samples, tmp_path):
    """The samples forty times, which takes some seconds."""
    files = [tmp_path / name for name in ("annotator-a.amr", "annotator-b.amr")]
    for path in files:
        blocks = re.sub(r"(?m)^# ::id .*\n", "", (samples / path.name).read_text()).strip()
        path.write_text("\n\n".join([blocks] * 40))
    return files


def worker_of(process):
    """Wait for the workers of a process, and return one."""
    while True:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        if len(children) == 2:
            return int(children[0])
        assert process.poll() is None
        time.sleep(0.002)
