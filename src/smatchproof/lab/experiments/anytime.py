"""The gaps of searches to the optimum over time, from the traces of their runs.

Pairs whose optimum is not proved are left out: their gap is not known.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import accumulate

from smatchproof.base.record import Record
from smatchproof.lab.experiments.results import Results
from smatchproof.lab.experiments.rows import Row
from smatchproof.public import Moment

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
    """Return the mean gaps over time of each method with traces. Reads the rows once; memory does not grow with them.

    >>> anytime([], Results((), (), 0, (), (), ()))
    ()
    """
    optima = {(pair.source, pair.pair): pair.counts.matched for pair in results.pairs if pair.counts.proved}
    by_steps = {method: _MeanGap(STEPS) for method in results.methods}
    by_seconds = {method: _MeanGap(SECONDS) for method in results.methods}
    traced = set()
    for row in rows:
        if (optimum := optima.get((row.source, row.pair))) is not None:
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
