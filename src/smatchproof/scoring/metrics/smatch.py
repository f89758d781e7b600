"""Smatch and graded Smatch as metrics, and their presets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from smatchproof.base.errors import UsageError
from smatchproof.base.record import Record, field, replace
from smatchproof.base.text import Section
from smatchproof.conventions.conventions import convention
from smatchproof.conventions.triples import TripleGraph
from smatchproof.exact.certificate import fingerprint
from smatchproof.exact.first_bounds import Optimum, certified_at_once
from smatchproof.graphs.graph import Graph
from smatchproof.problem.pairs import couples
from smatchproof.problem.score import Counts
from smatchproof.problem.solution import Status
from smatchproof.scoring.methods.registry import DEFAULT_METHOD
from smatchproof.scoring.metrics.alignment_scores import AlignmentTotal, PairScore, pair_line, pair_object
from smatchproof.scoring.metrics.entry import ALIGNING_OPTIONS, CONVENTION_OPTIONS, SIMILARITY_OPTIONS, MetricEntry
from smatchproof.scoring.metrics.protocol import Sentences
from smatchproof.scoring.pairs.comparison import (
    Claim,
    ClaimStatus,
    Comparison,
    asked,
    claim,
    compare,
    question_sha256,
    solved,
)
from smatchproof.scoring.parameters import spelled
from smatchproof.scoring.settings import FineGrained, OnError, ScoreSettings
from smatchproof.similarity.grading import Graded, Grading

if TYPE_CHECKING:  # a score without an interval should not wait for it
    from smatchproof.inference.sum_table import SumTable
    from smatchproof.scoring.pairs.fine_grained import Ranges


LARGE = 300_000
"""The most variables times candidates and matches for which the canonical optimum is found by default: the search for
all optima has a question for each link. Pairs of PARA have up to 25,000 and take 0.07 s; a clique of 1,360,000 took
160 s, while its score took one."""


class AlignmentMetric(Record):
    """Smatch by the method of the settings; graded if the settings have a grading.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> cat, dog = parse_graph("(c / cat)"), parse_graph("(d / dog)")
    >>> AlignmentMetric().score(cat, dog).value
    0.5
    """

    settings: ScoreSettings = field(default_factory=ScoreSettings)

    @property
    def name(self) -> str:
        """``smatch``, ``graded-smatch`` or the preset, and the method unless it proves its scores."""
        kind = self.settings.preset or ("graded-smatch" if self.settings.grading else "smatch")
        method = self.settings.method
        return kind if method == DEFAULT_METHOD else spelled(kind, {"method": method})

    @property
    def signature(self) -> str:
        """Convention, grading and method."""
        return self.settings.signature()

    label, key = "F1", "f1"

    @property
    def is_interruptible(self) -> bool:
        """Test whether Ctrl-C ends the method."""
        return self.settings.solver.interruptible

    def score(self, left: Graph, right: Graph, seed: int = 0) -> Counts:
        """Return the counts of the pair, recounted from the alignment."""
        settings = replace(self.settings, params=replace(self.settings.params, seed=seed))
        return compare(left, right, settings).plain.certified_counts

    def certifying(self) -> AlignmentMetric:
        """Return the same metric with a certificate of each pair, if its method can make one."""
        leaves_proof = self.settings.solver.leaves_proof
        return replace(self, settings=replace(self.settings, certificates=leaves_proof))

    def canonically(self, left: Graph, right: Graph, id: str) -> AlignmentMetric:
        """Return the same metric with the canonical optimum of this pair, if its method proves optima and that is
        cheap.

        The canonical optimum is searched if it or all optima are asked for, or if the score needs no branch and the
        problem is not :data:`LARGE`; then no question of the search may need a branch, either.
        """
        wanted = self.settings.canonical or self.settings.every_optimum
        if not self.settings.solver.leaves_proof or self.settings.params.at_least is not None:
            return replace(self, settings=replace(self.settings, canonical=False))
        settings = replace(self.settings, canonical=True)
        if not wanted:
            settings = replace(settings, params=replace(settings.params, node_limit=1))
            # without counting, as the search for all optima begins
            found = solved(asked(left, right, settings, id), replace(settings, check=False), by_counting=False)
            problem = found.problem
            size = 0 if problem is None else len(problem.candidates) + len(problem.matches)
            if found.solution.status is not Status.OPTIMAL or size * len(found.left.variables) > LARGE:
                return self
        return replace(self, settings=settings)

    def claim(self, left: Graph, right: Graph, id: str) -> Claim:
        """Align a pair and check the proof. Returns the claim, with its certificate if the settings ask for one."""
        if self.settings.every_optimum or self.settings.canonical:
            from smatchproof.scoring.pairs.optima_claims import claim_of_optima

            return claim_of_optima(left, right, self.settings, id)
        return claim(left, right, self.settings, id)

    def pair(self, left: Graph, right: Graph, id: str, errors: tuple[str, ...] = ()) -> PairScore:
        """Return the score of a pair of a corpus, with its alignment and the other parts that the settings ask for."""
        settings = self.settings
        if settings.is_plain:
            triples = settings.convention.triples(left), settings.convention.triples(right)
            if found := certified_at_once(*triples):
                return _certified(id, *triples, found, errors, settings)
        stated, certificate, note, backbone = self.claim(left, right, id)
        comparison = stated.plain
        aspects = None
        if self.settings.fine_grained is not None:
            aspects = self._aspects(left, right, comparison, self.settings.fine_grained)
        return PairScore(
            id=id,
            counts=comparison.counts,
            status=comparison.status,
            reason=comparison.reason,
            seconds=comparison.solution.seconds,
            alignment=comparison.alignment,
            left_changes=comparison.left.changes,
            right_changes=comparison.right.changes,
            errors=errors,
            certificate=certificate,
            note=note,
            fine_grained=aspects,
            backbone=backbone,
            ranges=self._ranges(comparison),
            evidence=_supported(comparison),
            canonical=comparison.is_canonical if self.settings.canonical else None,
            sha256=question_sha256(stated, self.settings) if self.settings.fingerprints else None,
            checked_counts=None if comparison.status.is_checked else comparison.certified_counts,
        )

    def _ranges(self, comparison: Comparison) -> Ranges | None:
        if not self.settings.every_optimum or self.settings.fine_grained is not FineGrained.PROJECTED:
            return None
        from smatchproof.scoring.pairs.fine_grained import projected_ranges

        return projected_ranges(comparison, self.settings)

    def _aspects(self, left: Graph, right: Graph, comparison: Comparison, how: FineGrained) -> dict[str, Counts]:
        from smatchproof.scoring.pairs.fine_grained import fine_grained, program_fine_grained

        if how.is_of_a_program:
            return program_fine_grained(left, right, self.settings, how)
        return fine_grained(comparison, self.settings, how)

    def total(self, on_error: OnError = OnError.STOP) -> AlignmentTotal:
        """The totals of a corpus before its first pair."""
        return AlignmentTotal(self.settings, on_error)

    pair_line = staticmethod(pair_line)

    def pair_object(self, pair: PairScore) -> dict[str, object]:
        """A pair as the members of a JSON object."""
        return pair_object(pair, self.settings)

    def sum_table(self, counts: Sequence[Counts]) -> SumTable:
        """Rows of matched, upper bound and triples, and the F1 of their sums."""
        from smatchproof.inference.sum_table import f1_table

        return f1_table(counts)

    def explain(self, left: Graph, right: Graph, sentences: Sentences = (None, None)) -> list[Section]:
        """Return both graphs, the alignment, and its matching triples."""
        return self.explain_claim(self.claim(left, right, left.id or "1"), (left, right), sentences)

    def explain_claim(
        self, claim: Claim, graphs: tuple[Graph, Graph], sentences: Sentences = (None, None)
    ) -> list[Section]:
        """Explain a pair that is already aligned, with roles as its graphs have them."""
        from smatchproof.scoring.metrics.explanation import as_written, backbone_section, explained

        sections = explained(as_written(claim.comparison.plain, graphs), self.settings, sentences)
        if claim.backbone is not None:
            sections.insert(3, backbone_section(claim.comparison, claim.backbone))
        return sections


def _certified(
    id: str, left: TripleGraph, right: TripleGraph, found: Optimum, errors: tuple[str, ...], settings: ScoreSettings
) -> PairScore:
    """The score of a pair whose optimum is certified."""
    return PairScore(
        id,
        Counts(found.matched, found.matched, left.size, right.size),
        ClaimStatus.CERTIFIED,
        found.seconds,
        tuple(couples(left, right, found.mapping)),
        left.changes,
        right.changes,
        errors,
        sha256=fingerprint(settings.counted, left, right) if settings.fingerprints else None,
    )


def _supported(comparison: Comparison) -> tuple[int, int] | None:
    """The number of aligned pairs with evidence, and of all with evidence, if evidence is used."""
    if comparison.restated is None:
        return None
    return comparison.restated.supported(comparison.solution.mapping), len(comparison.restated.pairs)


def score_pair(left: Graph, right: Graph, settings: ScoreSettings, position: int = 1) -> PairScore:
    """Return the score of two graphs; without ``# ::id`` the pair is named by its position.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> score_pair(parse_graph("(c / cat)"), parse_graph("(c / cat)"), ScoreSettings()).alignment
    (('c', 'c'),)
    """
    return AlignmentMetric(settings).pair(left, right, left.id or str(position))


def entry(
    name: str,
    summary: str,
    applied: Callable[[ScoreSettings, Grading | None], ScoreSettings],
    options: Iterable[str],
    **more: Any,
) -> MetricEntry:
    """Return the entry of a metric that aligns, with the settings made by `applied`."""

    def make(settings: ScoreSettings, grading: Grading | None, method: str = "") -> AlignmentMetric:
        chosen = applied(settings, grading)
        return AlignmentMetric(replace(chosen, method=method) if method else chosen)

    used = frozenset((*ALIGNING_OPTIONS, *options))
    return MetricEntry(name, summary, make, used, ("method",), **more)


def _graded(settings: ScoreSettings, grading: Grading | None) -> ScoreSettings:
    if grading is None:
        raise UsageError("graded-smatch needs similarities; give --vectors FILE or --similarities FILE, or similarity=")
    return replace(settings, grading=grading)


# ---- presets: bundles of settings under one name, which reproduce another program or a column of a published table
#
# The name of a preset is in the signature, with the settings that it stands for. Options for these are refused with it.

_PROGRAM_SENSE = 0.5
"""The default of ``-diffsense`` in ``s2match.py``."""


def _as_the_program(name: str, grading: Grading | None) -> Grading:
    """The similarities as the program uses them: word vectors by its own rules, a table as it is.

    The threshold and the sense coefficient are the program's ``-cutoff`` and ``-diffsense``; TOP is graded besides the
    concepts. Raises :class:`UsageError` if there are no similarities.
    """
    if grading is None:
        raise UsageError(f"{name} needs similarities; give --vectors FILE or --similarities FILE, or similarity=")
    similarity = grading.similarity
    from smatchproof.similarity.similarity import S2matchPySimilarity, VectorSimilarity

    if type(similarity) is VectorSimilarity:
        sense = _PROGRAM_SENSE if similarity.sense is None else similarity.sense
        similarity = S2matchPySimilarity(similarity.words, sense, grading.threshold)
    elif grading.threshold != Grading(similarity).threshold:
        raise UsageError(f"the threshold of {name} is for word vectors; a table counts as it is")
    return Grading(similarity, threshold=0.0, graded=Graded.TOP, denominator=grading.denominator)


def _preset(name: str, reproduces: str, rule: str, is_graded: bool = False) -> MetricEntry:
    """The entry of a preset with a convention, where concepts match by similarity if it is graded.

    `reproduces` names the program or table that the preset reproduces.
    """

    def applied(settings: ScoreSettings, grading: Grading | None) -> ScoreSettings:
        chosen = replace(convention(rule), aspect=settings.convention.aspect)
        used = _as_the_program(name, grading) if is_graded else None
        return replace(settings, convention=chosen, grading=used, preset=name)

    return entry(
        name,
        reproduces,
        applied,
        [name for name in SIMILARITY_OPTIONS if is_graded and name != "graded"],
        convention=rule,
    )


ENTRIES = (
    entry(
        "smatch",
        "triples in common",
        lambda settings, _: replace(settings, grading=None),
        CONVENTION_OPTIONS,
    ),
    entry(
        "graded-smatch",
        "the same under any convention, where concepts match by similarity",
        _graded,
        {*CONVENTION_OPTIONS, *SIMILARITY_OPTIONS} - {"map"},
    ),
    _preset(
        "s2match",
        "concepts match by similarity, as in s2match.py of amr-metric-suite at 711a231: BAMBOO's S2match(def)",
        "amr-metric-suite",
        is_graded=True,
    ),
    _preset(
        "bamboo-smatch", "BAMBOO's Smatch: that of the suite, whose TOP has the root's concept", "amr-metric-suite"
    ),
    _preset("bamboo-smatchpp", "BAMBOO's SmatchPP: smatchpp, graph type amr", "smatchpp-amr"),
)
