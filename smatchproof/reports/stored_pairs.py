"""The pairs of an experiment that are kept with their graphs and alignments, so that a report can show what went wrong.

Rows hold numbers only. When an experiment has ended, the pairs that each method missed by most are made once more and
solved once more: seeds are known, so the same alignments come back.
"""

from __future__ import annotations

import heapq
import json
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from smatchproof.alignment import Mapping, build_problem, write_graph
from smatchproof.exact import exact
from smatchproof.reports.executors import Workers, in_order
from smatchproof.reports.experiment import Experiment, Plan
from smatchproof.reports.methods import method_or_peer
from smatchproof.reports.peers import PeerMethod
from smatchproof.reports.rows import Row
from smatchproof.reports.scoring import recounted
from smatchproof.reports.seeds import run_seed
from smatchproof.reports.sources import SourcePair

OF_A_METHOD = 3
"""So many pairs are kept for each method, those with the largest gaps."""
SECONDS = 5.0
"""A pair is kept only if it took no longer than this to solve, for it has to be done again."""


@dataclass(frozen=True, slots=True)
class Missed:
    """A pair that some methods missed: its best value, and for each of these methods a seed with the largest gap."""

    source: str
    pair: str
    optimum: int
    seeds: tuple[tuple[str, int], ...]


def most_missed(rows: Iterable[Row], number: int = OF_A_METHOD) -> list[Missed]:
    """The pairs with the largest gaps of each method, in the order of the rows; of equals, the first.

    The rows of a pair have to be together. Pairs whose optimum is not proved are left out, and those that took long.
    Memory does not grow with the rows.

    >>> most_missed([])
    []
    """
    kept: dict[str, list[tuple[int, int, Missed]]] = {}
    for at, (_, group) in enumerate(groupby(rows, key=lambda row: (row.source, row.pair))):
        worst: dict[str, Row] = {}
        some = [row for row in group if not row.failed]
        if not some or not some[0].proved or sum(row.seconds for row in some) + some[0].optimum_seconds > SECONDS:
            continue
        for row in some:
            if row.gap and (row.method not in worst or row.gap > worst[row.method].gap):
                worst[row.method] = row
        seeds = tuple((method, row.seed) for method, row in worst.items())
        for method, row in worst.items():
            entry = row.gap, -at, Missed(row.source, row.pair, row.optimum, seeds)
            heap = kept.setdefault(method, [])
            (heapq.heappush if len(heap) < number else heapq.heappushpop)(heap, entry)
    found = {-at: missed for heap in kept.values() for _, at, missed in heap}
    return [found[at] for at in sorted(found)]


def write_stored_pairs(
    experiment: Experiment, pairs: Iterable[SourcePair], missed: Iterable[Missed], workers: Workers, path: Path
) -> None:
    """Write the missed ones of the pairs, a line each: the graphs, the optimal alignment, and those that were found.

    A pair that cannot be repeated, because a limit of time cut it short, is left out. The file takes its name when it
    is complete.
    """
    wanted = {(each.source, each.pair): each for each in missed}
    tasks = ((pair, wanted[key]) for pair in pairs if (key := (pair.source, pair.id)) in wanted)
    beside = path.with_name(f"{path.name}.part")
    with beside.open("w", encoding="utf-8", newline="\n") as file:
        if wanted:
            with closing(in_order(workers, stored_pair, tasks, experiment.plan, name=_named)) as records:
                file.writelines(json.dumps(record, ensure_ascii=False) + "\n" for record in records if record)
    beside.replace(path)


def _named(task: tuple[SourcePair, Missed]) -> str:
    return str(task[0])


def stored_pair(task: tuple[SourcePair, Missed], plan: Plan) -> dict[str, Any] | None:
    """What is kept of a pair, or ``None`` if it does not come out as it did before."""
    pair, missed = task
    rule = plan.convention
    left, right = rule.triples(pair.left), rule.triples(pair.right)
    problem = build_problem(left, right, rule.duplicates)
    optimal = exact(problem, plan.optimum_limits).mapping
    if recounted(left, right, optimal, rule.duplicates) != missed.optimum:
        return None
    found: dict[str, Mapping] = {}
    for name, seed in missed.seeds:
        method, number = method_or_peer(name), run_seed(seed, pair.source, pair.id)
        if isinstance(method, PeerMethod):
            found[name] = method.run(left, right, [number], plan.limits.time_limit)[0].mapping
        else:
            found[name] = method.solve(problem, replace(plan.limits, seed=number)).mapping

    def couples(mapping: Mapping) -> Iterator[tuple[str, str]]:
        partners = zip(left.variables, mapping, strict=True)
        return ((name, right.variables[partner]) for name, partner in partners if partner is not None)

    return {
        "source": pair.source,
        "pair": pair.id,
        "left": write_graph(pair.left),
        "right": write_graph(pair.right),
        "optimal": list(couples(optimal)),
        "found": {name: list(couples(mapping)) for name, mapping in found.items()},
    }
