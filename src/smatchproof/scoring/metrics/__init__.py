"""Metrics of the similarity of two graphs, with one interface, in one table.

A metric scores a pair; its counts can be added up, and the value of the sum is the score of a corpus (its micro
average). Names are those of the command line: ``smatch``, ``graded-smatch`` and ``s2match`` are the proved optima,
``smatch@METHOD`` the same score by a method (``smatch@S+4R``, or ``smatch@smatch`` for the program smatch),
``sembleu`` or ``sembleu-kN`` counts k-grams up to N, and ``sembleu@530bc05`` follows that commit of its authors'
program.

A new metric is a file that ends with its entries, ``ENTRIES = (MetricEntry(...),)``, and a place for its name in
:data:`METRICS`: help, the options that commands accept and the tests of all metrics are derived from it. A file is
loaded when a name is not that of a metric above it, or when help lists all of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from importlib import import_module

from smatchproof.base.user_code import allow, known
from smatchproof.scoring.methods.registry import allowed_method
from smatchproof.scoring.metrics.corpus_metrics import CorpusMetric  # loads the module `metric`, a function below
from smatchproof.scoring.metrics.entry import MetricEntry, method_of, refuse_unused
from smatchproof.scoring.settings import ScoreSettings
from smatchproof.similarity.grading import Grading

__all__ = ["METRICS", "allowed_metric", "check_options", "entries", "metric", "metric_entry", "usage"]

METRICS = [f"{__name__}.smatch", f"{__name__}.sembleu", f"{__name__}.presets"]
"""The files of all metrics, in the order of the help text."""


def entries() -> Iterator[MetricEntry]:
    """Yield the entries of all metrics; each file is loaded when the entries above it are used up."""
    for file in METRICS:
        yield from import_module(file).ENTRIES


def usage() -> str:
    """Return the names of all metrics for help texts.

    >>> usage()
    'smatch, graded-smatch, sembleu, sembleu-kN, ...
    """
    return ", ".join(entry.usage for entry in entries())


def metric_entry(name: str) -> MetricEntry:
    """Return the entry of the metric of this name.

    >>> metric_entry("sembleu-k2").summary
    "paths of up to 3, or N, nodes, as its authors' program reads ..."
    >>> metric_entry("bleu")
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.UsageError: unknown metric 'bleu'; choose from smatch, graded-smatch, sembleu, sembleu-kN, s2match, ...
    """  # noqa: E501
    if entry := _built_in(name):
        return entry
    more = ", smatch@METHOD with a method such as S+4R, or FILE.py:NAME"
    found = known("metric", name, usage().split(", "), more)
    from smatchproof.scoring.metrics.user_metrics import user_entry  # only where a metric is a user's

    return user_entry(name, found)


def _built_in(name: str) -> MetricEntry | None:
    return next((entry for entry in entries() if entry.pattern.fullmatch(name)), None)


def allowed_metric(name: str) -> str:
    """Return the name of a metric that the user names, and allow its code and that of its method to run.

    >>> allowed_metric("smatch@S+4R")
    'smatch@S+4R'
    """
    if entry := _built_in(name):
        method = method_of(entry, name)
        return f"{name.partition('@')[0]}@{allowed_method(method)}" if method else name
    return allow(name)


def metric(name: str, settings: ScoreSettings = ScoreSettings(), grading: Grading | None = None) -> CorpusMetric:
    """Return the metric of this name, under these settings; S2match needs a `grading`.

    >>> metric("smatch@S+4R").signature
    'smatch|conv:smatch|dup:set|top:const|method:S+4R|v:...'
    >>> metric("sembleu-k2").name
    'sembleu-k2'
    >>> metric("s2match")
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.UsageError: s2match needs similarities; give --vectors FILE or --similarities FILE
    """
    entry = metric_entry(name)
    found = entry.pattern.fullmatch(name)
    assert found is not None
    made: CorpusMetric = entry.make(found, settings, grading)
    return made


def check_options(name: str, given: Collection[str], method: str) -> None:
    """Raise :class:`UsageError` for the first of the `given` options that the metric of this name does not use.

    Options have the names of :data:`~smatchproof.scoring.metrics.entry.METRIC_OPTIONS`; `method` is the chosen method.

    >>> check_options("sembleu", {"top"}, "exact")
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.UsageError: --top is not for sembleu: it has no TOP triple; leave it out, or choose smatch, graded-smatch
    """  # noqa: E501
    refuse_unused(name, metric_entry(name), given, method, entries())
