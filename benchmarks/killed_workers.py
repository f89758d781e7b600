"""Whether a score survives the death of its workers: SIGKILL from outside, at random moments."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import NamedTuple

from benchmarks.common import corpora, score, table

_RUNS = 40
_KILLS = 5
_NAMES = ("sts dev main", "para dev main")
_SEED = 1
LONGEST = 120.0
"""Seconds after which a run is taken for one that never ends."""


class KilledRun(NamedTuple):
    """A run some of whose workers were killed: its exit code (``None`` where it hangs), what it printed, the kills."""

    code: int | None
    output: str
    kills: int


def killed_workers() -> str:
    """`score --jobs 2`, again and again, with workers killed, beside a run that nothing disturbs."""
    rows: list[list[object]] = []
    for pair in (pair for pair in corpora() if pair[0] in _NAMES):
        command = score(pair, "--jobs", "2", "--per-pair")
        begin = time.monotonic()
        expected = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        seconds = time.monotonic() - begin
        rng = random.Random(f"{_SEED}/{pair[0]}")
        runs = [killed_at_random(command, rng, _KILLS, seconds) for _ in range(_RUNS)]
        hangs = sum(run.code is None for run in runs)
        different = sum(run.code is not None and (run.code, run.output) != (0, expected) for run in runs)
        rows.append([pair[0], len(runs), sum(run.kills for run in runs), different, hangs])
    told = f"{_RUNS} runs of `score --jobs 2 --per-pair`, each with {_KILLS} SIGKILLs to workers at random moments."
    said = f"A run that goes on for {LONGEST:.0f} s hangs; one that prints anything else than a run alone is different."
    return f"{told} Seed {_SEED}.\n{said}\n\n{table(['corpus', 'runs', 'kills', 'different', 'hangs'], rows)}"


def killed_at_random(command: Sequence[str | Path], rng: random.Random, kills: int, seconds: float) -> KilledRun:
    """Run a command and kill so many of its workers within about so many seconds."""
    killed = 0
    with TemporaryFile("w+") as output:
        with subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT) as program:
            for moment in sorted(time.monotonic() + rng.uniform(0, seconds) for _ in range(kills)):
                while program.poll() is None and (time.monotonic() < moment or not children_of(program.pid)):
                    time.sleep(0.002)
                    if time.monotonic() > moment + 5:  # it needs no worker any more
                        break
                if workers := children_of(program.pid):
                    with suppress(ProcessLookupError):
                        os.kill(rng.choice(workers), signal.SIGKILL)
                        killed += 1
            try:
                program.wait(LONGEST)
            except subprocess.TimeoutExpired:
                program.kill()
                return KilledRun(None, "", killed)
        output.seek(0)
        return KilledRun(program.returncode, output.read(), killed)


def children_of(pid: int) -> list[int]:
    """The processes that a process has started, as far as they are there."""
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []
