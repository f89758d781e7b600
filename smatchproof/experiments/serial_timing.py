"""The runs of an experiment timed once more, one at a time on one core, when all of them are done.

Workers that run side by side share caches, memory and the clock speed of a processor, so that their seconds depend on
how many there are. Those of this pass do not: only this process works, bound to one core where the system can do that.
"""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from smatchproof.alignment import InputError, Place
from smatchproof.alignment.interrupts import held
from smatchproof.alignment.output_files import appending, changing, writing
from smatchproof.alignment.records import Natural, NotNegative, read_lines
from smatchproof.experiments.experiment import Experiment, all_pairs
from smatchproof.experiments.folder import ROWS, SERIAL, cut_after, locked_folder, specification_of, write_table
from smatchproof.experiments.pair_rows import RunTime, times_of
from smatchproof.experiments.rows import Row, read_rows, write_row

_WAY_OUT = "name a new folder"


@dataclass(frozen=True, slots=True)
class _Line:
    """What the pass has measured of the run of a row; nothing where the method could not run."""

    source: str
    pair: str
    method: str
    seed: Natural
    seconds: NotNegative | None
    cpu_seconds: NotNegative | None
    building_seconds: NotNegative | None


def time_serially(experiment: Experiment, folder: Path) -> Generator[tuple[int, int], None, None]:
    """Time all runs of a finished experiment again, alone; the rows in its folder then hold both times.

    Yields how many pairs are done, and of how many: at the start, and after each pair. Times go into ``serial.jsonl``
    until all are there, so that a pass that was interrupted goes on. The rows keep the times of the first pass that
    ended. Raises :class:`InputError` for a folder with another experiment, and while another run writes there.
    """
    rows = folder / ROWS
    total = sum(source.count() for source in experiment.sources)
    with locked_folder(folder, specification_of(experiment)):
        if any(row.serial_seconds is not None for row in read_rows(rows)):
            (folder / SERIAL).unlink(missing_ok=True)  # a kill may have left it
            yield total, total
            return
        done = _count_timed_pairs(folder, experiment.plan.rows)
        yield done, total
        with appending(folder / SERIAL) as file, _one_core():
            for pair in itertools.islice(all_pairs(experiment), done, None):
                times = times_of(pair, experiment.plan)
                with held():
                    for (method, seed), time in times.items():
                        line = _Line(pair.source, pair.id, method, seed, *(time or RunTime(None, None, None)))
                        file.write(json.dumps(asdict(line), ensure_ascii=False, separators=(",", ":")) + "\n")
                    file.flush()
                done += 1
                yield done, total
        with writing(rows) as (whole,):
            for row, line in _beside(folder):
                write_row(_with_times(row, line), whole)
        write_table(folder)
        (folder / SERIAL).unlink()


def _with_times(row: Row, line: _Line) -> Row:
    return replace(
        row,
        serial_seconds=line.seconds,
        serial_cpu_seconds=line.cpu_seconds,
        serial_building_seconds=line.building_seconds,
    )


def _count_timed_pairs(folder: Path, rows: int) -> int:
    """The pairs all of whose runs are timed; what follows them is cut off. `rows` is how many a pair has."""
    path = folder / SERIAL
    if not path.exists():
        return 0
    with changing(path) as file:
        cut_after(file, sum(line.endswith(b"\n") for line in file))
    lines = sum(1 for _ in _beside(folder, whole=False))
    with changing(path) as file:
        cut_after(file, lines - lines % rows)
    return lines // rows


def _beside(folder: Path, *, whole: bool = True) -> Iterator[tuple[Row, _Line]]:
    """Each row with its times; those of the first rows only, unless they have to be there `whole`."""
    path = folder / SERIAL
    lines = read_lines(path, _Line, _WAY_OUT)
    number = 0
    for row in read_rows(folder / ROWS):
        number, line = next(lines, (number, None))
        if line is None and not whole:
            return
        if line is None or (line.source, line.pair, line.method, line.seed) != row.key:
            raise InputError(f"expected the times of {' '.join(map(str, row.key))}", Place(str(path), number), _WAY_OUT)
        yield row, line
    if next(lines, None) is not None:
        raise InputError("more times than the experiment has rows", Place(str(path), number + 1), _WAY_OUT)


@contextmanager
def _one_core() -> Iterator[None]:
    """Bind this process to one core, where the system can; all that it could use before come back at the end."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)
