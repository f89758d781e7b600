"""Scoring: from two graphs, or two corpora, to counts."""

from __future__ import annotations

import itertools
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from smatchproof.alignment import (
    VERSION,
    AlignmentProblem,
    Block,
    Change,
    Convention,
    CorpusScore,
    Counts,
    Duplicates,
    Grading,
    Graph,
    InputError,
    Mapping,
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
from smatchproof.exact import SolverDisagreement
from smatchproof.reports.executors import in_order, open_workers
from smatchproof.reports.methods import DEFAULT_METHOD, method

if TYPE_CHECKING:  # it imports this module
    from smatchproof.reports.fine_grained import FineGrained


class OnError(StrEnum):
    """What to do with a graph that cannot be read."""

    STOP = "stop"
    """Score nothing; the error says where the graph is."""
    EMPTY = "empty"
    """Score it as a graph without triples (its partner's triples count) and list it."""


@dataclass(frozen=True, slots=True)
class ScoreSettings:
    """All that can change a score, except the graphs. With a `grading` the metric is S2match, otherwise Smatch."""

    convention: Convention = field(default_factory=lambda: convention("smatch"))
    method: str = DEFAULT_METHOD
    params: SolveParams = field(default_factory=SolveParams)
    on_error: OnError = OnError.STOP
    certificates: bool = False
    grading: Grading | None = None
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

    def signature(self, corpus: CorpusScore) -> str:
        """The settings and what was proved, in one line."""
        on_error = "|on-error:empty" if self.on_error is OnError.EMPTY else ""
        metric = "s2match" if self.grading else "smatch"
        return signature(self.counted + on_error, self.method, corpus, VERSION, metric)


@dataclass(frozen=True, slots=True)
class PairScore:
    """The result for one pair, in names and counts. `id` is the graphs' ``# ::id``, or their position from 1.

    `alignment` holds (left variable, right variable) couples; `errors` the graphs that were scored as empty;
    `left_changes` and `right_changes` what the convention did to the triples that were written. `certificate` is the
    line that the checker accepted, where one was asked for; `note` says why there is none. `fine_grained` holds the
    counts of each aspect, where they were asked for.
    """

    id: str
    counts: Counts
    status: Status
    seconds: float
    alignment: tuple[tuple[str, str], ...]
    left_changes: tuple[Change, ...] = ()
    right_changes: tuple[Change, ...] = ()
    errors: tuple[str, ...] = ()
    certificate: str | None = None
    note: str = ""
    fine_grained: dict[str, Counts] | None = None


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
    mapping: Mapping,
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


def score_pair(left: Graph, right: Graph, settings: ScoreSettings, position: int = 1) -> PairScore:
    """The score of two graphs."""
    return _pair_score(compare(left, right, settings), settings, left.id or str(position), ())


def _pair_score(comparison: Comparison, settings: ScoreSettings, id: str, errors: tuple[str, ...]) -> PairScore:
    line, note = None, ""
    if settings.certificates:
        comparison, line, note = certified(comparison, settings, id)
    aspects = None
    if settings.fine_grained is not None:
        from smatchproof.reports.fine_grained import fine_grained

        aspects = fine_grained(comparison, settings, settings.fine_grained)
    solution = comparison.solution
    return PairScore(
        id=id,
        counts=comparison.counts,
        status=solution.status,
        seconds=solution.seconds,
        alignment=comparison.alignment,
        left_changes=comparison.left.changes,
        right_changes=comparison.right.changes,
        errors=errors,
        certificate=line,
        note=note,
        fine_grained=aspects,
    )


def certified(comparison: Comparison, settings: ScoreSettings, id: str) -> tuple[Comparison, str | None, str]:
    """The comparison with its certificate, or the reason why it has none.

    A proof that the checker refuses proves nothing: its pair falls back to the bound that needs no proof.
    """
    from smatchproof.exact.certificate import Refused, certificate

    solution = comparison.solution
    if solution.status is not Status.OPTIMAL:
        return comparison, None, "not proved, so there is no certificate"
    if solution.proof is None:
        return comparison, None, "proved by search, certificate over the size limit"
    graphs = comparison.left, comparison.right
    try:
        line = certificate(id, settings.counted, *graphs, comparison.problem, solution, comparison.similarities)
    except Refused as refused:
        weaker = max(comparison.problem.trivial_bound(), solution.matched + 1)
        unproved = replace(solution, upper_bound=weaker, status=Status.HEURISTIC, proof=None)
        return replace(comparison, solution=unproved), None, f"the checker refuses the proof: {refused}"
    return comparison, line, ""


_Task = tuple[int, Block, Block]
_CHUNK = 32


def score_blocks(
    pairs: Iterable[tuple[Block, Block]],
    settings: ScoreSettings,
    jobs: int | None = 1,
    total: int | None = None,
    scheduler: str | None = None,
) -> Generator[PairScore, None, None]:
    """Scores of pairs that are still text, in their order; `jobs` processes work at the same time.

    `total`, the number of pairs where it is known, lets a short corpus be shared out evenly. With the address of a
    `scheduler` the workers of its Dask cluster do the work; leave `jobs` to it then. Memory does not grow with the
    number of pairs. Raises :class:`InputError` at the first graph that cannot be read unless `settings.on_error` says
    otherwise.
    """
    numbered = ((position, left, right) for position, (left, right) in enumerate(pairs, 1))
    if jobs == 1 and scheduler is None and method(settings.method).interruptible:
        for task in numbered:
            yield _score_task(task, settings)
        return
    with open_workers(jobs, scheduler) as workers:
        size = _CHUNK if total is None else max(1, min(_CHUNK, total // (8 * workers.slots)))
        chunks = iter(lambda: list(itertools.islice(numbered, size)), [])
        for scores in in_order(workers, _score_chunk, chunks, settings, name=_first_pair):
            yield from scores


def _first_pair(chunk: Sequence[_Task]) -> str:
    position, left, _ = chunk[0]
    return f"pair {left.id or position}" + (f" or one of the {len(chunk) - 1} after it" if len(chunk) > 1 else "")


def _score_chunk(tasks: Sequence[_Task], settings: ScoreSettings) -> list[PairScore]:
    return [_score_task(task, settings) for task in tasks]


def _score_task(task: _Task, settings: ScoreSettings) -> PairScore:
    position, left_block, right_block = task
    errors: list[str] = []
    left, right = (parsed(block, settings.on_error, errors) for block in (left_block, right_block))
    id = left_block.id or str(position)
    try:
        return _pair_score(compare(left, right, settings), settings, id, tuple(errors))
    except (UsageError, SolverDisagreement) as error:
        raise type(error)(f"pair {id}: {error}") from None


def parsed(block: Block, on_error: OnError, errors: list[str]) -> Graph:
    """The graph of a block; what is wrong with it is an error, or one more of `errors` and an empty graph."""
    try:
        return block.parse()
    except InputError as error:
        if on_error is OnError.STOP:
            raise
        errors.append(str(error))
        return Graph(id=block.id)
