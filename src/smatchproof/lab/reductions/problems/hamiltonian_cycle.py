"""Hamiltonian cycle: through every vertex of a graph once, and back."""

from __future__ import annotations

from itertools import permutations
from typing import ClassVar

from smatchproof.base.record import Record
from smatchproof.lab.reductions.problems.graphs import SimpleGraph

Cycle = tuple[int, ...]
"""The vertices in the order of the cycle, which closes from the last to the first."""


class HamiltonianCycle(Record):
    """Does the graph have a cycle through every vertex, each once? It goes along edges and uses none of them twice.

    So in an undirected graph it has three vertices or more: there and back along one edge is no cycle. In a directed
    graph, two opposite arcs between two vertices are a cycle, and so is the loop of a single vertex. The empty graph
    has none.

    >>> square = SimpleGraph.of(4, [(0, 1), (1, 2), (2, 3), (0, 3)])
    >>> HamiltonianCycle(square).brute_force()
    (0, 1, 2, 3)
    >>> HamiltonianCycle(SimpleGraph.of(2, [(0, 1)])).brute_force()
    >>> HamiltonianCycle(SimpleGraph.of(2, [(0, 1), (1, 0)], directed=True)).brute_force()
    (0, 1)
    """

    graph: SimpleGraph

    yes: ClassVar[str] = "the graph has a Hamiltonian cycle"
    no: ClassVar[str] = "the graph has no Hamiltonian cycle"

    @property
    def shortest(self) -> int:
        """The number of vertices that a cycle has at least."""
        return 1 if self.graph.directed else 3

    def verify(self, solution: Cycle) -> bool:
        """Test whether a cycle has every vertex once and goes along edges."""
        if len(solution) < self.shortest or sorted(solution) != [*range(len(self.graph))]:
            return False
        there = self.graph.arcs()
        return all(arc in there for arc in zip(solution, (*solution[1:], solution[0]), strict=True))

    def brute_force(self) -> Cycle | None:
        """All orders of the vertices that begin with the first."""
        orders = ((0, *rest) for rest in permutations(range(1, len(self.graph))))
        return next((order for order in orders if self.verify(order)), None)

    def describe(self, solution: Cycle) -> str:
        """The cycle in words, for example ``a–b–c–a``, with arrows in a directed graph."""
        names = [self.graph.vertices[vertex] for vertex in (*solution, *solution[:1])]
        return ("→" if self.graph.directed else "–").join(names)
