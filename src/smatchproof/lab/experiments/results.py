"""The results of an experiment, gathered from its rows in any order: those of every method on every pair."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from smatchproof.base.errors import InputError, Place
from smatchproof.base.record import Record
from smatchproof.inference.interval import Interval, hull
from smatchproof.lab.experiments.features import PairFeatures
from smatchproof.lab.experiments.rows import Row
from smatchproof.lab.heuristics import HEURISTICS
from smatchproof.public import METHODS, Counts

ALL = "all sources"
"""The name that stands for all sources together."""


class Runs(Record):
    """The matched triples of the runs of a method on a pair, in the order of their seeds.

    `seconds` is the time of all of them; `failures` says why further ones could not run.
    """

    seeds: tuple[int, ...]
    matched: tuple[int, ...]
    seconds: float
    failures: tuple[str, ...]


class PairResult(Record):
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
    planted: int | None

    @property
    def variables(self) -> int:
        """The number of variables of the larger graph."""
        return max(self.left_variables, self.right_variables)

    @property
    def reentrancies(self) -> float:
        """The re-entrancies: the mean of both sides."""
        return (self.features.left_reentrancies + self.features.right_reentrancies) / 2

    @property
    def repeated(self) -> float:
        """The percentage of the variables of both sides whose concept an earlier variable of their graph has."""
        variables = self.left_variables + self.right_variables
        return 100 * (self.features.left_repeated + self.features.right_repeated) / variables if variables else 0.0

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

    def loss(self, method: str) -> int:
        """The number of triples that the worst run of a method has missed; 0 if it could not run."""
        runs = self.runs.get(method)
        return self.counts.matched - min(runs.matched) if runs and runs.matched else 0


class Results(Record):
    """An experiment: its pairs in order, the names of its methods, and the origin of its rows."""

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
    def planted(self) -> tuple[int, int]:
        """The number of pairs with a proof of the optimum that their makers claim, and of all with a claim."""
        claimed = [pair for pair in self.pairs if pair.planted is not None]
        return sum(pair.counts.matched == pair.counts.upper_bound == pair.planted for pair in claimed), len(claimed)

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
    """The cluster of each pair; ``None`` if every pair is one of its own."""
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


# ---- from rows


class _PairRows:
    """The rows of one pair, collected one by one."""

    def __init__(self, row: Row) -> None:
        self.first = row
        self.best, self.bound = row.optimum, row.bound
        self.runs: dict[str, dict[int, tuple[int, float]]] = {}
        self.failures: dict[str, list[str]] = {}

    def add(self, row: Row) -> None:
        """Count one more row; raises ``ValueError`` for one that cannot be true."""
        if _facts(row) != _facts(self.first):
            raise ValueError(f"pair {row.pair} of {row.source} is another one than in the rows above")
        self.best = max(self.best, row.optimum, row.matched)
        self.bound = min(self.bound, row.bound)
        if self.best > self.bound:
            raise ValueError(f"{row.method} on pair {row.pair}: {self.best} matched triples refute {self.bound}")
        runs, failures = self.runs.setdefault(row.method, {}), self.failures.setdefault(row.method, [])
        if row.failed:
            failures.append(row.status)
        elif row.seed in runs:
            raise ValueError(f"{row.method} on pair {row.pair} of {row.source} has a seed twice")
        else:
            runs[row.seed] = row.matched, row.seconds

    def result(self) -> PairResult:
        """The pair, when all rows were seen."""
        row, runs = self.first, {}
        for method in sorted(self.runs, key=method_sort_key):
            found = dict(sorted(self.runs[method].items()))
            seconds = sum(each for _, each in found.values())
            matched = tuple(each for each, _ in found.values())
            runs[method] = Runs(tuple(found), matched, seconds, tuple(self.failures[method]))
        counts = Counts(self.best, self.bound, row.left_triples, row.right_triples)
        return PairResult(
            row.source, row.pair, row.group, row.cluster, row.left, row.right, counts, row.left_variables,
            row.right_variables, row.optimum_seconds, runs, row.features, row.sha256, row.planted,
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
        key = row.source, row.pair
        if key not in collected:
            collected[key] = _PairRows(row)
        try:
            collected[key].add(row)
        except ValueError as error:
            raise InputError(str(error), Place(name, number), "run the experiment again") from None
        for seen, text in zip(origins, (row.signature, row.machine, row.versions), strict=True):
            seen[text] = None
    pairs = sorted((each.result() for each in collected.values()), key=sort_key)
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


def pair_key(pair: PairResult) -> tuple[str, str]:
    """The source and the id of a pair, which identify it."""
    return pair.source, pair.pair


def sort_key(pair: PairResult) -> tuple[object, ...]:
    """The order of pairs in tables: by source, sides, group and id, numbers in names by value."""
    return tuple(natural_key(text) for text in (pair.source, pair.left, pair.right, pair.group, pair.pair))


PAPER = ("Base", "ILP", "R", "10R", "S", "S+4R", "S+9R")
"""The methods of Cai & Knight (2013), in the order of their tables."""


def is_users(method: str) -> bool:
    """Test whether a method is a user's, not one of ours.

    >>> is_users("mine.py:greedy"), is_users("S:restarts=7"), is_users("exact")
    (True, False, False)
    """
    return method.partition(":")[0] not in METHODS


def method_sort_key(method: str) -> tuple[int, int, object]:
    """The order of methods in tables: a user's, the paper's in its order, other heuristics, then those that prove."""
    if is_users(method):
        return 0, 0, natural_key(method)
    ordered = [*dict.fromkeys((*PAPER, *HEURISTICS))]
    if method in ordered:
        return 1, ordered.index(method), ()
    return (3, -list(METHODS).index(method), ()) if method in METHODS else (2, 0, natural_key(method))
