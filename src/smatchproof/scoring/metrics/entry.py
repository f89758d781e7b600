"""Entries of metrics in their table, and the refusal of options that a metric or method does not use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from smatchproof.base.errors import UsageError
from smatchproof.base.record import Record
from smatchproof.scoring.methods.registry import METHODS, SOLVING_OPTIONS, method as method_named

CONVENTION_OPTIONS = ("convention", "top", "duplicates", "map")
METHOD_OPTIONS = ("method", "restarts", *sorted(SOLVING_OPTIONS))
PROOF_OPTIONS = ("certificates", "require_proof", "no_check", "html", "proof")
CHOICE_OPTIONS = ("fine_grained", "every_optimum", "canonical", "evidence", "evidence_as")
ALIGNING_OPTIONS = (*METHOD_OPTIONS, *PROOF_OPTIONS, *CHOICE_OPTIONS)
SIMILARITY_OPTIONS = ("vectors", "similarities", "asymmetric", "threshold", "sense", "graded", "denominator")
PATH_OPTIONS = ("ngrams", "commit", "reader")
SETTING_OPTIONS = (*CONVENTION_OPTIONS, *ALIGNING_OPTIONS, *SIMILARITY_OPTIONS)
"""The options that become settings, or similarities. All others are parameters of single metrics."""
METRIC_OPTIONS = (*SETTING_OPTIONS, *PATH_OPTIONS)
"""The options that some metrics use and others do not, by their names in a namespace of :mod:`argparse`."""


class MetricEntry(Record):
    """A metric in the table.

    * `summary`: a description for help texts.
    * `make`: makes the metric under settings, with similarities for graded matches, and its parameters by name. If it
      counts the triples of `settings.convention`, that belongs to its signature.
    * `options`: the :data:`METRIC_OPTIONS` that can change its scores.
    * `parameters`: the names of those that it takes (:mod:`smatchproof.scoring.parameters`).
    """

    name: str
    summary: str
    make: Callable[..., Any]
    options: frozenset[str]
    parameters: tuple[str, ...] = ()
    convention: str = ""
    """The name of the convention of a preset, a bundle of settings of another metric."""

    @property
    def is_graded(self) -> bool:
        """Test whether the metric needs similarities."""
        return "similarities" in self.options


def refuse_unheeded(method: str, option: str) -> None:
    """Raise :class:`UsageError` if the method of this name does not support an option of solving.

    >>> refuse_unheeded("exact", "node_limit")
    >>> refuse_unheeded("S", "node_limit")
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.UsageError: --node-limit is not for method S; leave it out, or choose exact
    """
    if option not in method_named(method).options:
        others = ", ".join(name for name, entry in METHODS.items() if option in entry.options)
        raise UsageError(f"--{option.replace('_', '-')} is not for method {method}; leave it out, or choose {others}")
