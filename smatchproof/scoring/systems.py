"""Answering a question: one or two files of candidates, scored pair by pair, summed up, and how sure that is."""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from smatchproof.alignment import Block, Corpus, check_pairing, pair_blocks
from smatchproof.scoring.corpus_scores import score_blocks
from smatchproof.scoring.metrics.metric import CorpusMetric, ScoredPair, Total
from smatchproof.scoring.question import Question
from smatchproof.scoring.workers import default_jobs

if TYPE_CHECKING:  # a score without an interval should not wait for it
    from smatchproof.scoring.significance import Confidence, Significance


@dataclass(slots=True)
class System:
    """A file of candidates with the reference's graphs, and its score, which grows pair by pair.

    The counts of its pairs are kept only where it is asked how sure the score is, and with each the place of the
    reference's graph: two files need not have the same order.
    """

    file: str
    number: int
    """How many pairs there are."""
    metric: CorpusMetric
    question: Question
    blocks: Iterable[tuple[Block, Block]]
    total: Total
    confidence: Confidence | None = None
    _ids: list[str] = field(default_factory=list)
    _counts: list[Any] = field(default_factory=list)
    _places: list[int] = field(default_factory=list)

    @property
    def missing(self) -> int:
        """How many pairs were not scored."""
        return self.number - self.total.pairs

    @property
    def is_one_of_two(self) -> bool:
        """Whether rows and messages have to name it."""
        return self.question.other is not None

    def pairs(self) -> Generator[Any, None, None]:
        """Score the pairs; each is to be handed to :meth:`add`, in this order."""
        question = self.question
        jobs = question.jobs if question.scheduler else question.jobs or min(default_jobs(), self.number)
        return score_blocks(self._noted(), self.metric, jobs, self.number, question.scheduler, question.on_error)

    def _noted(self) -> Iterator[tuple[Block, Block]]:
        """The pairs, whose places are noted on the way."""
        for left, right in self.blocks:
            if self.question.inference is not None:
                self._places.append(right.offset)
            yield left, right

    def add(self, pair: ScoredPair) -> None:
        """Count one more pair."""
        self.total.add(pair)
        if self.question.inference is not None:
            self._ids.append(pair.id)
            self._counts.append(pair.counts)

    def signature_of(self, pair: ScoredPair) -> str:
        """The signature of the score of that pair alone."""
        alone = self.metric.total(self.question.on_error)
        alone.add(pair)
        return alone.signature

    def counts_by_place(self) -> dict[int, Any]:
        """The counts of each pair by the place of its graph in the reference, in the order of the pairs."""
        return dict(zip(self._places, self._counts, strict=True))

    def clusters(self) -> list[Hashable] | None:
        """To which cluster each pair belongs; ``None`` where pairs are independent."""
        inference = self.question.inference
        return None if inference is None else inference.labels(self._ids)


@contextmanager
def opened(question: Question) -> Iterator[list[System]]:
    """The files of candidates, each with the reference. A file that does not pair with it is refused at once."""
    with ExitStack() as files:
        candidate, reference = (files.enter_context(Corpus(path)) for path in (question.candidate, question.reference))
        corpora = [(question.candidate, candidate)]
        if question.other is not None:
            corpora.append((question.other, files.enter_context(Corpus(question.other))))
        grading = question.choice.grading([reference, *(corpus for _, corpus in corpora)])
        systems = []
        for file, corpus in corpora:
            choice = question.choice if corpus is candidate else question.choice.without_certificates()
            metric = choice.metric(grading)
            number, places = check_pairing(corpus, reference)
            blocks = pair_blocks(corpus, reference, places)
            systems.append(System(file, number, metric, question, blocks, metric.total(question.on_error)))
        yield systems


def infer(systems: list[System]) -> Significance | None:
    """Tell how sure the scores are, if the question asks for it; returns the difference where there are two files.

    Raises ``ValueError`` when there is no pair.
    """
    candidate, *others = systems
    inference = candidate.question.inference
    if inference is None:
        return None
    from smatchproof.scoring.significance import confidence, significance

    counts, tabulate, clusters = candidate.counts_by_place(), candidate.metric.sum_table, candidate.clusters()
    if not others:
        candidate.confidence = confidence(list(counts.values()), inference, tabulate, clusters)
        return None
    (other,) = others
    by_place = other.counts_by_place()
    its_counts = [by_place[place] for place in counts]
    result = significance(list(counts.values()), its_counts, inference, tabulate, clusters)
    candidate.confidence, other.confidence = result.candidate, result.other
    return result
