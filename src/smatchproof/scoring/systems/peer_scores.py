"""The searches of other programs on a corpus, seed by seed, compared with the optimum under their conventions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from typing import NamedTuple

from smatchproof.base.errors import SmatchproofError
from smatchproof.base.optional import require_release
from smatchproof.base.record import Record, field, replace
from smatchproof.conventions.conventions import convention
from smatchproof.graphs.corpus import Block
from smatchproof.problem.score import PRF, CorpusScore, Counts
from smatchproof.scoring.corpus.corpus_scores import map_blocks
from smatchproof.scoring.metrics.smatch import AlignmentMetric
from smatchproof.scoring.settings import ScoreSettings

PEER_CONVENTIONS = {"smatch": "smatch-1.0.4", "smatchpp": "smatchpp-amr"}
"""The convention by which each program reads and counts, in which it is compared."""

PAIRS_SHOWN = 3
"""The number of pairs that are named: those of which a program misses most."""


class PeerPair(NamedTuple):
    """A pair under the convention of a program: the optimum, and the matches of the program's alignments, by seed.

    Where the optimum is an interval, none of these alignments matches more than its lower end.
    `reason` says why there is none of both: the program cannot read a graph.
    """

    id: str
    optimum: Counts = Counts(0, 0, 0, 0)
    certified: bool = False
    matched: tuple[int, ...] = ()
    reason: str = ""

    @property
    def missed(self) -> int:
        """The most triples that a seed misses."""
        return self.optimum.matched - min(self.matched)


class PeerScore(Record):
    """The score of another program for a corpus with each of some seeds, and the optimum of the same pairs.

    `left_out` are the pairs that the program cannot read.

    >>> total = PeerScore("smatch", (0, 1), [PeerPair("p", Counts(4, 4, 5, 5), True, (4, 3))])
    >>> [score.f1 for score in total.scores], total.optimum.micro.f1, total.missed_pairs, total.varying
    ([0.8, 0.6], 0.8, [0, 1], 1)
    """

    peer: str
    seeds: tuple[int, ...]
    pairs: list[PeerPair] = field(default_factory=list)
    left_out: list[PeerPair] = field(default_factory=list)

    @property
    def convention(self) -> str:
        """The convention by which triples are counted."""
        return PEER_CONVENTIONS[self.peer]

    @property
    def optimum(self) -> CorpusScore:
        """The sum of the optima."""
        total = CorpusScore()
        for pair in self.pairs:
            total.add(pair.optimum, pair.certified)
        return total

    @property
    def matched(self) -> list[int]:
        """The triples that match, by seed."""
        return [sum(pair.matched[place] for pair in self.pairs) for place in range(len(self.seeds))]

    @property
    def missed_pairs(self) -> list[int]:
        """Of how many pairs a seed finds less than the optimum."""
        places = range(len(self.seeds))
        return [sum(pair.matched[place] < pair.optimum.matched for pair in self.pairs) for place in places]

    @property
    def scores(self) -> list[PRF]:
        """The score of the corpus, by seed."""
        counts = self.optimum.counts
        return [counts._replace(matched=matched, upper_bound=matched).score for matched in self.matched]

    @property
    def varying(self) -> int:
        """The number of pairs whose score depends on the seed."""
        return sum(len({*pair.matched}) > 1 for pair in self.pairs)

    @property
    def most(self) -> list[PeerPair]:
        """The pairs of which one seed misses most."""
        missed = [pair for pair in self.pairs if pair.missed]
        return sorted(missed, key=lambda pair: -pair.missed)[:PAIRS_SHOWN]


def score_peers(
    pairs: Iterable[tuple[Block, Block]],
    names: Sequence[str],
    seeds: Sequence[int],
    settings: ScoreSettings = ScoreSettings(),
    jobs: int | None = 1,
    watch: Callable[[Iterator[tuple[PeerPair, ...]]], Iterator[tuple[PeerPair, ...]]] = iter,
) -> list[PeerScore]:
    """Let other programs align pairs, each under its own convention and with each of the seeds.

    The optimum is that of the same triples. `watch` passes the pairs on, for a progress bar. Costs the time of the
    programs: smatch takes 20 ms for a pair and seed. Raises :class:`~smatchproof.base.optional.MissingPackageError`
    for a program that is not installed.
    """
    for name in names:
        require_release(name)
    totals = [PeerScore(name, tuple(seeds)) for name in names]
    rules = tuple(replace(settings, convention=convention(PEER_CONVENTIONS[name])) for name in names)
    with closing(map_blocks(_scored, pairs, (tuple(names), rules, tuple(seeds)), jobs)) as work:
        for found in watch(work):
            for total, pair in zip(totals, found, strict=True):
                (total.left_out if pair.reason else total.pairs).append(pair)
    return totals


def _scored(
    position: int,
    blocks: tuple[Block, Block],
    names: Sequence[str],
    rules: Sequence[ScoreSettings],
    seeds: Sequence[int],
) -> tuple[PeerPair, ...]:
    id = blocks[0].id or str(position)
    return tuple(_scored_by(name, settings, id, blocks, seeds) for name, settings in zip(names, rules, strict=True))


def _scored_by(
    name: str, settings: ScoreSettings, id: str, blocks: tuple[Block, Block], seeds: Sequence[int]
) -> PeerPair:
    graphs, program = (blocks[0].parse(), blocks[1].parse()), AlignmentMetric(replace(settings, method=name))
    try:
        found = AlignmentMetric(settings).pair(*graphs, id)
    except SmatchproofError as error:  # the program does not read this graph as it is written
        return PeerPair(id, reason=str(error).splitlines()[0])
    matched = tuple(program.score(*graphs, seed).matched for seed in seeds)
    best = max(found.counts.matched, *matched)  # more only where ours is not optimal
    return PeerPair(id, found.counts._replace(matched=best), bool(found.certified), matched)
