"""A Dask cluster of this machine beside processes of its own: what sending pairs to a scheduler costs."""

from __future__ import annotations

import statistics
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.common import Corpora, corpus, score, side_by_side, table, timed
from benchmarks.resources import peak_megabytes
from tests.dask_cluster import cluster

SIZES = 10_000, 100_000
MILLION = 1_000_000
PLAN = """\
methods = ["S", "exact"]
[[sources]]
kind = "graphs"
number = {number}
variables = "4-10"
"""
PLANNED = 300, 3_000
TURNS = 3


def beside_processes() -> str:
    """`score` and `experiment` by a cluster of two workers and by two processes, in turns, and a million pairs."""
    with TemporaryDirectory() as name, cluster(2) as made:
        folder, scheduler = Path(name), ["--scheduler", made.address]
        generated = [_generated(number, folder) for number in SIZES]
        rows: list[list[object]] = []
        corpora = [("lpp", 1_562, corpus("lpp")), *zip(("generated",) * 2, SIZES, generated, strict=True)]
        for label, number, pair in corpora:
            commands = [score(pair, "--jobs", "2"), score(pair, *scheduler)]
            rows.append([f"score, {label}", number, *side_by_side(commands, TURNS)])
        for number in PLANNED:
            rows.append([f"experiment, {number:,} pairs", number, *_experiments(number, folder, scheduler)])
        told = table(["what", "pairs", "2 processes, s", "2 workers, s"], rows)
        million = _generated(MILLION, folder)
        peaks = [peak_megabytes(score(pair, *scheduler)) for pair in (generated[-1], million)]
        seconds = timed(score(million, *scheduler))
    return (
        f"Medians of {TURNS} whole processes. Beyond what starting takes, a pair costs so much more by the scheduler, "
        f"in milliseconds: {_slope(rows[1:3])} (`score`), {_slope(rows[3:])} (`experiment`).\n\n{told}\n\n"
        f"Peak memory of `score --scheduler`: {peaks[0]:.0f} MB for {SIZES[-1]:,} pairs, {peaks[1]:.0f} MB for "
        f"{MILLION:,}, which take {seconds:.0f} s."
    )


def _slope(rows: list[list[object]]) -> str:
    """Milliseconds that each further pair costs more by the scheduler."""
    numbers = [[float(str(value)) for value in row[1:]] for row in rows]
    more = [1000 * ((b[2] - b[1]) - (a[2] - a[1])) / (b[0] - a[0]) for a, b in pairwise(numbers)]
    return f"{statistics.mean(more):.2f}"


def _generated(number: int, folder: Path) -> Corpora:
    """So many random graphs of 2 to 5 variables, beside what an annotator with noise makes of them."""
    files = [folder / f"{number}-{side}.amr" for side in ("left", "right")]
    program = [sys.executable, "-m", "smatchproof", "generate"]
    graphs = [*program, "graphs", "--number", str(number), "--variables", "2-5", "-o", str(files[0])]
    for command in (graphs, [*program, "annotations", str(files[0]), "-o", str(files[1])]):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return f"generated, {number}", files[0], files[1]


def _experiments(number: int, folder: Path, scheduler: list[str]) -> list[float]:
    plan = folder / f"{number}.toml"
    plan.write_text(PLAN.format(number=number))
    ways: dict[str, list[str]] = {"jobs": ["--jobs", "2"], "cluster": scheduler}
    seconds: dict[str, list[float]] = {way: [] for way in ways}
    for turn in range(TURNS):
        for way, options in ways.items():
            out = str(folder / f"{number}-{way}-{turn}")
            command = [sys.executable, "-m", "smatchproof", "experiment", "run", str(plan), "-o", out, *options]
            seconds[way].append(timed(command))
    return [statistics.median(found) for found in seconds.values()]
