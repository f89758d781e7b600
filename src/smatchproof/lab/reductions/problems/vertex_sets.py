"""Sets of vertices of one graph: maximum independent set, maximum cut."""

from __future__ import annotations

from itertools import chain, combinations
from typing import ClassVar

from smatchproof.base.record import Record
from smatchproof.lab.reductions.problems.graphs import SimpleGraph

Vertices = tuple[int, ...]
"""Some vertices, by index, each there once."""


class IndependentSet(Record):
    """Maximum independent set: as many vertices as possible, no two of them joined.

    >>> path = IndependentSet(SimpleGraph.of(3, [(0, 1), (1, 2)]))
    >>> path.brute_force()
    (0, 2)
    >>> path.value((0, 1))
    Traceback (most recent call last):
    ...
    ValueError: not independent: 0–1 is an edge
    >>> path.value((0, 0))
    Traceback (most recent call last):
    ...
    ValueError: not a set of vertices: (0, 0)
    """

    graph: SimpleGraph

    goal: ClassVar[str] = "max"
    quantity: ClassVar[str] = "independent vertices"
    quantity_of_one: ClassVar[str] = "independent vertex"

    def __post_init__(self) -> None:
        self.graph.demand_undirected("independent sets are")

    def value(self, solution: Vertices) -> int:
        """The number of vertices."""
        chosen = _as_set(self.graph, solution)
        joined = next((edge for edge in self.graph.edges if chosen.issuperset(edge)), None)
        if joined is not None:
            raise ValueError(f"not independent: {self.graph.written(joined)} is an edge")
        return len(chosen)

    def brute_force(self) -> Vertices:
        """All sets of vertices, large ones first."""
        numbers = range(len(self.graph))
        sets = chain.from_iterable(combinations(numbers, size) for size in reversed(range(len(self.graph) + 1)))
        return next(each for each in sets if not any({*each}.issuperset(edge) for edge in self.graph.edges))

    def describe(self, solution: Vertices) -> str:
        """The vertices in words, for example ``{a, c}``."""
        return self.graph.braces(solution)


class MaxCut(Record):
    """Maximum cut: vertices on two sides, as many edges as possible from one to the other.

    A solution lists the vertices on one of them.

    >>> triangle = MaxCut(SimpleGraph.of(3, [(0, 1), (1, 2), (0, 2)]))
    >>> triangle.value((0,)), triangle.value(triangle.brute_force()), triangle.describe((0,))
    (2, 2, '{0} | {1, 2}')
    """

    graph: SimpleGraph

    goal: ClassVar[str] = "max"
    quantity: ClassVar[str] = "cut edges"
    quantity_of_one: ClassVar[str] = "cut edge"

    def __post_init__(self) -> None:
        self.graph.demand_undirected("cuts here are")

    def value(self, solution: Vertices) -> int:
        """The number of edges with one end on each side."""
        side = _as_set(self.graph, solution)
        return sum((a in side) != (b in side) for a, b in self.graph.edges)

    def brute_force(self) -> Vertices:
        """All cuts; the first vertex stays on the other side."""
        numbers = range(1, len(self.graph))
        return max(chain.from_iterable(combinations(numbers, size) for size in range(len(numbers) + 1)), key=self.value)

    def describe(self, solution: Vertices) -> str:
        """The two sides in words, for example ``{a, c} | {b}``."""
        others = [vertex for vertex in range(len(self.graph)) if vertex not in solution]
        return f"{self.graph.braces(solution)} | {self.graph.braces(others)}"


def _as_set(graph: SimpleGraph, vertices: Vertices) -> set[int]:
    chosen = set(vertices)
    if len(chosen) < len(vertices) or not chosen <= {*range(len(graph))}:
        raise ValueError(f"not a set of vertices: {vertices}")
    return chosen
