"""Other programs as processes, one for a pair of files: ``smatch`` and ``smatchpp``."""

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from smatchproof.problem.score import PRF
from tests.peers import PeerCrash, require


class SmatchppRun(NamedTuple):
    """The scores that ``smatchpp`` printed, in per cent, and what it wrote to its log."""

    scores: list[PRF]
    log: str

    @property
    def unproved(self) -> int:
        """The number of pairs that it does not call ensured optimal."""
        return int(re.search(r"ensured optimal solution: (\d+)", self.log)[1])


def smatch_program(left: Path, right: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """``smatch.py -f left right`` as a program: its exit code and what it wrote."""
    require("smatch", "1.0.4")
    return _run("smatch", "-f", str(left), str(right), *options)


def smatchpp(left: Path, right: Path, *options: str, graph_type: str | None, solver: str = "ilp") -> SmatchppRun:
    """The pairwise scores of two files; `graph_type` ``None`` is the program's default."""
    require("smatchpp", "1.8.0")
    types = [] if graph_type is None else ["-graph_type", graph_type]
    fixed = ["-solver", solver, "-score_type", "pairwise", "-output_format", "json"]
    run = _run("smatchpp", "-a", str(left), "-b", str(right), *fixed, *types, *options)
    if run.returncode:
        raise PeerCrash(run.stderr)
    return SmatchppRun([_percent(result["main"]) for result in _json_objects(run.stdout)], run.stderr)


def smatchpp_text(folder: Path, pairs: Sequence[tuple[str, str]], *options: str, **settings: Any) -> SmatchppRun:
    """The same for graphs given as text; they are written to two files in `folder`."""
    files = folder / "left.amr", folder / "right.amr"
    for path, graphs in zip(files, zip(*pairs, strict=True), strict=True):
        path.write_text("\n\n".join(graphs) + "\n")
    return smatchpp(*files, *options, **settings)


def _run(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", module, *arguments], capture_output=True, text=True, check=False)


def _percent(result: dict[str, dict[str, float]]) -> PRF:
    return PRF(*(result[name]["result"] for name in ("Precision", "Recall", "F1")))


def _json_objects(text: str) -> list[dict[str, Any]]:
    """One object on a line; between them stands what the solver's library prints."""
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]
