"""Metrics: anything that says how similar two graphs are, behind one interface.

A metric scores a pair; what it returns can be added up, and the value of the sum is the score of a corpus (its micro
average). Names are those of the command line: ``smatch`` and ``s2match`` are the proved optima, ``smatch@METHOD`` and
``s2match@METHOD`` the same scores as a method finds them (``smatch@S+4R``, or ``smatch@smatch`` for the program of
that name), ``sembleu`` or ``sembleu-kN`` counts k-grams up to N.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from smatchproof.alignment import VERSION, Grading, Graph, UsageError
from smatchproof.scoring.comparison import OnError, ScoreSettings
from smatchproof.scoring.methods import method_or_peer
from smatchproof.scoring.metrics.metric import Metric, Value
from smatchproof.scoring.metrics.sembleu import sembleu_counts, signature as sembleu_signature
from smatchproof.scoring.metrics.smatch import AlignmentMetric
from smatchproof.scoring.peers import PeerMethod


@dataclass(frozen=True, slots=True)
class SemBleuMetric:
    """SemBleu with k-grams up to `n`: the left graph is the candidate, the right one the reference."""

    n: int = 3
    on_error: OnError = OnError.STOP
    """What becomes of graphs that cannot be read; it changes the score of a corpus."""

    @property
    def name(self) -> str:
        """``sembleu``, with the longest k-grams unless these are the usual ones."""
        return "sembleu" if self.n == 3 else f"sembleu-k{self.n}"

    @property
    def signature(self) -> str:
        """The longest k-grams and the smoothing."""
        on_error = "|on-error:empty" if self.on_error is OnError.EMPTY else ""
        return f"{sembleu_signature(self.n)}{on_error}|v:{VERSION}"

    def score(self, left: Graph, right: Graph, seed: int = 0) -> Value:
        """The counts of the pair; nothing about them is random."""
        return sembleu_counts(left, right, self.n)


_SEMBLEU = re.compile(r"sembleu(?:-k([1-9]))?")


def sembleu_metric(name: str, on_error: OnError = OnError.STOP) -> SemBleuMetric:
    """SemBleu by the name that says how long its paths are.

    >>> sembleu_metric("sembleu").n, sembleu_metric("sembleu-k2").n
    (3, 2)
    """
    found = _SEMBLEU.fullmatch(name)
    if found is None:
        raise UsageError(f"unknown metric '{name}'; choose from sembleu, sembleu-k1 to sembleu-k9")
    return SemBleuMetric(int(found[1] or 3), on_error)


def metric(name: str, settings: ScoreSettings = ScoreSettings(), grading: Grading | None = None) -> Metric:
    """The metric of that name, under these settings; S2match needs a `grading`.

    >>> metric("smatch@S+4R").signature
    'smatch|conv:smatch|dup:set|top:const|method:S+4R|v:...'
    >>> metric("sembleu-k2").name
    'sembleu-k2'
    >>> metric("bleu")
    Traceback (most recent call last):
    ...
    smatchproof.alignment.errors.UsageError: unknown metric 'bleu'; choose from smatch, s2match, sembleu, ...
    """
    kind, _, found_by = name.partition("@")
    if _SEMBLEU.fullmatch(name):
        return sembleu_metric(name, settings.on_error)
    if kind not in ("smatch", "s2match"):
        choices = "smatch, s2match, sembleu, sembleu-k1, or smatch@METHOD with a method such as S+4R"
        raise UsageError(f"unknown metric '{name}'; choose from {choices}")
    if kind == "s2match" and grading is None:
        raise UsageError("s2match needs similarities; give --vectors or --similarities")
    chosen = replace(settings, grading=grading if kind == "s2match" else None, certificates=False)
    if not found_by:
        return AlignmentMetric(chosen)
    if isinstance(method_or_peer(found_by), PeerMethod):
        if kind == "s2match":
            raise UsageError(f"{found_by} knows no similarities; choose smatch@{found_by}")
        return AlignmentMetric(chosen, peer=found_by)
    return AlignmentMetric(replace(chosen, method=found_by))
