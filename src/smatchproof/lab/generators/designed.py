"""Pairs by design: every property that may make alignment hard is set, and the same on both sides.

Graphs of a corpus that are larger also have more re-entrancies and repeated concepts, and a noisy copy of a larger
one may have lost more. Here size, re-entrancies, repeated concepts, labels and overlap are set independently of each
other, so that an experiment can find the property that a gap grows with.
"""

from __future__ import annotations

import random

from smatchproof.base.record import Record, Struct, field
from smatchproof.public import Graph, GraphPair, NamedAlignment, building


class PairDesign(Record):
    """The properties of both graphs of a designed pair.

    * `variables`: how many; `reentrancies`: relations beyond a tree.
    * `repeated`: the share of variables whose concept an earlier variable has, from 0 to 1 (rounded to variables).
    * `labels`: roles that relations have; a few make more matches.
    * `overlap`: the share of concepts and relations that both graphs have (rounded), by the planted alignment.

    Raises ``ValueError`` if no such graphs are.

    >>> PairDesign(4, reentrancies=4)
    Traceback (most recent call last):
    ...
    ValueError: 4 variables have room for 3 re-entrancies, not 4
    """

    variables: int
    reentrancies: int = 0
    repeated: float = 0.0
    labels: int = 4
    overlap: float = 0.8

    def __post_init__(self) -> None:
        if self.variables < 1 or self.labels < 1:
            raise ValueError("a graph has at least one variable and one label")
        room = (self.variables - 1) * (self.variables - 2) // 2
        if not 0 <= self.reentrancies <= room:
            raise ValueError(f"{self.variables} variables have room for {room} re-entrancies, not {self.reentrancies}")
        if not (0 <= self.repeated <= 1 and 0 <= self.overlap <= 1):
            raise ValueError("shares are from 0 to 1")

    @property
    def concepts(self) -> int:
        """The number of different concepts of a graph."""
        return max(1, self.variables - round(self.repeated * self.variables))


class DesignedPair(Record):
    """Two graphs of a design, and the alignment by which the right one was made of the left one."""

    pair: GraphPair
    alignment: NamedAlignment


def designed_pair(design: PairDesign, rng: random.Random) -> DesignedPair:
    """A random pair of that design: an acyclic graph with one root, and a copy of which a part was changed.

    Left: every variable but the root hangs below an earlier one; re-entrancies join others that no relation joins.
    Right: of concepts and relations the share ``1 - overlap`` is changed: concepts change places, a relation takes
    another label or is attached elsewhere; then all is shuffled. Neither changes any number of the
    design. Quadratic in the variables at worst.

    >>> made = designed_pair(PairDesign(8, 2, 0.25), random.Random(1))
    >>> [(len(each.variables), len(each.edges), len({*each.concepts})) for each in (made.pair.left, made.pair.right)]
    [(8, 9, 6), (8, 9, 6)]
    """
    left = _Draft(design, rng)
    right = left.changed()
    (left_graph, left_order), (right_graph, right_order) = left.written(), right.written()
    left_name = {variable: left_graph.variables[at] for at, variable in enumerate(left_order)}
    right_name = {variable: right_graph.variables[at] for at, variable in enumerate(right_order)}
    alignment = {left_name[variable]: right_name[variable] for variable in range(design.variables)}
    return DesignedPair(GraphPair(left_graph, right_graph), alignment)


class _Draft(Struct):
    """A graph under way: concepts by variable; relations of a tree by child, and further ones, (source, target, label).

    Relations go from smaller to larger numbers, so there is no cycle and the root is variable 0.
    """

    design: PairDesign
    rng: random.Random
    concepts: list[int] = field(default_factory=list)
    relations: list[tuple[int, int, int]] = field(default_factory=list)
    """The first ones are those of the tree, in the order of their targets."""

    def __post_init__(self) -> None:
        if self.concepts:
            return
        design, rng = self.design, self.rng
        self.concepts = list(range(design.concepts))
        self.concepts += [rng.randrange(design.concepts) for _ in range(design.variables - design.concepts)]
        rng.shuffle(self.concepts)
        self.relations = [(rng.randrange(node), node, self._label()) for node in range(1, design.variables)]
        for _ in range(design.reentrancies):
            self.relations.append((*self._free_couple(), self._label()))

    def _label(self) -> int:
        return self.rng.randrange(self.design.labels)

    def _joined(self) -> set[tuple[int, int]]:
        return {(source, target) for source, target, _ in self.relations}

    def _free_couple(self) -> tuple[int, int]:
        """Two variables that no relation joins, in their order."""
        joined = self._joined()
        free = [(one, two) for two in range(self.design.variables) for one in range(two) if (one, two) not in joined]
        return self.rng.choice(free)

    def changed(self) -> _Draft:
        """The copy, of which the share that is wanted is changed."""
        rng, copy = self.rng, _Draft(self.design, self.rng, [*self.concepts], [*self.relations])
        total = len(self.concepts) + len(self.relations)
        wanted = round((1 - self.design.overlap) * total)
        of_concepts = copy.exchange_concepts(round(wanted * len(self.concepts) / total))
        places = rng.sample(range(len(self.relations)), min(len(self.relations), wanted - of_concepts))
        for place in places:
            copy.change_relation(place)
        return copy

    def exchange_concepts(self, wanted: int) -> int:
        """Let about `wanted` variables exchange their concepts for other ones among each other; return how many did."""
        places = self.rng.sample(range(len(self.concepts)), wanted)
        done = 0
        while len(places) > 1:
            first = places.pop()
            other = next((place for place in places if self.concepts[place] != self.concepts[first]), None)
            if other is not None:
                places.remove(other)
                self.concepts[first], self.concepts[other] = self.concepts[other], self.concepts[first]
                done += 2
        return done

    def change_relation(self, place: int) -> None:
        """Give a relation another label, or another place that keeps the properties of the graph; a coin decides."""
        source, target, label = self.relations[place]
        labels = [other for other in range(self.design.labels) if other != label]
        joined = self._joined()
        if place < self.design.variables - 1:
            couples = [(other, target) for other in range(target) if (other, target) not in joined]
        else:
            couples = [self._free_couple()] if len(joined) < self._room else []
        if labels and (not couples or self.rng.random() < 0.5):
            self.relations[place] = source, target, self.rng.choice(labels)
        elif couples:
            self.relations[place] = (*self.rng.choice(couples), label)

    @property
    def _room(self) -> int:
        return self.design.variables * (self.design.variables - 1) // 2

    def written(self) -> tuple[Graph, list[int]]:
        """The graph with branches in random order, and which variable stands where."""
        below: list[list[tuple[str, int | str]]] = [[] for _ in self.concepts]
        for source, target, label in self.relations:
            below[source].append((f"r{label}", target))
        for branches in below:
            self.rng.shuffle(branches)
        return building.graph_from_branches([f"c{concept}" for concept in self.concepts], below, None)
