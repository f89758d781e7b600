"""Whole experiments: how the gap grows under several limits."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.common import seconds_of_children, table
from smatchproof.experiments.findings.growth import INTERACTION, REENTRANCY, SIZE, Growth, growths
from smatchproof.experiments.results import gather
from smatchproof.experiments.rows import Row, read_rows
from smatchproof.reports.figures.figure_findings import growth_sentence

_PLAN = Path(__file__).parents[1] / "smatchproof" / "experiments" / "study" / "growth.toml"
_LIMITS = (0.002, 0.2, 20.0)
_GROWTH_NOTES = """\
The experiment that `smatchproof experiment growth` runs: 240 pairs by design, 8 to 40 variables, 0 to 4 re-entrancies,
4 methods, 3 runs, with three limits for the optimum, of
which the first leaves many open. Seconds of the whole process on two cores, and of the processors.
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
        parts.append(f"\nLimit {limit:g} s. {growth_sentence(whole)}\n")
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


def _run(text: str) -> tuple[list[Row], float, float]:
    """Return the rows of an experiment, the seconds of its process, and those of the processors."""
    with tempfile.TemporaryDirectory() as folder:
        plan, results = Path(folder, "plan.toml"), Path(folder, "results")
        plan.write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "smatchproof", "experiment", "run", str(plan), "-o", str(results)]
        before, start = seconds_of_children(), time.perf_counter()
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        seconds, used = time.perf_counter() - start, seconds_of_children() - before
        return list(read_rows(results / "rows.jsonl")), seconds, used
