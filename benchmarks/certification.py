"""What certification costs: whole processes with proofs checked, written to a file, and without any."""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.common import corpora, score, table

_NAMES = ("lpp", "sts dev main", "sick dev main", "para dev main", "para dev reify")
_COUNTS = ("precision", "recall", "f1", "matched", "macro", "pairs")
_RUNS = 5


def what_it_costs() -> str:
    """`score` as it is, with certificates in a file, and with `--no-check`: processor time of all its processes.

    Raises ``ValueError`` if they do not give the same scores.
    """
    tables = []
    with tempfile.TemporaryDirectory() as folder:
        environment = _as_installed(Path(folder))
        for jobs in ([], ["--jobs", "1"]):
            rows: list[list[object]] = []
            for pair in (pair for pair in corpora() if pair[0] in _NAMES):
                file = str(Path(folder) / "certificates.jsonl")
                wishes: tuple[list[str], ...] = ["--no-check"], [], ["--certificates", file]
                commands = [score(pair, "--format", "json", *jobs, *wish) for wish in wishes]
                none, checked, written = _processor_seconds(commands, environment)
                rows.append([pair[0], none, checked, checked / none, written, written / none])
            header = ["corpus", "--no-check s", "score s", "ratio", "--certificates s", "ratio"]
            tables.append(f"`{' '.join(['score', *jobs])}`\n\n{table(header, rows)}")
    told = f"Processor seconds of a process and its workers, medians of {_RUNS} runs that took turns."
    return "\n\n".join([f"{told} All give the same scores.", *tables])


def _as_installed(folder: Path) -> dict[str, str]:
    """The environment, with a place for the compiled modules that an installation has."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPYCACHEPREFIX": str(folder / "compiled")}


def _processor_seconds(commands: Sequence[Sequence[str]], environment: dict[str, str]) -> list[float]:
    """The median processor seconds of each command, which take turns. The first turn is not counted."""
    seconds: list[list[float]] = [[] for _ in commands]
    for turn in range(_RUNS + 1):
        said = set()
        for measured, command in zip(seconds, commands, strict=True):
            before = _used()
            run = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
            if turn:
                measured.append(_used() - before)
            result = json.loads(run.stdout)
            said.add(json.dumps([result[name] for name in _COUNTS]))
        if len(said) > 1:
            raise ValueError(f"the scores differ: {said}")
    return [statistics.median(measured) for measured in seconds]


def _used() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
