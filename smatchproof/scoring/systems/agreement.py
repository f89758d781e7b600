"""Agreement of annotators or parsers: every two files of the same sentences, and the graph that agrees best with all.

The *pivot* of a sentence is the graph whose scores with all others have the largest sum (Hoang et al. 2021 choose it
to begin an ensemble); of several the first. It is certified where no other graph can have a larger sum, whatever the
optima of pairs that are not proved.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from smatchproof.base.errors import InputError, Place
from smatchproof.conventions.triples import TripleGraph
from smatchproof.exact.outline import counting_bound
from smatchproof.graphs.corpus import Block, Corpus, check_pairing
from smatchproof.problem.score import CorpusScore, Counts
from smatchproof.scoring.corpus_scores import map_blocks
from smatchproof.scoring.pairs.comparison import ClaimStatus, compare_triples
from smatchproof.scoring.settings import ScoreSettings
from smatchproof.scoring.systems.fingerprint import Fingerprint, fingerprint


@dataclass(frozen=True, slots=True)
class SentenceAgreement:
    """The matches between the graphs of one sentence.

    * `counts`: the counts of each solved couple (i, j), i < j, as left and right, and whether they are certified.
    * `pivot`: the number of the file. `is_certified`: true if it is proved that no other graph agrees better.
    """

    id: str
    counts: dict[tuple[int, int], tuple[Counts, bool]]
    pivot: int
    is_certified: bool

    @property
    def solved(self) -> int:
        """The number of solved couples."""
        return len(self.counts)


@dataclass(slots=True)
class Agreement:
    """The agreement of files, which grows sentence by sentence.

    `scores` has the score of each couple of files, `pivots` the number of sentences whose pivot is in each file.
    """

    names: tuple[str, ...]
    scores: dict[tuple[int, int], CorpusScore] = field(default_factory=dict)
    pivots: list[int] = field(default_factory=list)
    certified_pivots: int = 0
    sentences: int = 0
    solved: int = 0
    fingerprints: tuple[Fingerprint, ...] = ()
    """The identity of the graphs of each file."""

    def __post_init__(self) -> None:
        self.scores = {couple: CorpusScore() for couple in combinations(range(len(self.names)), 2)}
        self.pivots = [0] * len(self.names)

    @property
    def couples(self) -> int:
        """The number of couples of graphs in all sentences so far."""
        return len(self.scores) * self.sentences

    def add(self, sentence: SentenceAgreement) -> None:
        """Count one more sentence."""
        for couple, (counts, is_certified) in sentence.counts.items():
            self.scores[couple].add(counts, is_certified)
        self.pivots[sentence.pivot] += 1
        self.certified_pivots += sentence.is_certified
        self.sentences += 1
        self.solved += sentence.solved

    def of(self, one: int, other: int) -> CorpusScore:
        """The score of two different files."""
        return self.scores[min(one, other), max(one, other)]

    def mean(self, one: int) -> float:
        """The mean of F1 with all other files."""
        others = [each for each in range(len(self.names)) if each != one]
        return sum(self.of(one, other).micro.f1 for other in others) / len(others)


def sentence_agreement(
    graphs: Sequence[TripleGraph], id: str, settings: ScoreSettings, all_couples: bool = True
) -> SentenceAgreement:
    """Align the graphs of a sentence with each other, and find the pivot: the graph that agrees best with the others.

    Without `all_couples` only those are solved that the choice of the pivot needs: a graph is left out as soon as the
    bounds of its couples say that another one agrees better. Costs at most a solve for each couple.

    >>> from smatchproof.conventions.conventions import convention
    >>> from smatchproof.graphs.reading import parse_graph
    >>> texts = "(c / cat)", "(c / cat :mod (b / big))", "(d / dog)"
    >>> graphs = [convention("smatch").triples(parse_graph(text)) for text in texts]
    >>> found = sentence_agreement(graphs, "s.1", ScoreSettings())
    >>> found.pivot, found.is_certified, found.solved
    (0, True, 3)
    """
    couples = _Couples(graphs, settings)
    if all_couples:
        for one, other in combinations(range(len(graphs)), 2):
            couples.solve(one, other)
    best: int | None = None
    for each in sorted(range(len(graphs)), key=lambda each: (-couples.most(each), each)):
        while best is None or _may_be_better(couples, each, best):
            partner = couples.next_open(each)
            if partner is None:
                best = each
                break
            couples.solve(each, partner)
    assert best is not None
    rest = [each for each in range(len(graphs)) if each != best]
    return SentenceAgreement(id, couples.solved, best, all(couples.most(each) <= couples.least(best) for each in rest))


def _may_be_better(couples: _Couples, one: int, best: int) -> bool:
    """Test whether a graph can still be the pivot; once all of its couples are solved, their values decide."""
    score = couples.most(one) if couples.next_open(one) is not None else couples.least(one)
    return score > couples.least(best) or (score == couples.least(best) and one < best)


class _Couples:
    """The couples of the graphs of a sentence: solved, or with the bound that all triples of a graph match."""

    def __init__(self, graphs: Sequence[TripleGraph], settings: ScoreSettings) -> None:
        self.graphs, self.settings = graphs, settings
        self.solved: dict[tuple[int, int], tuple[Counts, bool]] = {}
        self._bounds: dict[tuple[int, int], Fraction] = {}
        duplicates = settings.convention.duplicates
        for couple in combinations(range(len(graphs)), 2):
            left, right = (graphs[each] for each in couple)
            self._bounds[couple] = _f1(counting_bound(left, right, duplicates), left.size + right.size)

    def solve(self, one: int, other: int) -> None:
        """Align a couple, and have the proof checked."""
        couple = min(one, other), max(one, other)
        if couple not in self.solved:
            left, right = (self.graphs[each] for each in couple)
            found = compare_triples(left, right, self.settings)
            self.solved[couple] = found.certified_counts, found.status is ClaimStatus.CERTIFIED

    def next_open(self, one: int) -> int | None:
        """A graph that this one was not aligned with."""
        others = (each for each in range(len(self.graphs)) if each != one)
        return next((each for each in others if (min(one, each), max(one, each)) not in self.solved), None)

    def least(self, one: int) -> Fraction:
        """The sum of the scores with all others, by the values found."""
        return sum((self._ends(one, each)[0] for each in range(len(self.graphs)) if each != one), Fraction(0))

    def most(self, one: int) -> Fraction:
        """No more than this is the sum."""
        return sum((self._ends(one, each)[1] for each in range(len(self.graphs)) if each != one), Fraction(0))

    def _ends(self, one: int, other: int) -> tuple[Fraction, Fraction]:
        couple = min(one, other), max(one, other)
        if couple not in self.solved:
            return Fraction(0), self._bounds[couple]
        counts, _ = self.solved[couple]
        triples = counts.left_triples + counts.right_triples
        return _f1(counts.matched, triples), _f1(counts.upper_bound, triples)


def _f1(matched: int, triples: int) -> Fraction:
    return Fraction(2 * matched, triples) if triples else Fraction(0)


# ---- files


@dataclass(slots=True)
class AgreementFiles:
    """Files of the same sentences, opened."""

    corpora: list[Corpus]
    number: int
    places: list[dict[str, tuple[int, int]] | None]

    def blocks(self) -> Iterator[tuple[Block, ...]]:
        """The graphs of each sentence, in the order of the first file."""
        first, *others = self.corpora
        streams = [None if places else corpus.blocks() for corpus, places in zip(others, self.places, strict=True)]
        for block in first.blocks():
            row = [block]
            for corpus, places, stream in zip(others, self.places, streams, strict=True):
                row.append(corpus.block_at(*places[block.id or ""]) if places else next(stream))  # type: ignore[arg-type]
            yield tuple(row)

    def fingerprints(self) -> tuple[Fingerprint, ...]:
        """The identity of the graphs of each file; reads all of them."""
        return tuple(fingerprint(corpus.blocks()) for corpus in self.corpora)

    def agreements(
        self, settings: ScoreSettings, jobs: int | None = 1, all_couples: bool = True
    ) -> Generator[SentenceAgreement, None, None]:
        """The agreement of each sentence, in the order of the first file."""
        return map_blocks(_scored, self.blocks(), (settings, all_couples), jobs)


@contextmanager
def opened_files(files: Sequence[str]) -> Iterator[AgreementFiles]:
    """Open files of the same sentences. Raises :class:`InputError` where they do not pair."""
    with ExitStack() as stack:
        corpora = [stack.enter_context(Corpus(file)) for file in files]
        pairings = [check_pairing(corpora[0], other) for other in corpora[1:]]
        if not pairings:
            raise InputError("one file agrees with nobody", Place(corpora[0].name), "name two files or more")
        yield AgreementFiles(corpora, pairings[0][0], [places for _, places in pairings])


def _scored(position: int, blocks: Sequence[Block], settings: ScoreSettings, all_couples: bool) -> SentenceAgreement:
    graphs = [settings.convention.triples(block.parse()) for block in blocks]
    return sentence_agreement(graphs, blocks[0].id or str(position), settings, all_couples)
