"""Fine-grained scores: the matches of two graphs in each aspect (Damonte, Cohen & Satta, EACL 2017).

An aspect can be scored in two ways, and the numbers differ. Its own optimum is the largest number of its triples that
any alignment matches; as in Damonte's program, every aspect then has its own alignment. A projection counts the matches
of the aspect under one alignment of the whole graphs: all aspects then use the same alignment, but it may be one of
several optimal ones, and the others may project to other numbers.

The aspects of other programs are scored as in these programs: by words without an alignment, or by the optimum of their
own triples (:func:`program_aspects`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache, reduce
from typing import NamedTuple

from smatchproof.base.record import Record, Struct, field, replace
from smatchproof.conventions.aspects import Part, aspects_of
from smatchproof.conventions.triples import Duplicates, TripleGraph
from smatchproof.exact.certificate import check_range_end
from smatchproof.exact.checker import Refused
from smatchproof.exact.optima import RangeEnd, end_of_range
from smatchproof.graphs.graph import Graph
from smatchproof.problem.problem import build_problem
from smatchproof.problem.score import CorpusScore, Counts
from smatchproof.problem.solution import Status
from smatchproof.scoring.pairs.comparison import ClaimStatus, Comparison, compare_triples
from smatchproof.scoring.settings import FineGrained, ScoreSettings
from smatchproof.similarity.grading import GradedPair, matched_value


def fine_grained(comparison: Comparison, settings: ScoreSettings, how: FineGrained) -> dict[str, Counts]:
    """Return the counts of each of our aspects for a pair that was compared under `settings`.

    A projection claims nothing about the optimum of an aspect: its ``upper_bound`` is only its matched number. Optima
    cost a solve for each aspect that both graphs have. Raises the errors of the method, and ``AssertionError`` if a
    recount contradicts it.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> from smatchproof.scoring.pairs.comparison import compare
    >>> left, right = parse_graph("(g / go-02 :polarity -)"), parse_graph("(g / go-01 :polarity -)")
    >>> settings = ScoreSettings()
    >>> counts = fine_grained(compare(left, right, settings), settings, FineGrained.OPTIMUM)
    >>> [(name, counts[name].matched) for name in ("frames", "non-sense-frames", "negation")]
    [('frames', 0), ('non-sense-frames', 1), ('negation', 0)]
    """
    duplicates = settings.convention.duplicates
    plain = replace(settings, certificates=False)  # a certificate is about the whole graphs
    counts = {}
    for aspect in aspects_of(settings.convention.name).values():
        left, right = (aspect.select(side, duplicates) for side in (comparison.left, comparison.right))
        if how is FineGrained.OPTIMUM:
            counts[aspect.name] = _optimum(left, right, plain)
        else:
            counts[aspect.name] = _projected(left, right, comparison, settings)
    return counts


class Ranges(NamedTuple):
    """The triples matched of each aspect over all optimal alignments of the whole graphs: from `matched`, the least,
    to `upper_bound`, the most. `certified`: a checker has accepted a proof of each end.
    """

    counts: dict[str, Counts]
    certified: bool


def projected_ranges(comparison: Comparison, settings: ScoreSettings) -> Ranges | None:
    """Return the ranges of all aspects of a pair that was compared under `settings`; ``None`` if an end is not known.

    This takes two searches for each aspect. An alignment may have pairs that match no triple of the whole graphs.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> from smatchproof.scoring.pairs.comparison import compare
    >>> texts = "(a / and :op1 (b / boy) :op2 (g / go-02))", "(a / and :op1 (g / go-02))"
    >>> settings = ScoreSettings()
    >>> found = projected_ranges(compare(*map(parse_graph, texts), settings), settings)
    >>> found.counts["frames"], found.certified
    (Counts(matched=0, upper_bound=1, left_triples=1, right_triples=1), True)
    """
    solution, duplicates = comparison.solution, comparison.duplicates
    certified = comparison.status is ClaimStatus.CERTIFIED  # an end is one of all optima only if that is proved
    if solution.status is not Status.OPTIMAL:
        return None
    whole = comparison.left, comparison.right, comparison.similarities
    # none where equal graphs were counted
    problem = comparison.problem or build_problem(*whole[:2], duplicates, whole[2])
    params, found = replace(settings.params, proof=settings.check), {}
    for aspect in aspects_of(settings.convention.name).values():
        left, right = (aspect.select(side, duplicates) for side in whole[:2])
        part = left, right, settings.grading.similarities(left, right) if settings.grading else None
        count, values = build_problem(*part[:2], duplicates, part[2]), [0, 0]
        for at, sign in enumerate((-1, 1) if left.size and right.size else ()):  # else nothing matches
            end = end_of_range(problem, solution.matched, count, sign, params)
            if end is None:
                return None
            certified = certified and _is_certified(whole, part, duplicates, solution.matched, end)
            values[at] = end.value
        unit = settings.grading.denominator if settings.grading else 1
        found[aspect.name] = Counts.in_units(values[0], values[1], left.size, right.size, unit)
    return Ranges(found, certified)


def _is_certified(whole: GradedPair, part: GradedPair, duplicates: Duplicates, matched: int, end: RangeEnd) -> bool:
    try:
        check_range_end(whole, part, duplicates, matched, end)
    except (Refused, ValueError):
        return False
    return True


def program_fine_grained(left: Graph, right: Graph, settings: ScoreSettings, how: FineGrained) -> dict[str, Counts]:
    """Return the counts of each aspect of a program. Only the method and its limits are used of `settings`.

    Raises the errors of :func:`fine_grained`, and :class:`~smatchproof.base.errors.UsageError` for a graph that the
    program misreads, and if a package with its definitions is missing.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> twice = parse_graph("(a / and :op1 (b / boy) :op2 (c / boy))")
    >>> once = parse_graph("(a / and :op1 (b / boy))")
    >>> program_fine_grained(twice, once, ScoreSettings(), FineGrained.DAMONTE)["concepts"]
    Counts(matched=2, upper_bound=2, left_triples=3, right_triples=2)
    """
    chosen = program_aspects(how)
    rule = replace(settings.convention, duplicates=chosen.duplicates)
    alone = replace(settings, convention=rule, certificates=False, fine_grained=None)
    parts, others = chosen.parts(left), chosen.parts(right)
    return {name: _program_counts(parts[name], others[name], alone) for name in chosen.names}


def _program_counts(left: Part, right: Part, settings: ScoreSettings) -> Counts:
    if isinstance(left, TripleGraph) and isinstance(right, TripleGraph):
        return _optimum(left, right, settings)
    assert isinstance(left, Counter) and isinstance(right, Counter)
    matched = (left & right).total()
    return Counts(matched, matched, left.total(), right.total())


def _optimum(left: TripleGraph, right: TripleGraph, settings: ScoreSettings) -> Counts:
    if left.size and right.size:
        return compare_triples(left, right, settings).certified_counts
    return Counts.in_units(0, 0, left.size, right.size, settings.grading.denominator if settings.grading else 1)


def _projected(left: TripleGraph, right: TripleGraph, comparison: Comparison, settings: ScoreSettings) -> Counts:
    grading = settings.grading
    similarities = grading.similarities(left, right) if grading else None
    mapping = comparison.solution.mapping
    matched = matched_value(left, right, mapping, settings.convention.duplicates, similarities)
    return Counts.in_units(matched, matched, left.size, right.size, grading.denominator if grading else 1)


class RangeTotal(Struct):
    """Running totals of ranges: the sums of both ends for each aspect; a pair counts as `proved` if they are equal.

    >>> total = RangeTotal()
    >>> total.add(Ranges({"wiki": Counts(1, 3, 4, 4)}, True), {})
    >>> total.aspects["wiki"].micro.f1, total.aspects["wiki"].micro_upper.f1, total.wide("wiki")
    (0.25, 0.75, 1)
    """

    aspects: dict[str, CorpusScore] = field(default_factory=dict)
    unknown: int = 0
    """The number of pairs whose ranges are not known; they count with the matches of their alignment."""
    certified: int = 0

    def add(self, ranges: Ranges | None, counts: Mapping[str, Counts]) -> None:
        """Count one more pair; `counts` are those of its alignment."""
        self.unknown += ranges is None
        self.certified += ranges is not None and ranges.certified
        for name, each in (ranges.counts if ranges else counts).items():
            self.aspects.setdefault(name, CorpusScore()).add(each)

    def wide(self, name: str) -> int:
        """The number of pairs in which the ends of an aspect differ."""
        corpus = self.aspects.get(name, CorpusScore())
        return corpus.pairs - corpus.proved


class FineGrainedScore(Struct):
    """Running totals of a corpus, aspect by aspect.

    >>> total = FineGrainedScore(FineGrained.OPTIMUM)
    >>> total.add(dict.fromkeys(total.aspects, Counts(1, 1, 2, 2)))
    >>> total.add(dict.fromkeys(total.aspects, Counts(0, 1, 2, 2)))
    >>> total.aspects["wiki"].micro.f1, total.aspects["wiki"].proved, total.pairs.proved
    (0.25, 1, 1)
    """

    how: FineGrained
    aspects: dict[str, CorpusScore] = field(default_factory=dict)
    """The scores by aspect: the aspects of `how` under `smatch`, unless given."""
    pairs: CorpusScore = field(default_factory=CorpusScore)
    """All aspects together: a pair is proved when each of them is."""
    ranges: RangeTotal | None = None

    def __post_init__(self) -> None:
        self.aspects = self.aspects or {name: CorpusScore() for name in aspect_names(self.how)}

    def add(self, counts: dict[str, Counts]) -> None:
        """Count one more pair."""
        for name, corpus in self.aspects.items():
            corpus.add(counts[name])
        self.pairs.add(reduce(Counts.plus, counts.values(), Counts(0, 0, 0, 0)))

    def signature(self, whole: str, is_canonical: bool = False) -> str:
        """The settings that can change these scores, in one line; `whole` is the signature of the whole graphs' score.

        That of projections says how many alignments of whole graphs are proved optimal, and so does this; and whether
        all are canonical. A program's aspects have the program instead of a convention.

        >>> whole = "smatch|conv:smatch|method:exact|certified:1/2|v:0.2.0"
        >>> FineGrainedScore(FineGrained.PROJECTED).signature(whole)
        'smatch|conv:smatch|fine:projected|method:exact|certified:1/2|v:0.2.0'
        >>> FineGrainedScore(FineGrained.DAMONTE).signature(whole)
        'smatch|fine:damonte@8bc6b2e|method:exact|certified:0/0|v:0.2.0'
        """
        label, parts = str(self.how), whole.split("|")
        if self.how.is_of_a_program:
            label = program_aspects(self.how).label
            parts = ["smatch", *(part for part in parts[1:] if part.startswith(_NO_CONVENTION))]
        if self.how is FineGrained.PROJECTED:
            label += "-canonical" * is_canonical
        else:
            certified = f"certified:{self.pairs.proved}/{self.pairs.pairs}"
            parts = [certified if part.startswith("certified:") else part for part in parts]
        return "|".join(f"fine:{label}|{part}" if part.startswith("method:") else part for part in parts)


_NO_CONVENTION = ("on-error:", "method:", "certified:", "v:")
"""The beginnings of the parts of a signature that a convention does not change."""


def f1_or_none(counts: Counts) -> float | None:
    """Return F1 of an aspect; ``None`` if neither graph has such triples.

    >>> f1_or_none(Counts(0, 0, 0, 3)), f1_or_none(Counts(0, 0, 0, 0))
    (0.0, None)
    """
    return counts.score.f1 if counts.left_triples or counts.right_triples else None


# ---- the sets of aspects: ours, and those of other programs
#
# The aspects of a program are read from the graphs as the program does, whatever the convention of the whole graphs is.
# Their signature names the program and its commit or release, and not that convention.


class ProgramAspects(Record):
    """The aspects of a program: their `names` in order, the `parts` of a graph by name, and how repeated triples count.

    `label` is what signatures call it.
    """

    label: str
    names: tuple[str, ...]
    parts: Callable[[Graph], Mapping[str, Part]]
    duplicates: Duplicates


def aspect_names(how: FineGrained, convention: str = "smatch") -> tuple[str, ...]:
    """Return the aspects under a convention in the order of reports. Raises the errors of :func:`program_aspects`.

    >>> aspect_names(FineGrained.DAMONTE)[:3]
    ('unlabelled', 'no-word-senses', 'concepts')
    """
    return program_aspects(how).names if how.is_of_a_program else tuple(aspects_of(convention))


@cache
def program_aspects(how: FineGrained) -> ProgramAspects:
    """Return the aspects of a program, cached in each process.

    Raises :class:`~smatchproof.base.errors.UsageError` if a package with their definitions is missing.

    >>> program_aspects(FineGrained.DAMONTE).label
    'damonte@8bc6b2e'
    """
    if how is FineGrained.SMATCHPP:
        from smatchproof.conventions.smatchpp_aspects import RELEASE, smatchpp_aspects

        parts, fingerprint = smatchpp_aspects()
        return ProgramAspects(f"smatchpp@{RELEASE}#{fingerprint}", tuple(parts(Graph())), parts, Duplicates.SET)
    if how is FineGrained.ANCAST:
        from smatchproof.conventions.ancast_aspects import RELEASE, ancast_parts

        return ProgramAspects(f"{how}@{RELEASE}", tuple(ancast_parts(Graph())), ancast_parts, Duplicates.SET)
    from smatchproof.conventions.amr_evaluation import amr_evaluation_enhanced_parts, amr_evaluation_parts

    chosen, commit = {
        FineGrained.DAMONTE: (amr_evaluation_parts, "8bc6b2e"),
        FineGrained.DAMONTE_ENHANCED: (amr_evaluation_enhanced_parts, "a4284d6"),
    }[how]
    return ProgramAspects(f"{how}@{commit}", tuple(chosen(Graph())), chosen, Duplicates.PRODUCT)
