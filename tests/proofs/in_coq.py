"""Helpers of the tests that use the Coq development."""

import shutil
from pathlib import Path

import pytest

needs_coq = pytest.mark.skipif(
    not shutil.which("coqc") or not shutil.which("make"),
    reason="coqc or make is not installed (Debian packages coq, make): nothing was compared with what is proved",
)

PROOFS = Path(__file__).parents[2] / "proofs"
LIMIT = 540
"""Seconds for one call of Coq."""


def copied(folder: Path) -> Path:
    """Copy the development, without what was compiled, into this folder, which is made for it."""
    shutil.copytree(PROOFS, folder, ignore=shutil.ignore_patterns("*.vo*", "*.glob", ".*", "_build"))
    return folder
