"""Scores, accuracy and time of an experiment: Tables 1 and 2 and Figure 1 of Cai & Knight (2013), as data.

The optimum of a pair is the best value in any of its rows, and it is proved when it equals the least upper bound. A
pair whose optimum is not proved makes an interval of every number that it enters, and is never counted as solved:
the alignment that a method found there may be optimal or not.

A *document* is all pairs of one source, left side, right side and group; its score is the micro average. A *run* of a
method over several pairs consists of the k-th run, in the order of the seeds, on each of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from smatchproof.experiments.results import (
    ALL,
    PairResult,
    Results,
    cluster_count,
    mean_of_intervals,
    measured_by,
    share_band,
    total,
)
from smatchproof.inference.interval import Interval
from smatchproof.problem.score import Counts

OPTIMUM = "optimum"
"""The name under which tables show the certified solver that measured the optima."""

# ---- Tables 1 and 2 of Cai & Knight (2013)


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a document by the runs of one method, on average.

    `errors` of the `runs` are below the optimum, and of `undecided` it is not known. Without a run on each pair
    there is no score: then `f1` is ``None`` and `missing` the number of pairs without one.
    """

    method: str
    f1: float | None
    runs: int
    errors: int
    undecided: int
    missing: int


@dataclass(frozen=True, slots=True)
class Document:
    """The scores of a document. `optimum` is an interval unless all of its `pairs` are proved."""

    source: str
    group: str
    left: str
    right: str
    pairs: int
    counts: Counts
    scores: tuple[Score, ...]

    @property
    def optimum(self) -> Interval:
        """The right score."""
        return Interval(self.counts.score.f1, self.counts.upper_score.f1)


def table1(results: Results) -> tuple[Document, ...]:
    """The score of every document by every method: Table 1 of the paper. Linear in the runs.

    >>> from smatchproof.experiments.experiment import Experiment
    >>> from smatchproof.experiments.runner import results_of
    >>> from smatchproof.experiments.sources import TrapSource
    >>> rings = TrapSource("rings", "ring", (("size", (16,)),))
    >>> results = results_of(Experiment("rings", (rings,), ("S", "ILS"), seeds=(1, 2)))
    >>> (document,) = table1(results)
    >>> [(score.method, round(score.f1, 4), score.errors) for score in document.scores]
    [('S', 0.8182, 2), ('ILS', 1.0, 0)]
    >>> [(row.method, row.pair_accuracy.low) for row in table2(results)]
    [('S', 0.0), ('ILS', 1.0), ('optimum', 1.0)]
    """
    documents: dict[tuple[str, str, str, str], list[PairResult]] = defaultdict(list)
    for pair in results.pairs:
        documents[pair.source, pair.group, pair.left, pair.right].append(pair)
    return tuple(
        Document(*key, len(pairs), total(pairs), tuple(_score(pairs, method) for method in results.methods))
        for key, pairs in documents.items()
    )


def _score(pairs: Sequence[PairResult], method: str) -> Score:
    found, missing = _runs(pairs, method)
    counts = total(pairs)
    if missing:
        return Score(method, None, 0, 0, 0, missing)
    errors = sum(matched < counts.matched for matched in found)
    undecided = 0 if counts.proved else len(found) - errors
    f1 = sum(counts._replace(matched=matched).score.f1 for matched in found) / len(found)
    return Score(method, f1, len(found), errors, undecided, 0)


def _runs(pairs: Sequence[PairResult], method: str) -> tuple[list[int], int]:
    """Sum what each run of a method matched over all pairs, and count the pairs without any run."""
    each = [pair.runs[method].matched for pair in measured_by(method, pairs)]
    return [sum(matched) for matched in zip(*each, strict=False)], len(pairs) - len(each)


@dataclass(frozen=True, slots=True)
class Accuracy:
    """The share of documents and of pairs for which a method finds the optimum, and the cost of a run over all of them.

    `pair_band` is the 95% confidence interval of `pair_accuracy` over the choice of the pairs. Shares are of the
    `scored` documents and of the `measured` pairs, on which the method could run; ``None`` where there are none; the
    pairs are as many independent ones as they have `clusters`. `seconds` are those of solving alone, `total_seconds`,
    the paper's, with the building of the problems; ``None`` where that was not measured.
    """

    source: str
    method: str
    documents: int
    scored: int
    accuracy: Interval | None
    pairs: int
    measured: int
    clusters: int
    pair_accuracy: Interval | None
    pair_band: Interval | None
    seconds: float
    total_seconds: float | None


def table2(results: Results, *, bands: bool = False) -> tuple[Accuracy, ...]:
    """Accuracy and total time of every method: Table 2 of the paper. The certified solver's comes last.

    With `bands` the shares of pairs have their confidence intervals, which takes scipy.
    """
    documents = table1(results)
    rows = []
    for source, pairs in results.by_source():
        some = [document for document in documents if source in (ALL, document.source)]
        rows += [_accuracy(source, pairs, some, number, bands) for number in range(len(results.methods))]
        proved = mean_of_intervals([Interval(float(document.optimum.known), 1.0) for document in some])
        proved_pairs = mean_of_intervals([Interval(float(pair.counts.proved), 1.0) for pair in pairs])
        sizes = len(some), len(some), proved, len(pairs), len(pairs), cluster_count(pairs), proved_pairs, None
        seconds = sum(pair.optimum_seconds for pair in pairs)
        building = [pair.building_seconds for pair in pairs]
        whole = None if None in building else seconds + sum(each or 0.0 for each in building)
        rows.append(Accuracy(source, OPTIMUM, *sizes, seconds, whole))
    return tuple(rows)


def _accuracy(
    source: str, pairs: Sequence[PairResult], documents: Sequence[Document], number: int, bands: bool
) -> Accuracy:
    scores = [document.scores[number] for document in documents]
    method = scores[0].method
    shares = [
        Interval((score.runs - score.errors - score.undecided) / score.runs, (score.runs - score.errors) / score.runs)
        for score in scores
        if score.runs
    ]
    measured = measured_by(method, pairs)
    missed = [pair.missed(method) for pair in measured]
    found = [Interval(1 - share.high, 1 - share.low) for share in missed]
    seconds = sum(pair.runs[method].seconds / len(pair.runs[method].matched) for pair in measured)
    each_total = [pair.runs[method].total_seconds for pair in measured]
    runs = [len(pair.runs[method].matched) for pair in measured]
    whole = None
    if None not in each_total:
        whole = sum((every or 0.0) / number for every, number in zip(each_total, runs, strict=True))
    accuracy, pair_accuracy = mean_of_intervals(shares), mean_of_intervals(found)
    sizes = len(documents), len(shares), accuracy, len(pairs), len(measured), cluster_count(measured), pair_accuracy
    band = share_band(measured, found) if bands and measured else None
    return Accuracy(source, method, *sizes, band, seconds, whole)


# ---- Figure 1 of the paper


@dataclass(frozen=True, slots=True)
class Agreement:
    """The agreement of two annotators over the groups of a source, by one method or by the optimum."""

    source: str
    left: str
    right: str
    method: str
    groups: tuple[str, ...]
    f1: tuple[Interval, ...]


def agreement(results: Results) -> tuple[Agreement, ...]:
    """The document scores as curves over the groups, for sources with several groups; see :func:`figure1`."""
    curves: dict[tuple[str, str, str, str], list[tuple[str, Interval]]] = defaultdict(list)
    for document in table1(results):
        names = document.source, document.left, document.right
        curves[*names, OPTIMUM].append((document.group, document.optimum))
        for score in document.scores:
            if score.f1 is not None:
                curves[*names, score.method].append((document.group, Interval(score.f1, score.f1)))
    return tuple(
        Agreement(*names, *(tuple(column) for column in zip(*points, strict=True)))
        for names, points in curves.items()
        if len({group for group, _ in curves[*names[:3], OPTIMUM]}) > 1
    )


def consensus(results: Results, source: str) -> str | None:
    """The side with which all others of a source are compared: the only one that is never on the left."""
    sides = {(pair.left, pair.right) for pair in results.pairs if pair.source == source}
    never_left = {right for _, right in sides} - {left for left, _ in sides}
    return next(iter(never_left)) if len(never_left) == 1 else None


def figure1(results: Results) -> tuple[Agreement, ...]:
    """Figure 1 of the paper: the scores of each annotator against the consensus, over the groups of sentences.

    The curves of :func:`agreement` whose right side is the :func:`consensus` of its source.
    """
    ends = {source: consensus(results, source) for source in results.sources}
    return tuple(row for row in agreement(results) if row.right == ends[row.source])


@dataclass(frozen=True, slots=True)
class Totals:
    """The score of each run of a method over all pairs of a source, and the optimum of the same pairs."""

    source: str
    method: str
    pairs: int
    f1: tuple[float, ...]
    optimum: Interval

    @property
    def losses(self) -> list[float]:
        """The points of F1 by which each run stays below the best known score."""
        return [100 * (self.optimum.low - f1) for f1 in self.f1]


def totals(results: Results) -> tuple[Totals, ...]:
    """The scores of every method's runs over each source: how much its seed matters.

    Pairs on which a method could not run are left out, of the optimum too.
    """
    table = []
    for source, method, measured in results.by_method():
        if source != ALL:
            counts = total(measured)
            found, _ = _runs(measured, method)
            f1 = tuple(counts._replace(matched=matched).score.f1 for matched in found)
            optimum = Interval(counts.score.f1, counts.upper_score.f1)
            table.append(Totals(source, method, len(measured), f1, optimum))
    return tuple(row for row in table if row.f1)
