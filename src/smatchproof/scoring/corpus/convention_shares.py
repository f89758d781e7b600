"""Why two conventions give different scores: how much each single rule changes the score of a corpus.

The rules in which two conventions differ are switched one after the other, from those of the first to those of the
second, in the order of :data:`~smatchproof.conventions.convention_rules.RULES`. The share of a rule is the change of F1
when it is switched, so that the shares add up to the whole difference; in another order they may be different.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import pairwise

from smatchproof.base.errors import UsageError, quoted
from smatchproof.base.record import Struct, field, replace
from smatchproof.conventions.convention_rules import RULES, Reading
from smatchproof.conventions.conventions import CONVENTIONS, Convention, convention
from smatchproof.graphs.corpus import Block
from smatchproof.problem.score import CorpusScore
from smatchproof.scoring.corpus.corpus_scores import map_blocks
from smatchproof.scoring.metrics.alignment_scores import PairScore
from smatchproof.scoring.metrics.smatch import AlignmentMetric
from smatchproof.scoring.settings import ScoreSettings

PAIRS_SHOWN = 3
"""The number of pairs that are named for each rule: those whose score it changes most."""


class MovedPair(Struct):
    """A pair whose score a rule changes."""

    id: str
    before: float
    after: float


class RuleShare(Struct):
    """The effect of switching one rule: the scores before and after, the number of moved pairs, and the most moved."""

    rule: str
    before: CorpusScore = field(default_factory=CorpusScore)
    after: CorpusScore = field(default_factory=CorpusScore)
    _changed: list[MovedPair] = field(default_factory=list)

    @property
    def about(self) -> str:
        """The subject of the rule."""
        return RULES[self.rule]

    @property
    def share(self) -> float:
        """The change of F1."""
        return self.after.micro.f1 - self.before.micro.f1

    @property
    def most(self) -> list[MovedPair]:
        """The pairs whose score is moved most."""
        moved = (pair for pair in self._changed if pair.after != pair.before)
        return sorted(moved, key=lambda pair: -abs(pair.after - pair.before))[:PAIRS_SHOWN]

    @property
    def moved(self) -> int:
        """The number of pairs whose counts the rule changes."""
        return len(self._changed)

    def add(self, before: PairScore, after: PairScore) -> None:
        """Count one more pair."""
        one, two = before.counts.score.f1, after.counts.score.f1
        if before.counts[:1] != after.counts[:1] or one != two:
            self._changed.append(MovedPair(before.id, one, two))


class ConventionComparison(Struct):
    """The scores on the way from one convention to another, and the shares of single rules in their difference."""

    one: str
    other: str
    steps: list[CorpusScore]
    shares: list[RuleShare]

    @property
    def difference(self) -> float:
        """The difference of F1: under the second convention less under the first."""
        return self.steps[-1].micro.f1 - self.steps[0].micro.f1


def compare_conventions(
    pairs: Iterable[tuple[Block, Block]],
    one: str,
    other: str,
    settings: ScoreSettings = ScoreSettings(),
    jobs: int | None = 1,
    watch: Callable[[Iterator[list[PairScore]]], Iterator[list[PairScore]]] = iter,
) -> ConventionComparison:
    """Score pairs under two conventions and under each mixture on the way from the first to the second.

    Costs a score for each rule that differs, and one. `watch` passes the pairs on, for a progress bar.
    Raises :class:`UsageError` for conventions of users, and :class:`InputError` for a graph that cannot be read.
    """
    first, last = convention(one), convention(other)
    names = differing(first, last)
    mixtures = [switched(first, first)]
    for name in names:
        mixtures.append(switched(mixtures[-1], last, name))
    metrics = tuple(AlignmentMetric(replace(settings, convention=rule)) for rule in mixtures)
    found = ConventionComparison(one, other, [CorpusScore() for _ in metrics], [])
    found.shares = [RuleShare(name, *two) for name, two in zip(names, pairwise(found.steps), strict=True)]
    with closing(map_blocks(_scored, pairs, (metrics,), jobs)) as work:
        for scores in watch(work):
            for corpus, pair in zip(found.steps, scores, strict=True):
                corpus.add(pair.counts, pair.certified)
            for share, (before, after) in zip(found.shares, pairwise(scores), strict=True):
                share.add(before, after)
    return found


def differing(one: Convention, other: Convention) -> list[str]:
    """Return the names of the rules in which two built-in conventions differ, in the order of :data:`RULES`.

    >>> differing(convention("smatch"), convention("smatch", top="none"))
    ['top']
    """
    return [name for name in RULES if _choice(one, name) != _choice(other, name)]


def _choice(rule: Convention, name: str) -> object:
    if name == "duplicates":
        return rule.duplicates
    return (_reading(rule).top, rule.top) if name == "top" else getattr(_reading(rule), name)


def switched(rule: Convention, other: Convention, name: str = "") -> Convention:
    """Return a convention with one rule of another, or a copy; it refuses no graph."""
    called = f"{rule.name}+{name}" if name else rule.name
    duplicates, top = (getattr(other if name == part else rule, part) for part in ("duplicates", "top"))
    read = _reading(rule).switched(_reading(other), name)
    return replace(rule, name=called, read=read, duplicates=duplicates, top=top)


def _reading(rule: Convention) -> Reading:
    if not isinstance(rule.read, Reading):
        names = ", ".join(CONVENTIONS)
        raise UsageError(f"convention {quoted(rule.name)} is not made of single rules; choose from {names}")
    return rule.read


def _scored(position: int, blocks: tuple[Block, Block], metrics: Sequence[AlignmentMetric]) -> list[PairScore]:
    left, right = (block.parse() for block in blocks)
    return [metric.pair(left, right, left.id or str(position)) for metric in metrics]
