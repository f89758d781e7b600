"""Memory and start-up."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.common import corpus, repeated, score, side_by_side, table

_RUNS = 5


def peak_megabytes(command: list[str]) -> float:
    """The largest resident set of any process that the command starts, its own included."""
    code = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    output = subprocess.run([sys.executable, "-c", code, *command], check=True, capture_output=True, text=True).stdout
    return int(output) / 1024


def memory() -> str:
    """Peak memory of a process that scores, on a corpus and on one ten times as long."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        pair = corpus("lpp")
        for sized in (pair, repeated(pair, 10, Path(folder))):
            certificates = str(Path(folder) / "certificates.jsonl")
            plain = peak_megabytes(score(sized))
            certified = peak_megabytes(score(sized, "--certificates", certificates, "--format", "jsonl"))
            rows.append([sized[0], plain, certified])
    return table(["corpus", "score, MB", "with certificates and jsonl, MB"], rows)


_HARD = """
import time
from smatchproof.problem.problem import build_problem
from smatchproof.conventions.triples import Duplicates
from smatchproof.exact import exact
from smatchproof.lab.generators import random_digraph_pair
problem = build_problem(*random_digraph_pair(20, 3, 1, 1, seed=1, both_ways=True), Duplicates.SET)
for call in range(2):
    start = time.perf_counter()
    exact(problem)
    print(time.perf_counter() - start)
"""


def start_up() -> str:
    """The seconds of the first call and of the second, on a pair that a tree proves, and of scoring one small pair."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", _HARD]
        runs = [subprocess.run(command, check=True, capture_output=True, text=True).stdout for _ in range(_RUNS)]
        calls = zip(*([float(line) for line in run.split()] for run in runs), strict=True)
        rows = [
            [label, statistics.median(call)]
            for label, call in zip(("a hard pair, first call", "the same again"), calls, strict=True)
        ]
        file = Path(folder) / "one.amr"
        file.write_text("(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :ARG0 b))\n", encoding="utf-8")
        [seconds] = side_by_side([score(("one", file, file))])
        rows.append(["`smatchproof score` on two files of one graph, whole process", seconds])
    return f"Medians of {_RUNS} processes.\n\n{table(['what', 'seconds'], rows)}"
