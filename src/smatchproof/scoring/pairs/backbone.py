"""The backbone of a pair: the links that no choice among its optima can change, and those that are arbitrary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from smatchproof.base.record import Record, Struct, field
from smatchproof.base.result import Result
from smatchproof.base.text import many

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


class Backbone(Result, Record):
    """Pairs of variables by how many optimal alignments have them as a link: all, some or none.

    A link is a pair that earns something in an alignment: alone, or by a relation together with another link.

    * `forced`: links of every optimum. `open`: links of some; one optimum with it and one without it are known.
    * `alignment`: the links of one optimum; those that are not forced are open.
    * `impossible`: the number of pairs that could match a triple, but are links of no optimum.
    * `undecided`: the number of such pairs that a limit left undecided; 0 without limits.
    * `certified`: whether a checker has accepted a proof for the forced and the impossible pairs.
    """

    forced: tuple[NamedPair, ...]
    open: tuple[NamedPair, ...]
    alignment: tuple[NamedPair, ...]
    impossible: int = 0
    undecided: int = 0
    certified: bool = False

    def summary(self) -> dict[str, object]:
        """The number of pairs of each kind."""
        return {**self.counts, "certified": self.certified}

    def rows(self) -> Sequence[Mapping[str, object]]:
        """A record for each pair that is a link of some optimum, forced ones first."""
        pairs = {FORCED: self.forced, OPEN: self.open}
        return [{"left": left, "right": right, "kind": kind} for kind, some in pairs.items() for left, right in some]

    def __str__(self) -> str:
        """The number of pairs of each kind, in words, and those that are links of some optimum."""
        pairs = {FORCED: self.forced, OPEN: self.open}
        lines = [f"{kind:<10} {number:,} {MEANINGS[kind]}" for kind, number in self.counts.items()]
        named = [f": {', '.join(map('='.join, pairs[kind]))}" if pairs.get(kind) else "" for kind in MEANINGS]
        return "\n".join([*map(str.__add__, lines, named), f"{'certified':<10} {'yes' if self.certified else 'no'}"])

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
        """The numbers of impossible and of undecided pairs, each with its word."""
        numbers = {IMPOSSIBLE: self.impossible, UNDECIDED: self.undecided}
        return [(number, f"{kind}, {MEANINGS[kind]}") for kind, number in numbers.items() if number]

    def to_dict(self) -> dict[str, Any]:
        """Return the backbone as values that JSON can represent."""
        pairs = {"alignment": self.alignment, FORCED: self.forced, OPEN: self.open}
        return {
            **{name: [[*pair] for pair in some] for name, some in pairs.items()},
            IMPOSSIBLE: self.impossible,
            UNDECIDED: self.undecided,
            "certified": self.certified,
        }


class BackboneTotal(Struct):
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
        """The share of links that are in every optimum; ``None`` if there are no links, or some are undecided."""
        return self.counts[FORCED] / self.links if self.links and not self.counts[UNDECIDED] else None

    def lines(self) -> list[tuple[str, str]]:
        """The totals as text: for each line its subject and its words."""
        counts, share = self.counts, self.forced_share
        rate = "" if share is None else f" ({100 * share:.2f} %)"
        known = f"{'at least ' * bool(counts[UNDECIDED])}{counts[FORCED]:,}"
        are = "is" if counts[FORCED] == 1 else "are"
        unknown = f"{counts[UNDECIDED]:,} pairs of variables {MEANINGS[UNDECIDED]}"
        return [
            (
                FORCED,
                f"{known} of {self.links:,} links {are} in every optimum{rate}",
            ),
            (OPEN, f"{counts[OPEN]:,} {MEANINGS[OPEN]}, in {self.ambiguous:,} of {many(self.pairs, 'pair')} of graphs"),
            (IMPOSSIBLE, f"{counts[IMPOSSIBLE]:,} {MEANINGS[IMPOSSIBLE]}, though they could match something"),
            *([(UNDECIDED, unknown)] if counts[UNDECIDED] else []),
            ("backbones", f"{self.certified:,} of {self.pairs:,} certified"),
        ]

    def to_dict(self) -> dict[str, object]:
        """Return the totals as values that JSON can represent."""
        return {
            **{kind: self.counts[kind] for kind in MEANINGS},
            "links": self.links,
            "forced_share": self.forced_share,
            "ambiguous_pairs": self.ambiguous,
            "certified": self.certified,
        }
