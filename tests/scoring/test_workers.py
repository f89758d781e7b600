"""Tasks in order: what comes back, how far it looks ahead, and what happens when workers die."""

import gc
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import Future
from contextlib import closing
from importlib.metadata import version
from multiprocessing import active_children, get_all_start_methods
from pathlib import Path
from pickle import loads

import pytest

from benchmarks.killed_workers import killed_at_random
from smatchproof.base.errors import InputError, Place, UsageError
from smatchproof.base.long_text import LongText
from smatchproof.base.processors import START_VARIABLE
from smatchproof.scoring.workers import cluster as dask_workers, open_workers
from smatchproof.scoring.workers.cluster import ClusterWorkers
from smatchproof.scoring.workers.local import LocalWorkers
from smatchproof.scoring.workers.tasks import Workers, WorkersLost, in_order
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


def hold_text(folder):
    """Hold a text in a temporary file of that folder, for ever."""
    tempfile.tempdir = folder.decode()
    text = LongText(["a"])
    time.sleep(FOREVER)
    return str(text)


def long_text(task, folder):
    """A text in a temporary file of that folder, and the number of the file."""
    tempfile.tempdir = folder
    text = LongText([f"text {task}"])
    return text, text.path.stat().st_ino


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


# ---- chunks


class Distant(Workers):
    """Workers far away, which do their tasks here: sending takes long. Notes how many tasks each chunk has."""

    slots, worthwhile = 1, 0.2
    failure = check = abandon = lambda *_: None

    def __init__(self):
        self.sent = []

    def submit(self, function, message):
        done = Future()
        done.set_result(function(message))
        self.sent.append(len(loads(done.result())[0]))
        return done


CLOCK = [0.0]


def let_pass(seconds):
    CLOCK[0] += seconds
    return seconds


def test_chunks_grow_until_they_are_worth_sending(monkeypatch):
    monkeypatch.setattr("smatchproof.scoring.workers.tasks.time.perf_counter", lambda: CLOCK[0])
    short, long, none = [0.001] * 3_000, [0.15] * 20, [0.0] * 20_000
    workers = Distant()
    assert list(in_order(workers, let_pass, short + long)) == short + long
    assert workers.sent[0] == 1 and 190 <= max(workers.sent) <= 200
    assert all(later <= 2 * max(workers.sent[: at + 1]) for at, later in enumerate(workers.sent[1:]))
    assert list(in_order(workers, let_pass, none)) == none and max(workers.sent) == 512


def test_tasks_that_take_longer_than_those_before_are_shared_out():
    with LocalWorkers(2) as workers:
        begin = time.monotonic()
        tasks = [0.0] * 1_000 + [0.2] * 10
        assert list(in_order(workers, sleep, tasks)) == tasks
        assert time.monotonic() - begin < 1.9


# ---- this machine


@pytest.mark.parametrize("jobs", [1, 3])
@pytest.mark.parametrize("number", [0, 1, 30])
def test_results_come_in_the_order_of_the_tasks(jobs, number):
    with LocalWorkers(jobs) as workers:
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

    with LocalWorkers(jobs) as workers, closing(in_order(workers, double, tasks())) as results:
        workers.worthwhile = 0.0
        for number in range(1, 50):
            assert next(results) == 2 * number
            assert taken <= number + 2 * jobs + 1


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_of_a_task_comes_where_its_result_would(jobs):
    found = []
    with pytest.raises(InputError, match=r"^file:3: no such thing; take another$"), LocalWorkers(jobs) as workers:
        found.extend(in_order(workers, fail_at_three, range(30)))
    assert len(found) <= 3


def test_nothing_is_left_running_when_the_rest_is_not_read():
    before = set(active_children())
    begin = time.monotonic()
    with LocalWorkers(2) as workers, closing(in_order(workers, time.sleep, [0, 60, 60, 60])) as results:
        next(results)
    assert time.monotonic() - begin < 30
    assert set(active_children()) == before


def collect_garbage_for(seconds):
    """Where the signal comes, Python lets no exception pass."""
    gc.callbacks.append(lambda phase, _: phase == "start" and time.sleep(seconds))
    gc.collect()


@pytest.mark.parametrize("start", get_all_start_methods())
def test_workers_that_are_ended_take_their_long_texts_with_them(tmp_path, monkeypatch, start):
    monkeypatch.setenv(START_VARIABLE, start)
    with LocalWorkers(2) as workers:
        for _ in range(2):
            workers.submit(hold_text, str(tmp_path).encode())
        begin = time.monotonic()
        while len([*tmp_path.iterdir()]) < 2 and time.monotonic() - begin < 30:
            time.sleep(0.02)
        assert len([*tmp_path.iterdir()]) == 2
    assert not [*tmp_path.iterdir()]


def test_a_worker_ends_without_a_word_where_nothing_can_be_raised(capfd):
    before, begin = set(active_children()), time.monotonic()
    with LocalWorkers(2) as workers, closing(in_order(workers, collect_garbage_for, [0, 60, 60, 60])) as results:
        next(results)
    assert time.monotonic() - begin < 30
    assert set(active_children()) == before
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(("jobs", "deadly"), [(1, {0}), (3, {19}), (3, {3, 4, 5}), (2, set(range(20)))])
def test_workers_that_die_cost_time_but_no_results(tmp_path, jobs, deadly):
    with LocalWorkers(jobs) as workers:
        assert list(in_order(workers, die_once, range(20), str(tmp_path), deadly)) == list(range(20))


@pytest.mark.parametrize(("jobs", "deadly"), [(1, 2), (2, 0), (2, 9)])
def test_a_task_that_ends_every_worker_is_named(jobs, deadly):
    """Its neighbours take longer than it lives, and are not to blame."""
    found = []
    words = rf"^number {deadly}: it has ended 2 workers$"
    with pytest.raises(WorkersLost, match=words), LocalWorkers(jobs) as workers:
        found.extend(in_order(workers, die, range(10), deadly, 0.05, name=lambda task: f"number {task}"))
    assert found == list(range(deadly))


def running(pid):
    """Whether a process is there, and not only as an entry that nobody has collected."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@in_proc
def test_workers_end_when_their_parent_is_killed():
    program = """if True:
        import time
        from multiprocessing import active_children
        from smatchproof.scoring.workers import open_workers
        from smatchproof.scoring.workers.tasks import in_order
        with open_workers(3) as workers:
            list(in_order(workers, time.sleep, [0] * 3))
            print(*[child.pid for child in active_children()], flush=True)
            time.sleep(60)
    """
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as parent:
        workers = [int(pid) for pid in parent.stdout.readline().split()]
        assert len(workers) == 3
        assert all(map(running, workers))
        parent.kill()
        deadline = time.monotonic() + 10
        while any(map(running, workers)) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert not any(map(running, workers))


def test_wishes_that_cannot_be_met():
    with pytest.raises(UsageError, match=r"^0 jobs cannot do anything; give a number from 1$"):
        open_workers(0)
    with pytest.raises(UsageError, match=r"^the cluster decides how many jobs run at once; give a scheduler or jobs"):
        open_workers(2, "tcp://127.0.0.1:1")


def test_one_process_for_each_processor():
    with open_workers() as workers:
        assert workers.slots == len(os.sched_getaffinity(0))


# ---- a cluster


@pytest.fixture(scope="module")
def dask():
    with cluster(1) as made:  # whose worker is replaced when it dies
        yield made


@pytest.mark.parametrize("address", ["nonsense", "tcp://host", "host:port", "", "a b:1"])
def test_what_is_no_address(address):
    pytest.importorskip("distributed", reason="Dask is not installed")
    with pytest.raises(
        UsageError, match=r" is no address of a scheduler; give the one that dask scheduler prints, such"
    ):
        open_workers(scheduler=address)


def test_an_address_where_nobody_answers():
    pytest.importorskip("distributed", reason="Dask is not installed")
    with pytest.raises(UsageError, match=r"^no Dask scheduler answers at 'tcp://127\.0\.0\.1:9' \(.*\); give the one"):
        ClusterWorkers("tcp://127.0.0.1:9", patience=0.2)


def test_without_dask(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r"^a scheduler needs Dask; .*pip install .*\[cluster\]'$"):
        open_workers(scheduler="tcp://127.0.0.1:1")


def test_a_cluster_gives_results_in_order(dask):
    with open_workers(scheduler=dask.address) as workers:
        assert workers.slots == 1
        assert list(in_order(workers, double_slowly, range(20))) == [2 * task for task in range(20)]


def test_an_error_on_a_cluster_is_the_error_of_the_task(dask):
    words = r"^file:3: no such thing; take another$"
    with pytest.raises(InputError, match=words), open_workers(scheduler=dask.address) as workers:
        list(in_order(workers, fail_at_three, range(30)))


def test_a_cluster_scores_as_this_machine_does(dask, samples):
    score = [sys.executable, "-m", "smatchproof", "score", samples / "annotator-a.amr", samples / "annotator-b.amr"]
    there, here = (
        subprocess.run([*score, "--per-pair", *where], capture_output=True, check=True).stdout
        for where in (["--scheduler", dask.address], ["--jobs", "1"])
    )
    assert there == here


def test_workers_of_another_version_are_refused(dask, monkeypatch):
    monkeypatch.setattr(dask_workers, "VERSION", "9.9.9")
    found = version("smatchproof")
    words = rf"have smatchproof {found}; install smatchproof 9\.9\.9 where the workers run$"
    with pytest.raises(UsageError, match=words):
        open_workers(scheduler=dask.address)


def test_a_cluster_survives_the_death_of_a_worker(tmp_path, dask):
    with open_workers(scheduler=dask.address) as workers:
        assert list(in_order(workers, die_once, range(12), str(tmp_path), {5})) == list(range(12))


# ---- workers that are killed from outside


@in_proc
@pytest.mark.parametrize("runs", [1, pytest.param(40, marks=pytest.mark.stress)])
def test_a_score_is_the_same_whatever_workers_are_killed(samples, tmp_path, runs):
    """Two of 40 such runs never ended when workers shared a lock."""
    files = [tmp_path / name for name in ("annotator-a.amr", "annotator-b.amr")]
    for path in files:
        blocks = re.sub(r"(?m)^# ::id .*\n", "", (samples / path.name).read_text()).strip()
        path.write_text("\n\n".join([blocks] * 40))
    command = [sys.executable, "-m", "smatchproof", "score", *files, "--jobs", "2", "--per-pair"]
    begin = time.monotonic()
    expected = subprocess.run(command, capture_output=True, text=True, timeout=FOREVER)
    seconds = time.monotonic() - begin
    rng, killed = random.Random(f"kills {runs}"), 0
    for done in range(10 * runs):  # a run that is over soon has few workers to kill
        if done >= runs and killed > 2 * runs:
            break
        run = killed_at_random(command, rng, 5, seconds)
        assert (run.code, run.output) == (0, expected.stdout)
        killed += run.kills
    assert killed > 2 * runs


# ---- what tasks may do


def exit_program(_):
    sys.exit(3)


def raise_what_cannot_be_pickled(_):
    class Local(Exception):
        pass

    raise Local("only here")


def return_what_cannot_be_pickled(_):
    return lambda: None


def double_in_a_pool(task):
    with LocalWorkers(2) as workers:
        return list(in_order(workers, double, range(task)))


@pytest.mark.parametrize("start", get_all_start_methods()[:2])
@pytest.mark.parametrize(
    ("task", "error", "words"),
    [
        (exit_program, RuntimeError, "^SystemExit: 3$"),
        (raise_what_cannot_be_pickled, RuntimeError, "Local: only here$"),
        (return_what_cannot_be_pickled, TypeError, "the result of a task cannot be sent to another process"),
    ],
)
def test_what_cannot_be_sent_is_an_error_and_no_hang(task, error, words, start, monkeypatch):
    monkeypatch.setenv(START_VARIABLE, start)
    with LocalWorkers(1) as workers, pytest.raises(error, match=words):
        list(in_order(workers, task, [0]))


def test_a_task_may_use_workers_of_its_own():
    with LocalWorkers(2) as workers:
        assert list(in_order(workers, double_in_a_pool, [3, 0, 2])) == [[0, 2, 4], [], [0, 2]]
    assert not active_children()


def test_a_chunk_that_ends_workers_is_done_again_task_by_task():
    found = []
    with pytest.raises(WorkersLost, match=r"^35: it has ended 2 workers$"), LocalWorkers(2) as workers:
        found.extend(in_order(workers, die, range(50), 35, 0.0))
    assert found == list(range(35))


def test_a_worker_that_is_killed_while_it_waits_is_replaced():
    with LocalWorkers(1) as workers:
        for task in range(3):
            assert list(in_order(workers, double, [task])) == [2 * task]
            for child in active_children():
                child.kill()
                child.join()


def test_workers_can_be_used_again_after_an_error():
    with LocalWorkers(2) as workers:
        with pytest.raises(InputError):
            list(in_order(workers, fail_at_three, range(30)))
        assert list(in_order(workers, double, range(5))) == [0, 2, 4, 6, 8]


def test_too_many_jobs_are_refused():
    with pytest.raises(UsageError, match=r"^100000000000000000000 jobs are too many processes; give at most 1000$"):
        open_workers(10**20)


def test_the_file_of_a_long_text_is_handed_over(tmp_path, monkeypatch):
    """Its bytes are not sent, which would take memory of both processes; and nothing is left."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with open_workers(2) as workers:
        found = [*in_order(workers, long_text, range(20), str(tmp_path))]
    for number, (text, file) in enumerate(found):
        assert (str(text), text.path.stat().st_ino) == (f"text {number}", file)
    assert len([*tmp_path.iterdir()]) == len(found)
    del text, found
    gc.collect()
    assert [*tmp_path.iterdir()] == []


def test_without_links_a_long_text_is_sent(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(Path, "hardlink_to", _no_links)  # of workers that are forked
    with open_workers(1) as workers:
        [(text, _)] = in_order(workers, long_text, [1], str(tmp_path))
    assert str(text) == "text 1"


def _no_links(*_):
    raise OSError
