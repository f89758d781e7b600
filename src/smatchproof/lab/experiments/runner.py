"""Running an experiment: its rows in order, on any number of workers, resumed after any interruption.

A pair is one task: its certified optimum once, then every run. The rows of a pair are written together, each flushed,
so that a run that was killed leaves the rows of some whole pairs and perhaps a part of one more, which is done
again.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path

from smatchproof.base.files import appending, writing
from smatchproof.base.optional import MissingPackageError
from smatchproof.base.record import replace
from smatchproof.lab.experiments.experiment import Experiment, all_pairs
from smatchproof.lab.experiments.folder import (
    PAIRS,
    ROWS,
    TABLE,
    count_whole_pairs,
    cut_last_line,
    locked_folder,
    refuse_used_folder,
)
from smatchproof.lab.experiments.pair_rows import measured_pair, run_pair
from smatchproof.lab.experiments.results import Results, gather
from smatchproof.lab.experiments.rows import Row, append, read_rows, write_csv
from smatchproof.lab.experiments.stored_pairs import WorstSoFar
from smatchproof.public import Workers, in_order, method


def experiment_rows(experiment: Experiment, workers: Workers, skip: int = 0) -> Generator[tuple[Row, ...], None, None]:
    """The rows of each pair after the first `skip`, in the order of the pairs. Memory does not grow with them.

    >>> from smatchproof.public import open_workers
    >>> from smatchproof.lab.experiments.sources import TrapSource
    >>> circles = TrapSource("circles", "circle", (("persons", (4, 8)),))
    >>> with open_workers(1) as workers:
    ...     for rows in experiment_rows(Experiment("example", (circles,), ("ILS", "exact")), workers):
    ...         print([(row.pair, row.method, row.matched, row.optimum, row.proved) for row in rows])
    [('persons=4', 'ILS', 17, 17, True), ('persons=4', 'exact', 17, 17, True)]
    [('persons=8', 'ILS', 33, 33, True), ('persons=8', 'exact', 33, 33, True)]
    """
    pairs = itertools.islice(all_pairs(experiment), skip, None)
    yield from in_order(workers, run_pair, pairs, experiment)


def results_of(experiment: Experiment) -> Results:
    """The results of a small experiment, run in this process; nothing is written.

    >>> from smatchproof.lab.experiments.sources import TrapSource
    >>> rings = TrapSource("rings", "ring", (("size", (16,)),))
    >>> [pair.counts.matched for pair in results_of(Experiment("rings", (rings,), ("S",))).pairs]
    [33]
    """
    return gather(row for pair in all_pairs(experiment) for row in run_pair(pair, experiment))


def _need_packages(name: str) -> None:
    if prepare := method(name).prepare:
        prepare(name)


def without_missing(experiment: Experiment) -> tuple[Experiment, tuple[str, ...]]:
    """The experiment without the methods whose packages are not installed, and a sentence about each of these.

    >>> from smatchproof.lab.experiments.sources import TrapSource
    >>> rings = Experiment("rings", (TrapSource("rings", "ring", (("size", (16,)),)),), ("S", "exact"))
    >>> without_missing(rings) == (rings, ())
    True
    """
    missing: dict[str, str] = {}
    for name in experiment.methods:
        try:
            _need_packages(name)
        except MissingPackageError as error:
            missing[name] = f"{name} is left out: {error}"
    kept = tuple(name for name in experiment.methods if name not in missing)
    once = tuple(name for name in experiment.once if name not in missing)
    return replace(experiment, methods=kept, once=once), tuple(missing.values())


def run_experiment(
    experiment: Experiment, folder: Path, open_workers: Callable[[], Workers], *, resume: bool = False
) -> Generator[tuple[int, int], None, None]:
    """Run an experiment and write its rows into a folder; yields how many pairs are done, and how many there are, at
    the start and after each pair.

    The folder gets ``experiment.json`` (all that the rows depend on), ``rows.jsonl`` (appended pair by pair, each row
    flushed), ``pairs.jsonl`` (see :mod:`smatchproof.lab.experiments.stored_pairs`) and, at the end, ``rows.csv``.
    With `resume` it goes on in the folder of a run that was interrupted in any way; the rows are then those of a run
    that was not, but for the seconds, and for what limits of time have cut short.

    Raises :class:`InputError` for input that cannot be read (all of it is read first; nothing is written then), for a
    folder that is not empty or, with `resume`, holds another experiment, and while another run writes there. Raises
    :class:`MissingPackageError` for a method that takes a package which is not installed.
    """
    for name in experiment.methods:
        _need_packages(name)
    refuse_used_folder(folder, resume)
    total = sum(source.count() for source in experiment.sources)
    with open_workers() as workers, locked_folder(folder, experiment):
        done, worst = count_whole_pairs(folder / ROWS, experiment), WorstSoFar()
        for _, group in itertools.groupby(read_rows(folder / ROWS) if done else (), key=lambda row: row.key[:2]):
            worst.has([*group])
        cut_last_line(folder / PAIRS)
        yield done, total
        rest = itertools.islice(all_pairs(experiment), done, None)
        with (
            appending(folder / ROWS) as file,
            appending(folder / PAIRS) as stored,
            closing(in_order(workers, measured_pair, rest, experiment)) as found,
        ):
            for rows, missed in found:
                for row in rows:
                    append(row, file)
                if worst.has(rows) and missed is not None:
                    append(missed, stored)
                done += 1
                yield done, total
        with writing(folder / TABLE) as (table,):
            write_csv(read_rows(folder / ROWS), table)
