"""Scores, accuracy and time of an experiment: Tables 1 and 2 of Cai & Knight (2013).

The optimum of a pair is the best value in any of its rows, and it is proved when it equals the least upper bound. A
pair whose optimum is not proved makes an interval of every number that it enters, and is never counted as solved:
the alignment that a method found there may be optimal or not.

A *document* is all pairs of one source, left side, right side and group; its score is the micro average. A *run* of a
method over several pairs consists of the k-th run, in the order of the seeds, on each of them.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from importlib.resources import files

from smatchproof.base.record import Record
from smatchproof.inference.interval import Interval
from smatchproof.lab.experiments.results import ALL, PairResult, Results, mean_of_intervals, measured_by, total
from smatchproof.public import Counts

OPTIMUM = "optimum"
"""The name in tables of the certified solver that measured the optima."""


class Score(Record):
    """The score of a document by the runs of one method, on average.

    `errors` of the `runs` are below the optimum, and of `undecided` it is not known; `failed` more could not run on
    some pair. Without a run on each pair there is no score: then `f1` is ``None`` and `missing` the number of pairs
    without one.
    """

    method: str
    f1: float | None
    runs: int
    errors: int
    undecided: int
    missing: int
    failed: int = 0


class Document(Record):
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

    >>> from smatchproof.lab.experiments.experiment import Experiment
    >>> from smatchproof.lab.experiments.runner import results_of
    >>> from smatchproof.lab.experiments.made_pairs import TrapSource
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
        row = pair.row
        documents[row.source, row.group, row.left, row.right].append(pair)
    return tuple(
        Document(*key, len(pairs), total(pairs), tuple(_score(pairs, method) for method in results.methods))
        for key, pairs in documents.items()
    )


def _score(pairs: Sequence[PairResult], method: str) -> Score:
    counts, measured = total(pairs), measured_by(method, pairs)
    tried = min(pair.runs[method].tried if method in pair.runs else 0 for pair in pairs)  # 0: it is not finished
    if len(measured) < len(pairs):
        return Score(method, None, 0, 0, 0, len(pairs) - len(measured), tried)
    found = [sum(matched) for matched in zip(*(pair.runs[method].matched for pair in pairs), strict=False)]
    errors = sum(matched < counts.matched for matched in found)
    undecided = 0 if counts.proved else len(found) - errors
    f1 = sum(counts._replace(matched=matched).score.f1 for matched in found) / len(found)
    return Score(method, f1, len(found), errors, undecided, 0, tried - len(found))


class Accuracy(Record):
    """The share of documents and of pairs for which a method finds the optimum, and the seconds of a run over all.

    In the shares a run that failed has not found the optimum; they are ``None`` where nothing was tried. The method
    could run on the `scored` documents and on the `measured` pairs.
    """

    source: str
    method: str
    documents: int
    scored: int
    accuracy: Interval | None
    pairs: int
    measured: int
    pair_accuracy: Interval | None
    seconds: float


def table2(results: Results) -> tuple[Accuracy, ...]:
    """Accuracy and time of every method: Table 2 of the paper. The certified solver's comes last."""
    documents = table1(results)
    rows = []
    for source, pairs in results.by_source():
        some = [document for document in documents if source in (ALL, document.source)]
        rows += [_accuracy(source, pairs, some, number) for number in range(len(results.methods))]
        proved = mean_of_intervals([Interval(float(document.optimum.known), 1.0) for document in some])
        proved_pairs = mean_of_intervals([Interval(float(pair.counts.proved), 1.0) for pair in pairs])
        seconds = sum(pair.row.optimum_seconds for pair in pairs)
        sizes = len(some), len(some), proved, len(pairs), len(pairs), proved_pairs
        rows.append(Accuracy(source, OPTIMUM, *sizes, seconds))
    return tuple(rows)


def _accuracy(source: str, pairs: Sequence[PairResult], documents: Sequence[Document], number: int) -> Accuracy:
    scores = [document.scores[number] for document in documents]
    method = scores[0].method
    shares = [
        Interval((score.runs - score.errors - score.undecided) / tried, (score.runs - score.errors) / tried)
        for score in scores
        if (tried := score.runs + score.failed)
    ]
    measured = measured_by(method, pairs)
    found = mean_of_intervals([pair.solved(method) for pair in pairs if method in pair.runs])
    seconds = sum(pair.runs[method].seconds / len(pair.runs[method].matched) for pair in measured)
    scored = sum(score.runs > 0 for score in scores)
    sizes = len(documents), scored, mean_of_intervals(shares), len(pairs), len(measured), found
    return Accuracy(source, method, *sizes, seconds)


# ---- the numbers of the paper

_DATA = tomllib.loads(files("smatchproof.lab.experiments.study").joinpath("cai2013.toml").read_text(encoding="utf-8"))
DOCUMENT_SCORES: dict[str, dict[str, list[float]]] = _DATA["table1"]
"""Table 1: for each pair of annotators and each method the scores of five documents."""
OPTIMAL = "ILP"
"""The method of the paper that is optimal."""


class PublishedAccuracy(Record):
    """The accuracy of a method in the paper, and in our rows.

    * `right`: the number of the `documents` of Table 1 with the score of :data:`OPTIMAL`, to two decimals.
    * `printed`, `seconds`: the accuracy in % and the seconds of Table 2.
    * `ours`: the accuracy in our rows; ``None`` if the method has not run.
    """

    method: str
    right: int
    documents: int
    printed: float
    seconds: float
    ours: Interval | None


def published_accuracies(rows: Iterable[Accuracy] = ()) -> tuple[PublishedAccuracy, ...]:
    """Compare Table 2 of the paper with what follows from its Table 1, and with ours.

    >>> [(row.method, row.right, row.printed) for row in published_accuracies()][:3]
    [('Base', 10, 20), ('ILP', 50, 100), ('R', 33, 66.5)]
    """
    found = list(rows)
    ours = {row.method: row.accuracy for row in found if row.source == found[0].source}
    pairs = [
        (method, score == optimum)
        for scores in DOCUMENT_SCORES.values()
        for method in scores
        for score, optimum in zip(scores[method], scores[OPTIMAL], strict=True)
    ]
    return tuple(
        PublishedAccuracy(
            method,
            sum(is_right for each, is_right in pairs if each == method),
            sum(each == method for each, _ in pairs),
            printed,
            _DATA["seconds"][method],
            ours.get(method),
        )
        for method, printed in _DATA["accuracy_percent"].items()
    )
