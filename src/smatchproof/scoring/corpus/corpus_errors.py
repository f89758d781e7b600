"""The errors of a corpus: the most frequent lost, added and confused triples, with counts and examples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import NamedTuple

from smatchproof.base.errors import UsageError
from smatchproof.base.record import Struct, field
from smatchproof.scoring.corpus.corpus_scores import Blocks, map_blocks, parsed
from smatchproof.scoring.metrics.smatch import AlignmentMetric
from smatchproof.scoring.pairs.given_graphs import GivenBlock
from smatchproof.scoring.pairs.pair_errors import CONFUSED, KINDS, MEANINGS, ErrorKind, PairErrors, pair_errors
from smatchproof.scoring.settings import OnError

MOST_EXAMPLES = 3
"""The number of ids of pairs, or of sentences of documents, that are kept for each error."""


class ErrorRow(NamedTuple):
    """An error, its `number`, and `of`, the number of triples with its label.

    `certain` of `number` are errors in every optimum. `of` is ``None`` for a confusion. The `examples` are ids of
    pairs; those with certain errors come first.
    """

    kind: ErrorKind
    number: int
    certain: int
    of: int | None
    examples: tuple[str, ...] = ()


class ErrorTotals(Struct):
    """Running totals of the errors of a corpus.

    `certified` pairs have a checked proof of what all optima share, `ambiguous` ones several optima or unknown ones.
    `unreadable` are the errors of graphs that counted as empty.
    """

    signature: str
    pairs: int = 0
    certified: int = 0
    ambiguous: int = 0
    unreadable: list[str] = field(default_factory=list)
    _counts: Counter[ErrorKind] = field(default_factory=Counter)
    _certain: Counter[ErrorKind] = field(default_factory=Counter)
    _triples: Counter[ErrorKind] = field(default_factory=Counter)
    _examples: dict[tuple[ErrorKind, bool], list[str]] = field(default_factory=dict)

    def add(self, pair: PairErrors) -> None:
        """Count one more pair."""
        self.pairs += 1
        self.certified += pair.certified
        self.ambiguous += not pair.is_unique
        self.unreadable += pair.unreadable
        self._counts.update(pair.counts)
        self._certain.update(pair.certain)
        self._triples.update(pair.triples)
        for kind in pair.counts:
            examples = self._examples.setdefault((kind, pair.certain[kind] > 0), [])
            examples += pair.sentences.get(kind, [pair.id])[: MOST_EXAMPLES - len(examples)]

    def rows(self, error: str) -> list[ErrorRow]:
        """Return the errors of one kind (lost, added or confused), the most frequent first."""
        found = []
        for kind, number in self._counts.items():
            if kind.error == error:
                examples = [id for is_certain in (True, False) for id in self._examples.get((kind, is_certain), ())]
                of = None if error == CONFUSED else self._triples[kind]
                found.append(ErrorRow(kind, number, self._certain[kind], of, tuple(examples[:MOST_EXAMPLES])))
        return sorted(found, key=lambda row: (-row.number, -row.certain, row.kind))

    def kinds(self) -> list[ErrorRow]:
        """Return the errors by the kind of their triples: lost, added and confused concepts, then relations, and so on.

        Their labels and examples are empty; kinds that neither corpus has are left out.
        """
        sums = [Counter[tuple[str, str]](), Counter[tuple[str, str]](), Counter[tuple[str, str]]()]
        for its, counts in zip(sums, (self._counts, self._certain, self._triples), strict=True):
            for each, number in counts.items():
                its[each.error, each.kind] += number
        there, found = {kind for _, kind in sums[-1]}, []
        for kind in (each for each in KINDS if each in there):
            for error in MEANINGS:
                number, certain, of = (its[error, kind] for its in sums)
                found.append(ErrorRow(ErrorKind(error, kind), number, certain, None if error == CONFUSED else of))
        return found


def corpus_errors(
    pairs: Iterable[tuple[GivenBlock, GivenBlock]],
    metric: AlignmentMetric,
    jobs: int | None = 1,
    scheduler: str | None = None,
    on_error: OnError = OnError.STOP,
    watch: Callable[[Iterator[PairErrors]], Iterator[PairErrors]] = iter,
) -> ErrorTotals:
    """Return the errors of pairs that are still text; see :func:`~smatchproof.scoring.corpus.corpus_scores.map_blocks`.

    The settings of the metric ask for every optimum. `watch` passes the pairs on, for a progress bar. Takes about three
    times the time of a score. Raises :class:`InputError` at a graph that cannot be read, unless `on_error` says
    otherwise.
    """
    if not metric.settings.every_optimum:
        raise UsageError(f"{metric.name} cannot say what all optima share; choose smatch, or graded-smatch")
    totals = ErrorTotals(metric.signature)
    with closing(map_blocks(_errors, pairs, (metric, on_error), jobs, scheduler)) as work:
        for pair in watch(work):
            totals.add(pair)
    return totals


def _errors(position: int, blocks: Blocks, metric: AlignmentMetric, on_error: OnError) -> PairErrors:
    (left, right), errors = parsed(blocks, on_error)
    id = blocks[0].id or str(position)
    return pair_errors(metric.claim(left, right, id), id)._replace(unreadable=errors)
