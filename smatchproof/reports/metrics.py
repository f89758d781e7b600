"""Metrics: anything that says how similar two graphs are, behind one interface.

A metric scores a pair; what it returns can be added up, and the value of the sum is the score of a corpus (its micro
average). Names are those of the command line: ``smatch`` and ``s2match`` are the proved optima, ``smatch@METHOD`` and
``s2match@METHOD`` the same scores as a method finds them (``smatch@S+4R``, or ``smatch@smatch`` for the program of
that name), ``sembleu`` or ``sembleu-kN`` counts k-grams up to N.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol, Self

from smatchproof.alignment import VERSION, CorpusScore, Counts, Grading, Graph, UsageError, build_problem
from smatchproof.reports.methods import method_or_peer
from smatchproof.reports.peers import PeerFailure, PeerMethod
from smatchproof.reports.scoring import OnError, ScoreSettings, compare, recounted
from smatchproof.reports.sembleu import sembleu_counts, signature as sembleu_signature


class Direction(StrEnum):
    """Whether more is better."""

    SIMILARITY = "higher is more similar"
    DISTANCE = "higher is less similar"


class Value(Protocol):
    """What a metric counts of a pair, or of several together."""

    @property
    def value(self) -> float:
        """The score."""

    @property
    def proved(self) -> bool:
        """Whether the score is what the metric defines, rather than what a search found of it."""

    def plus(self, other: Self, /) -> Self:
        """The counts of both together."""


class Metric(Protocol):
    """A metric on pairs of graphs. The same graphs and seed get the same counts."""

    @property
    def name(self) -> str:
        """How results call it."""

    @property
    def direction(self) -> Direction:
        """Whether more is better."""

    @property
    def signature(self) -> str:
        """All that can change a score, but for what was proved."""

    def score(self, left: Graph, right: Graph, seed: int = 0) -> Value:
        """The score of two graphs; `seed` is of everything random."""


def corpus_value(scores: Iterable[Value]) -> float:
    """The score of a corpus: that of all counts together; 0 for none.

    >>> corpus_value([Counts(1, 1, 1, 1), Counts(0, 0, 3, 3)])
    0.25
    """
    total: Value | None = None
    for score in scores:
        total = score if total is None else total.plus(score)
    return 0.0 if total is None else total.value


@dataclass(frozen=True, slots=True)
class AlignmentMetric:
    """Smatch, or S2match where the settings hold a grading, as the method of the settings finds it.

    >>> from smatchproof.alignment import parse_graph
    >>> cat, dog = parse_graph("(c / cat)"), parse_graph("(d / dog)")
    >>> AlignmentMetric(ScoreSettings()).score(cat, dog).value
    0.5
    """

    settings: ScoreSettings
    peer: str = ""
    """A program of others that searches instead, on the same triples."""

    @property
    def name(self) -> str:
        """``smatch`` or ``s2match``, and the method unless it proves its scores."""
        kind = "s2match" if self.settings.grading else "smatch"
        found_by = self.peer or self.settings.method
        return kind if found_by == "exact" else f"{kind}@{found_by}"

    @property
    def direction(self) -> Direction:
        """More is better."""
        return Direction.SIMILARITY

    @property
    def signature(self) -> str:
        """Convention, grading and method."""
        whole = self.settings.signature(CorpusScore())
        kept = [part for part in whole.split("|") if not part.startswith("proved:")]
        return "|".join(f"method:{self.peer}" if self.peer and part.startswith("method:") else part for part in kept)

    def score(self, left: Graph, right: Graph, seed: int = 0) -> Counts:
        """The counts of the pair, recounted from the alignment."""
        if self.peer:
            return self._by_peer(left, right, seed)
        return compare(left, right, replace(self.settings, params=replace(self.settings.params, seed=seed))).counts

    def _by_peer(self, left: Graph, right: Graph, seed: int) -> Counts:
        rule, program = self.settings.convention, method_or_peer(self.peer)
        assert isinstance(program, PeerMethod)
        triples = rule.triples(left), rule.triples(right)
        try:
            (answer,) = program.run(*triples, [seed], self.settings.params.time_limit)
        except PeerFailure as failure:
            raise UsageError(f"{self.name}: {failure}; leave this metric out, or choose smatch@S+4R") from None
        matched = recounted(*triples, answer.mapping, rule.duplicates)
        bound = max(matched, build_problem(*triples, rule.duplicates).trivial_bound())
        return Counts(matched, bound, triples[0].size, triples[1].size)


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
    def direction(self) -> Direction:
        """More is better."""
        return Direction.SIMILARITY

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
    smatchproof.alignment.errors.UsageError: unknown metric 'bleu'; choose from smatch, s2match, sembleu, sembleu-k1, ...
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
