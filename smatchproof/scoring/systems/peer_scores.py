"""Results of other programs for a corpus, seed by seed, beside the optimum under their conventions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from smatchproof.base.errors import SmatchproofError, UsageError, quoted
from smatchproof.base.optional import install_release, missing_release
from smatchproof.conventions.conventions import convention
from smatchproof.graphs.corpus import Block
from smatchproof.problem.score import PRF, CorpusScore, Counts
from smatchproof.scoring.corpus_scores import map_blocks
from smatchproof.scoring.methods.peers import PEERS, PeerFailure
from smatchproof.scoring.metrics.smatch import AlignmentMetric
from smatchproof.scoring.pairs.comparison import recounted
from smatchproof.scoring.settings import ScoreSettings
from smatchproof.scoring.systems.umr_programs import ANCAST, ANCAST_RELEASE, OwnScore, OwnScores, ancast_answer
from smatchproof.scoring.top_k import Largest

PEER_CONVENTIONS = {"smatch": "smatch-1.0.4", "smatchpp": "smatchpp-amr", ANCAST: "umr"}
"""The convention by which each program reads and counts, in which it is compared."""

PAIRS_SHOWN = 3
"""The number of pairs that are named: those of which a program misses most."""


class PeerPair(NamedTuple):
    """A pair under the convention of a program: the optimum, and the matches of the program's alignments, by seed.

    Where the optimum is an interval, none of these alignments matches more than its lower end.
    `reason` says why there is none of both: the program cannot read a graph, or has given no answer.
    """

    id: str
    optimum: Counts = Counts(0, 0, 0, 0)
    certified: bool = False
    matched: tuple[int, ...] = ()
    wrong_claims: int = 0
    reason: str = ""
    own: OwnScores | None = None


@dataclass(slots=True)
class PeerScore:
    """The score of another program for a corpus with each of some seeds, and the optimum of the same pairs.

    * `matched`: the triples that match, by seed; `missed_pairs`: of how many pairs a seed finds less than the optimum.
    * `varying`: the number of pairs whose score depends on the seed.
    * `wrong_claims`: how often it claims another number than its alignment matches.
    * `left_out`: how many pairs it cannot read or does not answer; they are in no number here.
    * `own`: the scores that it states besides, by name.

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
    wrong_claims: int = 0
    left_out: int = 0
    reason: str = ""
    own: dict[str, OwnScore] = field(default_factory=dict)
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
        self.wrong_claims += pair.wrong_claims
        for name, score in (pair.own or {}).items():
            self.own[name] = self.own.get(name, OwnScore()).plus(score)
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
    """Let programs of others score pairs, each under its own convention and with each of the seeds.

    Their alignments are recounted, and the optimum is that of the same triples. `watch` passes the pairs on, for a
    progress bar. Costs the time of the programs: smatch takes 20 ms for a pair and seed. Raises :class:`UsageError` for
    a program that is not installed.
    """
    for name in names:
        if name not in PEER_CONVENTIONS:
            known = ", ".join(PEER_CONVENTIONS)
            raise UsageError(f"{quoted(name)} is no program that can run beside ours; choose from {known}")
        package, release = (ANCAST, ANCAST_RELEASE) if name == ANCAST else (PEERS[name].package, PEERS[name].release)
        if reason := missing_release(package, release) if name == ANCAST else PEERS[name].missing():
            raise UsageError(f"{reason}; {install_release(package, release)}")
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
    graphs = blocks[0].parse(), blocks[1].parse()
    try:
        left, right = map(settings.convention.triples, graphs)
    except SmatchproofError as error:  # the program does not read this graph as it is written
        return PeerPair(id, reason=str(error).splitlines()[0])
    ours = AlignmentMetric(settings).pair(*graphs, id)
    own: OwnScores | None = None
    try:
        if name == ANCAST:
            answer, own = ancast_answer(blocks, left, right)
            answers = [answer] * len(seeds)  # it draws nothing
        else:
            answers = PEERS[name].run(left, right, seeds)
        matched = tuple(recounted(left, right, each.mapping, settings.convention.duplicates) for each in answers)
    except (PeerFailure, ValueError) as failure:
        return PeerPair(id, reason=str(failure))
    wrong = sum(each.claimed != value for each, value in zip(answers, matched, strict=True))
    optimum = ours.counts._replace(matched=max(ours.counts.matched, *matched))  # more only where ours is not optimal
    return PeerPair(id, optimum, bool(ours.certified), matched, wrong, own=own)
