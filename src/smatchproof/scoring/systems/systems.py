"""Answering a question: files of candidates, scored pair by pair, summed up, and how sure that is."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from smatchproof.base.errors import InputError, Place
from smatchproof.base.record import Record, Struct, field
from smatchproof.conventions.triples import TripleGraph
from smatchproof.exact.first_bounds import certified_at_once
from smatchproof.graphs.corpus import Block, Corpus, check_pairing, pair_blocks, paired_blocks
from smatchproof.problem.score import Counts
from smatchproof.scoring.corpus.corpus_scores import score_blocks_by
from smatchproof.scoring.metrics import CorpusMetric, Total
from smatchproof.scoring.pairs.comparison import ClaimStatus, compare_triples
from smatchproof.scoring.settings import ScoreSettings
from smatchproof.scoring.systems.fingerprint import Fingerprint, fingerprint
from smatchproof.scoring.systems.question import MetricChoice, Question, SimilarityFile
from smatchproof.similarity.grading import Grading

if TYPE_CHECKING:  # a score without an interval should not wait for it
    from fractions import Fraction

    from smatchproof.scoring.systems.significance import Confidence, Significance
else:  # for help(): msgspec looks the names of annotations up
    Confidence = Fraction = Significance = object


class System(Struct):
    """A file of candidates with the reference's graphs, and its score under one metric, which grows pair by pair.

    The counts of its pairs are kept only where it is asked how sure the score is. With `certified_counts` they have the
    bounds that anybody can check, where they are not those of the method.
    """

    file: str
    name: str
    """Its name in tables."""
    number: int
    """The number of pairs."""
    choice: MetricChoice
    metric: CorpusMetric
    question: Question
    blocks: Callable[[], Iterable[tuple[Block, Block]]]
    """The pairs as text, in the order of the reference."""
    total: Total
    certified_counts: bool = False
    certified: int | None = 0
    """The number of pairs for which a checker has accepted a proof; ``None`` if the metric searches nothing."""
    confidence: Confidence | None = None
    counts: list[Any] = field(default_factory=list)
    """The counts of each pair."""
    _ids: list[str] = field(default_factory=list)
    _aspects: list[dict[str, Counts]] = field(default_factory=list)

    def add(self, pair: Any) -> None:
        """Count one more pair."""
        self.total.add(pair)
        self.certified = None if self.certified is None or pair.certified is None else self.certified + pair.certified
        inference = self.question.inference
        if inference is not None:
            self.counts.append(pair.certified_counts if self.certified_counts else pair.counts)
            if inference.clusters is not None:
                self._ids.append(pair.id)
            if (aspects := getattr(pair, "fine_grained", None)) is not None:
                self._aspects.append(aspects)

    def signature_of(self, pair: Any) -> str:
        """The signature of the score of that pair alone."""
        alone = self.metric.total(self.question.on_error)
        alone.add(pair)
        return alone.signature

    def clusters(self) -> list[Hashable] | None:
        """To which cluster each pair belongs; ``None`` if pairs are independent."""
        inference = self.question.inference
        if inference is None or inference.clusters is None:
            return None
        return inference.labels(self._ids)

    def aspects(self) -> dict[str, list[Counts]]:
        """The counts of each pair, for each aspect that was asked for."""
        return {name: [pair[name] for pair in self._aspects] for name in next(iter(self._aspects), ())}


def scored_together(systems: Sequence[System]) -> Generator[tuple[Any, ...], None, None]:
    """Score the pairs of one file under several metrics at once; each result is for :meth:`System.add`, in this order.

    The `systems` are of one file. Graphs are read once for all metrics.
    """
    question, metrics = systems[0].question, [system.metric for system in systems]
    return score_blocks_by(metrics, systems[0].blocks(), question.jobs, question.scheduler, question.on_error)


class OpenedFiles(Struct):
    """Open files of the same sentences, in the order of the first one."""

    corpora: list[Corpus]
    number: int
    """The number of sentences."""
    places: list[dict[str, tuple[int, int]] | None]

    def pairs(self, at: int) -> Iterator[tuple[Block, Block]]:
        """The graphs of the file with this number among those after the first one, each with that of the first."""
        first, other = self.corpora[0], self.corpora[1 + at]
        return ((right, left) for left, right in pair_blocks(first, other, self.places[at]))

    def blocks(self) -> Iterator[tuple[Block, ...]]:
        """The graphs of each sentence."""
        return paired_blocks(self.corpora[0], self.corpora[1:], self.places)

    def fingerprints(self) -> tuple[Fingerprint, ...]:
        """The identity of the graphs of each file; reads all of them."""
        return tuple(fingerprint(corpus.blocks()) for corpus in self.corpora)


@contextmanager
def opened_files(files: Sequence[str]) -> Iterator[OpenedFiles]:
    """Open files of the same sentences. Raises :class:`InputError` if they do not pair."""
    with ExitStack() as stack:
        corpora = [stack.enter_context(Corpus(file)) for file in files]
        pairings = [check_pairing(corpora[0], other) for other in corpora[1:]]
        if not pairings:
            raise InputError("one file has no other to agree with", Place(corpora[0].name), "name two files or more")
        yield OpenedFiles(corpora, pairings[0][0], [places for _, places in pairings])


@contextmanager
def opened(question: Question, certified_counts: bool = False) -> Iterator[list[System]]:
    """The files of candidates with the reference, file by file and metric by metric.

    A file that does not pair with the reference is refused at once. With `certified_counts` the counts that inference
    sees have bounds that anybody can check.
    """
    with ExitStack() as files:
        together = files.enter_context(opened_files([question.reference, *question.candidates]))
        corpora = together.corpora[1:]
        gradings: dict[SimilarityFile, Grading | None] = {}
        for choice in question.choices:
            if isinstance(choice.similarities, SimilarityFile) and choice.similarities not in gradings:
                gradings[choice.similarities] = choice.grading(together.corpora)
        systems = []
        for at, (file, name, corpus) in enumerate(zip(question.candidates, question.names, corpora, strict=True)):
            for choice in question.choices:
                if choice.settings.evidence is not None:
                    choice.settings.evidence.check_fits(corpus)
                given = choice.similarities
                metric = choice.metric(gradings[given] if isinstance(given, SimilarityFile) else given)
                blocks, total = partial(together.pairs, at), metric.total(question.on_error)
                number = together.number
                systems.append(System(file, name, number, choice, metric, question, blocks, total, certified_counts))
        yield systems


def by_file(systems: Sequence[System]) -> list[list[System]]:
    """The systems of each file together."""
    number = len(systems[0].question.choices)
    return [[*systems[at : at + number]] for at in range(0, len(systems), number)]


Watch: TypeAlias = "Callable[[Iterator[tuple[Any, ...]], str, int], Iterable[tuple[Any, ...]]]"
"""Passes the scores of a system's pairs on, with a label and the number of pairs, so that they can be watched."""


def score_all(
    systems: Sequence[System],
    watch: Watch = lambda scored, label, number: scored,
    keep: Callable[[System, Any], None] = lambda system, pair: None,
) -> None:
    """Score all pairs of all systems; `keep` gets each, with its system."""
    for group in by_file(systems):
        with closing(scored_together(group)) as pairs:
            for scores in watch(pairs, f"scoring {group[0].name}", group[0].number):
                for system, pair in zip(group, scores, strict=True):
                    system.add(pair)
                    keep(system, pair)


# ---- pairs that differ


class ChangedPair(Record):
    """A pair of two systems under one metric: its id, and both scores."""

    id: str
    score: float
    other_score: float

    @property
    def change(self) -> float:
        """The score of the first system less that of the other."""
        return self.score - self.other_score


def changed_most(system: System, other: System, number: int) -> list[ChangedPair]:
    """Return up to `number` pairs with the largest changes of scores, largest first, without unchanged ones."""
    scores = enumerate(zip(system.counts, other.counts, strict=True), 1)
    changes = [(abs(one.value - two.value), -at, one.value, two.value) for at, (one, two) in scores]
    largest = heapq.nlargest(number, (each for each in changes if each[0] > 0))
    places = {-at for _, at, *_ in largest}
    with Corpus(system.question.reference) as corpus:
        headings = enumerate(corpus.headings(), 1)
        ids = {at: each.id or str(at) for at, each in headings if at in places}
    return [ChangedPair(ids[-at], score, other_score) for _, at, score, other_score in largest]


# ---- how sure


class PairOutcomes(NamedTuple):
    """Numbers of pairs on which a system scores more, the same and less than another; `open`: bounds do not decide."""

    wins: int
    ties: int
    losses: int
    open: int = 0


class Difference(Record):
    """The difference of two systems' scores, with its interval and p-values.

    `p` is that of `significance`, corrected (Holm 1979) for all systems that were compared to the same one.
    """

    significance: Significance
    p: float | None
    outcomes: PairOutcomes


def infer(systems: Sequence[System], couples: Sequence[tuple[System, System]] = ()) -> list[Difference]:
    """Tell how sure the scores are, if the question asks for it, and how the systems of each couple differ.

    The differences are in the order of the couples, for whose number p-values are corrected. Raises ``ValueError`` if
    there is no pair.
    """
    question = systems[0].question
    if question.inference is None:
        return []
    from smatchproof.inference.difference_tests import holm
    from smatchproof.scoring.systems.significance import confidence, significance

    for system in systems:
        if system.confidence is None:
            tabulate, clusters = system.metric.sum_table, system.clusters()
            system.confidence = confidence(system.counts, question.inference, tabulate, clusters)
            for name, each in system.aspects().items():
                interval = confidence(each, question.inference, clusters=clusters).interval
                system.total.aspect_intervals[name] = interval  # type: ignore[union-attr]
    found, tallies = [], []
    for one, two in couples:
        counts = one.counts, two.counts
        found.append(significance(*counts, question.inference, one.metric.sum_table, one.clusters()))
        tallies.append(outcomes(*counts))
    corrected = iter(holm([each.p for each in found if each.p is not None]))
    ps = [None if each.p is None else next(corrected) for each in found]
    return [Difference(*each) for each in zip(found, ps, tallies, strict=True)]


def outcomes(ones: Sequence[Any], twos: Sequence[Any]) -> PairOutcomes:
    """On how many pairs the first system scores more, the same and less. Integers decide where there are any.

    >>> half, most = Counts(1, 1, 2, 2), Counts(2, 3, 3, 3)
    >>> outcomes([half, most, half, half], [half, half, most, Counts(0, 2, 2, 2)])
    PairOutcomes(wins=1, ties=1, losses=1, open=1)
    """
    tally = [0, 0, 0, 0]
    for one, two in zip(ones, twos, strict=True):
        tally[PairOutcomes._fields.index(order(exact_ends(one), exact_ends(two)))] += 1
    return PairOutcomes(*tally)


Ends: TypeAlias = "tuple[Fraction | float, Fraction | float]"
"""A score from the value found to its bound."""


def order(one: Ends, other: Ends) -> str:
    """Return ``wins`` if the first score is larger than the other one, ``ties``, ``losses``, or ``open``.

    >>> order((1, 1), (0, 0.5)), order((1, 1), (1, 1)), order((0, 1), (1, 1))
    ('wins', 'ties', 'open')
    """
    if one[0] == one[1] == other[0] == other[1]:
        return "ties"
    return "wins" if one[0] > other[1] else "losses" if one[1] < other[0] else "open"


def certified_counts(left: TripleGraph, right: TripleGraph, settings: ScoreSettings) -> tuple[Counts, bool]:
    """Return the counts of two graphs with bounds that anybody can check, and whether they are certified."""
    if settings.is_plain and (optimum := certified_at_once(left, right)):
        return Counts(optimum.matched, optimum.matched, left.size, right.size), True
    found = compare_triples(left, right, settings)
    return found.certified_counts, found.status is ClaimStatus.CERTIFIED


def exact_ends(counts: Any) -> Ends:
    """The score of a pair, from the value found to its bound; exact for aligned triples."""
    from fractions import Fraction

    if not isinstance(counts, Counts):
        return counts.value, counts.value
    triples = counts.denominator * (counts.left_triples + counts.right_triples)
    if not triples:
        return Fraction(0), Fraction(0)
    return Fraction(2 * counts.matched, triples), Fraction(2 * counts.upper_bound, triples)
