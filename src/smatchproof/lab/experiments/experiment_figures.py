"""Panels of an experiment: gaps by size, and gaps over time, which are computed here from the traces of runs. One pair
with its alignments is drawn by
:func:`smatchproof.reports.drawings.pair_drawing.pair_drawing`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, groupby
from operator import attrgetter

from smatchproof.base.record import Record
from smatchproof.lab.experiments.gaps import FEWEST, Gaps
from smatchproof.lab.experiments.results import Results
from smatchproof.lab.experiments.rows import Row
from smatchproof.public import Moment
from smatchproof.reports.figures.panels import Curve, Panel


def size_panels(rows: Sequence[Gaps]) -> tuple[Panel, Panel]:
    """Gap against size: missed triples and share of missed pairs, from the rows of one source by size."""
    label = "variables of the larger graph"
    missed = [
        Curve.of_intervals(
            method, places, [row.missed for row in some],
            [row.missed_band if row.clusters >= FEWEST else None for row in some], scale=100,
        )
        for method, some, places in _by_method(rows)
    ]  # fmt: skip
    return gap_panel(rows, label), Panel(missed, label, "pairs missed (%)", y_range=(0, None))


def gap_panel(rows: Iterable[Gaps], label: str, title: str = "") -> Panel:
    """Mean gap of each method against the sizes of its rows."""
    curves = [
        Curve.of_intervals(method, places, [row.gap for row in some], [row.gap_band for row in some])
        for method, some, places in _by_method(rows)
    ]
    words = "mean gap (triples, log scale above 0.1)"
    return Panel(curves, label, words, title, y_range=(0, None), has_gap_scale=True)


def _by_method(rows: Iterable[Gaps]) -> Iterator[tuple[str, list[Gaps], list[float]]]:
    """The rows of each method, and their places on the axis of sizes."""
    for method, group in groupby(rows, key=attrgetter("method")):
        some = [*group]
        yield method, some, [row.place for row in some]


# ---- gaps over time

STEPS = tuple(10 ** (at / 10) for at in range(81))
SECONDS = tuple(10 ** (at / 10 - 6) for at in range(111))
"""The numbers of steps and of seconds at which the mean gap is stated: ten in each power of ten."""


class Anytime(Record):
    """The mean gap of a method's runs, as a share of the optimum, at each of :data:`STEPS` and :data:`SECONDS` until
    the last run has ended.

    A run without an alignment yet misses all; a run that has ended, or failed, keeps its last gap. A run without
    reports counts with its result, at its end and after no step.
    """

    method: str
    at_steps: tuple[float, ...]
    at_seconds: tuple[float, ...]


def anytime(rows: Iterable[Row], results: Results) -> tuple[Anytime, ...]:
    """Return the mean gaps over time of each method with traces: of pairs whose optimum is proved.

    Reads the rows once; memory does not grow with them.

    >>> anytime([], Results((), (), 0, (), (), ()))
    ()
    """
    optima = {pair.key: pair.counts.matched for pair in results.pairs if pair.counts.proved}
    by_steps = {method: _MeanGap(STEPS) for method in results.methods}
    by_seconds = {method: _MeanGap(SECONDS) for method in results.methods}
    traced = set()
    for row in rows:
        if (optimum := optima.get(row.key[:2])) is not None:
            trace = row.trace or (() if row.failed else (Moment(0, 0, row.matched, row.seconds),))
            gaps = [(optimum - each.matched) / optimum if optimum else 0.0 for each in trace]
            by_steps[row.method].add([each.steps for each in trace], gaps)
            by_seconds[row.method].add([each.seconds for each in trace], gaps)
            traced |= {row.method} if row.trace else set()
    return tuple(
        Anytime(method, by_steps[method].mean(), by_seconds[method].mean())
        for method in results.methods
        if method in traced
    )


class _MeanGap:
    """The mean gap of runs at each place of a grid, from its changes."""

    def __init__(self, grid: Sequence[float]) -> None:
        self.grid, self.changes, self.end, self.runs = grid, [0.0] * (len(grid) + 1), 0, 0

    def add(self, moments: Sequence[float], gaps: Sequence[float]) -> None:
        """Count a run with its gap at each moment; before the first it misses all."""
        self.runs += 1
        before = 1.0
        for moment, gap in zip(moments, gaps, strict=True):
            place = bisect_left(self.grid, moment)
            self.changes[place] += gap - before
            before, self.end = gap, max(self.end, place)

    def mean(self) -> tuple[float, ...]:
        """The means, until the last run has ended."""
        sums = list(accumulate(self.changes[: min(self.end + 1, len(self.grid))], initial=float(self.runs)))
        return tuple(max(0.0, round(each / self.runs, 12)) for each in sums[1:])  # without the rounding of sums


def anytime_panels(rows: Sequence[Anytime]) -> tuple[Panel, ...]:
    """The mean gap that is left, as a share of the optimum, by steps and by seconds."""

    def panel(grid: Sequence[float], found: Iterable[tuple[str, Sequence[float]]], label: str) -> Panel:
        curves = [Curve(name, grid[: len(gaps)], [100 * gap for gap in gaps], kind="line") for name, gaps in found]
        words = "mean gap (% of the optimum, log scale above 0.1)"
        return Panel(curves, label, words, y_range=(0, 120), has_log_x=True, has_gap_scale=True)

    steps = panel(STEPS, [(row.method, row.at_steps) for row in rows], "steps of the search (log scale)")
    return steps, panel(SECONDS, [(row.method, row.at_seconds) for row in rows], "seconds (log scale)")
