"""The plan of a quadratic assignment: arcs and units become layers of triples by reduction, complement and layering.

The steps are those of :mod:`smatchproof.reductions.to_smatch.quadratic_assignment`, which says why they are right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Self

from smatchproof.conventions.weights import TripleName
from smatchproof.graphs.building import GraphBuilder
from smatchproof.reductions.problems.assignment import Matrix, QuadraticAssignment
from smatchproof.reductions.to_smatch.qap_normal import Arc, Normal, all_arcs, twins_of

_EFFORT = 4_000_000
"""How many weights the search for offsets may look at: about a second."""
_STARTS, _BASES = 8, 64
"""How many bases are tried at first, and at each step."""

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
    """The figures of a number of weights of both signs that decide the size of their layers."""

    total: int
    most: int
    least: int
    positive: int
    negative: int

    @classmethod
    def of(cls, weights: Iterable[int]) -> Self:
        total = most = least = positive = negative = 0
        for weight in weights:
            if weight > 0:
                total += weight
                positive += 1
                if weight > most:
                    most = weight
            elif weight < 0:
                total -= weight
                negative += 1
                if weight < least:
                    least = weight
        return cls(total, most, least, positive, negative)

    def plus(self, other: _Tally) -> _Tally:
        most, least = max(self.most, other.most), min(self.least, other.least)
        positive, negative = self.positive + other.positive, self.negative + other.negative
        return _Tally(self.total + other.total, most, least, positive, negative)


class _Values(NamedTuple):
    """The figures of the values that weights are multiplied by, as far as they decide the size of layers."""

    spread: int
    below: int
    above: int
    not_highest: int
    not_lowest: int

    @classmethod
    def of(cls, values: Sequence[int]) -> Self:
        highest, lowest = max(values, default=0), min(values, default=0)
        below, above = [highest - value for value in values], [value - lowest for value in values]
        counts = len(values) - below.count(0), len(values) - above.count(0)
        return cls(highest - lowest, sum(below), sum(above), *counts)

    def size(self, weights: _Tally) -> int:
        """Triples of both graphs, and couples of them that can match at once: what takes memory."""
        triples = weights.total * self.spread + weights.most * self.below - weights.least * self.above
        return triples + weights.positive * self.not_highest + weights.negative * self.not_lowest


class _Found(NamedTuple):
    """A base and offsets, and the size that they lead to."""

    size: int
    base: int
    offsets: tuple[int, ...]


class _Search:
    """Steepest descent over bases and offsets, those of twins together."""

    def __init__(self, frame: _Frame) -> None:
        self.frame = frame
        self.values = _Values.of([*_entries(frame.y, frame.y_arcs).values()])
        self.sums = _Values.of(frame.sums())
        self.work = 0
        """How many weights have been looked at."""

    def start(self, base: int) -> _Found:
        """A base alone."""
        offsets = (0,) * len(self.frame.x)
        return _Found(self._size(self._rest(base, offsets), offsets), base, offsets)

    def bases(self) -> set[int]:
        """Bases worth trying."""
        entries = [*_entries(self.frame.x, self.frame.x_arcs).values()]
        common = [entry for entry, _ in Counter(entries).most_common(1)]
        return {0, *common, *_sample(entries, _STARTS)}

    def descend(self, found: _Found, effort: int) -> _Found:
        """Take the best step as long as there is one, and effort is left."""
        while self.work < effort:
            best = min(
                [*self._base_steps(found), *self._offset_steps(found)], key=lambda step: step.size, default=found
            )
            if best.size >= found.size:
                break
            found = best
        return found

    def _rest(self, base: int, offsets: Sequence[int]) -> list[int]:
        x = self.frame.x
        self.work += len(self.frame.x_arcs)
        return [x[i][k] - base - offsets[i] - offsets[k] for i, k in self.frame.x_arcs]

    def _size(self, rest: Iterable[int], offsets: Iterable[int]) -> int:
        return self.values.size(_Tally.of(rest)) + self.sums.size(_Tally.of(offsets))

    def _base_steps(self, found: _Found) -> Iterator[_Found]:
        rest = self._rest(0, found.offsets)
        offset_size = self.sums.size(_Tally.of(found.offsets))
        for base in _sample(rest, _BASES):
            self.work += len(rest)
            size = self.values.size(_Tally.of([weight - base for weight in rest]))
            yield _Found(size + offset_size, base, found.offsets)

    def _offset_steps(self, found: _Found) -> Iterator[_Found]:
        """New offsets of one class each, with which some weight of its arcs becomes 0."""
        base, offsets = found.base, found.offsets
        for twins in self.frame.classes:
            own, others = self._touching(found, set(twins))
            rest = _Tally.of(others)
            other_offsets = [offset for index, offset in enumerate(offsets) if index not in twins]
            for offset in sorted({0, *(weight // ends for weight, ends in own)}):
                self.work += len(own)
                tally = rest.plus(_Tally.of([weight - ends * offset for weight, ends in own]))
                size = self.values.size(tally)
                size += self.sums.size(_Tally.of([*other_offsets, *([offset] * len(twins))]))
                changed = tuple(offset if index in twins else old for index, old in enumerate(offsets))
                yield _Found(size, base, changed)

    def _touching(self, found: _Found, twins: set[int]) -> tuple[list[tuple[int, int]], list[int]]:
        """The weights of arcs at twins, as if these had no offset, with the number of their ends there; and others."""
        offsets = [0 if index in twins else offset for index, offset in enumerate(found.offsets)]
        own, others = [], []
        for (i, k), weight in zip(self.frame.x_arcs, self._rest(found.base, offsets), strict=True):
            ends = (i in twins) + (k in twins)
            if ends:
                own.append((weight, ends))
            else:
                others.append(weight)
        return own, others


def _sample(values: Iterable[int], most: int) -> list[int]:
    """The different values in order, or `most` of them, evenly spread, the first and the last included."""
    ordered = sorted(set(values))
    if len(ordered) <= most:
        return ordered
    return [ordered[at * (len(ordered) - 1) // (most - 1)] for at in range(most)]


def _smallest(frames: Iterable[_Frame]) -> tuple[_Frame, int, tuple[int, ...]]:
    """The frame, base and offsets of the smallest result that is found with the effort there is."""
    searches = [_Search(frame) for frame in frames]
    starts = [(search.start(base), number) for number, search in enumerate(searches) for base in search.bases()]
    starts.sort()
    best, best_number = starts[0]
    for start, number in starts:
        left = _EFFORT - sum(search.work for search in searches)
        if left <= 0:
            break
        found = searches[number].descend(start, searches[number].work + left)
        if found.size < best.size:
            best, best_number = found, number
    return searches[best_number].frame, best.base, best.offsets
