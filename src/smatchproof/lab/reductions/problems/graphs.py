"""Graphs as the source of a reduction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from smatchproof.base.record import Record

if TYPE_CHECKING:
    import networkx

Edge = tuple[int, int]


class SimpleGraph(Record):
    """A graph without parallel edges, possibly empty, disconnected or with isolated vertices.

    `vertices` are names; `edges` are couples of indexes, sorted and each there once. Those of an undirected graph
    have the smaller end first and are no loops. Make one with :meth:`of`.
    """

    vertices: tuple[str, ...] = ()
    edges: tuple[Edge, ...] = ()
    directed: bool = False

    @classmethod
    def of(cls, vertices: int | Sequence[str], edges: Iterable[Edge], *, directed: bool = False) -> SimpleGraph:
        """A graph from its vertices (a number, or their names) and its edges, in any order.

        Raises ``ValueError`` for a loop in an undirected graph, an edge of no vertex and a name given twice.

        >>> SimpleGraph.of(3, [(1, 0), (0, 1), (1, 2)])
        SimpleGraph(vertices=('0', '1', '2'), edges=((0, 1), (1, 2)), directed=False)
        """
        names = tuple(map(str, range(vertices))) if isinstance(vertices, int) else tuple(vertices)
        if len(set(names)) < len(names):
            raise ValueError("two vertices have the same name")
        listed = set()
        for source, target in edges:
            if not (0 <= source < len(names) and 0 <= target < len(names)):
                raise ValueError(f"edge {(source, target)} of a graph with {len(names)} vertices, which count from 0")
            if source == target and not directed:
                raise ValueError(f"a loop at vertex {names[source]} of an undirected graph")
            listed.add((source, target) if directed or source < target else (target, source))
        return cls(names, tuple(sorted(listed)), directed)

    @classmethod
    def from_networkx(cls, graph: networkx.Graph[Any]) -> SimpleGraph:
        """A networkx graph; vertices are named by ``str``, and parallel edges are one.

        >>> import networkx
        >>> len(SimpleGraph.from_networkx(networkx.petersen_graph()).edges)
        15
        """
        number = {vertex: index for index, vertex in enumerate(graph)}
        edges = [(number[edge[0]], number[edge[1]]) for edge in graph.edges()]
        return cls.of([str(vertex) for vertex in graph], edges, directed=graph.is_directed())

    def __len__(self) -> int:
        return len(self.vertices)

    def arcs(self) -> frozenset[Edge]:
        """The edges in every direction that they have: both, unless the graph is directed."""
        back = () if self.directed else ((target, source) for source, target in self.edges)
        return frozenset((*self.edges, *back))

    def demand_undirected(self, what: str) -> None:
        """Raise ``ValueError`` for a directed graph, which `what` is not of."""
        if self.directed:
            raise ValueError(f"{what} of undirected graphs")

    def braces(self, vertices: Iterable[int]) -> str:
        """A set of vertices: ``{a, c}``."""
        return "{" + ", ".join(self.vertices[vertex] for vertex in vertices) + "}"

    def written(self, edge: Edge) -> str:
        """An edge by the names of its ends."""
        return f"{self.vertices[edge[0]]}{'→' if self.directed else '–'}{self.vertices[edge[1]]}"
