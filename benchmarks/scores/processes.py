"""Whole processes: their time, next to reading the files and to other programs, their memory, and their start."""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

from benchmarks.common import (
    as_installed,
    corpora,
    corpus,
    in_turns,
    installation,
    read_with_penman,
    repeated,
    run,
    score,
    seconds,
    smatch,
    smatchpp_ilp,
    table,
)


def exact_beside_peers() -> str:
    """`score` (exact) next to smatch.py, which proves nothing, and smatchpp's integer program."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        environment = as_installed(Path(folder))
        for pair in corpora():
            ours, climber = map(seconds, in_turns([score(pair), smatch(pair)], 3, environment))
            theirs = run(smatchpp_ilp(pair, Path(folder)), environment).seconds
            rows.append([pair[0], ours, climber, climber / ours, theirs, theirs / ours])
    return table(["corpus", "score s", "smatch.py s", "ratio", "smatchpp ilp s", "ratio"], rows)


def exact_beside_reading() -> str:
    """`score` (exact) next to a process that only reads both files with penman: wall clock and processor."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        pairs = [corpus(name) for name in ("lpp", "sts dev main", "para dev main", "para dev reify")]
        kinds = (), ("--certificates", str(Path(folder) / "certificates.jsonl")), ("--jobs", "1")
        python = installation(Path(folder))
        for pair in [*pairs, repeated(corpus("para dev main"), 3, Path(folder))]:
            commands = [read_with_penman(pair, python), *(score(pair, *more, python=python) for more in kinds)]
            runs = in_turns(commands)
            reading, *others = map(seconds, runs)
            read, *used = (statistics.median(each.of_processors for each in some) for some in runs)
            rows.append([pair[0], reading, *(each / reading for each in others), read, *(each / read for each in used)])
    names = ["score", "--certificates", "--jobs 1"]
    header = ["corpus", "penman s", *names, "penman processor s", *(f"{name}, processor" for name in names)]
    told = (
        "Times what penman takes to read both files, by the wall clock and in seconds of all processors used; both are "
        "installed without the tools of this project."
    )
    return f"{told}\n\n{table(header, rows)}"


# ---- memory and start-up

_TURNS = 5
_PEAK = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
"""The largest resident set of any process that a command starts, in a process that holds little itself."""


def memory() -> str:
    """Peak memory of a process that scores, on a corpus and on one ten times as long."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        pair = corpus("lpp")
        for sized in (pair, repeated(pair, 10, Path(folder))):
            certified = ["--certificates", str(Path(folder) / "certificates.jsonl"), "--format", "jsonl"]
            commands = score(sized), score(sized, *certified)
            rows.append([sized[0], *(int(run([sys.executable, "-c", _PEAK, *each]).said) / 1024 for each in commands)])
    return table(["corpus", "score, MB", "with certificates and jsonl, MB"], rows)


def start_up() -> str:
    """The seconds of scoring one small pair."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "one.amr"
        file.write_text("(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :ARG0 b))\n", encoding="utf-8")
        [small] = in_turns([score(("one", file, file), python=installation(Path(folder)))], _TURNS)
    rows = [["`smatchproof score` on two files of one graph, whole process", seconds(small)]]
    return f"Medians of {_TURNS} processes of an installation.\n\n{table(['what', 'seconds'], rows)}"
