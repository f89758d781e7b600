"""The recipes of a shared task: the page's commands, the workflow's steps, the hook and the container."""

import base64
import gzip
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.running import run
from tests.commands.test_submissions import write_submissions

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "shared-task.md"


@pytest.fixture
def task(tmp_path, samples):
    pytest.importorskip("scipy")
    folder = write_submissions(tmp_path / "made", samples)
    place = tmp_path / "task"
    shutil.copytree(folder / "board" / "submissions", place / "submissions")
    shutil.copy(folder / "secret" / "gold.amr", place)
    return place


def workflow():
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    return yaml.safe_load((ROOT / "docs" / "shared-task.yml").read_text())


def test_the_three_commands_of_the_page(task):
    install, compare, verify = re.findall(r"^\$ (.*)$", PAGE.read_text(), re.MULTILINE)[:3]
    assert install == "pip install 'smatchproof[pages]'"
    for command in (compare, verify):
        done = run(*shlex.split(command)[1:], cwd=task)
        assert done.returncode == 0, done.stderr
    assert "verified   scores computed again; 96 certificates" in done.stdout
    assert (task / "leaderboard" / "index.html").exists() and (task / "leaderboard" / "table.csv").exists()


@pytest.mark.usefixtures("processes")
def test_the_steps_of_the_workflow(task):
    """Each step but the installation, by a shell, with the variables that GitHub sets."""
    jobs = workflow()["jobs"]
    packed = base64.b64encode(gzip.compress((task / "gold.amr").read_bytes())).decode()
    (task / "gold.amr").unlink()
    (task / "temporary").mkdir()
    program = task / "bin" / "smatchproof"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m smatchproof "$@"\n')
    program.chmod(0o755)
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    variables = os.environ | {"PATH": path, "RUNNER_TEMP": str(task / "temporary"), "PYTHONPATH": str(ROOT)}
    said = {}
    for step in (*jobs["check"]["steps"], *jobs["leaderboard"]["steps"]):
        if "run" not in step or step["name"] == "Install":
            continue
        assert set(step.get("env", {})) <= {"REFERENCE"}
        given = variables | ({"REFERENCE": packed} if "env" in step else {})
        command = ["bash", "-e", "-o", "pipefail", "-c", step["run"]]
        said[step["name"]] = subprocess.run(command, cwd=task, env=given, capture_output=True, text=True, timeout=300)
    check = said.pop("Check every submission")
    assert check.returncode == 1 and "::error file=submissions/epsilon.amr,line=106," in check.stdout
    assert {name: done.returncode for name, done in said.items()} == dict.fromkeys(
        ["Unpack the reference", "Score", "Verify"], 0
    )
    assert (task / "leaderboard" / "submissions" / "epsilon.amr").exists()


def test_the_hook_checks_files_of_amrs(tmp_path):
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert re.search(hook["files"], "a/b.amr.txt") and not re.search(hook["files"], "README.md")
    (tmp_path / "good.amr").write_text("(a / x)\n")
    (tmp_path / "bad.amr").write_text("(a / x\n")
    name, *words = hook["entry"].split()
    assert name == "smatchproof" and hook["id"] in PAGE.read_text()
    assert run(*words, "good.amr", cwd=tmp_path).returncode == 0
    assert run(*words, "good.amr", "bad.amr", cwd=tmp_path).returncode == 1
