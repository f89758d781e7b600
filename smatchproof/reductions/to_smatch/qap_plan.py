"""The plan of a quadratic assignment: arcs and units become layers of triples by reduction, complement and layering.

The steps are those of :mod:`smatchproof.reductions.to_smatch.quadratic_assignment`, which says why they are right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from smatchproof.conventions.weights import TripleName
from smatchproof.graphs.building import GraphBuilder
from smatchproof.reductions.problems.assignment import Matrix, QuadraticAssignment
from smatchproof.reductions.to_smatch.qap_normal import Arc, Normal, all_arcs, twins_of

_EFFORT, _TRIED = 1_000_000, 64
"""How many weights the search for offsets may look at in a frame, for half a second, and how many values it tries."""

Index = tuple[int, ...]
"""An arc ``(i, k)`` or a variable ``(i,)``."""
Weights = Mapping[Index, int]
_NamedWeights = Mapping[TripleName, int]
_CONSTANT = "+"


# ---- steps 2 to 4: the parts of a plan


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
    layers: list[Layers]
    constant: int
    unit: int

    def triples(self, *, copies: bool = True) -> tuple[int, int]:
        """The triples that all layers need in the left and in the right graph, written in layers or with weights."""
        counts = [layers.triples() if copies else layers.sizes() for layers in self.layers]
        first, second = sum(count[0] for count in counts), sum(count[1] for count in counts)
        return (second, first) if self.mirrored else (first, second)


class _Frame(NamedTuple):
    """Which matrix is reduced (`x`, the locations' if `mirrored`), and on which arcs the two graphs carry weights.

    `places` are the arcs over which costs are summed up: `x` has one of them, or several, on `x_arcs` for each.
    """

    mirrored: bool
    x: Matrix
    y: Matrix
    places: list[Arc]
    x_arcs: list[Arc]
    y_arcs: list[Arc]
    classes: list[list[int]]

    def sums(self) -> list[int]:
        """Sum the entries of `y` at the places of each variable: the factors of its partner's offsets."""
        sums = [0] * len(self.y)
        for (j, other), entry in _entries(self.y, self.places).items():
            sums[j] += entry
            sums[other] += entry
        return sums


def _frames(normal: Normal) -> Iterator[_Frame]:
    for mirrored in (False, True):
        x, y = (normal.distance, normal.flow) if mirrored else (normal.flow, normal.distance)
        own_x, own_y = reversed(normal.own) if mirrored else normal.own
        arcs = all_arcs(len(x))
        x_twins, y_twins = twins_of(x, own_x), twins_of(y, own_y)
        if not normal.symmetric:
            yield _Frame(mirrored, x, y, arcs, arcs, arcs, [[i] for i in range(len(x))])
            continue
        up = [(i, k) for i, k in arcs if i < k]
        yield _Frame(mirrored, x, y, up, _both_ways(arcs, x_twins), up, x_twins)
        yield _Frame(mirrored, x, y, up, up, _both_ways(arcs, y_twins), x_twins)


def _entries(matrix: Matrix, arcs: Iterable[Arc]) -> dict[Index, int]:
    return {(i, k): matrix[i][k] for i, k in arcs}


def _both_ways(arcs: Iterable[Arc], classes: Iterable[Sequence[int]]) -> list[Arc]:
    """All arcs but those from a later twin to an earlier one."""
    number = {index: at for at, twins in enumerate(classes) for index in twins}
    return [(i, k) for i, k in arcs if i < k or number[i] != number[k]]


def plan_of(source: QuadraticAssignment) -> Plan:
    """The layers for a problem, after all four steps; deterministic. The search for offsets takes about a second.

    >>> plan = plan_of(QuadraticAssignment(((0, 1), (0, 0)), ((0, 0), (3, 0))))
    >>> plan.constant, plan.unit, plan.triples()
    (1, 3, (1, 1))
    """
    normal = Normal.of(source)
    frame, base, offsets = _smallest(_frames(normal))
    x, y = frame.x, frame.y
    rest: dict[Index, int] = {(i, k): x[i][k] - base - offsets[i] - offsets[k] for i, k in frame.x_arcs}
    values = _entries(y, frame.y_arcs)
    own: list[dict[Index, int]] = [{(i,): entry for i, entry in enumerate(entries)} for entries in normal.own]
    if frame.mirrored:
        own.reverse()
    by_index: dict[Index, int] = {(i,): offset for i, offset in enumerate(offsets)}
    sums: dict[Index, int] = {(j,): entry for j, entry in enumerate(frame.sums())}
    layers = [*_product("", rest, values), *_product("sum", by_index, sums), *_product("own", own[0], own[1])]
    constant = base * sum(_entries(y, frame.places).values())
    constant += _complement([rest[place] for place in frame.places], values.values())
    constant += _complement(offsets, sums.values()) + _complement(own[0].values(), own[1].values())
    return Plan(frame.mirrored, layers, constant, normal.unit)


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


# ---- the search for a small plan


class _Tally(NamedTuple):
    """Figures of some numbers above 0: their sum, the greatest, and how many there are."""

    total: int
    most: int
    number: int


_Tallies = tuple[_Tally, _Tally]
"""Of weights above 0 and below, without signs; or of the values that they meet."""


def _tallies(above: Iterable[int], below: Iterable[int]) -> _Tallies:
    one, other = ([value for value in values if value > 0] for values in (above, below))
    return _Tally(sum(one), max(one, default=0), len(one)), _Tally(sum(other), max(other, default=0), len(other))


def _of_weights(weights: Sequence[int]) -> _Tallies:
    return _tallies(weights, [-weight for weight in weights])


def _of_values(values: Sequence[int]) -> _Tallies:
    highest, lowest = max(values, default=0), min(values, default=0)
    return _tallies([highest - value for value in values], [value - lowest for value in values])


def _together(one: _Tally, other: _Tally) -> _Tally:
    return _Tally(one.total + other.total, max(one.most, other.most), one.number + other.number)


def _size(weights: _Tallies, values: _Tallies) -> int:
    """The triples of both graphs in layers, and the couples of them that can match at once: what takes memory."""
    return sum(
        one.total * other.most + one.most * other.total + one.number * other.number
        for one, other in zip(weights, values, strict=True)
    )


class _Found(NamedTuple):
    """A base and offsets, and the size that they lead to."""

    size: int
    base: int
    offsets: tuple[int, ...]


class _Descent:
    """A descent over the base and the offsets of a frame, one after the other, those of twins together."""

    def __init__(self, frame: _Frame) -> None:
        self.frame = frame
        self.values, self.sums = _of_values([*_entries(frame.y, frame.y_arcs).values()]), _of_values(frame.sums())

    def found(self, effort: int) -> _Found:
        """The last step, after which none helps, or which has looked at so many weights."""
        before, found = None, min(self.with_base(_Found(0, 0, (0,) * len(self.frame.x))))
        while found != before and effort > 0:
            before, found = found, min(found, *self.with_base(found))
            effort -= _TRIED * len(self.frame.x_arcs)
            for twins in self.frame.classes:
                if effort > 0:
                    found = min(found, *self.with_offset(found, twins))
                    effort -= len(self.frame.x_arcs)
        return found

    def with_base(self, found: _Found) -> Iterator[_Found]:
        """Other bases with which some weight becomes 0."""
        rest, offsets = self.rest(0, found.offsets), _size(_of_weights(found.offsets), self.sums)
        for base in _sample([0, *rest]):
            size = _size(_of_weights([weight - base for weight in rest]), self.values)
            yield _Found(size + offsets, base, found.offsets)

    def with_offset(self, found: _Found, twins: Sequence[int]) -> Iterator[_Found]:
        """Other offsets of twins with which some weight of their arcs becomes 0."""
        without = tuple(0 if at in twins else offset for at, offset in enumerate(found.offsets))
        weights = zip(self.frame.x_arcs, self.rest(found.base, without), strict=True)
        ends = [((i in twins) + (k in twins), weight) for (i, k), weight in weights]
        others = _of_weights([weight for number, weight in ends if not number])
        own = [(number, weight) for number, weight in ends if number]
        for offset in _sample([0, *(weight // number for number, weight in own)]):
            up, down = _of_weights([weight - number * offset for number, weight in own])
            offsets = tuple(offset if at in twins else old for at, old in enumerate(without))
            size = _size((_together(up, others[0]), _together(down, others[1])), self.values)
            yield _Found(size + _size(_of_weights(offsets), self.sums), found.base, offsets)

    def rest(self, base: int, offsets: Sequence[int]) -> list[int]:
        """The weights that are left to be multiplied."""
        x = self.frame.x
        return [x[i][k] - base - offsets[i] - offsets[k] for i, k in self.frame.x_arcs]


def _sample(values: Iterable[int]) -> list[int]:
    """The different values in order, or :data:`_TRIED` of them, evenly spread, the first and the last included."""
    ordered = sorted(set(values))
    last = len(ordered) - 1
    return [ordered[at * last // (_TRIED - 1)] for at in range(_TRIED)] if last >= _TRIED else ordered


def _smallest(frames: Iterable[_Frame]) -> tuple[_Frame, int, tuple[int, ...]]:
    """The frame, base and offsets of the smallest result that is found."""
    found = [(_Descent(frame).found(_EFFORT), frame) for frame in frames]
    (_, base, offsets), frame = min(found, key=lambda each: each[0])
    return frame, base, offsets
