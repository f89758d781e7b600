"""The experiments that the project ships: a study, and the standard suite with its reference.

The study has the shape of that of Cai & Knight (2013, Tables 1 and 2): annotators A to D and their consensus E, five
groups of four sentences, and all pairs of annotators, which makes 200 pairs of graphs and 50 document scores. The
consensus is written by hand. A to D are made from it with noise (``benchmarks/methods/study_annotations.py``): each
annotator makes a share of their own, and all make less from group to group.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.resources import as_file, files
from typing import Any, NamedTuple

from smatchproof.inference.interval import Interval
from smatchproof.lab.experiments.experiment import Experiment, read_experiment
from smatchproof.lab.experiments.results import ALL, Results


@contextmanager
def shipped(name: str) -> Iterator[Experiment]:
    """An experiment that is shipped; its files are there while the block runs.

    ``study`` compares every two annotators, ``suite`` has twelve families of hard pairs.

    >>> with shipped("study") as study:
    ...     pairs = [pair for source in study.sources for pair in source.pairs()]
    >>> len(pairs), pairs[0].id, pairs[0].group
    (200, 'A-B g1.1', 'g1')
    """
    with as_file(files("smatchproof.lab.experiments.study")) as folder:
        plan = folder / f"{name}.toml"
        yield read_experiment(plan.read_text(encoding="utf-8"), str(plan), folder)


def is_suite(specification: Mapping[str, Any], rows: Sequence[SuiteRow]) -> bool:
    """Test whether an experiment is the suite, or a part of it whose families and sizes the reference has."""
    known = {(row.family, row.sizes) for row in reference()}
    return specification.get("name") == "suite" and all((row.family, row.sizes) in known for row in rows)


class SuiteRow(NamedTuple):
    """A method on the pairs of a family with larger graphs of `variables` variables: share missed and mean gap.

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
    from smatchproof.lab.experiments.gaps import gaps_by_size

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
    text = files("smatchproof.lab.experiments.study").joinpath("suite.csv").read_text(encoding="utf-8")
    _, *rows = csv.reader(text.splitlines())
    return tuple(
        SuiteRow(
            family, (int(least), int(most)), int(pairs), method,
            Interval(*map(float, numbers[:2])), Interval(*map(float, numbers[2:])),
        )
        for family, least, most, pairs, method, *numbers in rows
    )  # fmt: skip
