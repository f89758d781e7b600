"""The rows of an experiment for programs of others: IOHanalyzer, and all that reads Parquet."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from typing import IO, BinaryIO

from smatchproof.base.errors import UsageError
from smatchproof.experiments.rows import Row, flat

IOH_COLUMNS = ("evaluations", "missed", "function", "dimension", "algorithm", "run")
"""The columns of a table for IOHanalyzer (its "custom csv format"): a minimisation of the triples that are missed."""


def write_ioh(rows: Iterable[Row], file: IO[str]) -> int:
    """Write the moments of every run that has a trace: sources are functions, and their pairs and seeds are runs.

    The optimum of an open pair is its best known value. Returns how many runs have no trace, and are left out.
    """
    silent = 0
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(IOH_COLUMNS)
    for row in rows:
        size = max(row.left_variables, row.right_variables)
        silent += not row.trace
        for moment in row.trace:
            missed = row.optimum - moment.matched
            run = f"{row.pair} {row.seed}"
            writer.writerow([moment.steps, missed, row.source, size, row.method, run])
    return silent


def write_parquet(rows: Iterable[Row], file: BinaryIO) -> None:
    """Write all rows as a table in Parquet, in the columns of the CSV file; traces are lists of moments.

    Raises :class:`UsageError` without pyarrow. All rows are in memory.
    """
    try:
        import pyarrow  # type: ignore[import-not-found,unused-ignore]
        import pyarrow.parquet  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        raise UsageError("Parquet needs pyarrow; pip install pyarrow") from None
    records = [flat(row) | {"trace": [moment._asdict() for moment in row.trace]} for row in rows]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(records), file)
