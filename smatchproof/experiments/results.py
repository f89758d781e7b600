"""The results of an experiment, gathered from its rows in any order: what every method found on every pair."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from smatchproof.base.errors import InputError, Place
from smatchproof.experiments.features import PairFeatures
from smatchproof.experiments.rows import Row
from smatchproof.heuristics import HEURISTICS
from smatchproof.inference.interval import Interval, hull
from smatchproof.problem.score import Counts
from smatchproof.problem.solution import Status
from smatchproof.scoring.methods.registry import METHODS

ALL = "all sources"
"""The name that stands for all sources together."""


@dataclass(frozen=True, slots=True)
class Runs:
    """The matched triples of the runs of a method on a pair, in the order of their seeds.

    `seconds` is the time of all of them, solving alone, and `total_seconds` with the building of the problem for each,
    ``None`` where that was not measured; `failures` says why further ones could not run.
    """

    seeds: tuple[int, ...]
    matched: tuple[int, ...]
    seconds: float
    failures: tuple[str, ...]
    total_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class PairResult:
    """One pair, its optimum, and the runs of each method on it. `variables` counts those of the larger graph.

    Pairs of one `cluster` are not independent. `features` describes the graphs, `sha256` is that of the question.
    Optimum and bound are those of its rows, which were certified when they were measured: nothing here proves them.
    """

    source: str
    pair: str
    group: str
    cluster: str
    left: str
    right: str
    counts: Counts
    left_variables: int
    right_variables: int
    optimum_seconds: float
    runs: dict[str, Runs]
    features: PairFeatures
    sha256: str
    building_seconds: float | None = None
    planted: int | None = None

    @property
    def variables(self) -> int:
        """The number of variables of the larger graph."""
        return max(self.left_variables, self.right_variables)

    def gap(self, method: str) -> Interval:
        """The number of triples that a method misses, on average over its runs."""
        matched = self.runs[method].matched
        mean = sum(matched) / len(matched)
        return Interval(self.counts.matched - mean, self.counts.upper_bound - mean)

    def missed(self, method: str) -> Interval:
        """The share of a method's runs that are not optimal."""
        matched = self.runs[method].matched
        share = sum(each < self.counts.matched for each in matched) / len(matched)
        return Interval(share, share if self.counts.proved else 1.0)


class Confirmed(NamedTuple):
    """How many of some claims are proved. None is refuted: rows that refute one are an error."""

    proved: int
    claims: int


@dataclass(frozen=True, slots=True)
class Results:
    """An experiment: its pairs in order, the names of its methods, and what its rows say of their origin."""

    pairs: tuple[PairResult, ...]
    methods: tuple[str, ...]
    rows: int
    signatures: tuple[str, ...]
    machines: tuple[str, ...]
    versions: tuple[str, ...]

    @property
    def sources(self) -> tuple[str, ...]:
        """The names of the sources, in order."""
        return tuple(dict.fromkeys(pair.source for pair in self.pairs))

    @property
    def proved(self) -> int:
        """The number of proved optima."""
        return sum(pair.counts.proved for pair in self.pairs)

    @property
    def planted(self) -> Confirmed:
        """Of the pairs whose makers claim an optimum, how many are proved to have it, and how many there are."""
        claimed = [pair.counts.proved for pair in self.pairs if pair.planted is not None]
        return Confirmed(sum(claimed), len(claimed))

    @property
    def failed_everywhere(self) -> list[str]:
        """The methods that could run on no pair."""
        return [method for method in self.methods if not measured_by(method, self.pairs)]

    def by_source(self) -> Iterator[tuple[str, tuple[PairResult, ...]]]:
        """The pairs of each source; all together come first, where there are several sources."""
        if len(self.sources) > 1:
            yield ALL, self.pairs
        for source, pairs in groupby(self.pairs, key=lambda pair: pair.source):
            yield source, tuple(pairs)

    def by_method(self) -> Iterator[tuple[str, str, list[PairResult]]]:
        """The pairs of each source on which each method has run, where there are some."""
        for source, pairs in self.by_source():
            for method in self.methods:
                if measured := measured_by(method, pairs):
                    yield source, method, measured


def total(pairs: Iterable[PairResult]) -> Counts:
    """The optima and bounds of pairs, summed.

    >>> total([])
    Counts(matched=0, upper_bound=0, left_triples=0, right_triples=0)
    """
    counts = Counts(0, 0, 0, 0)
    for pair in pairs:
        counts = counts.plus(pair.counts)
    return counts


def measured_by(method: str, pairs: Iterable[PairResult]) -> list[PairResult]:
    """The pairs on which a method has run."""
    return [pair for pair in pairs if method in pair.runs and pair.runs[method].matched]


def mean_of_intervals(intervals: Sequence[Interval]) -> Interval | None:
    """The means of the lower and of the upper ends; ``None`` without intervals.

    >>> mean_of_intervals([Interval(0.0, 0.5), Interval(1.0, 1.0)])
    Interval(low=0.5, high=0.75)
    """
    if not intervals:
        return None
    return Interval(*(sum(ends) / len(intervals) for ends in zip(*intervals, strict=True)))


# ---- which pairs are independent


def clusters(pairs: Sequence[PairResult]) -> list[str] | None:
    """The cluster of each pair; ``None`` where every pair is one of its own."""
    labels = [pair.cluster for pair in pairs]
    return None if len({*labels}) == len(labels) else labels


def cluster_count(pairs: Sequence[PairResult]) -> int:
    """Count the independent pairs: the clusters of pairs."""
    return len({pair.cluster for pair in pairs})


def share_band(pairs: Sequence[PairResult], shares: Sequence[Interval]) -> Interval:
    """The 95% confidence interval, over the choice of pairs, of the mean of a share that each has: at least a pair."""
    from smatchproof.inference.intervals import share_interval

    labels = clusters(pairs)
    ends = [share_interval(each, clusters=labels) for each in zip(*shares, strict=True)]
    return hull(ends)


class _Found(NamedTuple):
    """The results of a method's runs on one pair, by its rows: seed, matched, seconds and seconds of building of
    each.
    """

    runs: list[tuple[int, int, float, float | None]]
    failures: list[str]


class _PairRows:
    """The rows of one pair, collected one by one."""

    def __init__(self, row: Row) -> None:
        self.first = replace(row, trace=())
        self.facts = _facts(row)
        self.best, self.bound = row.optimum, row.bound
        self.said_optimal = row.bound
        self.found: dict[str, _Found] = {}

    def add(self, row: Row) -> None:
        """Count one more row; raises ``ValueError`` for one that cannot be true."""
        if _facts(row) != self.facts:
            raise ValueError(f"pair {row.pair} of {row.source} is another one than in the rows above")
        if row.contradiction:
            raise ValueError(f"{row.method} on pair {row.pair}: {row.contradiction}")
        self.best = max(self.best, row.optimum, row.matched)
        self.bound = min(self.bound, row.bound)
        if row.status == Status.OPTIMAL:
            self.said_optimal = min(self.said_optimal, row.matched)
        if self.best > min(self.bound, self.said_optimal):
            refuted = self.bound if self.best > self.bound else f"that {self.said_optimal} are optimal"
            raise ValueError(f"{row.method} on pair {row.pair}: {self.best} matched triples refute {refuted}")
        found = self.found.setdefault(row.method, _Found([], []))
        if row.failed:
            found.failures.append(row.status)
        else:
            found.runs.append((row.seed, row.matched, row.seconds, row.building_seconds))

    def result(self) -> PairResult:
        """The pair, when all rows were seen."""
        row, runs = self.first, {}
        for method in sorted(self.found, key=method_sort_key):
            found = sorted(self.found[method].runs, key=itemgetter(0, 1, 2))
            seeds, matched, seconds, _ = zip(*found, strict=True) if found else ((), (), (), ())
            if len(seeds) != len(set(seeds)):
                raise ValueError(f"{method} on pair {row.pair} of {row.source} has a seed twice")
            # in the order of the rows
            built = [each for *_, each in self.found[method].runs if each is not None]
            whole = sum(seconds) + sum(built) if len(built) == len(found) else None
            runs[method] = Runs(seeds, matched, sum(seconds), tuple(self.found[method].failures), whole)
        counts = Counts(self.best, self.bound, row.left_triples, row.right_triples)
        sizes = row.left_variables, row.right_variables
        return PairResult(
            row.source, row.pair, row.group, row.cluster, row.left, row.right, counts, *sizes, row.optimum_seconds,
            runs, row.features, row.sha256,
            next((each for found in self.found.values() for *_, each in found.runs if each is not None), None),
            row.planted,
        )  # fmt: skip


def _facts(row: Row) -> tuple[object, ...]:
    sizes = row.left_triples, row.right_triples, row.left_variables, row.right_variables
    return row.sha256, row.group, row.cluster, row.left, row.right, row.features, row.planted, *sizes


def gather(rows: Iterable[Row], name: str = "rows") -> Results:
    """Read all rows once, in any order. Memory grows with the runs.

    Raises :class:`InputError`, with `name` for the file, for rows that contradict each other.

    >>> gather([]).pairs
    ()
    """
    collected: dict[tuple[str, str], _PairRows] = {}
    origins: tuple[dict[str, None], ...] = ({}, {}, {})
    number = 0
    for number, row in enumerate(rows, 1):
        pair_rows = collected.get((row.source, row.pair))
        if pair_rows is None:
            pair_rows = collected[row.source, row.pair] = _PairRows(row)
        try:
            pair_rows.add(row)
        except ValueError as error:
            raise InputError(str(error), Place(name, number), "run the experiment again") from None
        for seen, text in zip(origins, (row.signature, row.machine, row.versions), strict=True):
            seen[text] = None
    try:
        pairs = [pair_rows.result() for pair_rows in collected.values()]
    except ValueError as error:
        raise InputError(str(error), Place(name), "run the experiment again") from None
    pairs.sort(key=sort_key)
    methods = sorted({method for pair in pairs for method in pair.runs}, key=method_sort_key)
    signatures, machines, versions = (tuple(sorted(seen)) for seen in origins)
    return Results(tuple(pairs), tuple(methods), number, signatures, machines, versions)


def natural_key(text: str) -> tuple[tuple[int, int, str], ...]:
    """A key that sorts the numbers in names by value.

    >>> sorted(["s.10", "s.9", "s"], key=natural_key)
    ['s', 's.9', 's.10']
    """
    parts = re.findall(r"\d+|\D+", text)
    return tuple((0, int(part), part) if part.isdecimal() else (1, 0, part) for part in parts)


def sort_key(pair: PairResult) -> tuple[object, ...]:
    """The order of pairs in tables: by source, sides, group and id, numbers in names by value."""
    return tuple(natural_key(text) for text in (pair.source, pair.left, pair.right, pair.group, pair.pair))


PAPER = ("Base", "ILP", "R", "10R", "S", "S+4R", "S+9R")
"""The methods of Cai & Knight (2013), in the order of their tables."""


def method_sort_key(method: str) -> tuple[int, int, object]:
    """The order of methods in tables: the paper's in its order, then other heuristics, then what proves its answers."""
    if method in PAPER:
        return 0, PAPER.index(method), ()
    if method in HEURISTICS:
        return 0, len(PAPER) + list(HEURISTICS).index(method), ()
    return (2, -list(METHODS).index(method), ()) if method in METHODS else (1, 0, natural_key(method))
