"""The recipes of a shared task: the page's commands, the workflow's steps, the hook and the container."""

import re
import shlex
import shutil
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
