"""Entries of metrics in their table, and the refusal of options that a metric or method does not use."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from smatchproof.base.errors import UsageError
from smatchproof.scoring.methods.registry import METHODS, SOLVING_OPTIONS, method as method_named
from smatchproof.scoring.settings import ScoreSettings
from smatchproof.similarity.grading import Grading

CONVENTION_OPTIONS = ("convention", "top", "duplicates", "map")
METHOD_OPTIONS = ("method", "time_limit", "memory_limit", "node_limit", "proof_limit", "solver", "seed", "at_least")
PROOF_OPTIONS = ("certificates", "require_proof", "accept_search", "no_check", "html", "proof")
CHOICE_OPTIONS = ("every_optimum", "canonical", "evidence", "evidence_as")
SIMILARITY_OPTIONS = ("vectors", "similarities", "asymmetric", "threshold", "sense", "graded", "denominator")
METRIC_OPTIONS = (
    *CONVENTION_OPTIONS,
    *METHOD_OPTIONS,
    *PROOF_OPTIONS,
    "fine_grained",
    *CHOICE_OPTIONS,
    *SIMILARITY_OPTIONS,
)
"""The options that some metrics use and others do not, by their names in a namespace of :mod:`argparse`."""

_HEEDS_NOT = {
    "time_limit": "it heeds no time limit",
    "memory_limit": "it heeds no limit of memory",
    "node_limit": "it grows no search tree",
    "proof_limit": "it leaves no proof",
    "solver": "it runs no integer program",
    "seed": "nothing about it is random",
    "at_least": "it cannot prove a no",
}


@dataclass(frozen=True, slots=True)
class MetricEntry:
    """A metric in the table, or several of one kind whose names have a pattern.

    * `usage`: the names in help texts; `summary`: a description; `examples`: names for tests.
    * `make`: makes the metric of a name that matched `pattern`, under settings and, for graded matches, similarities.
      A group ``method`` of the pattern is the method in the name.
    * `options`: the :data:`METRIC_OPTIONS` that can change its scores. `reasons` says why others cannot.
    """

    usage: str
    summary: str
    pattern: re.Pattern[str]
    examples: tuple[str, ...]
    make: Callable[[re.Match[str], ScoreSettings, Grading | None], Any]
    options: frozenset[str]
    reasons: Mapping[str, str] = field(default_factory=dict)
    is_preset: bool = False
    """True for a bundle of settings of another metric."""
    references: tuple[str, ...] = ()
    """The references to cite: keys of ``scoring/systems/references.bib``."""

    @property
    def is_graded(self) -> bool:
        """Test whether the metric needs similarities."""
        return "similarities" in self.options


def method_of(entry: MetricEntry, name: str) -> str | None:
    """Return the method in the name of a metric, or ``None``."""
    found = entry.pattern.fullmatch(name)
    return found.groupdict().get("method") if found else None


def refuse_unused(
    name: str, entry: MetricEntry, given: Collection[str], method: str, entries: Iterable[MetricEntry]
) -> None:
    """Raise :class:`UsageError` for the first of the `given` options that the metric of this name does not use.

    `method` is the chosen method, `entries` are all metrics.
    """
    named = method_of(entry, name)
    for option in (each for each in METRIC_OPTIONS if each in given):
        flag = f"--{option.replace('_', '-')}"
        if option == "method" and named:
            raise UsageError(f"--method is not for {name}, whose name says the method; leave it out")
        if option not in entry.options:
            with_presets = option in SIMILARITY_OPTIONS  # of s2match, a preset, too
            asked = [each for each in entries if option in each.options and (with_presets or not each.is_preset)]
            users = ", ".join(each.usage for each in asked)
            if option in entry.reasons:
                raise UsageError(f"{flag} is not for {name}: {entry.reasons[option]}; leave it out, or choose {users}")
            raise UsageError(f"{flag} is for {users}; add --metric {users.partition(',')[0]}")
        if option in SOLVING_OPTIONS:
            refuse_unheeded(named or method, [option])


def refuse_unheeded(method: str, given: Collection[str]) -> None:
    """Raise :class:`UsageError` for the first of the `given` options that the method of this name does not support.

    >>> refuse_unheeded("exact", ["node_limit"])
    >>> refuse_unheeded("S", ["node_limit"])
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.UsageError: --node-limit is not for method S: it grows no search tree; leave it out, or choose exact
    """  # noqa: E501
    heeded = method_named(method).options
    for option in (each for each in METHOD_OPTIONS if each in given and each in SOLVING_OPTIONS - heeded):
        others = ", ".join(name for name, entry in METHODS.items() if option in entry.options)
        flag = f"--{option.replace('_', '-')}"
        raise UsageError(f"{flag} is not for method {method}: {_HEEDS_NOT[option]}; leave it out, or choose {others}")
