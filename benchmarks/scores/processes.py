"""Whole processes, from the command to its last line, against reading the files and against the peers."""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path

from benchmarks.common import (
    as_installed,
    corpora,
    corpus,
    processor_seconds,
    read_with_penman,
    repeated,
    score,
    side_by_side,
    smatch,
    smatchpp_ilp,
    table,
    timed,
)


def exact_beside_peers() -> str:
    """`score` (exact) beside smatch.py, which proves nothing, and smatchpp's integer program."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        environment = as_installed(Path(folder))
        for pair in corpora():
            programs = [score(pair), smatch(pair)]
            for program in programs:  # which compiles what it imports, as an installation has done
                timed(program, environment)
            ours, climber = side_by_side(programs, runs=3, environment=environment)
            [theirs] = side_by_side([smatchpp_ilp(pair, Path(folder))], runs=1, environment=environment)
            rows.append([pair[0], ours, climber, climber / ours, theirs, theirs / ours])
    return table(["corpus", "score s", "smatch.py s", "ratio", "smatchpp ilp s", "ratio"], rows)


def exact_beside_reading() -> str:
    """`score` (exact) beside a process that only reads both files with penman: wall clock and processor."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        environment = as_installed(Path(folder))
        pairs = [corpus(name) for name in ("lpp", "sts dev main", "para dev main", "para dev reify")]
        for pair in [*pairs, repeated(corpus("para dev main"), 3, Path(folder))]:
            certificates = str(Path(folder) / "certificates.jsonl")
            commands = [
                read_with_penman(pair),
                score(pair),
                score(pair, "--certificates", certificates),
                score(pair, "--jobs", "1"),
            ]
            reading, *others = side_by_side(commands, runs=3, environment=environment)
            turns = [[seconds for seconds, _ in turn] for turn in processor_seconds(commands, environment, runs=3)]
            read, *used = (statistics.median(measured) for measured in zip(*turns, strict=True))
            rows.append([pair[0], reading, *(each / reading for each in others), read, *(each / read for each in used)])
    kinds = ["score", "--certificates", "--jobs 1"]
    header = ["corpus", "penman s", *kinds, "penman processor s", *(f"{kind}, processor" for kind in kinds)]
    told = "Times what penman takes to read both files, by the wall clock and in seconds of all processors used."
    return f"{told}\n\n{table(header, rows)}"
