"""Running an experiment: its rows in order, on any number of workers, resumed after any interruption.

A pair is one task: its certified optimum once, then every run. The rows of a pair are written together, each flushed,
so that a run that was killed leaves the rows of some whole pairs and perhaps a part of one more, which is done
again.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Any

from smatchproof.base.errors import InputError, Place
from smatchproof.base.files import (
    appending,
    changing,
    decoded,
    make_folder,
    read_text,
    refuse_same_files,
    write_files,
    writing,
)
from smatchproof.base.optional import MissingPackageError
from smatchproof.base.record import replace
from smatchproof.base.records import read_json
from smatchproof.lab.experiments.experiment import Experiment, all_pairs
from smatchproof.lab.experiments.pair_rows import measured_pair, run_pair
from smatchproof.lab.experiments.results import Results, gather
from smatchproof.lab.experiments.rows import Row, append, read_rows, write_csv
from smatchproof.lab.experiments.stored_pairs import WorstSoFar
from smatchproof.public import Workers, in_order, method

ROWS, TABLE, PAIRS, SPECIFICATION = "rows.jsonl", "rows.csv", "pairs.jsonl", "experiment.json"
"""The files of an experiment's folder; the table is written last."""


def experiment_rows(experiment: Experiment, workers: Workers, skip: int = 0) -> Generator[tuple[Row, ...], None, None]:
    """The rows of each pair after the first `skip`, in the order of the pairs. Memory does not grow with them.

    >>> from smatchproof.public import open_workers
    >>> from smatchproof.lab.experiments.made_pairs import TrapSource
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

    >>> from smatchproof.lab.experiments.made_pairs import TrapSource
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

    >>> from smatchproof.lab.experiments.made_pairs import TrapSource
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
                if worst.has(rows) and missed is not None:
                    append(missed, stored)  # before its rows: with these it is not measured again
                for row in rows:
                    append(row, file)
                done += 1
                yield done, total
        with writing(folder / TABLE) as (table,):
            write_csv(read_rows(folder / ROWS), table)


# ---- the folder: locked, described, resumed


def written_files(folder: str | Path) -> list[Path]:
    """The files that a run writes into its folder."""
    return [Path(folder, name) for name in (ROWS, TABLE, PAIRS, SPECIFICATION)]


def refuse_used_folder(folder: Path, resume: bool) -> None:
    """Raise :class:`InputError` unless `folder` is new or empty, or the run resumes the one in it.

    Raises :class:`UsageError` if two of its files are the same by links.
    """
    if not resume and folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        hint = "name a new folder, or give --resume to go on with what is there"
        raise InputError("there is something already", Place(str(folder)), hint)
    refuse_same_files(written_files(folder))


@contextmanager
def locked_folder(folder: Path, experiment: Experiment) -> Iterator[None]:
    """The folder of a run, made or found again with the same experiment, locked while the block runs.

    Raises :class:`InputError` for a folder that cannot be written, another experiment's, or one that is locked.
    """
    path, wanted = folder / SPECIFICATION, experiment.describe()
    make_folder(folder)
    if not path.exists():  # also where a kill came before it was there
        if (folder / ROWS).exists():
            raise InputError(f"there are rows but no {SPECIFICATION}", Place(str(folder)), "name a new folder")
        write_files({str(path): json.dumps(wanted, indent=2, ensure_ascii=False) + "\n"})
    with changing(path) as file:
        _lock(file, folder)
        hint = "run the experiment as it was, with your code as it was, or name a new folder"
        before = read_json(decoded(file.read(), str(path)), str(path), dict[str, Any], hint)
        if changed := [key for key, value in wanted.items() if before.get(key) != value]:
            what = f"this run was begun with another value of {', '.join(changed)}"
            raise InputError(what, Place(str(path)), hint)
        yield


def _lock(file: IO[bytes], folder: Path) -> None:
    """Keep others out until the file is closed or this process ends. Workers do not inherit the lock."""
    try:
        import fcntl
    except ImportError:  # no POSIX system
        return
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # systems differ in what they say
        raise InputError("another run is writing here", Place(str(folder)), "wait until it has ended") from None


def count_whole_pairs(path: Path, experiment: Experiment) -> int:
    """The number of pairs all of whose rows are there. What follows them is cut off, to be done again.

    Raises :class:`InputError` for rows that are not those of the experiment, in its order.
    """
    if not path.exists():
        return 0
    keys = (
        (pair.source, pair.id, name, seed)
        for pair in all_pairs(experiment)
        for name, seeds in experiment.runs
        for seed in seeds
    )
    lines = 0
    for lines, row in enumerate(read_rows(path), 1):
        if row.key != (key := next(keys, None)):
            expected = "no more rows" if key is None else f"the row of {' '.join(map(str, key))}"
            reason = f"expected {expected}, found that of {' '.join(map(str, row.key))}"
            raise InputError(reason, Place(str(path), lines), "name a new folder")
    rows = experiment.rows
    with changing(path) as file:
        size = sum(map(len, itertools.islice(file, lines - lines % rows)))
        file.truncate(size)
    gather(read_rows(path), str(path))  # what the tables would refuse is refused before more work is done
    return lines // rows


def cut_last_line(path: Path) -> None:
    """Cut off a last line that a kill has left without its end, if there is such a file."""
    if path.exists():
        with changing(path) as file:
            file.truncate(file.read().rfind(b"\n") + 1)


def read_specification(folder: Path) -> dict[str, Any]:
    """Read the description of an experiment; empty if the file is missing. Raises :class:`InputError`."""
    path = folder / SPECIFICATION
    if not path.exists():
        return {}
    return read_json(read_text(str(path)), str(path), dict[str, Any], "run the experiment again")


def read_results(folder: Path) -> tuple[Results, bool]:
    """The results of the rows in a folder, and whether its run has come to its end.

    Raises :class:`InputError` if there are no rows, and for rows that contradict each other.
    """
    path = folder / ROWS
    results = gather(read_rows(path), str(path))
    if not results.pairs:
        raise InputError("no row in this file", Place(str(path)), "run the experiment first")
    return results, (folder / TABLE).exists()
