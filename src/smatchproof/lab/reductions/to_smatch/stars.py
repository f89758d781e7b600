"""Stars, on which most reductions to Smatch build: a root with numbered members, and weights of what they have.

*Layers* are triples by which pairs of variables match as much as a product of weights, on two stars that have nothing
in common. A weight p stands for p copies of a triple, and p copies match q copies p times q times, as under the rule
``product`` for duplicates. Without weights, in *copies*, the triples of a weight p are labelled ``(s, t)`` for all s up
to p and all t, those of a weight q in the other graph for all s and all t up to q: p times q labels are the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from smatchproof.base.limits import LARGEST_COUNT
from smatchproof.public import (
    Attribute,
    GraphBuilder,
    GraphPair,
    NamedAlignment,
    Relation,
    Top,
    TripleGraph,
    TripleName,
    TripleWeights,
)

ROOT_LEFT, ROOT_RIGHT = "r", "s"
ROOTS = {f"left {ROOT_LEFT}": "root", f"right {ROOT_RIGHT}": "root"}
"""The gadgets of the roots."""


def star(
    root: str, letter: str, members: Iterable[int], *, concept: str = "root", role: str = "m", member: str = "vertex"
) -> GraphBuilder:
    """A root with members ``x1``, ``x2``, ... for a `letter` x, all of one concept and in one role."""
    builder = GraphBuilder()
    builder.variable(root, concept)
    for number in members:
        builder.relation(role, root, builder.variable(f"{letter}{number}", member))
    return builder


def numbered_pairs(alignment: NamedAlignment, left: str, right: str) -> dict[int, int]:
    """The numbers of the variables that are aligned, of those with these letters.

    >>> numbered_pairs({"r": "s", "x1": "y3", "x2": "s"}, "x", "y")
    {1: 3}
    """
    return {int(a[1:]): int(b[1:]) for a, b in alignment.items() if (a[0], b[0]) == (left, right)}


def aligned(pairs: Iterable[tuple[int, int]]) -> NamedAlignment:
    """Root to root, and ``x1``, ``x2`` ... to the ``y1``, ``y2`` ... that they are paired with; indexes are from 0.

    >>> aligned([(0, 1), (1, 0)])
    {'r': 's', 'x1': 'y2', 'x2': 'y1'}
    """
    return {ROOT_LEFT: ROOT_RIGHT, **{f"x{i + 1}": f"y{j + 1}" for i, j in pairs}}


def indexes(alignment: NamedAlignment) -> dict[int, int]:
    """The indexes, from 0, of each ``x`` and the ``y`` that it is aligned with.

    >>> indexes({"r": "s", "x1": "y3", "x2": "s"})
    {0: 2}
    """
    return {i - 1: j - 1 for i, j in numbered_pairs(alignment, "x", "y").items()}


Index = tuple[int, ...]
"""An arc ``(i, k)`` or a variable ``(i,)``, by indexes from 0."""
Weights = Mapping[Index, int]
_CONSTANT = "+"


class Layers(NamedTuple):
    """A role, and the weights above 0 of what has it in the left and in the right graph."""

    role: str
    left: Weights
    right: Weights
    mirrored: bool = False
    """Whether s in the labels of copies is up to the weight in the right graph, not in the left one."""

    def sizes(self, *, copies: bool) -> tuple[int, int]:
        """Count the triples of each of the two graphs; a side whose other side is empty is left out."""
        most = [max(side.values(), default=0) for side in (self.left, self.right)]
        factors = most if copies else [min(1, each) for each in most]
        return sum(self.left.values()) * factors[1], sum(self.right.values()) * factors[0]

    def roles(self, weight: int, side: int, *, copies: bool) -> Iterator[str]:
        """Return the roles of the triples of a weight on a side, 0 or 1; with weights that is one."""
        other = max((self.right, self.left)[side].values(), default=0)
        if not copies:
            yield from [self.role][:other]
            return
        first, second = (weight, other) if bool(side) is self.mirrored else (other, weight)
        yield from (f"{self.role}{s}-{t}" for s in range(1, first + 1) for t in range(1, second + 1))


class Side(NamedTuple):
    """The star of a graph: the concept of its root, that of its members, which is also their role, and their number."""

    concept: str
    member: str
    number: int


def sizes(layers: Iterable[Layers], sides: Sequence[Side], top: Top, *, copies: bool = False) -> tuple[int, int]:
    """Return the number of triples of both graphs, by the formula of the theorem; a weight p counts as p triples."""
    counts = [each.sizes(copies=copies) for each in layers]
    left, right = (2 * side.number + 1 + (top is not Top.NONE) for side in sides)
    return left + sum(count[0] for count in counts), right + sum(count[1] for count in counts)


def layered_pair(layers: Iterable[Layers], sides: Sequence[Side], top: Top, *, copies: bool = False) -> GraphPair:
    """Build a star for each side with the triples of all layers: weighted, or in copies.

    >>> sides = Side("one", "a", 1), Side("other", "b", 1)
    >>> pair = layered_pair([Layers("w", {(0,): 2}, {(0,): 3})], sides, Top.NONE)
    >>> pair.matched({"x1": "y1"})
    6
    """
    graphs, weights = [], dict[TripleName, int]()
    letters = ((ROOT_LEFT, "x"), (ROOT_RIGHT, "y"))
    for at, ((root, letter), (concept, member, number)) in enumerate(zip(letters, sides, strict=True)):
        builder = star(root, letter, range(1, number + 1), concept=concept, role=member, member=member)
        for each in layers:
            for thing, weight in (each.left, each.right)[at].items():
                ends = [f"{letter}{index + 1}" for index in thing]
                for role in each.roles(weight, at, copies=copies):
                    if len(ends) == 1:
                        builder.attribute(role, ends[0], _CONSTANT)
                    else:
                        builder.relation(role, ends[0], ends[1])
                    weights[TripleName(role, *ends, *[_CONSTANT][: 2 - len(ends)])] = 1 if copies else weight
        graphs.append(builder.build())
    return GraphPair(graphs[0], graphs[1], top, TripleWeights.of(weights))


def bare_graphs(layers: Iterable[Layers], names: Sequence[Sequence[str]]) -> tuple[TripleGraph, TripleGraph]:
    """Return the triples of all layers alone, without stars, for variables of these names on each side."""
    graphs = []
    for at, variables in enumerate(names):
        weights: dict[Attribute | Relation, int] = {}
        for each in layers:
            if each.left and each.right:
                for thing, weight in (each.left, each.right)[at].items():
                    is_arc = len(thing) > 1
                    triple = Relation(each.role, *thing) if is_arc else Attribute("attribute", each.role, thing[0], "")
                    weights[triple] = weight
        attributes = tuple(each for each in weights if isinstance(each, Attribute))
        relations = tuple(each for each in weights if isinstance(each, Relation))
        heavy = {triple: weight for triple, weight in weights.items() if weight != 1}
        graphs.append(TripleGraph(tuple(variables), attributes, relations, weights=heavy))
    return graphs[0], graphs[1]


def refuse_large(most: int, denominator: int) -> None:
    """Raise ``ValueError`` where costs, in units of one `denominator`-th, can save more in all than 64 bits hold."""
    if most > LARGEST_COUNT:
        unit = "" if denominator == 1 else " in their common unit; round them"
        raise ValueError(f"the costs are too large: what they can save has to sum to less than 2^63{unit}")
