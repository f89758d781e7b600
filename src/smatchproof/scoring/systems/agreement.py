"""Agreement of annotators or parsers: every two files of the same sentences, and the graph that agrees best with all.

The *pivot* of a sentence is the graph whose scores with all others have the largest sum (Hoang et al. 2021 choose it
to begin an ensemble); ties go to the first graph. It is certified if no other graph can have a larger sum, whatever the
optima of pairs without a proof are.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from fractions import Fraction
from itertools import combinations

from smatchproof.base.record import Record, Struct, field
from smatchproof.conventions.triples import TripleGraph
from smatchproof.graphs.corpus import Block
from smatchproof.problem.score import CorpusScore, Counts
from smatchproof.scoring.corpus.corpus_scores import map_blocks
from smatchproof.scoring.settings import ScoreSettings
from smatchproof.scoring.systems.fingerprint import Fingerprint
from smatchproof.scoring.systems.systems import OpenedFiles, certified_counts, exact_ends


class SentenceAgreement(Record):
    """The matches between the graphs of one sentence.

    * `counts`: the counts of each couple (i, j), i < j, as left and right, and whether they are certified.
    * `pivot`: the number of the file. `is_certified`: true if it is proved that no other graph agrees better.
    """

    id: str
    counts: dict[tuple[int, int], tuple[Counts, bool]]
    pivot: int
    is_certified: bool


class Agreement(Struct):
    """The agreement of files, which grows sentence by sentence.

    `scores` has the score of each couple of files, `pivots` the number of sentences whose pivot is in each file.
    """

    names: tuple[str, ...]
    scores: dict[tuple[int, int], CorpusScore] = field(default_factory=dict)
    pivots: list[int] = field(default_factory=list)
    certified_pivots: int = 0
    sentences: int = 0
    fingerprints: tuple[Fingerprint, ...] = ()
    """The identity of the graphs of each file."""

    def __post_init__(self) -> None:
        # those of a copy are counted already
        self.scores = self.scores or {couple: CorpusScore() for couple in combinations(range(len(self.names)), 2)}
        self.pivots = self.pivots or [0] * len(self.names)

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

    def of(self, one: int, other: int) -> CorpusScore:
        """The score of two different files."""
        return self.scores[min(one, other), max(one, other)]

    def mean(self, one: int) -> float:
        """The mean of F1 with all other files."""
        others = [each for each in range(len(self.names)) if each != one]
        return sum(self.of(one, other).micro.f1 for other in others) / len(others)


def sentence_agreement(graphs: Sequence[TripleGraph], id: str, settings: ScoreSettings) -> SentenceAgreement:
    """Align the graphs of a sentence with each other, and find the pivot: the graph that agrees best with the others.

    >>> from smatchproof.conventions.conventions import convention
    >>> from smatchproof.graphs.reading import parse_graph
    >>> texts = "(c / cat)", "(c / cat :mod (b / big))", "(d / dog)"
    >>> graphs = [convention("smatch").triples(parse_graph(text)) for text in texts]
    >>> found = sentence_agreement(graphs, "s.1", ScoreSettings())
    >>> found.pivot, found.is_certified, len(found.counts)
    (0, True, 3)
    """
    counts: dict[tuple[int, int], tuple[Counts, bool]] = {}
    least: list[Fraction | float] = [Fraction(0)] * len(graphs)
    most = [*least]
    for couple in combinations(range(len(graphs)), 2):
        counts[couple] = each, _ = certified_counts(graphs[couple[0]], graphs[couple[1]], settings)
        low, high = exact_ends(each)
        for graph in couple:
            least[graph] += low
            most[graph] += high
    pivot = least.index(max(least))
    is_certified = all(sum <= least[pivot] for graph, sum in enumerate(most) if graph != pivot)
    return SentenceAgreement(id, counts, pivot, is_certified)


def agreements(
    files: OpenedFiles, settings: ScoreSettings, jobs: int | None = 1
) -> Generator[SentenceAgreement, None, None]:
    """The agreement of each sentence, in the order of the first file."""
    return map_blocks(_scored, files.blocks(), (settings,), jobs)


def _scored(position: int, blocks: Sequence[Block], settings: ScoreSettings) -> SentenceAgreement:
    graphs = [settings.convention.triples(block.parse()) for block in blocks]
    return sentence_agreement(graphs, blocks[0].id or str(position), settings)
