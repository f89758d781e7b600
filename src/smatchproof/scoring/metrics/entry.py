"""Entries of metrics in their table, and the refusal of options that a metric or method does not use."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from smatchproof.base.errors import UsageError
from smatchproof.scoring.methods.registry import METHODS, SOLVING_OPTIONS, method as method_named

CONVENTION_OPTIONS = ("convention", "top", "duplicates", "map")
METHOD_OPTIONS = (
    "method", "restarts", "time_limit", "memory_limit", "node_limit", "proof_limit", "solver", "seed",
    "at_least",
)  # fmt: skip
PROOF_OPTIONS = ("certificates", "require_proof", "accept_search", "no_check", "html", "proof")
CHOICE_OPTIONS = ("every_optimum", "canonical", "evidence", "evidence_as")
PATH_OPTIONS = ("ngrams", "commit", "reader")
SIMILARITY_OPTIONS = ("vectors", "similarities", "asymmetric", "threshold", "sense", "graded", "denominator")
METRIC_OPTIONS = (
    *CONVENTION_OPTIONS,
    *METHOD_OPTIONS,
    *PROOF_OPTIONS,
    "fine_grained",
    *CHOICE_OPTIONS,
    *SIMILARITY_OPTIONS,
    *PATH_OPTIONS,
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
    """A metric in the table.

    * `summary`: a description for help texts; `examples`: texts with parameters, for tests.
    * `make`: makes the metric under settings, with similarities for graded matches, and its parameters by name.
    * `options`: the :data:`METRIC_OPTIONS` that can change its scores. `reasons` says why others cannot.
    * `parameters`: the :data:`~smatchproof.scoring.parameters.PARAMETERS` that it takes.
    """

    name: str
    summary: str
    make: Callable[..., Any]
    options: frozenset[str]
    parameters: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    reasons: Mapping[str, str] = field(default_factory=dict)
    is_preset: bool = False
    """True for a bundle of settings of another metric."""
    references: tuple[str, ...] = ()
    """The references to cite: keys of ``scoring/systems/references.bib``."""

    @property
    def is_graded(self) -> bool:
        """Test whether the metric needs similarities."""
        return "similarities" in self.options


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
