"""Whole processes, from the command to its last line, against reading the files and against the peers."""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.common import (
    corpora,
    corpus,
    read_with_penman,
    repeated,
    score,
    side_by_side,
    smatch,
    smatchpp_ilp,
    table,
)


def ilp_beside_peers() -> str:
    """`score --method ilp-tight` beside smatch.py and smatchpp's integer program."""
    return _beside_peers(["lpp", "para dev main"], ["--method", "ilp-tight", "--convention", "smatch-1.0.4"], 3)


def exact_beside_peers() -> str:
    """`score` (exact) beside smatch.py, which proves nothing, and smatchpp's integer program."""
    return _beside_peers([pair[0] for pair in corpora()], [], 1)


def _beside_peers(names: list[str], options: list[str], slow_runs: int) -> str:
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            pair = corpus(name)
            ours, climber = side_by_side([score(pair, *options), smatch(pair)], runs=3)
            [theirs] = side_by_side([smatchpp_ilp(pair, Path(folder))], runs=slow_runs)
            rows.append([name, ours, climber, climber / ours, theirs, theirs / ours])
    return table(["corpus", "score s", "smatch.py s", "ratio", "smatchpp ilp s", "ratio"], rows)


def exact_beside_reading() -> str:
    """`score` (exact) beside a process that only reads both files with penman."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        pairs = [corpus("lpp"), corpus("sts dev main"), repeated(corpus("para dev main"), 3, Path(folder))]
        for pair in pairs:
            certificates = str(Path(folder) / "certificates.jsonl")
            commands = [
                read_with_penman(pair),
                score(pair),
                score(pair, "--certificates", certificates),
                score(pair, "--jobs", "1"),
            ]
            reading, plain, certified, single = side_by_side(commands)
            rows.append([pair[0], reading, plain, plain / reading, certified, certified / reading, single / reading])
    header = ["corpus", "penman s", "score s", "ratio", "with certificates s", "ratio", "ratio with --jobs 1"]
    return table(header, rows)
