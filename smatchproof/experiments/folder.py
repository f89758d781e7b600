"""The folder of an experiment: locked, described, resumed."""

from __future__ import annotations

import csv
import itertools
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from smatchproof.base.errors import InputError, Place
from smatchproof.base.files import decoded, opened_bytes, read_text
from smatchproof.base.output_files import changing, make_folder, refuse_same_files, write_files, writing
from smatchproof.base.records import read_json
from smatchproof.exact.certificate import fingerprint
from smatchproof.experiments.experiment import Experiment, all_pairs, settings_sha256
from smatchproof.experiments.pair_rows import claimed_optimum
from smatchproof.experiments.results import Results, gather
from smatchproof.experiments.rows import Key, Row, read_rows, write_csv

ROWS, TABLE, PAIRS, SPECIFICATION = "rows.jsonl", "rows.csv", "pairs.jsonl", "experiment.json"
"""The files of an experiment's folder."""


def written_files(folder: str | Path) -> list[Path]:
    """The files that a run writes into its folder."""
    return [Path(folder, name) for name in (ROWS, TABLE, PAIRS, SPECIFICATION)]


def specification_of(experiment: Experiment) -> str:
    """Describe an experiment as JSON, for its folder."""
    return json.dumps(experiment.describe(), indent=2, ensure_ascii=False) + "\n"


def refuse_used_folder(folder: Path, resume: bool) -> None:
    """Raise :class:`InputError` unless `folder` is new or empty, or the run resumes the one in it.

    Raises :class:`UsageError` where two of its files are the same by links.
    """
    if not resume and folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        hint = "name a new folder, or give --resume to go on with what is there"
        raise InputError("there is something already", Place(str(folder)), hint)
    refuse_same_files(written_files(folder))


@contextmanager
def locked_folder(folder: Path, specification: str) -> Iterator[None]:
    """The folder of a run, made or found again with the same specification, locked while the block runs.

    Raises :class:`InputError` for a folder that cannot be written, another experiment's, or one that is locked.
    """
    path = folder / SPECIFICATION
    make_folder(folder)
    if not path.exists():  # also where a kill came before it was there
        if (folder / ROWS).exists():
            raise InputError(f"there are rows but no {SPECIFICATION}", Place(str(folder)), "name a new folder")
        write_files({str(path): specification})
    with changing(path) as file:
        _lock(file, folder)
        _check_same(decoded(file.read(), str(path)), specification, path)
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


def _check_same(found: str, wanted: str, path: Path) -> None:
    """Refuse to mix the rows of different experiments; the error names the settings that differ."""
    hint = "run the experiment as it was, with your code as it was, or name a new folder"
    before, now = read_json(found, str(path), dict[str, Any], hint), json.loads(wanted)
    if settings_sha256(before) == settings_sha256(now):  # whatever the order of its keys
        return
    changed = [key for key, value in now.items() if before.get(key) != value]
    if not changed:
        raise InputError("this file was changed after the run", Place(str(path)), hint)
    what = f"this run was begun with another value of {', '.join(changed)}"
    raise InputError(what, Place(str(path)), hint)


def read_specification(path: Path) -> dict[str, Any]:
    """Read the description of an experiment; empty where the file is missing. Raises :class:`InputError`."""
    if not path.exists():
        return {}
    return read_json(read_text(str(path)), str(path), dict[str, Any], "run the experiment again")


def read_results(folder: Path) -> tuple[Results, bool]:
    """The results of the rows in a folder, and whether its run has come to its end.

    Raises :class:`InputError` where there are no rows, for rows that contradict each other, and for those that are not
    of the experiment that the folder describes.
    """
    path = folder / ROWS
    results = gather(_of_experiment(path, read_specification(folder / SPECIFICATION)), str(path))
    if not results.pairs:
        raise InputError("no row in this file", Place(str(path)), "run the experiment first")
    return results, is_finished(folder, results.rows)


def _of_experiment(path: Path, specification: dict[str, Any]) -> Iterator[Row]:
    """The rows of a file. With a specification they are those of each pair together, with its methods and seeds."""
    if not specification:
        yield from read_rows(path)
        return
    settings, hint = settings_sha256(specification), "run the experiment again"
    try:
        seeds = [int(seed) for seed in specification["seeds"]]
        once, methods = len(specification["once"]), len(specification["methods"])
        rule = _signatures_begin(specification)
    except (KeyError, TypeError, ValueError):
        raise InputError("this describes no experiment", Place(str(path.parent / SPECIFICATION)), hint) from None
    size = once + (methods - once) * len(seeds)
    pair: list[Row] = []
    names: list[tuple[str, int]] = []
    for number, row in enumerate(read_rows(path), 1):
        pair = [row] if len(pair) == size else [*pair, row]
        names += [(row.method, row.seed)] if number <= size else []
        first, expected = pair[0], names[len(pair) - 1]
        if row.settings != settings or row.seed not in seeds or not _is_signed(row, rule):
            raise InputError(f"a row of another experiment than {SPECIFICATION} says", Place(str(path), number), hint)
        if (row.source, row.pair, row.method, row.seed) != (first.source, first.pair, *expected):
            what = f"expected a row of {expected[0]} with seed {expected[1]} on pair {first.pair} of {first.source}"
            raise InputError(what, Place(str(path), number), hint)
        yield row


def _signatures_begin(specification: dict[str, Any]) -> str:
    """What the signatures of all rows of an experiment begin with."""
    return "smatch|conv:{name}|dup:{duplicates}|top:{top}|method:".format(**specification["convention"])


def _is_signed(row: Row, rule: str) -> bool:
    """Tell whether a row's signature begins like that, and goes on with its method; of a user's follows its hash."""
    return row.signature.startswith((f"{rule}{row.method}|", f"{rule}{row.method}#"))


def count_whole_pairs(path: Path, experiment: Experiment) -> int:
    """The number of pairs all of whose rows are there. What follows them is cut off, to be done again.

    Raises :class:`InputError` for rows that are not those of the experiment, in its order, for rows about other graphs
    (by the SHA-256 of the question) or with another planted optimum, and for rows that contradict themselves or each
    other.
    """
    if not path.exists():
        return 0
    rows = experiment.plan.rows
    with changing(path) as file:
        _cut_after(file, sum(line.endswith(b"\n") for line in file))
    lines = 0
    found = read_rows(path)
    settings, rule = experiment.settings_sha256, _signatures_begin(experiment.describe())
    for expected, row in zip(_expected(experiment), found, strict=False):
        reason = _why_not_of(row, *expected)
        if row.settings != settings or not _is_signed(row, rule):
            reason = f"the row of {' '.join(map(str, row.key))} is of an experiment with other settings"
        if reason:
            raise InputError(reason, Place(str(path), lines + 1), "name a new folder")
        lines += 1
    if next(found, None) is not None:
        raise InputError("more rows than the experiment has", Place(str(path), lines + 1), "name a new folder")
    with changing(path) as file:
        _cut_after(file, lines - lines % rows)
    gather(read_rows(path), str(path))  # what the tables would refuse is refused before more work is done
    return lines // rows


def _expected(experiment: Experiment) -> Iterator[tuple[Key, str, int | None]]:
    """The keys of all rows, in order, the SHA-256 of what each is about, and the optimum that is planted."""
    rule = experiment.plan.convention
    for pair in all_pairs(experiment):
        graphs = rule.triples(pair.left), rule.triples(pair.right)
        about = fingerprint(rule.signature, *graphs), claimed_optimum(pair, rule, *graphs)
        for name, seeds in experiment.plan.runs:
            for seed in seeds:
                yield Key(pair.source, pair.id, name, seed), *about


def _why_not_of(row: Row, key: Key, sha256: str, planted: int | None) -> str:
    """Why a row cannot be that of a run; empty where it can."""
    if row.key != key:
        return f"expected the row of {' '.join(map(str, key))}, found {' '.join(map(str, row.key))}"
    if row.sha256 != sha256:
        return f"the row of {' '.join(map(str, key))} is about other graphs"
    if row.planted != planted:
        return f"the row of {' '.join(map(str, key))} says {row.planted} was planted, expected {planted}"
    return f"the row of {' '.join(map(str, key))}: {row.contradiction}" if row.contradiction else ""


def _cut_after(file: IO[bytes], lines: int) -> None:
    """Keep the first lines of a file, as many as `lines` says, and cut off the rest."""
    file.seek(0)
    size = sum(len(line) for line in itertools.islice(file, lines))
    file.truncate(size)


def is_finished(folder: Path, rows: int) -> bool:
    """Tell whether a run there has come to its end: then the table is there, and has all the rows."""
    if not (folder / TABLE).exists():
        return False
    with opened_bytes(folder / TABLE) as file:
        lines = (line.decode(errors="replace").replace("\0", "") for line in file)
        try:
            return sum(1 for _ in csv.reader(lines)) == rows + 1
        except csv.Error:  # no table of ours has a field that is too long for a reader, nor a quote left open
            return False


def write_table(folder: Path) -> None:
    """The rows as CSV; the file takes its name when it is complete."""
    with writing(folder / TABLE) as (file,):
        write_csv(read_rows(folder / ROWS), file)
