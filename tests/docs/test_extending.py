"""The page about extensions is true: its commands are run with the examples, and what they print is compared."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from smatchproof.base.process import START_VARIABLE
from smatchproof.base.version import VERSION
from tests.commands import running

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
PAGE = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMANDS = [step for block in CONSOLE.findall(PAGE) for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]


@pytest.fixture
def folder(tmp_path):
    shutil.copytree(EXAMPLES, tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


@pytest.mark.parametrize("start", ["fork", pytest.param("spawn", marks=pytest.mark.stress)])
def test_every_command_prints_what_the_page_says(folder, monkeypatch, start):
    monkeypatch.setenv(START_VARIABLE, start)
    for step in COMMANDS:
        command, _, expected = step.partition("\n")
        program, *words = command.split()
        done = running.run(*words, cwd=folder)
        assert program == "smatchproof" and done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        if expected.strip():
            assert done.stdout.replace(f"v:{VERSION}", "v:VERSION").strip() == expected.strip(), command
        elif "gaps" in command:
            assert "greedy.py:greedy" in done.stdout and "S+4R" in done.stdout


def test_the_suite_takes_a_method_of_a_file(folder):
    words = ["--method", "greedy.py:greedy", "--family", "subgraph, induced"]
    done = running.run("experiment", "suite", *words, cwd=folder)
    assert done.returncode == 0 and "greedy.py:greedy" in done.stdout


def test_a_package_registers_a_method(folder):
    shutil.copy(folder / "greedy.py", folder / "toy_methods.py")
    info = folder / "toy_methods-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-methods\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[smatchproof.methods]\ntoy = toy_methods:greedy\n")
    words = [sys.executable, "-m", "smatchproof", "score", "a.amr", "b.amr", "--jobs", "2", "--method"]
    environment = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"}
    done = [subprocess.run([*words, name], cwd=folder, env=environment, capture_output=True) for name in ("toy", "tyo")]
    assert b"|method:toy|" in done[0].stdout
    assert b"did you mean toy?" in done[1].stderr
