"""Rankings under the rules of all programs: all systems under every convention, with the ways to count TOP."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import combinations
from typing import TypeAlias

from smatchproof.base.errors import UsageError
from smatchproof.base.record import Struct, field, replace
from smatchproof.conventions.conventions import CONVENTIONS, Convention, convention
from smatchproof.graphs.corpus import Block
from smatchproof.problem.score import CorpusScore, Counts
from smatchproof.scoring.corpus.corpus_scores import map_blocks, parsed
from smatchproof.scoring.metrics.smatch import AlignmentMetric
from smatchproof.scoring.settings import OnError, ScoreSettings
from smatchproof.scoring.systems.fingerprint import fingerprint
from smatchproof.scoring.systems.question import Question
from smatchproof.scoring.systems.system_table import signature_with
from smatchproof.scoring.systems.systems import Ends, certified_counts, exact_ends, opened_files, order

RULES: dict[str, Convention] = {
    "smatch": CONVENTIONS["smatch"],
    "smatch top:concept": convention("smatch", top="concept"),
    "smatch top:none": convention("smatch", top="none"),
    **{name: rule for name, rule in CONVENTIONS.items() if name not in ("smatch", "umr")},
}
"""The conventions of AMR by name, and the two other ways to count the triple of the root.

>>> len(RULES)
9
"""
_Result: TypeAlias = "tuple[list[list[tuple[Counts, bool]] | str], tuple[str, ...]]"
"""For each rule the counts of each system, and whether they are certified; or why its program does not read a graph.
And the faults of graphs that counted as empty."""


class RuleScores(Struct):
    """The scores of all systems under a rule; `refused` says of a pair that the program of the rule does not read it,
    and then nothing is compared.
    """

    name: str
    convention: Convention
    corpora: list[CorpusScore]
    refused: str = ""

    @property
    def certified(self) -> int:
        """The number of scores of pairs that a checker has accepted, of all systems."""
        return sum(corpus.certified for corpus in self.corpora)

    @property
    def ends(self) -> list[Ends]:
        """The F1 of each system, from the alignments that were found to the bounds; exact."""
        return [exact_ends(corpus.counts) for corpus in self.corpora]

    @property
    def ranks(self) -> list[tuple[int, int]]:
        """The first and the last place that each system can have, whatever the optima of open pairs are."""
        ends, places = self.ends, list[tuple[int, int]]()
        for number, (low, high) in enumerate(ends):
            others = [each for at, each in enumerate(ends) if at != number]
            better = sum(other > high for other, _ in others)
            places.append((1 + better, 1 + sum(other > low for _, other in others)))
        return places


class Order(Struct):
    """The order of two systems: the rules under which the first scores more, less, the same, and those that leave open
    which; and the least and most of the difference of F1 over all rules.
    """

    one: str
    other: str
    before: list[str] = field(default_factory=list)
    behind: list[str] = field(default_factory=list)
    same: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    least: float = 1.0
    most: float = -1.0

    @property
    def changes(self) -> bool:
        """Test whether not all rules agree."""
        return sum(map(bool, (self.before, self.behind, self.same, self.open))) > 1


class RuleTable(Struct):
    """The scores of systems under every rule, in the order of :data:`RULES`, and all else that can change them."""

    systems: list[str]
    pairs: int
    rules: list[RuleScores]
    signature: str
    errors: list[str]
    """The faults of graphs that counted as empty."""

    @property
    def compared(self) -> list[RuleScores]:
        """The rules whose programs read all graphs."""
        return [rule for rule in self.rules if not rule.refused]

    def ranked(self) -> list[int]:
        """The numbers of the systems, the best under the first rule first."""
        ends = self.compared[0].ends if self.compared else [(0, 0)] * len(self.systems)
        return sorted(range(len(self.systems)), key=lambda at: (-ends[at][0], -ends[at][1], at))

    def orders(self) -> list[Order]:
        """The order of every two systems; of each two the better one under the first rule comes first."""
        return [self._order(one, other) for one, other in combinations(self.ranked(), 2)]

    def _order(self, one: int, other: int) -> Order:
        found = Order(self.systems[one], self.systems[other])
        for rule in self.compared:
            (low, high), (other_low, other_high) = ends = rule.ends[one], rule.ends[other]
            found.least = min(found.least, float(low - other_high))
            found.most = max(found.most, float(high - other_low))
            by_outcome = {"wins": found.before, "ties": found.same, "losses": found.behind, "open": found.open}
            by_outcome[order(*ends)].append(rule.name)
        return found


Watched: TypeAlias = "Callable[[Iterator[_Result], int], Iterator[_Result]]"
"""Passes the scores of graphs of the reference on, with their number, so that they can be watched."""


def score_under_rules(question: Question, watch: Watched = lambda scored, number: scored) -> RuleTable:
    """Score all systems of a question under every rule, with the settings of its first metric but for the convention.

    A graph of the reference is read once for all systems. Raises :class:`InputError` for a graph that cannot be read,
    unless the question says otherwise, and where a file does not pair with the reference.
    """
    settings = question.choices[0].settings
    whole = tuple(replace(settings, convention=rule) for rule in RULES.values())
    names, errors = [*question.names], list[str]()
    rules = [RuleScores(name, rule, [CorpusScore() for _ in names]) for name, rule in RULES.items()]
    with opened_files([question.reference, *question.candidates]) as files:
        work = map_blocks(_scored, files.blocks(), (whole, question.on_error), question.jobs, question.scheduler)
        with closing(work):
            for result, faults in watch(work, files.number):
                _add(rules, result)
                errors += faults
        signature = AlignmentMetric(whole[0]).signature.replace(RULES["smatch"].signature, "conv:every")
        signature = signature_with(signature, question, fingerprint(files.corpora[0].blocks()))
    return RuleTable(names, files.number, rules, signature, errors)


def _add(rules: Sequence[RuleScores], result: Sequence[list[tuple[Counts, bool]] | str]) -> None:
    for rule, found in zip(rules, result, strict=True):
        if isinstance(found, str):
            rule.refused = rule.refused or found
        else:
            for corpus, (counts, is_certified) in zip(rule.corpora, found, strict=True):
                corpus.add(counts, is_certified)


def _scored(position: int, blocks: tuple[Block, ...], rules: Sequence[ScoreSettings], on_error: OnError) -> _Result:
    (reference, *graphs), faults = parsed(blocks, on_error)
    id, result = reference.id or str(position), list[list[tuple[Counts, bool]] | str]()
    for settings in rules:
        rule = settings.convention
        try:
            right = rule.triples(reference)
            lefts = [rule.triples(graph) for graph in graphs]
        except UsageError as error:  # its program does not read this graph as it is written
            result.append(f"pair {id}: {str(error).rpartition('; ')[0]}")  # without its way out
            continue
        result.append([certified_counts(left, right, settings) for left in lefts])
    return result, faults
