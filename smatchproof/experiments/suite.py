"""The standard suite: every method's misses by family and size, and the reference that is shipped beside it."""

from __future__ import annotations

import csv
from importlib.resources import files
from typing import NamedTuple

from smatchproof.experiments.findings.gaps import gaps_by_size
from smatchproof.experiments.results import ALL, Results
from smatchproof.inference.interval import Interval


class SuiteRow(NamedTuple):
    """A method on the pairs of a family whose larger graphs have so many variables: the share missed and the mean gap.

    Both are intervals where optima are open.
    """

    family: str
    sizes: tuple[int, int]
    pairs: int
    method: str
    missed: Interval
    gap: Interval


def suite_rows(results: Results) -> tuple[SuiteRow, ...]:
    """The rows of every family, size and method."""
    return tuple(
        SuiteRow(row.source, row.sizes, row.pairs, row.method, row.missed, row.gap)
        for row in gaps_by_size(results)
        if row.source != ALL
    )


def reference() -> tuple[SuiteRow, ...]:
    """The rows that are shipped: of our methods, and of smatch and smatchpp (``python -m benchmarks suite``).

    >>> len({row.family for row in reference()}), "smatchpp" in {row.method for row in reference()}
    (12, True)
    """
    text = files("smatchproof.experiments.study").joinpath("suite.csv").read_text(encoding="utf-8")
    _, *rows = csv.reader(text.splitlines())
    return tuple(
        SuiteRow(
            family, (int(least), int(most)), int(pairs), method,
            Interval(*map(float, numbers[:2])), Interval(*map(float, numbers[2:])),
        )
        for family, least, most, pairs, method, *numbers in rows
    )  # fmt: skip
