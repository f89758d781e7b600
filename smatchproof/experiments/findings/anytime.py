"""When searches reach a target, and how far they are from the optimum until then, from the traces of their runs.

A run *reaches* a target at the first moment of its trace with that value: the optimum (time to target), or one of
several gaps (:data:`TARGETS`), whose distribution over runs and targets together is that of COCO (Hansen et al. 2021).
Pairs whose optimum is not proved are left out: nobody knows the target.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from smatchproof.experiments.results import Results, method_sort_key
from smatchproof.experiments.rows import Row
from smatchproof.problem.solution import Moment

TARGETS = (0.1, 0.05, 0.02, 0.01, 0.0)
"""Gaps, as shares of the optimum."""
STEPS = tuple(10 ** (at / 10) for at in range(81))
SECONDS = tuple(10 ** (at / 10 - 6) for at in range(111))
"""The numbers of steps and of seconds at which the mean gap is stated: ten in each power of ten."""


@dataclass(frozen=True, slots=True)
class Anytime:
    """The approach of a method's runs to the optimum; `runs` counts all of them on pairs with a proved optimum.

    One that failed counts with what it had found by then: it stays there. One that has reported nothing counts with its
    answer, at its end and after no step.

    * `steps`, `seconds`: of the runs that reach the optimum until they do, each sorted.
    * `target_steps`, `target_seconds`: the same of all targets (:data:`TARGETS`) together: of `runs` times as many.
    * `gap_at_steps`, `gap_at_seconds`: the mean gap, as a share of the optimum, at each of :data:`STEPS` and
      :data:`SECONDS` until the last run has ended. A run that has found nothing yet misses all; one that has ended
      stays where it was.
    """

    method: str
    runs: int
    steps: Sequence[int]
    seconds: Sequence[float]
    target_steps: Sequence[int] = ()
    target_seconds: Sequence[float] = ()
    gap_at_steps: tuple[float, ...] = ()
    gap_at_seconds: tuple[float, ...] = ()

    @property
    def share(self) -> float:
        """The share of the runs that reach the optimum."""
        return len(self.steps) / self.runs

    @property
    def target_share(self) -> float:
        """The share of the runs and targets that are reached."""
        return len(self.target_steps) / (self.runs * len(TARGETS))


def anytime(rows: Iterable[Row], results: Results) -> tuple[Anytime, ...]:
    """Measure how each method with traces comes near the optimum.

    Reads the rows once; memory holds two numbers for each run and target.

    >>> anytime([], Results((), (), 0, (), (), ()))
    ()
    """
    optima = {(pair.source, pair.pair): pair.counts.matched for pair in results.pairs if pair.counts.proved}
    methods: dict[str, _Runs] = {}
    for row in rows:
        optimum = optima.get((row.source, row.pair))
        if optimum is not None:
            methods.setdefault(row.method, _Runs()).add(row, optimum)
    traced = [name for name, runs in methods.items() if runs.has_traces]
    return tuple(methods[name].summary(name) for name in sorted(traced, key=method_sort_key))


class _Runs:
    """The traces of a method's runs, one by one."""

    def __init__(self) -> None:
        self.number, self.has_traces = 0, False
        self.steps, self.target_steps = array("q"), array("q")
        self.seconds, self.target_seconds = array("d"), array("d")
        self.by_steps, self.by_seconds = _MeanGap(STEPS), _MeanGap(SECONDS)

    def add(self, row: Row, optimum: int) -> None:
        """Count one more run."""
        self.number += 1
        self.has_traces = self.has_traces or bool(row.trace)
        trace = row.trace or (() if row.failed else (Moment(0, 0, row.matched, row.seconds),))
        for target in TARGETS:
            moment = next((each for each in trace if each.matched >= (1 - target) * optimum), None)
            if moment is not None:
                self.target_steps.append(moment.steps)
                self.target_seconds.append(moment.seconds)
                if not target:
                    self.steps.append(moment.steps)
                    self.seconds.append(moment.seconds)
        gaps = [(optimum - each.matched) / optimum if optimum else 0.0 for each in trace]
        self.by_steps.add([each.steps for each in trace], gaps)
        self.by_seconds.add([each.seconds for each in trace], gaps)

    def summary(self, name: str) -> Anytime:
        """Return the figures of all runs."""
        return Anytime(
            method=name,
            runs=self.number,
            steps=array("q", sorted(self.steps)),
            seconds=array("d", sorted(self.seconds)),
            target_steps=array("q", sorted(self.target_steps)),
            target_seconds=array("d", sorted(self.target_seconds)),
            gap_at_steps=self.by_steps.mean(self.number),
            gap_at_seconds=self.by_seconds.mean(self.number),
        )


class _MeanGap:
    """The mean gap of runs at each place of a grid, from its changes."""

    def __init__(self, grid: Sequence[float]) -> None:
        self.grid, self.changes, self.end = grid, [0.0] * (len(grid) + 1), 0

    def add(self, moments: Sequence[float], gaps: Sequence[float]) -> None:
        """Count a run that comes to a gap at each moment; before the first it misses all."""
        before = 1.0
        for moment, gap in zip(moments, gaps, strict=True):
            place = bisect_left(self.grid, moment)
            self.changes[place] += gap - before
            before, self.end = gap, max(self.end, place)

    def mean(self, runs: int) -> tuple[float, ...]:
        """The means, until the last run has ended."""
        sums = list(accumulate(self.changes[: min(self.end + 1, len(self.grid))], initial=float(runs)))
        return tuple(max(0.0, round(each / runs, 12)) for each in sums[1:])  # without the rounding of sums
