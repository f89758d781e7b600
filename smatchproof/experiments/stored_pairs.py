"""The pairs of an experiment that are kept with their graphs and alignments, so that a report can show what went wrong.

Rows hold numbers only. When an experiment has ended, the pairs that each method missed by most are made once more and
solved once more: seeds are known, so the same alignments come back.
"""

from __future__ import annotations

import heapq
import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from msgspec import Struct

from smatchproof.base.errors import InputError, Place, SmatchproofError, quoted
from smatchproof.base.output_files import writing
from smatchproof.base.records import read_lines
from smatchproof.conventions.conventions import convention_from_signature
from smatchproof.conventions.triples import Alignment, Duplicates, TripleGraph
from smatchproof.exact import exact
from smatchproof.exact.certificate import fingerprint
from smatchproof.experiments.experiment import Experiment, Plan
from smatchproof.experiments.results import PairResult, Results
from smatchproof.experiments.rows import Row
from smatchproof.experiments.sources import SourcePair
from smatchproof.graphs.reading import parse_graph
from smatchproof.graphs.writing import write_graph
from smatchproof.problem.pairs import by_names, couples
from smatchproof.problem.problem import build_problem
from smatchproof.scoring.methods.registry import method as method_named
from smatchproof.scoring.pairs.comparison import recounted
from smatchproof.scoring.seeds import run_seed
from smatchproof.scoring.workers import Workers, in_order

OF_A_METHOD = 3
"""The number of pairs that are kept for each method: those with the largest gaps."""
SECONDS = 5.0
"""A pair is kept only if it took no longer than this to solve, for it has to be done again."""


@dataclass(frozen=True, slots=True)
class Missed:
    """A pair that some methods missed: its best value, and for each of these methods a seed with the largest gap."""

    source: str
    pair: str
    optimum: int
    seeds: tuple[tuple[str, int], ...]


def most_missed(rows: Iterable[Row]) -> list[Missed]:
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
            kept[method] = heapq.nlargest(OF_A_METHOD, [*kept.get(method, ()), entry])
    found = {-at: missed for entries in kept.values() for _, at, missed in entries}
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
    with writing(path) as (file,):
        if wanted:
            with closing(in_order(workers, pair_record, tasks, experiment.plan, name=_named)) as records:
                file.writelines(json.dumps(record, ensure_ascii=False) + "\n" for record in records if record)


def _named(task: tuple[SourcePair, Missed]) -> str:
    return str(task[0])


def pair_record(task: tuple[SourcePair, Missed], plan: Plan) -> dict[str, Any] | None:
    """The record of a pair, or ``None`` if solving it again gives another value than its rows have."""
    pair, missed = task
    rule = plan.convention
    left, right = rule.triples(pair.left), rule.triples(pair.right)
    problem = build_problem(left, right, rule.duplicates)
    optimal = exact(problem, plan.optimum_limits).mapping
    if recounted(left, right, optimal, rule.duplicates) != missed.optimum:
        return None
    found: dict[str, Alignment] = {}
    for name, seed in missed.seeds:
        params = replace(plan.limits, seed=run_seed(seed, pair.source, pair.id))
        found[name] = method_named(name).solve(problem, params).mapping
    return {
        "source": pair.source,
        "pair": pair.id,
        "left": write_graph(pair.left),
        "right": write_graph(pair.right),
        "optimal": couples(left, right, optimal),
        "found": {name: couples(left, right, mapping) for name, mapping in found.items()},
    }


@dataclass(frozen=True, slots=True)
class StoredPair:
    """A pair of an experiment with its graphs, the best alignment that is known, and what methods have found."""

    left: TripleGraph
    right: TripleGraph
    duplicates: Duplicates
    optimal: Alignment
    found: Mapping[str, Alignment]


def read_stored_pairs(path: str | Path, results: Results) -> dict[tuple[str, str], StoredPair]:
    """The pairs of a JSONL file by source and id; none where there is no such file.

    Each line is an object with ``source``, ``pair``, ``left`` and ``right`` (PENMAN notation), ``optimal`` (couples of
    variables) and ``found`` (such couples by the name of the method). Raises :class:`InputError` for a line that is
    none, or contradicts the rows.
    """
    places = {(pair.source, pair.pair): pair for pair in results.pairs}
    stored: dict[tuple[str, str], StoredPair] = {}
    if not Path(path).exists():
        return stored
    for number, record in read_lines(path, _StoredLine, _HINT):
        key = record.source, record.pair
        try:
            if key not in places:
                raise ValueError(f"there is no row of pair {quoted(record.pair)}")
            pair = _stored(record, places[key], results.signatures[0])
            if stored.setdefault(key, pair) is not pair:
                raise ValueError(f"pair {quoted(record.pair)} is there twice")
        except (ValueError, SmatchproofError) as error:
            message = f"not a pair of this experiment ({str(error).splitlines()[0]})"
            raise InputError(message, Place(str(path), number), _HINT) from None
    return stored


_HINT = "run the experiment again"


class _StoredLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the file."""

    source: str
    pair: str
    left: str
    right: str
    optimal: list[tuple[str, str]]
    found: dict[str, list[tuple[str, str]]]


def _stored(record: _StoredLine, pair: PairResult, signature: str) -> StoredPair:
    """The pair of a line, its alignments recounted."""
    rule = convention_from_signature(signature)
    texts = (("left", record.left), ("right", record.right))
    left, right = (rule.triples(parse_graph(text, source=side)) for side, text in texts)
    optimal = _mapping(record.optimal, left, right)
    found = {method: _mapping(each, left, right) for method, each in record.found.items()}
    if fingerprint(rule.signature, left, right) != pair.sha256:
        raise ValueError("its graphs are not those that its rows are about")
    values = [recounted(left, right, mapping, rule.duplicates) for mapping in (optimal, *found.values())]
    if max(values) != values[0] or values[0] != pair.counts.matched:
        raise ValueError(f"the optimal alignment matches {values[0]} triples, the rows say {pair.counts.matched}")
    return StoredPair(left, right, rule.duplicates, optimal, found)


def _mapping(aligned: Sequence[tuple[str, str]], left: TripleGraph, right: TripleGraph) -> tuple[int | None, ...]:
    """An alignment by index."""
    partners = dict(aligned)
    if len({*partners.values()}) < len(aligned):
        raise ValueError("an alignment uses a variable twice")
    for graph, names in ((left, partners.keys()), (right, partners.values())):
        if unknown := {*names} - {*graph.variables}:
            raise ValueError(
                f"{quoted(min(unknown))} is no variable of the {'left' if graph is left else 'right'} graph"
            )
    return by_names(left, right, partners)
