"""The two checkers of certificates side by side: ``checker.py``, and the program that is made of the Coq proofs."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import smatchproof.exact.checker
from benchmarks.common import corpora, find_checker, score, table

_TURNS = 3
_TEXT = (
    "Seconds of CPU, the least of three runs, starting included. All print the same, byte for byte. With `--texts` the "
    "program reads the two corpora, too, makes the triples and compares them with those of the certificates."
)


def side_by_side() -> str:
    """Seconds of CPU that each needs for all certificates of a corpus, and for a single large one."""
    program = find_checker()
    rows: list[list[object]] = []
    with tempfile.TemporaryDirectory() as name:
        for title, pair in [(pair[0], pair) for pair in corpora()] + [_digraphs(Path(name))]:
            path = Path(name) / "proofs.jsonl"
            limit = ["--time-limit", "20"] if pair[0].startswith("digraphs") else []
            subprocess.run([*score(pair), "--certificates", str(path), *limit], check=True, capture_output=True)
            python = [sys.executable, str(smatchproof.exact.checker.__file__), str(path)]
            commands = [python, [program, str(path)], [program, "--texts", str(pair[1]), str(pair[2]), str(path)]]
            answers = [subprocess.run(command, capture_output=True, text=True) for command in commands]
            same = {(answer.returncode, answer.stdout) for answer in answers} == {(0, answers[0].stdout)}
            assert same, f"{title}: {answers}"
            turns = [[_cpu(command) for command in commands] for _ in range(_TURNS)]
            best = [min(turn[side] for turn in turns) for side in range(3)]
            number = path.read_bytes().count(b"\n")
            rows.append([title, number, path.stat().st_size, *best, best[1] / best[0], best[2] / best[0]])
    header = ["certificates of", "number", "bytes", "checker.py s", "smatchproof-checker s", "--texts s"]
    header += ["ratio", "ratio with texts"]
    return f"{_TEXT}\n\n{table(header, rows)}"


def _digraphs(folder: Path) -> tuple[str, tuple[str, Path, Path]]:
    """Two digraphs of 100 nodes with one label and one concept, so that nearly every pair of variables has weight."""
    files = folder / "left.amr", folder / "right.amr"
    command = [sys.executable, "-m", "smatchproof", "generate", "digraphs", "--nodes", "100", "--overlap", "0.8"]
    subprocess.run([*command, "--seed", "1", "-o", *map(str, files)], check=True, capture_output=True)
    return "one pair of digraphs with 100 nodes", ("digraphs", *files)


def _cpu(command: list[str]) -> float:
    """The seconds of CPU of one process."""
    before = os.times()
    subprocess.run(command, check=True, capture_output=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system
