"""The folder of an experiment: locked, described, resumed."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from smatchproof.base.errors import InputError, Place
from smatchproof.base.files import changing, decoded, make_folder, read_text, refuse_same_files, write_files
from smatchproof.base.records import read_json
from smatchproof.lab.experiments.experiment import Experiment, all_pairs
from smatchproof.lab.experiments.results import Results, gather
from smatchproof.lab.experiments.rows import read_rows

ROWS, TABLE, PAIRS, SPECIFICATION = "rows.jsonl", "rows.csv", "pairs.jsonl", "experiment.json"
"""The files of an experiment's folder; the table is written last."""


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
