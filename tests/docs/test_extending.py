"""The page about extensions is true: its files are written, its commands are run, and what they print is compared."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from smatchproof.base.processors import START_VARIABLE
from smatchproof.base.version import VERSION
from tests.commands import running

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
FILE = re.compile(r"^File `([\w.]+)`:\n\n```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILES = dict(FILE.findall(PAGE))
COMMANDS = [step for block in CONSOLE.findall(PAGE) for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]


def written(folder):
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")


def run(folder, command, *, alone=False, **variables):
    """What a command prints, which runs in a process of its own if it has to, or is `alone`."""
    program, *words = command.split()
    if program == "smatchproof" and not alone:
        done = running.run(*words, cwd=folder)
    else:
        words = words if program == "python" else ["-m", program, *words]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), **variables}
        done = subprocess.run(
            [sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True, timeout=300
        )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def without_versions(text):
    return re.sub(r"#[0-9a-f]{8}\b", "#________", text.replace(f"v:{VERSION}", "v:VERSION"))


def test_the_page_has_what_it_promises():
    assert {"mine.py", "rules.py", "similar.py", "pairs.py", "letters.py"} <= FILES.keys()
    assert len(COMMANDS) >= 10


def needed_with_spawn(command):
    """Whether a command starts processes, or reads what one that does has written."""
    return "--jobs" in command or "experiment" in command


def test_commands_that_start_processes_are_among_them():
    assert sum(map(needed_with_spawn, COMMANDS)) >= 6


@pytest.mark.parametrize("start", ["fork", pytest.param("spawn", marks=pytest.mark.stress)])
def test_every_command_prints_what_the_page_says(tmp_path, monkeypatch, start):
    monkeypatch.setenv(START_VARIABLE, start)
    written(tmp_path)
    for step in COMMANDS:
        command, _, expected = step.partition("\n")
        printed = run(tmp_path, command)
        if expected.strip():
            assert without_versions(printed).strip() == expected.strip(), command
        elif "gaps" in command:
            assert "mine.py:greedy" in printed and "S+4R" in printed


def test_the_package_registers_its_method(tmp_path):
    written(tmp_path)
    (tmp_path / "toy_methods.py").write_text(FILES["mine.py"])
    project = tomllib.loads(FILES["pyproject.toml"])["project"]
    info = tmp_path / "toy_methods-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    lines = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in names.items())
        for group, names in project["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("".join(lines))
    path = f"{tmp_path}{os.pathsep}{ROOT}"
    printed = run(tmp_path, "smatchproof score a.amr b.amr --method toy --jobs 2", alone=True, PYTHONPATH=path)
    assert "|method:toy#toy-methods-1.0-" in printed
    assert "registered by installed packages:\n  method toy (toy-methods 1.0)\n" in run(
        tmp_path, "smatchproof score --help", alone=True, PYTHONPATH=path
    )
    (tmp_path / "other-1.0.dist-info").mkdir()
    (tmp_path / "other-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1.0\n")
    (tmp_path / "other-1.0.dist-info" / "entry_points.txt").write_text("[smatchproof.methods]\ntoy = other:toy\n")
    contradiction = run(tmp_path, "smatchproof score --help", alone=True, PYTHONPATH=path)
    assert "both register the method 'toy'" in contradiction and "--metric NAME" in contradiction
