"""The numbers of Cai & Knight (ACL 2013), Tables 1 and 2, from ``cai2013.toml`` of the shipped study."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from importlib.resources import files

from smatchproof.base.record import Record
from smatchproof.inference.interval import Interval
from smatchproof.lab.experiments.tables import Accuracy

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
