"""Comparing two graphs: their alignment, recounted triple by triple, and the foundation of its bound."""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from smatchproof.base.messages import logger
from smatchproof.base.record import Record, replace
from smatchproof.conventions.triples import Alignment, Duplicates, TripleGraph, is_one_to_one
from smatchproof.exact.first_bounds import paired_with_itself
from smatchproof.graphs.graph import Graph
from smatchproof.problem.pairs import couples
from smatchproof.problem.problem import AlignmentProblem, build_problem
from smatchproof.problem.proof import Count, ProofOutcome
from smatchproof.problem.score import Counts
from smatchproof.problem.solution import Solution, SolveParams, Status
from smatchproof.scoring.settings import ScoreSettings
from smatchproof.similarity.grading import GradedPair, Similarities, matched_value

if TYPE_CHECKING:  # few scores ask for it
    from smatchproof.scoring.pairs.backbone import Backbone
    from smatchproof.similarity.evidence import Restated
else:  # for help(): msgspec looks the names of annotations up
    Restated = object


class ClaimStatus(StrEnum):
    """The foundation of a claim that no alignment of a pair has a larger value than its upper bound."""

    CERTIFIED = "certified"
    """A proof that the checker accepted, from the triples: the alignment is optimal. Only this is called proved."""
    SEARCHED = "searched"
    """A finished search; its proof is too long, or was not made or not checked."""
    BOUNDED = "bounded"
    """A bound above the best known alignment, by a proof that the checker accepted."""
    HEURISTIC = "heuristic"
    """Only an alignment, and a bound for all alignments of these graphs."""

    @property
    def is_checked(self) -> bool:
        """Test whether the checker has accepted a proof of the upper bound."""
        return self in (ClaimStatus.CERTIFIED, ClaimStatus.BOUNDED)


def status_of(solution: Solution, accepted: int | None, searches_all: bool = True) -> tuple[ClaimStatus, str]:
    """Return the status of a pair, and the reason why it is not certified.

    `accepted` is the bound of the proof that the checker has accepted, or ``None`` without one; `searches_all` says
    whether the method searches all alignments before it calls one optimal. The first row that applies counts:

    =================================================================  =========
    case                                                               status
    =================================================================  =========
    the accepted bound is what the alignment is worth                  certified
    the method searches all, and calls its alignment optimal           searched
    no proof was accepted                                              heuristic
    a decision rests on a bound of the search, below the accepted one  heuristic
    the accepted bound is above the alignment                          bounded
    =================================================================  =========

    >>> from smatchproof.problem.solution import Status
    >>> found = Solution((0,), 3, 4, Status.TIME_LIMIT)
    >>> [status_of(found, accepted)[0].value for accepted in (3, 4, None)]
    ['certified', 'bounded', 'heuristic']
    >>> [status_of(replace(found, status=Status.OPTIMAL), 4, searches_all)[0].value for searches_all in (True, False)]
    ['searched', 'bounded']
    """
    if accepted == solution.matched:
        return ClaimStatus.CERTIFIED, ""
    failure = "" if solution.outcome in (ProofOutcome.COMPLETE, ProofOutcome.NOT_ASKED) else str(solution.outcome)
    if solution.status is Status.OPTIMAL and searches_all:
        why = f": the proof is {failure}" if failure else ""
        return ClaimStatus.SEARCHED, f"optimal by search, not certified{why}"
    words = {Status.HEURISTIC: "", Status.OPTIMAL: "optimal by its own bound, not certified"}
    reason = failure or words.get(solution.status, str(solution.status))
    if accepted is None or (solution.status is Status.DECIDED and accepted > solution.upper_bound):
        return ClaimStatus.HEURISTIC, reason
    return ClaimStatus.BOUNDED, reason


class Comparison(Record):
    """Two graphs under a convention, the similarities of their values, and the solution of their alignment problem.

    There is no `problem` if a limit did not allow to build it, or if equal graphs were counted. `status` is the
    foundation of the upper bound; `reason` says why the pair is not certified.
    """

    left: TripleGraph
    right: TripleGraph
    problem: AlignmentProblem | None
    solution: Solution
    similarities: Similarities | None = None
    status: ClaimStatus = ClaimStatus.HEURISTIC
    reason: str = ""
    duplicates: Duplicates = Duplicates.SET
    is_canonical: bool = False
    """True if the alignment is the canonical one of all optima."""
    restated: Restated | None = None
    """The question without evidence, if graphs and similarities contain evidence."""

    @property
    def plain(self) -> Comparison:
        """Return the comparison of the graphs without evidence, unless that is scored: the same alignment, fewer
        triples.

        Its values may be certified even if the whole question only has a bound: the rest of the gap is evidence.
        """
        if self.restated is None:
            return self
        (left, right, similarities), scale, _ = self.restated
        found = self.solution
        proved = None if found.proved_bound is None else found.proved_bound // scale
        least, most = found.matched // scale, found.upper_bound // scale
        solution = replace(found, matched=least, upper_bound=most, proved_bound=proved)
        graphs = replace(self, left=left, right=right, similarities=similarities, solution=solution)
        return graphs.judged(*status_of(solution, most)) if self.status is ClaimStatus.BOUNDED else graphs

    def judged(self, status: ClaimStatus, reason: str = "") -> Comparison:
        """Return the same comparison with another status and its reason."""
        return replace(self, status=status, reason=reason)

    @property
    def unit(self) -> int:
        """The worth of a match of equal triples."""
        return 1 if self.similarities is None else self.similarities.denominator

    @property
    def counts(self) -> Counts:
        """The matched triples and the triples of both graphs."""
        return self._counts(self.solution.upper_bound)

    @property
    def certified_counts(self) -> Counts:
        """The counts with the bound of a checked proof, even if a search has found a lower bound.

        Without a proof it is the counting bound.
        """
        if self.status.is_checked:
            return self.counts
        from smatchproof.exact.outline import counting_bound

        proved = self.solution.proved_bound if self.solution.outcome is not ProofOutcome.REFUSED else None
        if proved is None:
            proved = counting_bound(self.left, self.right, self.duplicates, self.similarities)
        return self._counts(max(proved, self.solution.upper_bound))

    def _counts(self, upper_bound: int) -> Counts:
        return Counts.in_units(self.solution.matched, upper_bound, self.left.size, self.right.size, self.unit)

    @property
    def alignment(self) -> tuple[tuple[str, str], ...]:
        """The aligned variables by name, in the order of the left graph."""
        return tuple(couples(self.left, self.right, self.solution.mapping))


def compare(left: Graph, right: Graph, settings: ScoreSettings) -> Comparison:
    """Align two graphs, recount the matches triple by triple, and have the proof checked, if there is one.

    Raises ``AssertionError`` if the recount contradicts the solver, which would be a bug.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> boy = parse_graph("(b / boy)")
    >>> compare(boy, boy, ScoreSettings(method="brute-force")).counts
    Counts(matched=2, upper_bound=2, left_triples=2, right_triples=2)
    """
    return _backed(solved(asked(left, right, settings, left.id or "1"), settings), settings)


def compare_triples(left: TripleGraph, right: TripleGraph, settings: ScoreSettings) -> Comparison:
    """Align two graphs whose triples are known, as :func:`compare` does.

    A pair that is too large for the limits of time or memory gets a greedy alignment and the counting bound.
    """
    similarities = settings.grading.similarities(left, right) if settings.grading else None
    return _backed(solved(((left, right, similarities), None), settings), settings)


Asked = tuple[GradedPair, "Restated | None"]
"""A question about a pair, with its evidence, and the question without evidence, if there is any."""


def asked(left: Graph, right: Graph, settings: ScoreSettings, id: str) -> Asked:
    """Return the question about two graphs. Raises :class:`InputError` for evidence that cannot be read."""
    triples = settings.convention.triples(left), settings.convention.triples(right)
    plain = *triples, settings.grading.similarities(*triples) if settings.grading else None
    evidence = settings.evidence
    return (plain, None) if evidence is None else evidence.restated(plain, evidence.pairs(left, right, id))


def solved(question: Asked, settings: ScoreSettings, by_counting: bool = True) -> Comparison:
    """Solve a question by the method. The result is neither recounted nor checked yet.

    Equal graphs need no search if counting their triples is a proof.
    """
    begin = time.perf_counter()
    (left, right, similarities), restated = question
    duplicates, chosen, params = settings.convention.duplicates, settings.solver, settings.params
    # In the order of their costs: sizes, the comparison of triples, and the problem, which may not fit into memory.
    problem: AlignmentProblem | None = None
    solution = _outlined(left, right, settings, similarities)
    if solution is None and chosen.leaves_proof and settings.check:
        params = _proving(params)
        if by_counting and duplicates is not Duplicates.PRODUCT and _are_equal(left, right):
            solution = _of_equal(left, 1 if similarities is None else similarities.denominator)
    if solution is None:
        problem = build_problem(left, right, duplicates, similarities)
        if similarities is not None and params.at_least is not None:
            params = replace(params, at_least=similarities.denominator * params.at_least)
        if (rest := params.seconds_left(begin)) is not None:
            params = replace(params, time_limit=max(_INSTANT, rest))
        solution = chosen.solve(problem, params)
    return Comparison(left, right, problem, solution, similarities, duplicates=duplicates, restated=restated)


_COUNTED = (Count(),)
"""The proof that counts triples."""
_BY_COUNTING: dict[str, Any] = {"status": Status.OPTIMAL, "proof": _COUNTED, "outcome": ProofOutcome.COMPLETE}
"""The parts of a solution that this proves, but for its value."""


def _are_equal(left: TripleGraph, right: TripleGraph) -> bool:
    """Test whether two graphs have the same triples in the same order, whatever their variables are called."""
    return left.attributes == right.attributes and left.relations == right.relations and left.weights == right.weights


def _of_equal(graph: TripleGraph, unit: int) -> Solution:
    """The alignment of a graph with an equal graph: all triples match, which is the counting bound."""
    mapping = tuple(paired_with_itself(graph))
    value = unit * graph.size
    return Solution(mapping, value, value, proved_bound=value, **_BY_COUNTING)


_INSTANT = 1e-6
"""The time limit of a method after building the problem has taken the whole time."""


@lru_cache(maxsize=1)
def _proving(params: SolveParams) -> SolveParams:
    """Return the parameters with a proof; cached, as each pair of a corpus needs them."""
    return replace(params, proof=True)


def _outlined(
    left: TripleGraph, right: TripleGraph, settings: ScoreSettings, similarities: Similarities | None
) -> Solution | None:
    """A solution without a problem, if the limits do not allow to build one, for any method."""
    params = settings.params
    if params.time_limit is None and params.memory_limit is None:
        return None
    from smatchproof.exact.outline import outline, too_large

    reason = too_large(left, right, params, similarities, settings.solver)
    return None if reason is None else outline(left, right, settings.convention.duplicates, similarities, reason)


def _backed(comparison: Comparison, settings: ScoreSettings) -> Comparison:
    """The comparison, recounted, with the foundation of its bound, unless a certificate will state it."""
    solution, name = comparison.solution, settings.method
    in_memory = settings.check and not settings.certificates
    if not in_memory or solution.proof is None:  # otherwise the checker recounts
        checked(comparison, name)
    if in_memory and (counted := _by_counting(comparison)).solution.proof is not None:
        return _checked(counted, name, _check_in_memory)
    return comparison.judged(*status_of(solution, None, settings.solver.searches_all))


def _by_counting(comparison: Comparison) -> Comparison:
    """The comparison, proved by counting triples if it matches all of one graph, for any method."""
    solution, least = comparison.solution, comparison.unit * min(comparison.left.size, comparison.right.size)
    is_counted = solution.proof == _COUNTED and solution.upper_bound == least
    if solution.matched != least or comparison.duplicates is Duplicates.PRODUCT or is_counted:
        return comparison
    return replace(comparison, solution=replace(solution, upper_bound=least, proved_bound=least, **_BY_COUNTING))


def _check_in_memory(comparison: Comparison) -> None:
    from smatchproof.exact.certificate import check_solution

    question = comparison.left, comparison.right, comparison.duplicates
    check_solution(*question, comparison.problem, comparison.solution, comparison.similarities)


def _checked(comparison: Comparison, name: str, check: Callable[[Comparison], None]) -> Comparison:
    """The comparison after the checker has recounted the alignment and checked the proof.

    If the checker refuses the proof, the pair falls back to the bound that needs no proof.
    """
    from smatchproof.exact.checker import Refused

    solution = comparison.solution
    try:
        check(comparison)
    except Refused as refused:
        checked(comparison, name)
        reason = f"the checker refuses the proof: {refused}"
        logger().warning("%s: %s; please tell the authors of smatchproof", name, reason)
        return _without_proof(comparison, reason)
    bound = solution.upper_bound if solution.proved_bound is None else solution.proved_bound
    status, reason = status_of(solution, bound)
    if status.is_checked and bound != solution.upper_bound:
        comparison = replace(comparison, solution=replace(solution, upper_bound=bound))
    return comparison.judged(status, reason)


def _without_proof(comparison: Comparison, reason: str) -> Comparison:
    from smatchproof.exact.outline import counting_bound

    solution = comparison.solution
    weaker = counting_bound(comparison.left, comparison.right, comparison.duplicates, comparison.similarities)
    unproved = replace(
        solution,
        upper_bound=max(weaker, solution.matched + 1),
        status=Status.HEURISTIC,
        proof=None,
        proved_bound=None,
        outcome=ProofOutcome.REFUSED,
    )
    return replace(comparison, solution=unproved).judged(status_of(unproved, None)[0], reason)


def question_sha256(comparison: Comparison, settings: ScoreSettings) -> str:
    """Return the SHA-256 of a pair's question: both triple lists, convention and similarities, as in certificates."""
    from smatchproof.exact.certificate import fingerprint, similarity_part

    graded = None if comparison.similarities is None else similarity_part(comparison.similarities)
    return fingerprint(settings.counted, comparison.left, comparison.right, graded)


def checked(comparison: Comparison, name: str) -> int:
    """Return the value of the solution of the method `name`, recounted triple by triple.

    Raises ``AssertionError`` if the recount contradicts the solution.
    """
    left, right, solution = comparison.left, comparison.right, comparison.solution
    try:
        matched = recounted(left, right, solution.mapping, comparison.duplicates, comparison.similarities)
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
    """Return the value of an alignment, by the definition. Raises ``ValueError`` if it is not one-to-one.

    >>> from smatchproof.conventions.conventions import convention
    >>> from smatchproof.graphs.reading import parse_graph
    >>> boy = convention("smatch").triples(parse_graph("(b / boy)"))
    >>> recounted(boy, boy, [0], Duplicates.SET)
    2
    """
    if not is_one_to_one(mapping, len(left.variables), len(right.variables)):
        raise ValueError(f"{tuple(mapping)} is no alignment")
    return matched_value(left, right, mapping, duplicates, similarities)


class Claim(NamedTuple):
    """The result of a method for a pair, with a certificate that the checker accepted, or the reason why there is none.

    Certificate and reason are empty if no certificate was asked for.
    """

    comparison: Comparison
    certificate: str | None = None
    note: str = ""
    backbone: Backbone | None = None
    """The links that all optima share, where they were asked for."""


def claim(left: Graph, right: Graph, settings: ScoreSettings, id: str) -> Claim:
    """Align two graphs, have the proof checked, and write a certificate if the settings ask for one.

    This is the only place where a pair gets its claim and its evidence. A pair that matches all triples of one graph is
    certified by counting them.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> boy = parse_graph("(b / boy)")
    >>> claimed = claim(boy, boy, ScoreSettings(certificates=True), "s.1")
    >>> claimed.comparison.status.value, '"id":"s.1"' in claimed.certificate, claimed.note
    ('certified', True, '')
    """
    return claim_of_solved(solved(asked(left, right, settings, id), settings), settings, id)


LONGER_PROOF = "; --proof-limit N allows a longer one"


def proved_by_weights(left: Graph, right: Graph, settings: ScoreSettings, id: str) -> Comparison:
    """Align two graphs, and have the checker check the proof, which never counts triples.

    No certificate is made: the text of a long proof may fill memory. The reason why there is no proof says which limit
    allows a longer one.
    """
    comparison = solved(asked(left, right, settings, id), settings, by_counting=False)
    if comparison.solution.proof is None:
        backed = _backed(comparison, settings)
        return backed.judged(
            backed.status, backed.reason + LONGER_PROOF * (comparison.solution.outcome is ProofOutcome.SIZE)
        )
    return _checked(comparison, settings.method, _check_in_memory)


def claim_of_solved(comparison: Comparison, settings: ScoreSettings, id: str) -> Claim:
    """Return the claim of a pair that is already solved, as :func:`claim` does, without another search."""
    if not settings.certificates:
        return Claim(_backed(comparison, settings))
    comparison = _by_counting(comparison)
    from smatchproof.exact.certificate import certificate

    if comparison.solution.proof is None:
        comparison = _backed(comparison, settings)
        reason = comparison.reason or "there is no proof"
        reason += LONGER_PROOF * (comparison.solution.outcome is ProofOutcome.SIZE)
        return Claim(comparison, note=f"{reason}; so there is no certificate")
    lines: list[str] = []

    def check(comparison: Comparison) -> None:
        graphs, rest = (comparison.left, comparison.right), (comparison.problem, comparison.solution)
        lines.append(certificate(id, settings.counted, *graphs, *rest, comparison.similarities))

    comparison = _checked(comparison, settings.method, check)
    note = "" if comparison.status.is_checked else comparison.reason
    return Claim(comparison, lines[0] if lines else None, note)
