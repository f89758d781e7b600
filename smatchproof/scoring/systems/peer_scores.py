"""The searches of other programs on a corpus, seed by seed, compared with the optimum under their conventions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from smatchproof.base.errors import SmatchproofError
from smatchproof.base.optional import require_release
from smatchproof.conventions.conventions import convention
from smatchproof.graphs.corpus import Block
from smatchproof.problem.score import PRF, CorpusScore, Counts
from smatchproof.scoring.corpus_scores import map_blocks
from smatchproof.scoring.metrics.smatch import AlignmentMetric
from smatchproof.scoring.settings import ScoreSettings
from smatchproof.scoring.top_k import Largest

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


@dataclass(slots=True)
class PeerScore:
    """The score of another program for a corpus with each of some seeds, and the optimum of the same pairs.

    * `matched`: the triples that match, by seed; `missed_pairs`: of how many pairs a seed finds less than the optimum.
    * `varying`: the number of pairs whose score depends on the seed.
    * `left_out`: how many pairs it cannot read; they are in no number here.

    >>> total = PeerScore("smatch", (0, 1))
    >>> total.add(1, PeerPair("p", Counts(4, 4, 5, 5), True, (4, 3)))
    >>> [score.f1 for score in total.scores], total.optimum.micro.f1, total.missed_pairs, total.varying
    ([0.8, 0.6], 0.8, [0, 1], 1)
    """

    peer: str
    seeds: tuple[int, ...]
    optimum: CorpusScore = field(default_factory=CorpusScore)
    matched: list[int] = field(default_factory=list)
    missed_pairs: list[int] = field(default_factory=list)
    varying: int = 0
    left_out: int = 0
    reason: str = ""
    _most: Largest[PeerPair] = field(default_factory=lambda: Largest(PAIRS_SHOWN))

    def __post_init__(self) -> None:
        self.matched, self.missed_pairs = ([0] * len(self.seeds) for _ in range(2))

    @property
    def convention(self) -> str:
        """The convention by which triples are counted."""
        return PEER_CONVENTIONS[self.peer]

    @property
    def scores(self) -> list[PRF]:
        """The score of the corpus, by seed."""
        counts = self.optimum.counts
        return [counts._replace(matched=matched, upper_bound=matched).score for matched in self.matched]

    @property
    def missed_triples(self) -> list[int]:
        """The number of triples below the optimum, by seed."""
        return [self.optimum.counts.matched - matched for matched in self.matched]

    @property
    def most(self) -> list[PeerPair]:
        """The pairs of which one seed misses most."""
        return self._most.items

    def add(self, number: int, pair: PeerPair) -> None:
        """Count one more pair."""
        if pair.reason:
            self.left_out += 1
            self.reason = self.reason or f"pair {pair.id}: {pair.reason}"
            return
        self.optimum.add(pair.optimum, pair.certified)
        for place, matched in enumerate(pair.matched):
            self.matched[place] += matched
            self.missed_pairs[place] += matched < pair.optimum.matched
        self.varying += len(set(pair.matched)) > 1
        if missed := pair.optimum.matched - min(pair.matched):
            self._most.add(missed, number, pair)


def score_peers(
    pairs: Iterable[tuple[Block, Block]],
    names: Sequence[str],
    seeds: Sequence[int],
    settings: ScoreSettings = ScoreSettings(),
    jobs: int | None = 1,
    watch: Callable[[Iterator[tuple[PeerPair, ...]]], Iterator[tuple[PeerPair, ...]]] = iter,
) -> list[PeerScore]:
    """Let programs of others align pairs, each under its own convention and with each of the seeds.

    The optimum is that of the same triples. `watch` passes the pairs on, for a progress bar. Costs the time of the
    programs: smatch takes 20 ms for a pair and seed. Raises :class:`~smatchproof.base.optional.MissingPackageError`
    for a program that is not installed.
    """
    for name in names:
        require_release(name)
    totals = [PeerScore(name, tuple(seeds)) for name in names]
    rules = tuple(replace(settings, convention=convention(PEER_CONVENTIONS[name])) for name in names)
    with closing(map_blocks(_scored, pairs, (tuple(names), rules, tuple(seeds)), jobs)) as work:
        for position, found in enumerate(watch(work), 1):
            for total, pair in zip(totals, found, strict=True):
                total.add(position, pair)
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
