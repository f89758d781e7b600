"""Metrics of the similarity of two graphs, with one interface, in one table.

A metric scores a pair; its counts can be added up, and the value of the sum is the score of a corpus (its micro
average). ``smatch``, ``graded-smatch`` and ``s2match`` are proved optima, unless the parameter `method` names another
method; ``sembleu`` counts k-grams. In one text a metric and its parameters are ``smatch:method=S+4R`` or
``sembleu:ngrams=2,commit=530bc05``.

A new metric is a file that ends with its entries, ``ENTRIES = (MetricEntry(...),)``, and a row in :data:`METRICS`:
its help, which options are refused and the tests of all metrics are derived from it. A file is loaded when a metric
of it is named, or when help lists all of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

from smatchproof.base.errors import UsageError
from smatchproof.base.user_code import allow, known
from smatchproof.scoring.methods.registry import SOLVING_OPTIONS, allowed_method, method
from smatchproof.scoring.metrics.entry import METRIC_OPTIONS, MetricEntry, refuse_unheeded
from smatchproof.scoring.parameters import read_parameters, spelled, split_name
from smatchproof.scoring.settings import ScoreSettings
from smatchproof.similarity.grading import Grading

if TYPE_CHECKING:  # a file is loaded when a metric of it is named
    from smatchproof.scoring.metrics.alignment_scores import AlignmentTotal, PairScore
    from smatchproof.scoring.metrics.counting import CountedPair, CountingMetric, CountingTotal
    from smatchproof.scoring.metrics.smatch import AlignmentMetric

CorpusMetric: TypeAlias = "AlignmentMetric | CountingMetric[Any]"
"""A metric that corpora are scored with: it aligns, or it counts."""
ScoredPair: TypeAlias = "PairScore | CountedPair[Any]"
"""Its result for a pair of a corpus."""
Total: TypeAlias = "AlignmentTotal | CountingTotal[Any]"
"""The running totals of a corpus, and their text and JSON."""

METRICS = {
    "smatch": f"{__name__}.smatch",
    "graded-smatch": f"{__name__}.smatch",
    "sembleu": f"{__name__}.sembleu",
    "s2match": f"{__name__}.smatch",
    "bamboo-smatch": f"{__name__}.smatch",
    "bamboo-smatchpp": f"{__name__}.smatch",
}
"""The file of each metric, in the order of the help text."""


def entries() -> Iterator[MetricEntry]:
    """Yield the entries of all metrics."""
    return map(metric_entry, METRICS)


def metric_entry(text: str) -> MetricEntry:
    """Return the entry of the metric of this name.

    >>> metric_entry("sembleu:ngrams=2").parameters
    ('ngrams', 'commit', 'reader')
    >>> metric_entry("bleu")
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.UsageError: unknown metric 'bleu'; choose from smatch, graded-smatch, sembleu, ...
    """
    return named_metric(text)[0]


def named_metric(text: str) -> tuple[MetricEntry, dict[str, str]]:
    """Return the entry of a metric, and the parameters in a text such as ``sembleu:ngrams=2``."""
    name, parameters = split_name(text, METRICS)
    for entry in import_module(METRICS[name]).ENTRIES if name in METRICS else ():
        if entry.name == name:
            return entry, parameters
    found = known("metric", name, METRICS)
    from smatchproof.scoring.metrics.user_metrics import user_entry  # only where a metric is a user's

    return user_entry(name, found), parameters


def allowed_metric(text: str) -> str:
    """Return the text of a metric that the user names, and allow its code and that of its method to run.

    >>> allowed_metric("smatch:method=S:restarts=4"), allowed_metric("sembleu:ngrams=02")
    ('smatch:method=S+4R', 'sembleu:ngrams=2')
    """
    name, parameters = split_name(text, METRICS)
    entry = metric_entry(allow(name))
    values = read_parameters(entry.name, parameters, entry.parameters)
    if "method" in values:
        values["method"] = method(allowed_method(values["method"])).name
    return spelled(entry.name, values)


def metric(
    text: str, settings: ScoreSettings = ScoreSettings(), grading: Grading | None = None, **parameters: object
) -> CorpusMetric:
    """Return the metric of this name, under these settings; S2match needs a `grading`.

    >>> metric("smatch", method="S+4R").signature
    'smatch|conv:smatch|dup:set|top:const|method:S+4R|v:...'
    >>> metric("sembleu", ngrams=2).name, metric("sembleu:ngrams=2").name
    ('sembleu:ngrams=2', 'sembleu:ngrams=2')
    >>> metric("s2match")
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.UsageError: s2match needs similarities; give --vectors FILE or --similarities FILE, or s...
    """
    entry, given = named_metric(text)
    values = read_parameters(entry.name, given, entry.parameters, parameters)
    made: CorpusMetric = entry.make(settings, grading, **values)
    return made


def check_options(text: str, given: Collection[str], method: str) -> None:
    """Raise :class:`UsageError` for the first of the `given` options that the metric of this text does not use.

    Options have the names of :data:`~smatchproof.scoring.metrics.entry.METRIC_OPTIONS`; `method` is the chosen method.

    >>> check_options("sembleu", {"top"}, "exact")
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.UsageError: --top is for smatch, graded-smatch, not for sembleu; leave it out, or add ...
    """
    entry, parameters = named_metric(text)
    for option in METRIC_OPTIONS:
        if option not in given:
            continue
        flag = f"--{option.replace('_', '-')}"
        if option in parameters or (option == "restarts" and "method" in parameters):
            raise UsageError(f"{flag} is not for {text}, which says it; leave it out")
        if option not in entry.options:
            users = [each for each in entries() if option in each.options]
            best = max(users, key=lambda each: len(each.options & {*given}))  # the first that takes all, mostly
            names = ", ".join(each.name for each in users)
            raise UsageError(f"{flag} is for {names}, not for {text}; leave it out, or add --metric {best.name}")
        if option in SOLVING_OPTIONS:
            refuse_unheeded(parameters.get("method", method), option)


def check_metrics(texts: Sequence[str], given: Collection[str], method: str) -> None:
    """Raise :class:`UsageError` for the first of the `given` options that none of several metrics uses.

    What one metric states itself, an option may state for another one. See :func:`check_options`.
    """
    asked = [named_metric(text) for text in texts]
    users = {each: [one for one, stated in asked if each in one.options and each not in stated] for each in given}
    for text, (entry, stated) in zip(texts, asked, strict=True):
        mine = [each for each in given if (each in entry.options and each not in stated) or not users[each]]
        check_options(text, mine, method)
