"""GRAPH MATCHING → SMATCH: files in ``.dd`` format, in which costs may have any sign.

A negative cost is a saving: a quadruple, two assignments that save something when both are made, has a role of its
own, which is a relation between the left points, of the weight that is saved, and one between the right points. Weights
are not negative, and a cost above 0 would be one. So a point with such costs has a partner of its own, to which it goes
when it is not assigned, and all that it can do saves more by the greatest cost. Two points with such a quadruple have a
role for all assignments of both, and for these partners: each saves as much as the greatest cost, and the quadruple
that much less. In an optimum every such point has a partner, so that the constant which all this adds is known.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Self

from smatchproof.base.errors import InputError, quoted
from smatchproof.base.text import many
from smatchproof.lab.reductions.from_smatch.dd import Assignment, Edge, GraphMatching
from smatchproof.lab.reductions.reduction import Affine, ToSmatch, numbers
from smatchproof.lab.reductions.source_problem import SourceProblem, reader
from smatchproof.lab.reductions.to_smatch.layers import Index, Layers, Side, layered_pair, refuse_large, sizes
from smatchproof.lab.reductions.to_smatch.stars import ROOTS, aligned, indexes
from smatchproof.lab.reductions.words import Word, end_of, word_lines
from smatchproof.public import NamedAlignment, Top


class GraphMatchingToSmatch(ToSmatch[GraphMatching, frozenset[int]]):
    """Theorem: the optimum is a constant less the least cost, in units of what all costs are multiples of.

    The constant is the sum of what partners of unassigned points add, and 1 with TOP. Linear in the assignments and
    edges; two points with a quadruple of a cost above 0 take all couples of their assignments.

    >>> source = GraphMatching(2, 2, (Assignment(0, 0, -2), Assignment(1, 1, 1)), (Edge(0, 1, -3),))
    >>> reduction = GraphMatchingToSmatch.apply(source)
    >>> reduction.relation, reduction.target.matched(reduction.forward(frozenset([0, 1])))
    (Affine(factor=-1, constant=2, unit=1), 6)
    """

    name = "graph-matching"
    summary = "graph matching (a minimisation), as in .dd files"

    @classmethod
    def apply(cls, source: GraphMatching, top: Top = Top.CONST) -> Self:
        """Build both graphs. Raises ``ValueError`` for costs whose sum does not fit into 64 bits."""
        own, pairs = _greatest(source)
        alone = _alone(source)
        sides = (
            Side("left", "left-point", source.left_size),
            Side("right", "right-point", source.right_size + len(alone)),
        )
        layers = [*_layers(source, alone)]
        constant, size = sum(own.values()) + sum(pairs.values()), sizes(layers, sides, top)
        refuse_large(max(*size, constant), source.denominator)
        gadgets = ROOTS | numbers(1, [f"left point {i}" for i in range(source.left_size)], "left x")
        words = [f"right point {j}" for j in range(source.right_size)]
        gadgets |= numbers(1, [*words, *(f"left point {i} is not assigned" for i in alone)], "right y")
        relation = Affine(-1, constant + (top is Top.CONST))
        return cls(source, layered_pair(layers, sides, top), relation, gadgets, size)

    def forward(self, solution: frozenset[int]) -> NamedAlignment:
        """Points to the points that they are assigned to, others to their own partners, if they have some."""
        made = {each.left: each.right for each in map(self.source.assignments.__getitem__, solution)}
        return aligned({**_alone(self.source), **made}.items())

    def read(self, alignment: NamedAlignment) -> frozenset[int]:
        """The assignments that are aligned, of those that there are."""
        made = indexes(alignment).items()
        return frozenset(n for n, each in enumerate(self.source.assignments) if (each.left, each.right) in made)


def _greatest(source: GraphMatching) -> tuple[dict[int, int], dict[tuple[int, int], int]]:
    """The greatest cost above 0 of the assignments of each left point, and of the edges of two left points."""
    own: dict[int, int] = defaultdict(int)
    pairs: dict[tuple[int, int], int] = defaultdict(int)
    for left, _, cost in source.assignments:
        own[left] = max(own[left], cost)
    for one, other, cost in source.edges:
        ends = _ends(source, one, other)[0]
        pairs[ends] = max(pairs[ends], cost)
    return {i: cost for i, cost in own.items() if cost}, {ends: cost for ends, cost in pairs.items() if cost}


def _ends(source: GraphMatching, one: int, other: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The left points of two assignments, the smaller one first, and their right points in the same order."""
    first, second = sorted((source.assignments[one], source.assignments[other]))
    return (first.left, second.left), (first.right, second.right)


def _alone(source: GraphMatching) -> dict[int, int]:
    """The left points that have a partner of their own, which is on the right behind all points."""
    own, pairs = _greatest(source)
    points = sorted({*own, *(i for ends in pairs for i in ends)})
    return dict(zip(points, range(source.right_size, source.right_size + len(points)), strict=True))


def _layers(source: GraphMatching, alone: dict[int, int]) -> Iterator[Layers]:
    """The triples of savings, role by role."""
    own, pairs = _greatest(source)
    places: dict[int, list[int]] = defaultdict(list)
    for number, (left, right, cost) in enumerate(source.assignments):
        places[left].append(right)
        if saving := own.get(left, 0) - cost:
            yield Layers(f"assignment{number}", {(left,): saving}, {(right,): 1})
    for left, cost in own.items():
        yield Layers(f"alone{left}", {(left,): cost}, {(alone[left],): 1})
    dearer: dict[tuple[int, int], set[Index]] = defaultdict(set)
    for number, (one, other, cost) in enumerate(source.edges):
        ends, rights = _ends(source, one, other)
        if cost > 0:
            dearer[ends].add(rights)
        if saving := (pairs[ends] if cost > 0 else 0) - cost:
            yield Layers(f"edge{number}", {ends: saving}, {rights: 1})
    for (one, other), cost in pairs.items():
        couples = product([*places[one], alone[one]], [*places[other], alone[other]])
        cheap = [couple for couple in couples if couple[0] != couple[1] and couple not in dearer[one, other]]
        yield Layers(f"pair{one}-{other}", {(one, other): cost}, dict.fromkeys(cheap, 1))


# ---- reading

_MOST_POINTS, _MOST_LINES = 100_000, 10**9
"""A point becomes a variable even if nothing is said of it, so that a few signs must not ask for gigabytes."""
_DECIMAL = re.compile(r"[+-]?(?:[0-9]{1,30}(?:\.[0-9]{0,30})?|\.[0-9]{1,30})(?:[eE][+-]?[0-9]{1,2})?")
_HINT = "write 'p LEFT RIGHT ASSIGNMENTS EDGES', then lines 'a NUMBER LEFT RIGHT COST' and 'e NUMBER NUMBER COST'"


def read_dd(text: str, source: str) -> GraphMatching:
    r"""A file in ``.dd`` format. Lines ``n0`` and ``n1`` name neighbours, which cost nothing.

    Costs are decimal numbers; they become integers of the unit that they have in common. Raises
    :class:`InputError`.

    >>> read_dd("p 2 1 2 0\na 0 0 0 -0.5\na 1 1 0 2\n", "one.dd").assignments
    (Assignment(left=0, right=0, cost=-1), Assignment(left=1, right=0, cost=4))
    """
    lines = [words for words in word_lines(text, source, _HINT) if words[0].text not in ("c", "n0", "n1")]
    if not lines or lines[0][0].text != "p" or len(lines[0]) != 5:
        raise InputError("expected a line p with four numbers first", end_of(text, source), _HINT)
    limits = (_MOST_POINTS, _MOST_POINTS, _MOST_LINES, _MOST_LINES)
    sizes = [word.integer(0, most, "a number") for word, most in zip(lines[0][1:], limits, strict=True)]
    made: dict[tuple[int, int], Fraction] = {}
    edges: dict[tuple[int, int], Fraction] = {}
    points: list[tuple[int, int]] = []
    for words in lines[1:]:
        if (words[0].text, len(words)) == ("a", 5):
            words[1].integer(len(made), len(made), "the next number of an assignment,")
            listed, ends = made, (_below(words[2], sizes[0]), _below(words[3], sizes[1]))
            points.append(ends)
        elif (words[0].text, len(words)) == ("e", 4):
            one, other = sorted(_below(word, len(made)) for word in words[1:3])
            listed, ends = edges, (one, other)
            if points[one][0] == points[other][0] or points[one][1] == points[other][1]:
                raise words[1].error("two assignments of one point, which are never made both")
        else:
            raise words[0].error("expected a line a with four numbers, or e with three")
        if ends in listed:
            raise words[0].error("the same again; leave the line out")
        listed[ends] = _cost(words[-1])
    if [len(made), len(edges)] != sizes[2:]:
        found = f"{len(made)} assignments and {len(edges)} edges"
        raise lines[0][3].error(f"{sizes[2]} assignments and {sizes[3]} edges announced, found {found}")
    unit = lcm(*(cost.denominator for cost in (*made.values(), *edges.values())))
    assignments = tuple(Assignment(i, j, int(cost * unit)) for (i, j), cost in made.items())
    quadruples = tuple(Edge(one, other, int(cost * unit)) for (one, other), cost in edges.items())
    return GraphMatching(sizes[0], sizes[1], assignments, quadruples, unit)


def _below(word: Word, size: int) -> int:
    return word.integer(0, size - 1, "a number")


def _cost(word: Word) -> Fraction:
    if not _DECIMAL.fullmatch(word.text):
        raise word.error(f"expected a decimal number, found {quoted(word.text)}")
    return Fraction(word.text)


def _says(found: GraphMatching) -> str:
    points = f"{found.left_size:,} and {many(found.right_size, 'point')}"
    return f".dd, {points}, {many(len(found.assignments), 'assignment')}, {many(len(found.edges), 'edge')}"


SOURCE = SourceProblem.of(GraphMatchingToSmatch, "a .dd file", reader(read_dd, _says))
