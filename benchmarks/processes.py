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
    """`score --method ilp-tight` beside smatch.py and smatchpp."""
    rows = []
    for name in ("lpp", "para dev main"):
        pair = corpus(name)
        commands = [score(pair, "--method", "ilp-tight", "--convention", "smatch-1.0.4"), smatch(pair)]
        ours, climber = side_by_side(commands, runs=3)
        if name == "lpp":  # smatchpp takes the comments at the head of these files for a graph and fails
            rows.append([name, ours, climber, climber / ours, "(cannot read it)", ""])
        else:
            [theirs] = side_by_side([smatchpp_ilp(pair)], runs=3)
            rows.append([name, ours, climber, climber / ours, theirs, theirs / ours])
    header = ["corpus", "ilp-tight s", "smatch.py s", "ratio", "smatchpp ilp s", "ratio"]
    return table(header, rows)


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


def exact_beside_peers() -> str:
    """`score` (exact) beside smatch.py, which proves nothing, and smatchpp's integer program."""
    rows = []
    for pair in corpora():
        ours, climber = side_by_side([score(pair), smatch(pair)], runs=3)
        row = [pair[0], ours, climber, climber / ours]
        if pair[0] == "lpp":
            rows.append([*row, "(cannot read it)", ""])
        else:
            [theirs] = side_by_side([smatchpp_ilp(pair)], runs=1)
            rows.append([*row, theirs, theirs / ours])
    return table(["corpus", "exact s", "smatch.py s", "ratio", "smatchpp ilp s", "ratio"], rows)
