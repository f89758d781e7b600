"""Scoring: from two graphs, or two corpora, to counts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from smatchproof.alignment import (
    VERSION,
    Alignment,
    AlignmentProblem,
    Convention,
    CorpusScore,
    Counts,
    Duplicates,
    Grading,
    Graph,
    Similarities,
    Solution,
    SolveParams,
    Status,
    TripleGraph,
    UsageError,
    build_problem,
    convention,
    is_one_to_one,
    matched_value,
    signature,
)
from smatchproof.alignment.proof import ProofOutcome
from smatchproof.scoring.methods import DEFAULT_METHOD, method


class OnError(StrEnum):
    """What to do with a graph that cannot be read."""

    STOP = "stop"
    """Score nothing; the error says where the graph is."""
    EMPTY = "empty"
    """Score it as a graph without triples (its partner's triples count) and list it."""


class FineGrained(StrEnum):
    """How the aspects of a pair are scored."""

    OPTIMUM = "optimum"
    """Each by its own alignment, proved optimal where the method proves."""
    PROJECTED = "projected"
    """All by the alignment of the whole graphs."""


@dataclass(frozen=True, slots=True)
class ScoreSettings:
    """All that can change a score, except the graphs. With a `grading` the metric is S2match, otherwise Smatch."""

    convention: Convention = field(default_factory=lambda: convention("smatch"))
    method: str = DEFAULT_METHOD
    params: SolveParams = field(default_factory=SolveParams)
    certificates: bool = False
    grading: Grading | None = None
    fingerprints: bool = False
    """Whether each pair gets the SHA-256 of its question: rows that leave the process need it."""
    fine_grained: FineGrained | None = None
    """How the aspects of each pair are scored; ``None`` scores the whole graphs only."""

    def __post_init__(self) -> None:
        chosen = method(self.method)  # an unknown name is refused here, before anything is read
        if self.certificates and not chosen.leaves_proof:
            raise UsageError(f"method {self.method} leaves no certificates; choose exact")

    @property
    def counted(self) -> str:
        """The settings that say what an alignment is worth."""
        return self.convention.signature + (f"|{self.grading.signature}" if self.grading else "")

    @property
    def method_label(self) -> str:
        """What signatures call the method: its name, and for a user's method the fingerprint of its code."""
        return method(self.method).label

    def signature(self, corpus: CorpusScore, on_error: OnError = OnError.STOP, found_by: str = "") -> str:
        """The settings and what was proved, in one line. `found_by` is who searched, unless it was the method."""
        unreadable = "|on-error:empty" if on_error is OnError.EMPTY else ""
        metric = "s2match" if self.grading else "smatch"
        return signature(self.counted + unreadable, found_by or self.method_label, corpus, VERSION, metric)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two graphs under a convention, and the solution of their alignment problem; how they may match if not equal."""

    left: TripleGraph
    right: TripleGraph
    problem: AlignmentProblem
    solution: Solution
    similarities: Similarities | None = None

    @property
    def counts(self) -> Counts:
        """What was matched, of how much."""
        solution, sizes = self.solution, (self.left.size, self.right.size)
        return Counts.in_units(solution.matched, solution.upper_bound, *sizes, self.problem.unit)

    @property
    def alignment(self) -> tuple[tuple[str, str], ...]:
        """The aligned variables by name, in the order of the left graph."""
        partners = zip(self.left.variables, self.solution.mapping, strict=True)
        return tuple((name, self.right.variables[partner]) for name, partner in partners if partner is not None)


def compare(left: Graph, right: Graph, settings: ScoreSettings) -> Comparison:
    """Align two graphs and recount what they match, triple by triple.

    Raises ``AssertionError`` if the recount contradicts the solver, which would be an error of ours.

    >>> from smatchproof.alignment import parse_graph
    >>> boy = parse_graph("(b / boy)")
    >>> compare(boy, boy, ScoreSettings(method="brute-force")).counts
    Counts(matched=2, upper_bound=2, left_triples=2, right_triples=2)
    """
    return compare_triples(settings.convention.triples(left), settings.convention.triples(right), settings)


def compare_triples(left: TripleGraph, right: TripleGraph, settings: ScoreSettings) -> Comparison:
    """Align two graphs whose triples are known, as :func:`compare` does."""
    duplicates = settings.convention.duplicates
    similarities = settings.grading.similarities(left, right) if settings.grading else None
    problem = build_problem(left, right, duplicates, similarities)
    params = replace(settings.params, proof=True) if settings.certificates else settings.params
    solution = method(settings.method).solve(problem, params)
    checked(settings.method, solution, left, right, duplicates, similarities)
    return Comparison(left, right, problem, solution, similarities)


def question_sha256(comparison: Comparison, settings: ScoreSettings) -> str:
    """The SHA-256 of what a pair was asked: both triple lists, convention and similarities, as in certificates."""
    from smatchproof.exact.certificate import fingerprint, similarity_part

    graded = None if comparison.similarities is None else similarity_part(comparison.similarities)
    return fingerprint(settings.counted, comparison.left, comparison.right, graded)


def checked(
    name: str,
    solution: Solution,
    left: TripleGraph,
    right: TripleGraph,
    duplicates: Duplicates,
    similarities: Similarities | None = None,
) -> int:
    """The value of a solution of the method of that name, recounted triple by triple.

    Raises ``AssertionError`` if the recount contradicts what the solution says.
    """
    try:
        matched = recounted(left, right, solution.mapping, duplicates, similarities)
    except ValueError:
        raise AssertionError(f"{name} returned what is no alignment: {solution.mapping}") from None
    if matched != solution.matched:
        raise AssertionError(f"{name} claims {solution.matched} matched triples, a recount {matched}")
    if matched > solution.upper_bound:
        raise AssertionError(f"{name} claims the bound {solution.upper_bound}, its alignment {matched}")
    return matched


def recounted(
    left: TripleGraph,
    right: TripleGraph,
    mapping: Alignment,
    duplicates: Duplicates,
    similarities: Similarities | None = None,
) -> int:
    """What an alignment is worth, by the definition. Raises ``ValueError`` when it is not one-to-one.

    >>> from smatchproof.alignment import parse_graph
    >>> boy = convention("smatch").triples(parse_graph("(b / boy)"))
    >>> recounted(boy, boy, [0], Duplicates.SET)
    2
    """
    if not is_one_to_one(mapping, len(left.variables), len(right.variables)):
        raise ValueError(f"{tuple(mapping)} is no alignment")
    return matched_value(left, right, mapping, duplicates, similarities)


class Claim(NamedTuple):
    """What a method says of a pair, and what backs it: a certificate that the checker accepted, or why there is none.

    Where none was asked for both are empty.
    """

    comparison: Comparison
    certificate: str | None = None
    note: str = ""


def claim(left: Graph, right: Graph, settings: ScoreSettings, id: str) -> Claim:
    """Align two graphs and, where the settings ask for a certificate, have the proof checked.

    A proof that the checker refuses proves nothing: its pair falls back to the bound that needs no proof. This is the
    one place where a pair gets its claim and what backs it.

    >>> from smatchproof.alignment import parse_graph
    >>> boy = parse_graph("(b / boy)")
    >>> claimed = claim(boy, boy, ScoreSettings(certificates=True), "s.1")
    >>> claimed.comparison.counts.proved, '"id":"s.1"' in claimed.certificate, claimed.note
    (True, True, '')
    """
    comparison = compare(left, right, settings)
    return certified(comparison, settings, id) if settings.certificates else Claim(comparison)


def certified(comparison: Comparison, settings: ScoreSettings, id: str) -> Claim:
    """The claim of a comparison whose proof the checker has read, as in :func:`claim`."""
    from smatchproof.exact.certificate import Refused, certificate

    solution = comparison.solution
    if solution.status is not Status.OPTIMAL:
        return Claim(comparison, note="not proved, so there is no certificate")
    if solution.outcome is not ProofOutcome.COMPLETE:
        return Claim(comparison, note=f"optimal by search, not certified: proof {solution.outcome}")
    graphs = comparison.left, comparison.right
    try:
        line = certificate(id, settings.counted, *graphs, comparison.problem, solution, comparison.similarities)
    except Refused as refused:
        weaker = max(comparison.problem.trivial_bound(), solution.matched + 1)
        unproved = replace(solution, upper_bound=weaker, status=Status.HEURISTIC, proof=None, proved_bound=None)
        unproved = replace(unproved, outcome=ProofOutcome.REFUSED)
        return Claim(replace(comparison, solution=unproved), note=f"the checker refuses the proof: {refused}")
    return Claim(comparison, line)
