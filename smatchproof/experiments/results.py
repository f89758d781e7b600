"""The results of an experiment, gathered from its rows in any order: what every method found on every pair."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from smatchproof.alignment import Counts, InputError, Place
from smatchproof.experiments.features import PairFeatures
from smatchproof.experiments.rows import Row
from smatchproof.heuristics import HEURISTICS
from smatchproof.inference.interval import Interval, hull
from smatchproof.scoring.methods import METHODS

ALL = "all sources"
"""Stands for a source where all of them are taken together."""


@dataclass(frozen=True, slots=True)
class Runs:
    """What the runs of a method on a pair have matched, in the order of their seeds.

    `seconds` is the time of all of them, solving alone, and `total_seconds` with the building of the problem for each,
    ``None`` where that was not measured; `failures` says why further ones could not run. Times are those of the serial
    pass where there was one (`is_serial`).
    """

    seeds: tuple[int, ...]
    matched: tuple[int, ...]
    seconds: float
    failures: tuple[str, ...]
    total_seconds: float | None = None
    is_serial: bool = False


@dataclass(frozen=True, slots=True)
class PairResult:
    """One pair, its optimum, and the runs of each method on it. `variables` counts those of the larger graph.

    Pairs of one `cluster` are not independent. `features` say what it looks like, `sha256` is that of the question.
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

    @property
    def variables(self) -> int:
        """Of the larger graph."""
        return max(self.left_variables, self.right_variables)

    def gap(self, method: str) -> Interval:
        """How many triples a method misses, on average over its runs."""
        matched = self.runs[method].matched
        mean = sum(matched) / len(matched)
        return Interval(self.counts.matched - mean, self.counts.upper_bound - mean)

    def missed(self, method: str) -> Interval:
        """The share of a method's runs that are not optimal."""
        matched = self.runs[method].matched
        share = sum(each < self.counts.matched for each in matched) / len(matched)
        return Interval(share, share if self.counts.proved else 1.0)


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
        """How many optima are proved."""
        return sum(pair.counts.proved for pair in self.pairs)

    def by_source(self) -> Iterator[tuple[str, tuple[PairResult, ...]]]:
        """The pairs of each source; all together come first, where there are several sources."""
        if len(self.sources) > 1:
            yield ALL, self.pairs
        for source, pairs in groupby(self.pairs, key=lambda pair: pair.source):
            yield source, tuple(pairs)


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
    """How many of the pairs are independent: as many as they have clusters."""
    return len({pair.cluster for pair in pairs})


def strata(pairs: Sequence[PairResult]) -> list[str] | None:
    """For each pair the source from which its cluster was drawn: the first one that has it; ``None`` for one source."""
    origins: dict[str, str] = {}
    labels = [origins.setdefault(pair.cluster, pair.source) for pair in pairs]
    return labels if len({*labels}) > 1 else None


def share_band(pairs: Sequence[PairResult], shares: Sequence[Interval]) -> Interval:
    """The 95% confidence interval, over the choice of pairs, of the mean of a share that each has: at least a pair."""
    from smatchproof.inference.intervals import share_interval

    labels = clusters(pairs)
    ends = [share_interval(each, clusters=labels) for each in zip(*shares, strict=True)]
    return hull(ends)


class _PairRows:
    """The rows of one pair, collected one by one."""

    def __init__(self, row: Row) -> None:
        self.first, self.best, self.bound = row, row.optimum, row.bound
        self.found: dict[str, list[tuple[int, int, float]]] = defaultdict(list)
        self.building: dict[str, list[float | None]] = defaultdict(list)
        self.failures: dict[str, list[str]] = defaultdict(list)
        self.serial: dict[str, bool] = {}

    def add(self, row: Row) -> None:
        """Count one more row; raises ``ValueError`` for one that cannot be true."""
        if _facts(row) != _facts(self.first):
            raise ValueError(f"pair {row.pair} of {row.source} is another one than in the rows above")
        if row.contradiction:
            raise ValueError(f"{row.method} on pair {row.pair}: {row.contradiction}")
        self.best = max(self.best, row.optimum, row.matched)
        self.bound = min(self.bound, row.bound)
        if self.best > self.bound:
            raise ValueError(f"{row.method} on pair {row.pair}: {self.best} matched triples refute {self.bound}")
        if row.failed:
            self.failures[row.method].append(row.status)
            return
        is_serial = row.serial_seconds is not None
        self.serial[row.method] = is_serial and self.serial.get(row.method, True)
        seconds = row.seconds if row.serial_seconds is None else row.serial_seconds
        self.found[row.method].append((row.seed, row.matched, seconds))
        self.building[row.method].append(row.serial_building_seconds if is_serial else row.building_seconds)

    def result(self) -> PairResult:
        """The pair, when all rows were seen."""
        row, runs = self.first, {}
        for method in sorted({*self.found, *self.failures}, key=method_sort_key):
            found = sorted(self.found.get(method, ()))
            seeds, matched, seconds = zip(*found, strict=True) if found else ((), (), ())
            if len(seeds) != len(set(seeds)):
                raise ValueError(f"{method} on pair {row.pair} of {row.source} has a seed twice")
            building = [each for each in self.building[method] if each is not None]
            whole = sum(seconds) + sum(building) if len(building) == len(found) else None
            failures = tuple(self.failures.get(method, ()))
            runs[method] = Runs(seeds, matched, sum(seconds), failures, whole, self.serial.get(method, False))
        counts = Counts(self.best, self.bound, row.left_triples, row.right_triples)
        sizes = row.left_variables, row.right_variables
        return PairResult(
            row.source, row.pair, row.group, row.cluster, row.left, row.right, counts, *sizes, row.optimum_seconds,
            runs, row.features, row.sha256,
            next((each for found in self.building.values() for each in found if each is not None), None),
        )  # fmt: skip


def _facts(row: Row) -> tuple[object, ...]:
    sizes = row.left_triples, row.right_triples, row.left_variables, row.right_variables
    return row.sha256, row.group, row.cluster, row.left, row.right, row.features, *sizes


def gather(rows: Iterable[Row], name: str = "rows") -> Results:
    """Read all rows once, in any order. Memory grows with the pairs and methods, and by three numbers for each run.

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
        pairs = sorted((each.result() for each in collected.values()), key=sort_key)
    except ValueError as error:
        raise InputError(str(error), Place(name), "run the experiment again") from None
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
