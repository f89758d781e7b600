"""The backbone of a pair: the links that no choice among its optima can change, and those that are arbitrary."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from smatchproof.exact.checker import Refused
from smatchproof.exact.optima import EveryOptimum, every_optimum, links
from smatchproof.graphs.graph import Graph
from smatchproof.problem.solution import Status
from smatchproof.scoring.pairs.comparison import Claim, ClaimStatus, Comparison, claim, solved
from smatchproof.scoring.pairs.matching import with_concepts
from smatchproof.scoring.settings import ScoreSettings

FORCED, OPEN, IMPOSSIBLE, UNDECIDED = "forced", "open", "impossible", "undecided"
MEANINGS = {
    FORCED: "in every optimum",
    OPEN: "in some optima",
    IMPOSSIBLE: "in no optimum",
    UNDECIDED: "not known: a limit came first",
}
"""The kinds of links in words."""

NamedPair = tuple[str, str]
"""A left and a right variable, by name."""


@dataclass(frozen=True, slots=True, repr=False)
class Backbone:
    """Pairs of variables by how many optimal alignments have them as a link: all, some or none.

    A link is a pair that earns something in an alignment: alone, or by a relation together with another link.

    * `forced`: in every optimum. `open`: in some; one is known that has it, and one that has not.
    * `alignment`: the links of one optimum; those that are not forced are open.
    * `impossible`: the number of pairs that could match something, but are in no optimum.
    * `undecided`: the number of such pairs of which a limit left open what they are; 0 without limits.
    * `certified`: a checker has accepted a proof that forced and impossible pairs are so.
    """

    forced: tuple[NamedPair, ...]
    open: tuple[NamedPair, ...]
    alignment: tuple[NamedPair, ...]
    impossible: int = 0
    undecided: int = 0
    certified: bool = False

    def __repr__(self) -> str:
        counts = ", ".join(f"{kind}={number}" for kind, number in self.counts.items())
        return f"Backbone({counts}, certified={self.certified})"

    @property
    def counts(self) -> dict[str, int]:
        """The number of pairs of each kind."""
        numbers = len(self.forced), len(self.open), self.impossible, self.undecided
        return dict(zip(MEANINGS, numbers, strict=True))

    @property
    def is_unique(self) -> bool:
        """Test whether there is only one optimum, apart from pairs that earn nothing."""
        return not self.open and not self.undecided

    @property
    def others(self) -> list[tuple[int, str]]:
        """How many pairs that are in no known optimum are impossible or undecided, with words for them."""
        numbers = {IMPOSSIBLE: self.impossible, UNDECIDED: self.undecided}
        return [(number, f"{kind}, {MEANINGS[kind]}") for kind, number in numbers.items() if number]

    def to_dict(self) -> dict[str, object]:
        """The same as values that JSON can hold."""
        pairs = {"alignment": self.alignment, FORCED: self.forced, OPEN: self.open}
        return {
            **{name: [[*pair] for pair in some] for name, some in pairs.items()},
            IMPOSSIBLE: self.impossible,
            UNDECIDED: self.undecided,
            "certified": self.certified,
        }


@dataclass(slots=True)
class BackboneTotal:
    """Running totals of a corpus: pairs of variables by kind, links of the alignments, and pairs of graphs.

    >>> total = BackboneTotal()
    >>> total.add(Backbone((("a", "a"),), (("b", "b"), ("b", "c")), (("a", "a"), ("b", "b")), 3, certified=True))
    >>> total.lines()[0]
    ('forced', '1 of 2 links is in every optimum (50.00 %)')
    """

    counts: Counter[str] = field(default_factory=Counter)
    links: int = 0
    pairs: int = 0
    ambiguous: int = 0
    """Pairs of graphs with several optima."""
    certified: int = 0

    def add(self, pair: Backbone) -> None:
        """Count one more pair of graphs."""
        self.counts.update(pair.counts)
        self.links += len(pair.alignment)
        self.pairs += 1
        self.ambiguous += bool(pair.open)
        self.certified += pair.certified

    @property
    def forced_share(self) -> float | None:
        """The share of links that are in every optimum; ``None`` where there are no links."""
        return self.counts[FORCED] / self.links if self.links else None

    def lines(self) -> list[tuple[str, str]]:
        """The totals as text: for each line its subject and its words."""
        counts, share = self.counts, self.forced_share
        rate = "" if share is None else f" ({100 * share:.2f} %)"
        unknown = f"{counts[UNDECIDED]:,} pairs of variables {MEANINGS[UNDECIDED]}"
        return [
            (FORCED, f"{counts[FORCED]:,} of {self.links:,} links {_are(counts[FORCED])} in every optimum{rate}"),
            (OPEN, f"{counts[OPEN]:,} {MEANINGS[OPEN]}, in {self.ambiguous:,} of {self.pairs:,} pairs of graphs"),
            (IMPOSSIBLE, f"{counts[IMPOSSIBLE]:,} {MEANINGS[IMPOSSIBLE]}, though they could match something"),
            *([(UNDECIDED, unknown)] if counts[UNDECIDED] else []),
            ("backbones", f"{self.certified:,} of {self.pairs:,} certified"),
        ]

    def to_dict(self) -> dict[str, object]:
        """The totals as values that JSON can hold."""
        return {
            **{kind: self.counts[kind] for kind in MEANINGS},
            "links": self.links,
            "forced_share": self.forced_share,
            "ambiguous_pairs": self.ambiguous,
            "certified": self.certified,
        }


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def claim_of_optima(left: Graph, right: Graph, settings: ScoreSettings, id: str) -> Claim:
    """Align two graphs and find what all optima share; the claim holds the backbone.

    Where everything is decided and proved, one proof is for the optimum, too, and the certificate, if one is asked for,
    states both. Otherwise the claim is the one without a backbone, to which is added what is known. `settings` with a
    time limit give each of the two parts as long.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> twins, one = parse_graph("(a / and :op1 (b / boy) :op1 (c / boy))"), parse_graph("(a / and :op1 (b / boy))")
    >>> found = claim_of_optima(twins, one, ScoreSettings(), "s.1")
    >>> found.comparison.status.value, found.backbone
    ('certified', Backbone(forced=1, open=2, impossible=0, undecided=0, certified=True))
    """
    begin, note = time.perf_counter(), ""
    triples = settings.convention.triples(left), settings.convention.triples(right)
    comparison = solved(*triples, replace(settings, check=False, certificates=False))
    if comparison.problem is None or comparison.solution.status is not Status.OPTIMAL:
        return claim(left, right, settings, id)._replace(backbone=_undecided(comparison))
    params = replace(settings.params, proof=settings.check)
    found = every_optimum(comparison.problem, comparison.solution.mapping, params)
    if found.no is not None and found.no[1].proof is not None:
        try:
            line = _checked(comparison, found, settings, id)
            solution = replace(comparison.solution, seconds=time.perf_counter() - begin)
            certified = replace(comparison, solution=solution, status=ClaimStatus.CERTIFIED)
            return Claim(certified, line, backbone=_named(comparison, found, certified=True))
        except Refused as refused:
            note = f"the checker refuses the proof about all optima: {refused}"
    plain = claim(left, right, settings, id)
    return plain._replace(backbone=_named(comparison, found), note=plain.note or note)


class LinkedVariables(NamedTuple):
    """Two variables with their concepts, the kind of their link, and words for it; their numbers are `pair`."""

    left: str
    right: str
    kind: str
    words: str
    pair: tuple[int, int]


def linked_variables(comparison: Comparison, backbone: Backbone) -> list[LinkedVariables]:
    """The links of all known optima, in order; of open ones the words say whether the alignment has them."""
    numbers = [{name: at for at, name in enumerate(side.variables)} for side in (comparison.left, comparison.right)]
    names = [with_concepts(side) for side in (comparison.left, comparison.right)]
    kinds = dict.fromkeys(backbone.alignment, UNDECIDED) | dict.fromkeys(backbone.forced, FORCED)
    kinds |= dict.fromkeys(backbone.open, OPEN)
    shown, found = {*comparison.alignment}, []
    for pair, kind in kinds.items():
        i, j = numbers[0][pair[0]], numbers[1][pair[1]]
        words = f"{kind}: {MEANINGS[kind]}" + ", not in this alignment" * (pair not in shown)
        found.append(LinkedVariables(names[0][i], names[1][j], kind, words, (i, j)))
    return sorted(found, key=lambda link: link.pair)


def backbone(left: Graph, right: Graph, settings: ScoreSettings) -> Backbone:
    """The backbone of two graphs.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> cat = parse_graph("(c / cat)")
    >>> backbone(cat, cat, ScoreSettings()).forced
    (('c', 'c'),)
    """
    found = claim_of_optima(left, right, replace(settings, every_optimum=True, certificates=False), "1").backbone
    assert found is not None
    return found


def _checked(comparison: Comparison, found: EveryOptimum, settings: ScoreSettings, id: str) -> str | None:
    """Have the checker judge the proof about all optima; returns the certificate, where one is asked for."""
    from smatchproof.exact.certificate import certificate_of_optima, check_optima

    left, right, similarities = comparison.left, comparison.right, comparison.similarities
    if settings.certificates:
        return certificate_of_optima(id, settings.counted, left, right, found, similarities)
    check_optima(left, right, comparison.duplicates, found, similarities)
    return None


def _named(comparison: Comparison, found: EveryOptimum, certified: bool = False) -> Backbone:
    """What was found of candidates, in names; pairs come in the order of the left graph, then of the right one."""
    left, right, pairs = comparison.left.variables, comparison.right.variables, found.problem.candidates

    def names(candidates: Iterable[int]) -> tuple[NamedPair, ...]:
        return tuple([(left[i], right[j]) for i, j in sorted(pairs[p] for p in candidates)])

    alignment = names(links(found.problem, found.alignments[0]))
    if not found.is_decided:
        return Backbone((), names(found.open), alignment, undecided=len(pairs) - len(found.open))
    impossible = len(pairs) - len(found.forced) - len(found.open)
    return Backbone(names(found.forced), names(found.open), alignment, impossible, certified=certified)


def _undecided(comparison: Comparison) -> Backbone:
    """Nothing is known where the optimum is not; without a problem its candidates were not even counted."""
    number = len(comparison.problem.candidates) if comparison.problem else len(comparison.alignment)
    return Backbone((), (), comparison.alignment, undecided=number)
