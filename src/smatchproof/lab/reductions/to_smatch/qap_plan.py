"""The plan of a quadratic assignment: arcs and units become layers of triples by reduction, complement and layering.

The steps are those of :mod:`smatchproof.lab.reductions.to_smatch.quadratic_assignment`, which says why they are right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from smatchproof.lab.reductions.problems.assignment import Matrix, QuadraticAssignment
from smatchproof.lab.reductions.to_smatch.qap_normal import Normal, all_arcs, twins_of
from smatchproof.public import GraphBuilder, TripleName

_BASES, _SWEEPS = 3, 3
"""How many of the most common entries are tried as the base, and how often all offsets are set again for each."""
_TRIPLE = 12
"""How many couples that can match a triple in layers is worth. Offsets take couples away, but also symmetries: nug14,
nug15 and nug16b take 7 to 28 times as many nodes with those that leave fewest couples. With this factor they have no
offsets, and nor has had18. esc16b, esc16c and esc16h have some; esc16b takes minutes without."""

Index = tuple[int, ...]
"""An arc ``(i, k)`` or a variable ``(i,)``."""
Weights = Mapping[Index, int]
_NamedWeights = Mapping[TripleName, int]
_CONSTANT = "+"


class Layers(NamedTuple):
    """Triples by which two things have as many in common as their weights multiply to: with weights, or in layers."""

    role: str
    first: Weights
    second: Weights

    def sizes(self) -> tuple[int, int]:
        """Count the triples of each of the two graphs, where triples have weights."""
        if not self.first or not self.second:
            return 0, 0
        return sum(self.first.values()), sum(self.second.values())

    def write_once(self, first: GraphBuilder, letter: str, second: GraphBuilder, other_letter: str) -> _NamedWeights:
        """Add one triple for each thing to both graphs; the letters are those of their variables. Returns weights."""
        weights: dict[TripleName, int] = {}
        if not self.first or not self.second:
            return weights
        for builder, each, things in ((first, letter, self.first), (second, other_letter, self.second)):
            for thing, weight in things.items():
                _add(builder, each, thing, (self.role,))
                names = [f"{each}{index + 1}" for index in thing]
                weights[TripleName(self.role, names[0], names[1] if len(names) > 1 else _CONSTANT)] = weight
        return weights

    def triples(self) -> tuple[int, int]:
        """Count the triples that each of the two graphs needs without weights."""
        tops = max(self.first.values(), default=0), max(self.second.values(), default=0)
        return sum(self.first.values()) * tops[1], sum(self.second.values()) * tops[0]

    def write(self, first: GraphBuilder, letter: str, second: GraphBuilder, other_letter: str) -> None:
        """Add the triples to both graphs; the letters are those of their variables."""
        tops = max(self.first.values(), default=0), max(self.second.values(), default=0)
        roles = [[f"{self.role}{s}-{t}" for t in range(1, tops[1] + 1)] for s in range(1, tops[0] + 1)]
        for thing, weight in self.first.items():
            _add(first, letter, thing, (role for layer in roles[:weight] for role in layer))
        for thing, weight in self.second.items():
            _add(second, other_letter, thing, (role for layer in roles for role in layer[:weight]))


def _add(builder: GraphBuilder, letter: str, thing: Index, roles: Iterable[str]) -> None:
    names = [f"{letter}{index + 1}" for index in thing]
    for role in roles:
        if len(names) == 1:
            builder.attribute(role, names[0], _CONSTANT)
        else:
            builder.relation(role, names[0], names[1])


class Plan(NamedTuple):
    """The layers to build. `mirrored`: the first side of each layer belongs to the right graph."""

    mirrored: bool
    base: int
    offsets: Sequence[int]
    layers: list[Layers]
    constant: int
    unit: int

    @property
    def size(self) -> int:
        """The objective of the choice of a plan, to be minimised: triples in layers, and couples of those with weights
        that can match.
        """
        couples = sum(len(layers.first) * len(layers.second) for layers in self.layers)
        return couples + _TRIPLE * sum(self.triples())

    def triples(self, *, copies: bool = True) -> tuple[int, int]:
        """The triples that all layers need in the left and in the right graph, written in layers or with weights."""
        counts = [layers.triples() if copies else layers.sizes() for layers in self.layers]
        first, second = sum(count[0] for count in counts), sum(count[1] for count in counts)
        return (second, first) if self.mirrored else (first, second)


def plan_of(source: QuadraticAssignment) -> Plan:
    """Return the layers for a problem, after all four steps: the smallest of up to twelve plans.

    >>> plan = plan_of(QuadraticAssignment(((0, 1), (0, 0)), ((0, 0), (3, 0))))
    >>> plan.constant, plan.unit, plan.triples()
    (1, 3, (1, 1))
    """
    normal = Normal.of(source)
    plans = [plan for mirrored in (False, True) for plan in _plans(normal, mirrored)]
    return min(plans, key=lambda plan: plan.size)


def _plans(normal: Normal, mirrored: bool) -> Iterator[Plan]:
    """The plans in which the flows are reduced or, if `mirrored`, the distances: with and without offsets."""
    x, y = (normal.distance, normal.flow) if mirrored else (normal.flow, normal.distance)
    own_x, own_y = reversed(normal.own) if mirrored else normal.own
    arcs = x_arcs = all_arcs(len(x))
    classes = [[i] for i in range(len(x))]
    if normal.symmetric:
        arcs, classes = [(i, k) for i, k in arcs if i < k], twins_of(x, own_x)
        number = {index: at for at, twins in enumerate(classes) for index in twins}
        # all arcs but those from a later twin to an earlier one
        x_arcs = [(i, k) for i, k in x_arcs if i < k or number[i] != number[k]]
    values: dict[Index, int] = {(i, k): y[i][k] for i, k in arcs}
    sums = [0] * len(y)
    for i, k in arcs:
        sums[i] += y[i][k]
        sums[k] += y[i][k]
    bases = _most_common((x[i][k] for i, k in arcs), _BASES)
    tried = [(base, offsets) for base in bases for offsets in ([0] * len(x), _offsets(x, classes, base))]
    for base, offsets in tried:
        rest: dict[Index, int] = {(i, k): x[i][k] - base - offsets[i] - offsets[k] for i, k in x_arcs}
        layers = [
            *_product("", rest, values),
            *_product("sum", _by_index(offsets), _by_index(sums)),
            *_product("own", _by_index(own_x), _by_index(own_y)),
        ]
        constant = base * sum(values.values()) + _complement([rest[arc] for arc in arcs], values.values())
        constant += _complement(offsets, sums) + _complement(own_x, own_y)
        yield Plan(mirrored, base, offsets, layers, constant, normal.unit)


def _most_common(values: Iterable[int], number: int = 1) -> list[int]:
    """The values that are there most often, the smaller one first of two that are there equally often; or 0 alone."""
    counts = Counter(values)
    return sorted(counts, key=lambda value: (-counts[value], value))[:number] or [0]


def _offsets(x: Matrix, classes: Iterable[Sequence[int]], base: int) -> list[int]:
    """Return an offset for each index that leaves many zeros in a matrix; those of a class are the same."""
    offsets = [0] * len(x)
    for _ in range(_SWEEPS):
        for twins in classes:
            others = [k for k in range(len(x)) if k not in twins]
            [offset] = _most_common(x[twins[0]][k] - base - offsets[k] for k in others)
            for i in twins:
                offsets[i] = offset
    return offsets


def _by_index(entries: Iterable[int]) -> dict[Index, int]:
    return {(i,): entry for i, entry in enumerate(entries)}


def _product(role: str, x: Weights, y: Weights) -> Iterator[Layers]:
    """Make layers for the gain of each x by the y that it meets, the complement of their product."""
    highest, lowest = max(y.values(), default=0), min(y.values(), default=0)
    up = {thing: weight for thing, weight in x.items() if weight > 0}
    down = {thing: -weight for thing, weight in x.items() if weight < 0}
    yield Layers(f"{role}low", up, {thing: highest - value for thing, value in y.items() if value < highest})
    yield Layers(f"{role}high", down, {thing: value - lowest for thing, value in y.items() if value > lowest})


def _complement(x: Iterable[int], y: Iterable[int]) -> int:
    """Sum the gains and the costs of all x."""
    values = list(y)
    highest, lowest = max(values, default=0), min(values, default=0)
    return sum(weight * (highest if weight > 0 else lowest) for weight in x)
