"""The Coq development, compiled once for all tests that ask it something."""

import subprocess
from pathlib import Path

import pytest

from tests.proofs.in_coq import LIMIT, copied


@pytest.fixture(scope="session")
def development(tmp_path_factory) -> tuple[Path, subprocess.CompletedProcess[str]]:
    """A copy of the development and what ``make`` said of it, which also asks what the theorems rest on."""
    folder = copied(tmp_path_factory.mktemp("coq") / "proofs")
    return folder, subprocess.run(["make", "-j2", "-C", folder], capture_output=True, text=True, timeout=LIMIT)
