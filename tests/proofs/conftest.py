"""The Coq development, compiled once for all tests that ask it something."""

import os
import shutil
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from smatchproof.base import version
from tests.proofs.in_coq import LIMIT, copied


def make(folder, *words, limit=LIMIT):
    """What ``make`` says in a folder. Whatever ends it early, such as the limit, ends its compilers, too."""
    command = ["make", "-C", str(folder), *words]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as process:
        try:
            out, err = process.communicate(timeout=limit)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    return subprocess.CompletedProcess(command, process.returncode, out, err)


@pytest.fixture(scope="session")
def development(tmp_path_factory) -> tuple[Path, subprocess.CompletedProcess[str]]:
    """A copy of the development and what ``make`` said of it, which also asks what the theorems rest on."""
    folder = copied(tmp_path_factory.mktemp("coq") / "proofs")
    return folder, make(folder, "-j2", "theorems")


@pytest.fixture(scope="session")
def built(development) -> Callable[[str, str], str]:
    """A function that makes a target of the development and returns the path of its program, by name."""
    folder, run = development

    def build(target: str, name: str) -> str:
        assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-2000:]
        tools = make(folder, "tools")
        if not shutil.which("ocamlfind") or tools.returncode:
            pytest.skip(f"{name} was not built: {tools.stderr.splitlines()[0]}")
        made = make(folder, target, f"VERSION_FILE={version.__file__}")
        assert made.returncode == 0, made.stdout[-2000:] + made.stderr[-2000:]
        return str(folder / "_build" / name)

    return build


@pytest.fixture(scope="session")
def program(built) -> str:
    """The program that is extracted from the development."""
    return built("checker", "smatchproof-checker")


@pytest.fixture(scope="session")
def extracted(built) -> str:
    """The program that is extracted from the constructions of the proofs."""
    return built("constructions", "smatchproof-constructions")
