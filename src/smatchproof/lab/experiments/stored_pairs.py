"""The pairs of an experiment that are stored with their graphs and alignments, so that a report can show the errors.

Rows only have numbers. At the end of an experiment, the pairs that each method missed by most are made and solved
again: the same seeds give the same alignments.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import closing
from heapq import nlargest
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct, json

from smatchproof.base.errors import InputError, Place, SmatchproofError, UsageError, quoted
from smatchproof.base.files import writing
from smatchproof.base.record import Record, replace
from smatchproof.base.records import read_lines
from smatchproof.lab.experiments.experiment import Experiment, all_pairs
from smatchproof.lab.experiments.results import PairResult, Results
from smatchproof.lab.experiments.rows import Row
from smatchproof.lab.experiments.sources import SourcePair
from smatchproof.lab.heuristics.seeds import run_seed
from smatchproof.public import (
    Alignment,
    Convention,
    Duplicates,
    TripleGraph,
    Workers,
    build_problem,
    by_names,
    convention,
    couples,
    exact,
    fingerprint,
    in_order,
    method as method_named,
    parse_graph,
    recounted,
    write_graph,
)

OF_A_METHOD = 3
"""The number of pairs that are kept for each method: those with the largest gaps."""
SECONDS = 60.0
"""The longest time of the optimum and the worst runs of a stored pair, since these have to be repeated."""


class Missed(NamedTuple):
    """A pair that some methods missed: its best value, and for each of these methods a seed with the largest gap."""

    source: str
    pair: str
    optimum: int
    seeds: dict[str, int]


def most_missed(rows: Iterable[Row]) -> list[Missed]:
    """Return the pairs with the largest gaps of each method, in the order of the rows; ties go to the first.

    The rows of a pair have to be together. Pairs whose optimum is not proved are left out, and those that took long.
    Memory does not grow with the rows.

    >>> most_missed([])
    []
    """
    kept: dict[str, list[tuple[int, int, Missed]]] = defaultdict(list)
    for at, (_, group) in enumerate(groupby(rows, key=lambda row: (row.source, row.pair))):
        worst: dict[str, Row] = {}
        for row in group:
            if row.proved and not row.failed and row.gap > (worst[row.method].gap if row.method in worst else 0):
                worst[row.method] = row
        seeds = {method: row.seed for method, row in worst.items()}
        for method, row in worst.items():
            if sum(each.seconds for each in worst.values()) + row.optimum_seconds <= SECONDS:
                entry = row.gap, -at, Missed(row.source, row.pair, row.optimum, seeds)
                kept[method] = nlargest(OF_A_METHOD, [*kept[method], entry])
    found = {-at: missed for entries in kept.values() for _, at, missed in entries}
    return [found[at] for at in sorted(found)]


class _Record(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the file: graphs in PENMAN notation, alignments as couples of variables, by method in `found`."""

    source: str
    pair: str
    left: str
    right: str
    optimal: list[tuple[str, str]]
    found: dict[str, list[tuple[str, str]]]


def write_stored_pairs(experiment: Experiment, missed: Iterable[Missed], workers: Workers, path: Path) -> None:
    """Write the missed ones of the pairs, a line each: the graphs, the optimal alignment, and those that were found.

    A pair that cannot be repeated, because a limit of time cut it short, is left out. The file takes its name when it
    is complete.
    """
    wanted = {(each.source, each.pair): each for each in missed}
    tasks = ((pair, wanted[key]) for pair in all_pairs(experiment) if (key := (pair.source, pair.id)) in wanted)
    with writing(path) as (file,):
        if wanted:
            with closing(in_order(workers, _again, tasks, experiment, name=_named)) as records:
                file.writelines(json.encode(record).decode() + "\n" for record in records if record)


def _named(task: tuple[SourcePair, Missed]) -> str:
    return str(task[0])


def _again(task: tuple[SourcePair, Missed], experiment: Experiment) -> _Record | None:
    """The record of a pair, or ``None`` if solving it again gives another optimum than its rows have."""
    pair, missed = task
    rule = experiment.convention
    left, right = rule.triples(pair.left), rule.triples(pair.right)
    problem = build_problem(left, right, rule.duplicates)
    optimal = exact(problem, experiment.optimum_limits).mapping
    if recounted(left, right, optimal, rule.duplicates) != missed.optimum:
        return None
    found: dict[str, Alignment] = {}
    for name, seed in missed.seeds.items():
        params = replace(experiment.limits, seed=run_seed(seed, pair.source, pair.id))
        found[name] = method_named(name).solve(problem, params).mapping
    return _Record(
        pair.source,
        pair.id,
        write_graph(pair.left),
        write_graph(pair.right),
        couples(left, right, optimal),
        {name: couples(left, right, mapping) for name, mapping in found.items()},
    )


class StoredPair(Record):
    """A pair of an experiment with its graphs, the best alignment that is known, and what methods have found."""

    left: TripleGraph
    right: TripleGraph
    duplicates: Duplicates
    optimal: Alignment
    found: Mapping[str, Alignment]


def read_stored_pairs(path: Path, results: Results) -> dict[tuple[str, str], StoredPair]:
    """The pairs of a JSONL file by source and id, their alignments recounted; none if there is no such file.

    Raises :class:`InputError` for a line that is none, or contradicts the rows.
    """
    pairs = {(pair.source, pair.pair): pair for pair in results.pairs}
    stored: dict[tuple[str, str], StoredPair] = {}
    hint = "run the experiment again"
    for number, record in read_lines(path, _Record, hint) if path.exists() else ():
        key = record.source, record.pair
        try:
            if key not in pairs:
                raise ValueError(f"there is no row of pair {quoted(record.pair)}")
            stored[key] = _stored(record, pairs[key], results.signatures[0])
        except (ValueError, SmatchproofError) as error:
            message = f"not a pair of this experiment ({str(error).splitlines()[0]})"
            raise InputError(message, Place(str(path), number), hint) from None
    return stored


def _stored(record: _Record, pair: PairResult, signature: str) -> StoredPair:
    """The pair of a line, its alignments recounted. Raises ``ValueError`` if the rows say something else."""
    rule = _convention_of(signature)
    left, right = (rule.triples(parse_graph(text)) for text in (record.left, record.right))
    if fingerprint(rule.signature, left, right) != pair.sha256:
        raise ValueError("its graphs are not those that its rows are about")
    optimal = by_names(left, right, dict(record.optimal))
    found = {method: by_names(left, right, dict(each)) for method, each in record.found.items()}
    values = [recounted(left, right, mapping, rule.duplicates) for mapping in (optimal, *found.values())]
    if max(values) != values[0] or values[0] != pair.counts.matched:
        raise ValueError(f"the optimal alignment matches {values[0]} triples, the rows say {pair.counts.matched}")
    return StoredPair(left, right, rule.duplicates, optimal, found)


def _convention_of(signature: str) -> Convention:
    """Return the convention with this signature.

    Raises :class:`UsageError` for a text that is not a signature, for a user's convention that is not allowed, and for
    a convention with weights, which a signature does not contain.

    >>> found = _convention_of("conv:paper|dup:set|top:none|aspect:frames")
    >>> found.name, found.aspect
    ('paper', 'frames')
    """
    settings = dict(part.partition(":")[::2] for part in signature.split("|"))
    if "weights" in settings:
        raise UsageError(f"{quoted(signature)} is about weights, which only the map of the pair holds")
    try:
        given = {"top": settings["top"], "duplicates": settings["dup"], "aspect": settings.get("aspect")}
        return convention(settings["conv"], **given)
    except (KeyError, ValueError):
        raise UsageError(f"{quoted(signature)} is not the signature of a convention") from None
