"""Windows, as far as another system can show it: all that Python lacks there is taken away from every process."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LACKING = {
    "os": "fchmod fchown chown getuid geteuid getgid getpgid getpgrp setpgid killpg setsid sched_getaffinity"
    " sched_setaffinity O_NONBLOCK O_NOCTTY O_CLOEXEC O_DIRECTORY mkfifo wait4 uname getloadavg openpty sysconf",
    "signal": "SIGHUP SIGALRM SIGUSR1 SIGPIPE setitimer ITIMER_REAL alarm pthread_sigmask SIG_BLOCK SIG_UNBLOCK"
    " SIG_SETMASK pause",
    "select": "poll epoll",
}
"""Names of modules that Windows does not have; those that Python itself takes to start processes here are left."""
GONE = ("fcntl", "resource", "termios", "pwd", "grp", "tty", "pty")
SITE = f"""\
import os, signal, select, subprocess, tempfile, multiprocessing.popen_spawn_posix, multiprocessing.resource_tracker
import shutil, sys
for module, names in {LACKING!r}.items():
    for name in names.split():
        if hasattr(sys.modules[module], name):
            delattr(sys.modules[module], name)
for name in {GONE!r}:
    sys.modules[name] = None
multiprocessing.resource_tracker._HAVE_SIGMASK = False
"""
"""The code that Python runs at its start. Its own modules that need these names here are loaded first."""


@pytest.fixture
def bare(tmp_path):
    """A function that runs the program in a folder, where nothing of POSIX is there."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(SITE)
    work = tmp_path / "work"
    work.mkdir()

    def run(*words, lacking=True):
        path = os.pathsep.join([str(ROOT / "src"), *([str(tmp_path / "site")] if lacking else [])])
        environment = os.environ | {"PYTHONPATH": path, "SMATCHPROOF_START_METHOD": "spawn"}
        command = [sys.executable, "-m", "smatchproof", *map(str, words)]
        done = subprocess.run(command, cwd=work, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    run.work = work
    return run


def test_what_is_taken_away_is_gone(bare):
    check = f"import os, signal; print([n for n in {LACKING['os'].split()!r} if hasattr(os, n)])"
    path = os.pathsep.join([str(ROOT / "src"), str(bare.work.parent / "site")])
    command, environment = [sys.executable, "-c", check], os.environ | {"PYTHONPATH": path}
    assert subprocess.run(command, env=environment, capture_output=True, text=True).stdout == "[]\n"


def test_scores_and_files_are_the_same_with_processes_that_are_spawned(bare, samples):
    """The file is there the second time, and is replaced."""
    words = ("score", samples / "annotator-a.amr", samples / "annotator-b.amr", "--jobs", "2", "--require-proof")
    told = bare(*words, "--certificates", "proofs.jsonl", lacking=False)
    first = (bare.work / "proofs.jsonl").read_bytes()
    assert bare(*words, "--certificates", "proofs.jsonl") == told
    assert (bare.work / "proofs.jsonl").read_bytes() == first
    assert [path.name for path in bare.work.iterdir()] == ["proofs.jsonl"]
    bare("verify", "proofs.jsonl")


def test_an_experiment_goes_on(bare, samples):
    source = {"kind": "corpus", "left": str(samples / "annotator-a.amr"), "right": str(samples / "annotator-b.amr")}
    lines = [f"{key} = {json.dumps(value)}" for key, value in source.items()]
    text = 'name = "samples"\nmethods = ["S", "exact"]\n[[sources]]\n' + "\n".join(lines)
    (bare.work / "experiment.toml").write_text(text)
    for words in ((), ("--resume",)):  # nothing can lock the folder
        bare("experiment", "run", "experiment.toml", "-o", "rows", *words)
    assert "exact" in bare("experiment", "table2", "rows")
