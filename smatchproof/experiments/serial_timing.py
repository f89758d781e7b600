"""The runs of an experiment timed once more, one at a time on one core, when all of them are done.

Workers that run side by side share caches, memory and the clock speed of a processor, so that their seconds depend on
how many there are. Those of this pass do not: only this process works, bound to one core where the system can do that.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from smatchproof.base.errors import InputError, Place
from smatchproof.base.files import file_errors
from smatchproof.base.interrupts import held
from smatchproof.base.output_files import appending
from smatchproof.experiments.experiment import Experiment, all_pairs
from smatchproof.experiments.folder import ROWS, SERIAL, count_whole_pairs, locked_folder, specification_of, write_table
from smatchproof.experiments.pair_rows import RunTime, times_of
from smatchproof.experiments.rows import Row, read_rows, write_row

_HINT = "name a new folder"


def time_serially(experiment: Experiment, folder: Path) -> Generator[tuple[int, int], None, None]:
    """Time all runs of a finished experiment again, alone; the rows in its folder then hold both times.

    Yields how many pairs are done, and of how many: at the start, and after each pair. Rows with both times go into
    ``serial.jsonl``, which takes the place of the rows when all are there, so that a pass that was interrupted goes on.
    The rows keep the times of the first pass that ended. Raises :class:`InputError` for a folder with another
    experiment, and while another run writes there.
    """
    rows, timed, each = folder / ROWS, folder / SERIAL, experiment.plan.rows
    total = sum(source.count() for source in experiment.sources)
    with locked_folder(folder, specification_of(experiment)):
        if any(row.serial_seconds is not None for row in read_rows(rows)):
            timed.unlink(missing_ok=True)  # a kill may have left it
            yield total, total
            return
        done = count_whole_pairs(timed, experiment)
        yield done, total
        untimed = itertools.islice(read_rows(rows), done * each, None)
        with appending(timed) as file, _one_core():
            for pair in itertools.islice(all_pairs(experiment), done, None):
                times = times_of(pair, experiment.plan)
                some = list(itertools.islice(untimed, each))
                if [row.key for row in some] != [(pair.source, pair.id, *run) for run in times]:
                    words = f"the rows of pair {pair.id} of {pair.source} are not those of the experiment"
                    raise InputError(words, Place(str(rows)), _HINT)
                with held():
                    for row, time in zip(some, times.values(), strict=True):
                        write_row(_with_time(row, time), file)
                done += 1
                yield done, total
        with file_errors(rows, _HINT):
            timed.replace(rows)
        write_table(folder)


def _with_time(row: Row, time: RunTime | None) -> Row:
    """The row with the time of its run; nothing where the method could not run."""
    return replace(row, **{f"serial_{name}": value for name, value in time._asdict().items()}) if time else row


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
