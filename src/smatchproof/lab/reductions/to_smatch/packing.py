"""PACKING → SMATCH: trees are hard, even with one concept and one label, or with no more than three arcs at a variable.

Both reductions turn an item into a path of as many variables as it has units, and a bin into a path of as many as it
holds. A path that is matched completely lies, whole and in order, within one path of the other graph; so matching
every arc within the items is packing them, and the bins are full because there are no more units than places.
Packing with numbers in unary is NP-complete (3-PARTITION; Garey & Johnson 1979), so the graphs may be as large as
their sum.

That Smatch does not ask for a connected common part is what makes trees hard: where parents have to be matched before
their children, an assignment problem for each couple of variables is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Self

from smatchproof.base.text import many
from smatchproof.lab.reductions.problems.packing import Packing, read_packing
from smatchproof.lab.reductions.reduction import SourceProblem, Threshold, ToSmatch, reader
from smatchproof.lab.reductions.to_smatch.stars import ROOT_LEFT, ROOT_RIGHT, ROOTS
from smatchproof.public import Graph, GraphBuilder, GraphPair, NamedAlignment, Top

Bins = tuple[int, ...]
"""The bin of each item."""


class PackingToSmatch(ToSmatch[Packing, Bins]):
    """Theorem: with N items and t bins of capacity B, the items fill the bins exactly when ``2tB + 2 - N + t``
    triples can be matched (one less without TOP).

    Both graphs are spiders, a root with legs that lead away from it, of one concept and one label: a leg of the left
    one is an item, a leg of the right one a bin. If the roots are aligned, at most t arcs out of the root are matched,
    at most ``tB - N`` others, and reaching all of that takes a packing. If they are not, TOP is lost and all but one of
    the arcs out of the root, because every other variable has at most one arc out of it. That is too little, unless
    there is one bin and no TOP, where every answer is yes. Both graphs have ``2tB + 2`` triples (``2tB + 1`` without
    TOP). Linear time in that.

    >>> reduction = PackingToSmatch.apply(Packing((3, 1, 2, 2), bins=2, capacity=4))
    >>> reduction.relation, reduction.size
    (Threshold(least=16), (18, 18))
    >>> reduction.backward(reduction.forward((1, 1, 0, 0)))
    (1, 1, 0, 0)
    """

    name = "packing"
    summary = "items that fill bins exactly (3-partition), as two trees"

    @classmethod
    def apply(cls, source: Packing, top: Top = Top.CONST) -> Self:
        """Build both graphs."""
        left = _spider(source.items, ROOT_LEFT, _unit)
        right = _spider((source.capacity,) * source.bins, ROOT_RIGHT, _place)
        triples = 2 * source.bins * source.capacity + 1 + (top is not Top.NONE)
        least = triples - len(source.items) + source.bins
        return cls(source, GraphPair(left, right, top), Threshold(least), ROOTS | _legs(source))

    def forward(self, solution: Bins) -> NamedAlignment:
        """Root to root, and the items of a bin one after the other, from the head of its leg."""
        return {ROOT_LEFT: ROOT_RIGHT, **_packed(self.source, solution)}

    def read(self, alignment: NamedAlignment) -> Bins:
        """The bin in which the first unit of each item lies."""
        if self.source.bins == 1:  # the units may then reach the threshold elsewhere
            return (0,) * len(self.source.items)
        return tuple(_bin_of(alignment[_unit(item, 1)]) for item in range(1, len(self.source.items) + 1))


class PackingToSmatchDegree3(ToSmatch[Packing, Bins]):
    """Theorem: with N items and t bins of capacity B, the items fill the bins exactly when ``tB - N`` triples can be
    matched, and one more if TOP is a constant.

    The legs of the spiders hang from a path instead of a root, so that no variable has more than three arcs. The two
    graphs have different concepts, and labels of their own for all but the arcs within the legs; these are matched all
    if and only if the items of two units and more lie within bins, and the others fill what is left of these. A graph
    of n legs (n > 0) has ``2(tB + n)`` triples, one less without TOP. Linear time in that.

    >>> reduction = PackingToSmatchDegree3.apply(Packing((3, 1, 2, 2), bins=2, capacity=4))
    >>> reduction.relation, reduction.size
    (Threshold(least=5), (24, 20))
    >>> reduction.backward(reduction.forward((1, 1, 0, 0)))
    (1, 1, 0, 0)
    """

    name = "packing-degree-3"
    summary = "the same, as two trees of degree 3 at most"

    @classmethod
    def apply(cls, source: Packing, top: Top = Top.CONST) -> Self:
        """Build both graphs."""
        items, bins = len(source.items), source.bins
        left = _caterpillar(source.items, "r", 1, _unit)
        right = _caterpillar((source.capacity,) * bins, "s", 2, _place)
        total = bins * source.capacity
        gadgets = {f"left r{item}": f"where item {item} hangs" for item in range(1, items + 1)}
        gadgets |= {f"right s{number}": f"where bin {number} hangs" for number in range(1, bins + 1)}
        if not bins:
            gadgets = {"left r1": "root", "right s1": "root"}
        relation = Threshold(total - items + (top is Top.CONST))
        return cls(source, GraphPair(left, right, top), relation, {**gadgets, **_legs(source)})

    def forward(self, solution: Bins) -> NamedAlignment:
        """Root to root, and the items of a bin one after the other, from the head of its leg."""
        return {"r1": "s1", **_packed(self.source, solution)}

    def read(self, alignment: NamedAlignment) -> Bins:
        """The bin in which each item of several units lies; items of one unit may lie anywhere, and fill the rest."""
        source = self.source
        free = [source.capacity] * source.bins
        bins = {}
        for item, units in enumerate(source.items, 1):
            if units > 1:
                bins[item] = _bin_of(alignment[_unit(item, 1)])
                free[bins[item]] -= units
        rest = iter([number for number, room in enumerate(free) for _ in range(room)])
        return tuple(bins[item] if item in bins else next(rest) for item in range(1, len(source.items) + 1))


def _unit(item: int, unit: int) -> str:
    return f"item{item}u{unit}"


def _place(number: int, place: int) -> str:
    return f"bin{number}p{place}"


def _bin_of(place: str) -> int:
    """The bin of a place, from 0."""
    return int(place.removeprefix("bin").split("p")[0]) - 1


def _legs(source: Packing) -> dict[str, str]:
    """The gadgets of both graphs' legs."""
    units = {
        f"left {_unit(item, unit)}": f"unit {unit} of item {item}"
        for item, size in enumerate(source.items, 1)
        for unit in range(1, size + 1)
    }
    places = {
        f"right {_place(number, place)}": f"place {place} of bin {number}"
        for number in range(1, source.bins + 1)
        for place in range(1, source.capacity + 1)
    }
    return {**units, **places}


def _packed(source: Packing, solution: Bins) -> dict[str, str]:
    """The units of the items on the places of their bins, item by item."""
    filled = [0] * source.bins
    pairs = {}
    for item, (size, number) in enumerate(zip(source.items, solution, strict=True), 1):
        for unit in range(1, size + 1):
            filled[number] += 1
            pairs[_unit(item, unit)] = _place(number + 1, filled[number])
    return pairs


def _spider(legs: Sequence[int], root: str, name: Callable[[int, int], str]) -> Graph:
    """A root with legs of these lengths, all of one concept and one label."""
    builder = GraphBuilder()
    builder.variable(root, "node")
    for leg, length in enumerate(legs, 1):
        _hang(builder, root, "next", [name(leg, place) for place in range(1, length + 1)], "node")
    return builder.build()


def _caterpillar(legs: Sequence[int], letter: str, number: int, name: Callable[[int, int], str]) -> Graph:
    """A path from which legs of these lengths hang, one from each of its variables."""
    builder = GraphBuilder()
    concept = f"node{number}"
    builder.variable(f"{letter}1", concept)
    for leg in range(2, len(legs) + 1):
        builder.relation(f"spine{number}", f"{letter}{leg - 1}", builder.variable(f"{letter}{leg}", concept))
    for leg, length in enumerate(legs, 1):
        names = [name(leg, place) for place in range(1, length + 1)]
        _hang(builder, f"{letter}{leg}", f"hang{number}", names, concept)
    return builder.build()


def _hang(builder: GraphBuilder, above: str, role: str, names: Sequence[str], concept: str) -> None:
    """Hang a leg below a variable by a role; its own relations are ``next``."""
    for name in names:
        builder.relation(role, above, builder.variable(name, concept))
        above, role = name, "next"


def _says(found: Packing) -> str:
    return f"bin packing, {many(found.bins, 'bin')} of capacity {found.capacity:,}, {many(len(found.items), 'item')}"


_FILES, _READ = "bins and capacity, then the items", reader(read_packing, _says)
SOURCE = SourceProblem(PackingToSmatch, _FILES, _READ)
SOURCE_DEGREE_3 = SourceProblem(PackingToSmatchDegree3, _FILES, _READ)
