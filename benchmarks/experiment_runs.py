"""Whole experiments: how the gap grows under several limits, and whether compilation shows in what they measure."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.common import seconds_of_children, table
from smatchproof.experiments.growth import INTERACTION, REENTRANCY, SIZE, Growth, growths
from smatchproof.experiments.results import gather
from smatchproof.experiments.rows import Row, read_rows
from smatchproof.reports.growth_words import growth_paragraph

_PLAN = Path(__file__).parents[1] / "smatchproof" / "experiments" / "study" / "growth.toml"
_LIMITS = (0.002, 0.2, 20.0)
_HARD = """\
name = "hard"
methods = ["S", "ILS"]
optimum_time_limit = 60

[[sources]]
kind = "digraphs"
number = 12
nodes = [20]
degree = 3
overlap = 0.5
"""
_GROWTH_NOTES = """\
The experiment that `smatchproof experiment growth` runs: 240 pairs by design, 8 to 40 variables, 0 to 4 re-entrancies,
4 methods, 3 runs, with three limits for the optimum, of
which the first leaves many open. Seconds of the whole process on two cores, and of the processors.
"""
_CACHE_NOTES = """\
`smatchproof experiment run` on {pairs} pairs of digraphs that the compiled tree search proves, one process, with an
empty folder for compiled code and then with what the first run has left there. Seconds are those of the rows: what the
certified solver took for the first pair, and for all, by the clock and of the processor.

"""


def growth() -> str:
    """Slopes and interaction of every method under each limit, seconds, and what is open."""
    parts, rows = [_GROWTH_NOTES], []
    signs = []
    for limit in _LIMITS:
        text = _PLAN.read_text(encoding="utf-8").replace("optimum_time_limit = 20", f"optimum_time_limit = {limit:g}")
        found, wall, cpu = _run(text)
        whole = growths(gather(found))
        rows.append([f"{limit:g}", wall, cpu, whole[0].open_pairs])
        parts.append(f"\nLimit {limit:g} s. {growth_paragraph(whole)}\n")
        signs.append([_signs(each) for each in whole])
    same = "CHANGE" if any(_contradictions(signs[-1], each) for each in signs) else "do not change"
    words = f"Between these limits, signs of coefficients that two of them tell {same}.\n\n"
    header = ["limit of the optimum, s", "seconds", "processor seconds", "open pairs"]
    return "".join([*parts, "\n", words, table(header, rows)])


def _signs(row: Growth) -> list[int]:
    return [0 if (term := row.term(name)) is None else term.sign for name in (SIZE, REENTRANCY, INTERACTION)]


def _contradictions(ones: Sequence[Sequence[int]], others: Sequence[Sequence[int]]) -> int:
    pairs = [(a, b) for one, other in zip(ones, others, strict=True) for a, b in zip(one, other, strict=True)]
    return sum(a * b < 0 for a, b in pairs)


def cache() -> str:
    """The proofs and the seconds of an experiment with a cold cache of compiled code and with a warm one."""
    with tempfile.TemporaryDirectory() as compiled:
        runs = [_run(_HARD, "--jobs", "1", NUMBA_CACHE_DIR=compiled) for _ in range(3)]
    optima = [_optima(found) for found, *_ in runs]
    rows = [
        [label, sum(each.proved for each in pairs), *_seconds(pairs), wall]
        for label, pairs, (_, wall, _) in zip(("cold", "warm", "warm again"), optima, runs, strict=True)
    ]
    proofs = [[(each.pair, each.optimum, each.bound, each.features.nodes) for each in pairs] for pairs in optima]
    same = "the same" if proofs[0] == proofs[1] == proofs[2] else "NOT the same"
    header = ["cache", "proved", "first pair, s", "processor s", "all pairs, s", "processor s", "whole process, s"]
    words = f"\n\nOptima, bounds and nodes of the three runs are {same}."
    return _CACHE_NOTES.format(pairs=len(optima[0])) + table(header, rows) + words


def _optima(rows: Sequence[Row]) -> list[Row]:
    """The first row of each pair, in the order in which they were measured."""
    first: dict[str, Row] = {}
    for row in rows:
        first.setdefault(row.pair, row)
    return list(first.values())


def _seconds(pairs: Sequence[Row]) -> tuple[float, float, float, float]:
    whole = sum(each.optimum_seconds for each in pairs), sum(each.optimum_cpu_seconds for each in pairs)
    return pairs[0].optimum_seconds, pairs[0].optimum_cpu_seconds, *whole


def _run(text: str, *options: str, **environment: str) -> tuple[list[Row], float, float]:
    """The rows of an experiment, the seconds of its process, and those of the processors."""
    with tempfile.TemporaryDirectory() as folder:
        plan, results = Path(folder, "plan.toml"), Path(folder, "results")
        plan.write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "smatchproof", "experiment", "run", str(plan), "-o", str(results), *options]
        before, start = seconds_of_children(), time.perf_counter()
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL, env=os.environ | environment)
        seconds, used = time.perf_counter() - start, seconds_of_children() - before
        return list(read_rows(results / "rows.jsonl")), seconds, used
