"""One hard pair, whose subtrees are searched by processes of this machine or by a Dask cluster."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from smatchproof.exact.core.forms import is_compiled
from smatchproof.exact.search.tree import program_tree, shared_tree
from tests.dask_cluster import cluster

COMMAND = "score"
pytestmark = pytest.mark.skipif(not is_compiled(), reason="hard pairs have no tree search uncompiled")


@pytest.fixture
def shared_soon(monkeypatch):
    monkeypatch.setattr(program_tree, "SUBTREES", 4)
    monkeypatch.setattr(program_tree, "WORTHWHILE", 0)


@pytest.fixture
def generated(program, tmp_path):
    """A function that writes a hard pair of graphs of so many nodes."""

    def call(nodes, degree, seed):
        files = tmp_path / "l.amr", tmp_path / "r.amr"
        asked = ("digraphs", "--nodes", nodes, "--degree", degree, "--overlap", 0, "--seed", seed)
        assert program("generate", *asked, "-o", *files)[0] == 0
        return files

    return call


@pytest.fixture
def scored(run, generated, tmp_path):
    """A function that scores a hard pair with more options: what is printed about it, and its certificate."""
    files = generated(20, 4, 1)

    def call(*options):
        path = tmp_path / "proof.jsonl"
        code, out, _ = run(*files, "--format", "jsonl", "--certificates", path, *options)
        assert code == 0
        row = json.loads(out.splitlines()[0])
        del row["seconds"]
        return row, path.read_bytes()

    return call


def test_processes_and_a_cluster_write_the_same(scored, shared_soon, program, tmp_path):
    row, proof = scored("--jobs", 1)
    shared_row, shared_proof = scored("--jobs", 2)
    assert (row["matched"], row["status"]) == (shared_row["matched"], "certified")
    assert shared_row["status"] == "certified"
    assert shared_proof != proof
    assert program("verify", tmp_path / "proof.jsonl")[0] == 0
    assert scored("--jobs", 3) == (shared_row, shared_proof)
    optima = scored("--jobs", 2, "--every-optimum")  # which asks several questions, and ends some in the middle
    with cluster(2) as made:
        assert scored("--scheduler", made.address) == (shared_row, shared_proof)
        assert scored("--scheduler", made.address, "--every-optimum") == optima


@pytest.mark.usefixtures("shared_soon")
def test_the_pairs_of_a_corpus_are_not_shared(run, generated, tmp_path):
    """Else the bytes of their certificates would depend on who is done first."""
    files = generated(20, 4, 1)
    for file in files:
        file.write_text(3 * (file.read_text() + "\n"))
    proofs = []
    for jobs in (1, 2):
        assert run(*files, "--certificates", tmp_path / "proofs.jsonl", "--jobs", jobs)[0] == 0
        proofs.append((tmp_path / "proofs.jsonl").read_bytes())
    assert proofs[0] == proofs[1]


def test_a_worker_that_is_lost_is_replaced(scored, shared_soon, monkeypatch, tmp_path):
    """The first process that searches a subtree is killed in it."""
    expected = scored("--jobs", 2)
    flag, parent, whole = tmp_path / "killed", os.getpid(), program_tree.ProgramTree.begin_at

    def begin_at(self, node, rate):
        if os.getpid() != parent and not flag.exists():
            flag.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        whole(self, node, rate)

    monkeypatch.setattr(program_tree.ProgramTree, "begin_at", begin_at)
    assert scored("--jobs", 2) == expected
    assert flag.exists()


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks at processes in /proc")
def test_ctrl_c_ends_all_processes_at_once(generated):
    """While subtrees are searched, which takes half a minute."""
    command = [sys.executable, "-m", "smatchproof", "score", *generated(44, 3, 2), "--jobs", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        children, end = Path(f"/proc/{process.pid}/task/{process.pid}/children"), time.monotonic() + 60
        while len(workers := children.read_text().split()) < 2:
            assert process.poll() is None
            assert time.monotonic() < end
            time.sleep(0.1)
        time.sleep(1)
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
        assert time.monotonic() - begin < 5
    assert process.returncode == 130
    assert not any(Path("/proc", worker).exists() for worker in workers)


@pytest.mark.usefixtures("shared_soon")
def test_a_limit_of_time_holds_for_subtrees(run, generated, monkeypatch):
    """It comes a second after they have begun, of half a minute that they would take."""
    asked = shared_tree._question
    monkeypatch.setattr(shared_tree, "_question", lambda *of: asked(*of)._replace(deadline=time.time() + 1))
    files = generated(44, 3, 2)
    code, out, _ = run(*files, "--format", "jsonl", "--jobs", 2, "--time-limit", 100)
    row = json.loads(out.splitlines()[0])
    assert code == 0
    assert row["matched"] < row["upper_bound"]
    assert row["status"] == "bounded"
