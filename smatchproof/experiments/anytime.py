"""When searches reach a target: the distribution of steps and seconds over runs, from their traces.

A run *reaches* the optimum at the first moment of its trace with that value (time to target; the empirical distribution
over runs is that of COCO, Hansen et al. 2021). Pairs whose optimum is not proved are left out: nobody knows the target.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from smatchproof.experiments.results import Results, method_sort_key
from smatchproof.experiments.rows import Row


@dataclass(frozen=True, slots=True)
class Anytime:
    """When the runs of a method reach the target: `steps` and `seconds` of those that do, each sorted.

    `runs` counts all of them on pairs with a proved optimum, also those that never do.
    """

    method: str
    runs: int
    steps: tuple[int, ...]
    seconds: tuple[float, ...]

    @property
    def share(self) -> float:
        """The share of the runs that reach the target."""
        return len(self.steps) / self.runs


def anytime(rows: Iterable[Row], results: Results, tolerance: float = 0.0) -> tuple[Anytime, ...]:
    """When each method with traces reaches the optimum, or all but the share `tolerance` of its matches.

    Reads the rows once; memory holds two numbers for each run that reaches the target.

    >>> anytime([], Results((), (), 0, (), (), ()))
    ()
    """
    targets = {
        (pair.source, pair.pair): (1 - tolerance) * pair.counts.matched for pair in results.pairs if pair.counts.proved
    }
    runs: dict[str, int] = defaultdict(int)
    steps: dict[str, list[int]] = defaultdict(list)
    seconds: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        target = targets.get((row.source, row.pair))
        if target is None or not row.trace or row.failed:
            continue
        runs[row.method] += 1
        reached = next((moment for moment in row.trace if moment.matched >= target), None)
        if reached is not None:
            steps[row.method].append(reached.steps)
            seconds[row.method].append(reached.seconds)
    return tuple(
        Anytime(method, runs[method], tuple(sorted(steps[method])), tuple(sorted(seconds[method])))
        for method in sorted(runs, key=method_sort_key)
    )
