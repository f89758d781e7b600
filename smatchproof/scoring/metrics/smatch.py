"""Smatch and S2match as metrics."""

from __future__ import annotations

from dataclasses import dataclass, replace

from smatchproof.alignment import CorpusScore, Counts, Graph, UsageError, build_problem
from smatchproof.scoring.comparison import ScoreSettings, compare, recounted
from smatchproof.scoring.methods import method_or_peer
from smatchproof.scoring.peers import PeerFailure, PeerMethod


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
