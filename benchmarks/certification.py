"""What certification costs: whole processes with proofs checked, written to a file, and without any."""

from __future__ import annotations

import json
import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.common import as_installed, corpora, processor_seconds, score, table

_NAMES = ("lpp", "sts dev main", "sick dev main", "para dev main", "para dev reify")
_COUNTS = ("precision", "recall", "f1", "matched", "macro", "pairs")
_RUNS = 5


def what_it_costs() -> str:
    """`score` as it is, with certificates in a file, and with `--no-check`: processor time of all its processes.

    Raises ``ValueError`` if they do not give the same scores.
    """
    tables = []
    with tempfile.TemporaryDirectory() as folder:
        environment = as_installed(Path(folder))
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


def _processor_seconds(commands: Sequence[Sequence[str]], environment: dict[str, str]) -> list[float]:
    """The median processor seconds of each command. Raises ``ValueError`` where they do not give the same scores."""
    turns = []
    for turn in processor_seconds(commands, environment, _RUNS):
        results = [json.loads(output) for _, output in turn]
        said = {json.dumps([result[name] for name in _COUNTS]) for result in results}
        if len(said) > 1:
            raise ValueError(f"the scores differ: {said}")
        turns.append([seconds for seconds, _ in turn])
    return [statistics.median(measured) for measured in zip(*turns, strict=True)]
