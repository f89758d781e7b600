"""QAPLIB by way of Smatch: each instance reduced to a pair with weights, scored with a certificate, and answered."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from benchmarks.common import DATA, table
from smatchproof.reductions.problems.qaplib import read_qaplib
from smatchproof.reductions.reduction import Affine
from smatchproof.reductions.to_smatch.qap_plan import plan_of

SOLVED, OPEN = 300, 60
"""Seconds for an instance: of up to 16 facilities and of :data:`ALSO`, and of all others."""
ALSO = ("had18",)
_PROGRAM = (sys.executable, "-m", "smatchproof")


class _Answer(NamedTuple):
    """What is known of an instance: two costs with the optimum from one to the other, and what that rests on."""

    least: int
    found: int
    status: str
    seconds: float


def solved() -> str:
    """Each instance in a process of its own, with the time that it may take."""
    rows: list[list[object]] = []
    paths = sorted((DATA / "qaplib").glob("*.dat"), key=lambda path: (_size(path), path.name))
    for path in paths:
        copies, weighted = _triples(path)
        with tempfile.TemporaryDirectory() as folder:
            answer = _answer(path, Path(folder), _limit(path))
        gap = 100 * (answer.found - answer.least) / (answer.found or 1)
        known = _published(path)
        rows.append(
            [path.stem, weighted, copies, known, answer.found, answer.least, gap, answer.status, answer.seconds]
        )
    header = [
        "instance",
        "triples listed",
        "as copies",
        "published",
        "found",
        "at least",
        "gap %",
        "status",
        "seconds",
    ]
    decided = sum(row[-2] in ("certified", "searched") for row in rows)
    told = (
        f"{len(rows)} instances, {decided} of them solved: `reduce qap`, `score --map` with a certificate, and the\n"
        "costs that its row says, in a process each. The limit is "
        f"{SOLVED} s up to 16 facilities and for {', '.join(ALSO)}, and {OPEN} s for\nothers. Certified: a proof that "
        "the checker accepted; searched: a finished search, whose proof is over the size\nlimit; bounded: an interval, "
        'certified. "As copies" is how many triples `--copies` would write.'
    )
    return f"{told}\n\n{table(header, rows)}"


def _size(path: Path) -> int:
    return int(path.read_text(encoding="ascii").split(maxsplit=1)[0])


def _limit(path: Path) -> int:
    return SOLVED if _size(path) <= 16 or path.stem in ALSO else OPEN


def _triples(path: Path) -> tuple[int, int]:
    """The triples that products take as copies, and those that are listed with weights."""
    plan = plan_of(read_qaplib(path.read_text(encoding="ascii"), path.name))
    listed = sum(len(each.first) + len(each.second) for each in plan.layers if each.first and each.second)
    return sum(plan.triples()), listed


def _published(path: Path) -> object:
    """The value of the published solution beside an instance."""
    solution = path.with_suffix(".sln")
    return int(solution.read_text(encoding="ascii").replace(",", " ").split()[1]) if solution.exists() else ""


def _answer(path: Path, folder: Path, limit: int) -> _Answer:
    """Reduce the instance and score the pair within the limit."""
    graphs, map_file = [folder / "left.amr", folder / "right.amr"], folder / "map.json"
    reduce: list[str | Path] = [*_PROGRAM, "reduce", "qap", path, "-o", *graphs, "--map", map_file]
    subprocess.run(reduce, check=True, capture_output=True)
    options: list[str | Path] = [
        "--map",
        map_file,
        "--format",
        "jsonl",
        "--certificates",
        folder / "proof.jsonl",
        "--jobs",
        "1",
    ]
    command: list[str | Path] = [*_PROGRAM, "score", *graphs, *options, "--time-limit", str(limit)]
    start = time.perf_counter()
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    seconds = time.perf_counter() - start
    row = json.loads(run.stdout.splitlines()[0])
    relation = Affine(**json.loads(map_file.read_text(encoding="utf-8"))["optimum"])
    least, found = (relation.source_value(row[key]) for key in ("upper_bound", "matched"))
    return _Answer(least, found, row["status"], seconds)
