"""The results of an experiment, gathered from its rows in any order: those of every method on every pair."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from smatchproof.base.errors import InputError, Place
from smatchproof.base.record import Record, Struct, field
from smatchproof.inference.interval import Interval, hull
from smatchproof.lab.experiments.rows import OVER_LIMIT, Row
from smatchproof.lab.heuristics import HEURISTICS
from smatchproof.public import METHODS, Counts

ALL = "all sources"
"""The name that stands for all sources together."""


class Runs(Struct):
    """The runs of a method on a pair: for each seed the matched triples and the seconds, and why others failed.

    `late` is the number of runs that took longer than their limit.
    """

    found: dict[int, tuple[int, float]] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    late: int = 0

    @property
    def tried(self) -> int:
        """The number of runs, with those that failed."""
        return len(self.found) + len(self.failures)

    @property
    def matched(self) -> tuple[int, ...]:
        """The matched triples, in the order of the seeds."""
        return tuple(matched for _, (matched, _) in sorted(self.found.items()))

    @property
    def seconds(self) -> float:
        """The time of all of them."""
        return sum(seconds for _, seconds in self.found.values())


class PairResult(Struct):
    """One pair: one of its rows, which says what it is, and the runs of each method on it.

    `best` is its optimum, or what is known of it, and `bound` the lowest bound. Both are those of its rows, which were
    certified when they were measured: nothing here proves them.
    """

    row: Row
    best: int
    bound: int
    runs: dict[str, Runs] = field(default_factory=dict)

    def add(self, row: Row) -> None:
        """Count one more row; raises ``ValueError`` for one that cannot be true."""
        if _facts(row) != _facts(self.row):
            raise ValueError(f"pair {row.pair} of {row.source} is another one than in the rows above")
        self.row = min(self.row, row, key=lambda each: each.key)
        self.best = max(self.best, row.optimum, row.matched)
        self.bound = min(self.bound, row.bound)
        if self.best > self.bound:
            raise ValueError(f"{row.method} on pair {row.pair}: {self.best} matched triples refute {self.bound}")
        runs = self.runs.setdefault(row.method, Runs())
        if row.failed:
            runs.failures.append(row.status)
        elif row.seed in runs.found:
            raise ValueError(f"{row.method} on pair {row.pair} of {row.source} has a seed twice")
        else:
            runs.found[row.seed] = row.matched, row.seconds
            runs.late += OVER_LIMIT in row.status

    @property
    def key(self) -> tuple[str, str]:
        """The source and the id of the pair, which identify it."""
        return self.row.source, self.row.pair

    @property
    def counts(self) -> Counts:
        """The optimum, its bound, and the triples of both graphs."""
        return Counts(self.best, self.bound, self.row.left_triples, self.row.right_triples)

    @property
    def variables(self) -> int:
        """The number of variables of the larger graph."""
        return max(self.row.left_variables, self.row.right_variables)

    @property
    def reentrancies(self) -> float:
        """The re-entrancies: the mean of both sides."""
        return (self.row.features.left_reentrancies + self.row.features.right_reentrancies) / 2

    @property
    def repeated(self) -> float:
        """The percentage of the variables of both sides whose concept an earlier variable of their graph has."""
        variables = self.row.left_variables + self.row.right_variables
        return (
            100 * (self.row.features.left_repeated + self.row.features.right_repeated) / variables if variables else 0.0
        )

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

    def solved(self, method: str) -> Interval:
        """The share of a method's runs that are optimal; one that failed is not."""
        runs = self.runs[method]
        share = sum(each == self.counts.matched for each in runs.matched) / runs.tried
        return Interval(share if self.counts.proved else 0.0, share)

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
        return tuple(dict.fromkeys(pair.row.source for pair in self.pairs))

    @property
    def proved(self) -> int:
        """The number of proved optima."""
        return sum(pair.counts.proved for pair in self.pairs)

    @property
    def planted(self) -> tuple[int, int]:
        """The number of pairs with a proof of the optimum that their makers claim, and of all with a claim."""
        claimed = [pair for pair in self.pairs if pair.row.planted is not None]
        return sum(pair.counts.matched == pair.counts.upper_bound == pair.row.planted for pair in claimed), len(claimed)

    @property
    def failed_everywhere(self) -> list[str]:
        """The methods that could run on no pair."""
        return [method for method in self.methods if not measured_by(method, self.pairs)]

    def by_source(self) -> Iterator[tuple[str, tuple[PairResult, ...]]]:
        """The pairs of each source; all together come first, where there are several sources."""
        if len(self.sources) > 1:
            yield ALL, self.pairs
        for source, pairs in groupby(self.pairs, key=lambda pair: pair.row.source):
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
    labels = [pair.row.cluster for pair in pairs]
    return None if len({*labels}) == len(labels) else labels


def cluster_count(pairs: Sequence[PairResult]) -> int:
    """Count the independent pairs: the clusters of pairs."""
    return len({pair.row.cluster for pair in pairs})


def share_band(pairs: Sequence[PairResult], shares: Sequence[Interval]) -> Interval:
    """The 95% confidence interval, over the choice of pairs, of the mean of a share that each has: at least a pair."""
    from smatchproof.inference.intervals import share_interval

    labels = clusters(pairs)
    ends = [share_interval(each, clusters=labels) for each in zip(*shares, strict=True)]
    return hull(ends)


# ---- from rows


def _facts(row: Row) -> tuple[object, ...]:
    sizes = row.left_triples, row.right_triples, row.left_variables, row.right_variables
    return row.sha256, row.group, row.cluster, row.left, row.right, row.features, row.planted, *sizes


def gather(rows: Iterable[Row], name: str = "rows") -> Results:
    """Read all rows once, in any order. Memory grows with the runs.

    Raises :class:`InputError`, with `name` for the file, for rows that contradict each other.

    >>> gather([]).pairs
    ()
    """
    collected: dict[tuple[str, str], PairResult] = {}
    origins: tuple[dict[str, None], ...] = ({}, {}, {})
    number = 0
    for number, row in enumerate(rows, 1):
        pair = collected.setdefault((row.source, row.pair), PairResult(row, row.optimum, row.bound))
        try:
            pair.add(row)
        except ValueError as error:
            raise InputError(str(error), Place(name, number), "run the experiment again") from None
        for seen, text in zip(origins, (row.signature, row.machine, row.versions), strict=True):
            seen[text] = None
    pairs = sorted(collected.values(), key=sort_key)
    methods = sorted({method for pair in pairs for method in pair.runs}, key=method_sort_key)
    for pair in pairs:
        pair.runs = {method: pair.runs[method] for method in methods if method in pair.runs}
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
    row = pair.row
    return tuple(natural_key(text) for text in (row.source, row.left, row.right, row.group, row.pair))


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
