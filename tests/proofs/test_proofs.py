"""The Coq development compiles, holds nothing unproved, and rests on no axiom."""

import re
import shutil
from pathlib import Path

import pytest

PROOFS = Path(__file__).parents[2] / "proofs"
FILES = sorted(PROOFS.glob("*.v"))


def without_comments(text: str) -> str:
    """Coq source without its comments, which nest."""
    kept, depth = [], 0
    for part in re.split(r"(\(\*|\*\))", text):
        depth += {"(*": 1, "*)": -1}.get(part, 0)
        if not depth and part != "*)":
            kept.append(part)
    return "".join(kept)


@pytest.mark.skipif(not shutil.which("coqc"), reason="coqc is not installed (Debian package coq): no proof was checked")
def test_the_proofs_compile_and_are_closed(development):
    _, run = development
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-2000:]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_is_left_unproved(path):
    found = re.findall(
        r"\b(Admitted|admit|Axiom|Axioms|Parameter|Conjecture|Abort)\b", without_comments(path.read_text())
    )
    assert not found


def test_every_theorem_that_python_names_is_there():
    """Docstrings refer to theorems as ``name`` in ``proofs/File.v``."""
    source = [path for folder in ("smatchproof", "docs") for path in folder_files(folder)]
    mentions = [
        (path.name, name, file)
        for path in source
        for name, file in re.findall(r"``(\w+)``(?:[^`]{0,30})``proofs/(\w+\.v)``", path.read_text())
    ]
    assert mentions
    missing = [
        mention for mention in mentions if not re.search(rf"\b{mention[1]}\b", (PROOFS / mention[2]).read_text())
    ]
    assert not missing


def test_every_file_that_python_names_is_there():
    named = {
        file
        for folder in ("smatchproof", "docs")
        for path in folder_files(folder)
        for file in re.findall(r"proofs/(\w+\.v)", path.read_text())
    }
    assert named
    assert named <= {path.name for path in FILES}


def folder_files(folder: str) -> list[Path]:
    root = PROOFS.parent / folder
    return [path for path in root.rglob("*") if path.suffix in (".py", ".md", ".ipynb")]
