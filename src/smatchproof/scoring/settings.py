"""The settings of a score: all that can change it, except the graphs."""

from __future__ import annotations

from enum import StrEnum
from operator import attrgetter
from typing import TYPE_CHECKING

from smatchproof.base.errors import UsageError
from smatchproof.base.record import PartlyCompared, field, force_setattr
from smatchproof.base.version import VERSION
from smatchproof.conventions.conventions import Convention, convention
from smatchproof.conventions.triples import Duplicates
from smatchproof.exact import EXACT
from smatchproof.problem.score import CorpusScore
from smatchproof.problem.solution import SolveParams
from smatchproof.scoring.methods.registry import DEFAULT_METHOD, METHODS, Method, method
from smatchproof.similarity.grading import Grading

if TYPE_CHECKING:  # few scores ask for it
    from smatchproof.similarity.evidence import Evidence
else:  # for help(): msgspec looks the names of annotations up
    Evidence = object


class OnError(StrEnum):
    """The treatment of a graph that cannot be read."""

    STOP = "stop"
    """Score nothing; the error says where the graph is."""
    EMPTY = "empty"
    """Score it as a graph without triples (its partner's triples count) and list it."""

    def marked(self, signature: str) -> str:
        """Insert this treatment into a metric's signature, before method and version.

        >>> OnError.EMPTY.marked("words|v:0.1.0"), OnError.EMPTY.marked("smatch|method:S|v:1")
        ('words|on-error:empty|v:0.1.0', 'smatch|on-error:empty|method:S|v:1')
        """
        if self is OnError.STOP:
            return signature
        mark = "|method:" if "|method:" in signature else "|v:"
        settings, mark, rest = signature.partition(mark)
        return f"{settings}|on-error:{self}{mark}{rest}"


class FineGrained(StrEnum):
    """The aspects to score, and the alignments used for them."""

    OPTIMUM = "optimum"
    """Ours, each by its own alignment, proved optimal where the method proves."""
    PROJECTED = "projected"
    """Ours, all by the alignment of the whole graphs."""
    DAMONTE = "damonte"
    """The aspects of the program amr-evaluation, by words or by an alignment of their own."""
    DAMONTE_ENHANCED = "damonte-enhanced"
    """The aspects of the program amr-evaluation-tool-enhanced, which counts each word once."""
    SMATCHPP = "smatchpp"
    """The aspects of the program smatchpp, each by its own alignment."""
    ANCAST = "ancast"
    """The parts of graphs that the program AnCast counts, each by its own alignment."""

    @property
    def is_of_a_program(self) -> bool:
        """Test whether the aspects are another program's, with its own rules of reading and without similarities."""
        return self not in (FineGrained.OPTIMUM, FineGrained.PROJECTED)


class ScoreSettings(PartlyCompared):
    """The settings of a score: all that can change it, except the graphs. With a `grading` the metric is S2match."""

    uncompared = ("solver", "is_plain")

    convention: Convention = field(default_factory=lambda: convention("smatch"))
    method: str = DEFAULT_METHOD
    params: SolveParams = field(default_factory=SolveParams)
    certificates: bool = False
    check: bool = True
    """True if proofs are made, and checked in memory; without a check nothing is certified."""
    grading: Grading | None = None
    fingerprints: bool = False
    """True if each pair gets the SHA-256 of its question: rows that leave the process need it."""
    fine_grained: FineGrained | None = None
    """The way to score the aspects of each pair; ``None`` scores the whole graphs only."""
    every_optimum: bool = False
    """True if the common links of all optima of each pair are found."""
    canonical: bool = False
    """True if the alignment of each pair is the canonical one of its optima."""
    evidence: Evidence | None = None
    """The evidence for pairs of variables from outside of the graphs, and its strength."""
    preset: str = ""
    """The name of the preset of these settings, if they are one."""

    solver: Method = EXACT
    """The method of this name."""
    is_plain: bool = False
    """True if nothing but the score of whole graphs is asked for, certified without limits, and triples are a set."""

    def __post_init__(self) -> None:
        # An unknown name is refused here, before anything is read. The settings of a worker have their solver.
        has_solver = self.solver.name == self.method not in METHODS
        chosen = self.solver if has_solver else method(self.method)
        force_setattr(self, "solver", chosen)
        force_setattr(self, "method", chosen.name)
        force_setattr(self, "is_plain", self._is_plain())
        if self.certificates and not chosen.leaves_proof:
            raise UsageError(f"method {self.method} leaves no certificates; choose exact")
        if self.certificates and not self.check:
            raise UsageError("a certificate is checked before it is written; ask for it, or for no checks")
        asked = "--every-optimum" if self.every_optimum else "--canonical"
        if (self.every_optimum or self.canonical) and not chosen.leaves_proof:
            needed = f"errors and {asked} need" if self.every_optimum else f"{asked} needs"
            raise UsageError(f"method {self.method} leaves no proofs, which {needed}; choose exact")
        if (self.every_optimum or self.canonical) and self.params.at_least is not None:
            raise UsageError(f"--at-least does not ask for optima, {asked} does; leave one of them out")
        if self.convention.weights is not None and (self.grading or self.fine_grained):
            asked = "similarities" if self.grading else "--fine-grained"
            raise UsageError(f"the weights of a map are for whole graphs and equal triples; leave out {asked}")
        if self.evidence is not None:
            self._check_evidence(self.evidence)
        if self.fine_grained and self.fine_grained.is_of_a_program and self.grading:
            raise UsageError(
                f"--fine-grained {self.fine_grained} knows no similarities; choose optimum, or --metric smatch"
            )

    def _is_plain(self) -> bool:
        rule, params = self.convention, self.params
        limits = params.time_limit, params.node_limit, params.memory_limit, params.proof_limit, params.at_least
        asked = self.certificates, self.grading, self.fine_grained, self.every_optimum, self.canonical, self.evidence
        is_set = rule.duplicates is Duplicates.SET and rule.weights is None and not rule.aspect
        is_exact = self.check and self.solver is EXACT
        return is_set and is_exact and not any(asked) and limits == (None,) * len(limits)

    def _check_evidence(self, evidence: Evidence) -> None:
        if self.fine_grained and (self.fine_grained is not FineGrained.PROJECTED or self.every_optimum):
            raise UsageError("evidence aligns whole graphs; choose --fine-grained projected without --every-optimum")
        if self.fine_grained and evidence.strength.is_scored:
            raise UsageError("no aspect has scored evidence; choose --evidence-as filter or tie-break")
        if self.convention.weights is not None:
            raise UsageError(
                "evidence is not for triples with weights; leave out --evidence, or the weights of the map"
            )

    @property
    def counted(self) -> str:
        """The settings that determine the value of an alignment."""
        return "|".join(map(attrgetter("signature"), filter(None, (self.convention, self.grading, self.evidence))))

    def signature(self, corpus: CorpusScore | None = None, on_error: OnError = OnError.STOP) -> str:
        """The settings, and the number of certified pairs of a corpus, in one line."""
        metric = ("graded-smatch" if self.grading else "smatch") + (f"|preset:{self.preset}" if self.preset else "")
        unreadable = "|on-error:empty" if on_error is OnError.EMPTY else ""
        certified = f"|certified:{corpus.certified}/{corpus.pairs}" if corpus else ""
        return f"{metric}|{self.counted}{unreadable}|method:{self.solver.label or self.method}{certified}|v:{VERSION}"
