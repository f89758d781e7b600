"""Weights of triples: their numbers of copies, when these are too many to be written down.

A weighted triple stands for this number of copies under a rule for duplicates that counts copies: under ``product`` n
copies against m match n x m times, under ``multiset`` min(n, m) times. Weights are part of the map of a pair, not of
the graphs, and are never expanded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import NamedTuple, Self

from smatchproof.base.limits import LARGEST_COUNT
from smatchproof.base.record import Record, replace
from smatchproof.conventions.triples import Attribute, Relation, TripleGraph


class TripleName(NamedTuple):
    """A triple by name: ``role(source, target)``, where the target is a variable or a constant."""

    role: str
    source: str
    target: str

    def __str__(self) -> str:
        return f"{self.role}({self.source}, {self.target})"


class TripleWeights(Record):
    """The weights of relations and attributes of a pair of graphs, in order of their names; all others weigh 1.

    A weight holds for the triple of that name in either graph: in general the graphs name their variables differently.
    Names are those of the triples that a convention makes (``smatch`` writes roles in lower case). Make one with
    :meth:`of`. Raises ``ValueError`` for anything but a list of weights above 1, in order and without repetition.
    """

    entries: tuple[tuple[TripleName, int], ...]

    def __post_init__(self) -> None:
        names = [name for name, _ in self.entries]
        if not names or any(one >= other for one, other in pairwise(names)):
            raise ValueError("expected weights in the order of their triples, each triple once")
        for name, weight in self.entries:
            if type(weight) is not int or not 1 < weight <= LARGEST_COUNT:
                raise ValueError(f"the weight of {name} is {weight!r}, expected a whole number from 2 to 2^63 - 1")

    @classmethod
    def of(cls, weights: Mapping[TripleName, int]) -> Self | None:
        """Return the weights that are not 1, or ``None`` if there are none.

        >>> TripleWeights.of({TripleName("low", "x1", "x2"): 7, TripleName("low", "x2", "x1"): 1}).entries
        ((TripleName(role='low', source='x1', target='x2'), 7),)
        """
        entries = tuple(sorted((name, weight) for name, weight in weights.items() if weight != 1))
        return cls(entries) if entries else None

    @property
    def label(self) -> str:
        """The name of these weights in signatures: a fingerprint."""
        import hashlib  # both are loaded slowly, and few pairs have weights
        import json

        listed = json.dumps([[*name, weight] for name, weight in self.entries])
        return hashlib.sha256(listed.encode()).hexdigest()[:12]

    def unknown(self, graphs: Iterable[TripleGraph]) -> TripleName | None:
        """Return the first weighted triple that occurs exactly once in none of the graphs; ``None`` if all do."""
        there = {name for graph in graphs for name in _by_name(graph)}
        return next((name for name, _ in self.entries if name not in there), None)

    def on(self, graph: TripleGraph) -> TripleGraph:
        """Return the graph with the weights of its triples. Linear time.

        >>> arc = Relation("low", 0, 1)
        >>> TripleWeights(((TripleName("low", "a", "b"), 5),)).on(TripleGraph(("a", "b"), (), (arc,))).size
        5
        """
        there = _by_name(graph)
        weights = {there[name]: weight for name, weight in self.entries if name in there}
        return replace(graph, weights=weights) if weights else graph


def _by_name(graph: TripleGraph) -> dict[TripleName, Attribute | Relation]:
    """The relations and attributes of a graph that occur exactly once, by name, without concepts and TOP."""
    names = graph.variables
    named: list[tuple[TripleName, Attribute | Relation]] = [
        (TripleName(each.role, names[each.source], names[each.target]), each) for each in graph.relations
    ]
    named += [
        (TripleName(each.role, names[each.variable], each.value), each)
        for each in graph.attributes
        if each.kind == "attribute"
    ]
    number = Counter(name for name, _ in named)
    return {name: triple for name, triple in named if number[name] == 1}
