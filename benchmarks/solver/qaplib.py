"""QAPLIB by way of Smatch: each instance reduced to a pair with weights, scored with a certificate, and answered."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from benchmarks.common import DATA, run, table
from smatchproof.lab.reductions.problems.assignment import read_qaplib
from smatchproof.lab.reductions.reduction import Affine
from smatchproof.lab.reductions.to_smatch.assignment import plan_of

SEARCHED, PROVED, OPEN = 300, 300, 60
"""Seconds for an instance: for the search, of up to 16 facilities and of :data:`ALSO`; for its proof, where that ends;
and for an interval, where it does not, and of all others."""
ALSO = ("had18",)
_PROGRAM = (sys.executable, "-m", "smatchproof")


_TOLD = """\
{} instances, {} of them solved: `reduce qap`, `score --map`, and the costs that its row says, each in a process.
Up to 16 facilities, and {}: without a proof for {} s at most, and where that solves it with a certificate for
{} s at most. All others, with a certificate: {} s at most. Certified: a proof that the checker accepted; searched: a
finished search; bounded: an interval, certified. "As copies" is how many triples `--copies` would write."""


class _Answer(NamedTuple):
    """Two costs with the optimum of an instance between them, and the source of both."""

    least: int
    found: int
    status: str
    seconds: float

    @property
    def is_solved(self) -> bool:
        """Test whether the optimum is known."""
        return self.least == self.found


def solved() -> str:
    """Each instance in processes of its own, with the time that it may take: searched, and with a certificate."""
    rows: list[list[object]] = []
    paths = sorted((DATA / "qaplib").glob("*.dat"), key=lambda path: (_size(path), path.name))
    for path in paths:
        copies, weighted = _triples(path)
        with tempfile.TemporaryDirectory() as folder:
            searched, proved = _answers(path, Path(folder))
        best = proved if searched is None or not searched.is_solved else searched
        gap = 100 * (best.found - best.least) / (best.found or 1)
        seconds = "" if searched is None else searched.seconds
        status = proved.status if proved.is_solved or not best.is_solved else "searched"
        published = _published(path)
        assert published is None or best.least <= published <= best.found, path.stem
        known = [path.stem, weighted, copies, "" if published is None else published]
        rows.append([*known, best.found, best.least, gap, status, seconds, proved.seconds])
    decided = sum(row[-3] in ("certified", "searched") for row in rows)
    told = _TOLD.format(len(rows), decided, ", ".join(ALSO), SEARCHED, PROVED, OPEN)
    header = ["instance", "triples listed", "as copies", "published", "found", "at least", "gap %", "status"]
    return f"{told}\n\n{table([*header, 'seconds', 'with a proof'], rows)}"


def _size(path: Path) -> int:
    return int(path.read_text(encoding="ascii").split(maxsplit=1)[0])


def _triples(path: Path) -> tuple[int, int]:
    """The triples that products take as copies, and those that are listed with weights."""
    plan = plan_of(read_qaplib(path.read_text(encoding="ascii"), path.name))
    listed = sum(len(each.left) + len(each.right) for each in plan.layers if each.left and each.right)
    return sum(sum(each.sizes(copies=True)) for each in plan.layers), listed


def _published(path: Path) -> int | None:
    """The value of the published solution of an instance, which is optimal, where there is one."""
    solution = path.with_suffix(".sln")
    return int(solution.read_text(encoding="ascii").replace(",", " ").split()[1]) if solution.exists() else None


def _answers(path: Path, folder: Path) -> tuple[_Answer | None, _Answer]:
    """Reduce the instance and score the pair, without a proof if it is small, and with one."""
    graphs, map_file = [folder / "left.amr", folder / "right.amr"], folder / "map.json"
    run([*_PROGRAM, "reduce", "qap", path, "-o", *graphs, "--map", map_file])
    score: list[str | Path] = [*_PROGRAM, "score", *graphs, "--map", map_file, "--format", "jsonl", "--jobs", "1"]
    searched = None
    if _size(path) <= 16 or path.stem in ALSO:
        searched = _answer([*score, "--no-check", "--time-limit", str(SEARCHED)], map_file)
    limit = PROVED if searched is not None and searched.is_solved else OPEN
    return searched, _answer([*score, "--certificates", folder / "proof.jsonl", "--time-limit", str(limit)], map_file)


def _answer(command: list[str | Path], map_file: Path) -> _Answer:
    """Two costs with the optimum between them, from the row that a command prints."""
    ended = run(command)
    row = json.loads(ended.said.splitlines()[0])
    relation = Affine(**json.loads(map_file.read_text(encoding="utf-8"))["optimum"])
    least, found = (relation.source_value(row[key]) for key in ("upper_bound", "matched"))
    return _Answer(least, found, row["status"], ended.seconds)
