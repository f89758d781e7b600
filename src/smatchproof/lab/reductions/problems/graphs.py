"""Graphs as the source of a reduction, and the problems that ask for a part of one, or of two.

Subgraph isomorphism, maximum common subgraph and clique; independent set and cut; Hamiltonian cycle.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, combinations, permutations
from typing import TYPE_CHECKING, Any, ClassVar

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


# ---- one graph in another

Embedding = tuple[int, ...]
"""The image of each vertex of the pattern."""


class SubgraphIsomorphism(Record):
    """Is the pattern a subgraph of the host? With `induced`, non-edges have to go to non-edges too.

    >>> path, triangle = SimpleGraph.of(3, [(0, 1), (1, 2)]), SimpleGraph.of(3, [(0, 1), (1, 2), (0, 2)])
    >>> SubgraphIsomorphism(path, triangle).brute_force()
    (0, 1, 2)
    >>> SubgraphIsomorphism(path, triangle, induced=True).brute_force()
    """

    pattern: SimpleGraph
    host: SimpleGraph
    induced: bool = False

    yes: ClassVar[str] = "the pattern is a subgraph of the host"
    no: ClassVar[str] = "the pattern is no subgraph of the host"

    def __post_init__(self) -> None:
        if self.pattern.directed != self.host.directed:
            raise ValueError("one graph is directed and the other is not; --directed is for files that do not say it")

    def verify(self, solution: Embedding) -> bool:
        """Test whether an embedding is one-to-one into the host and preserves edges (and non-edges, if induced)."""
        in_range = len(solution) == len(self.pattern) and all(0 <= image < len(self.host) for image in solution)
        if not in_range or len(set(solution)) < len(solution):
            return False
        wanted, there = self.pattern.arcs(), self.host.arcs()
        images = {(solution[source], solution[target]) for source, target in wanted}
        if not self.induced:
            return images <= there
        used = set(solution)
        return images == {arc for arc in there if used.issuperset(arc)}

    def brute_force(self) -> Embedding | None:
        """All embeddings of the vertices, in lexicographic order."""
        embeddings = permutations(range(len(self.host)), len(self.pattern))
        return next((embedding for embedding in embeddings if self.verify(embedding)), None)

    def describe(self, solution: Embedding) -> str:
        """The embedding in words, for example ``a → 1, b → 0``."""
        return _pairs(self.pattern, self.host, dict(enumerate(solution)))


class CommonSubgraph(Record):
    """Maximum common edge subgraph: how many edges of the left graph can be edges of the right one at once.

    A solution is a one-to-one partial map of left to right vertices, as a dictionary.

    >>> square = SimpleGraph.of(4, [(0, 1), (1, 2), (2, 3), (0, 3)])
    >>> problem = CommonSubgraph(square, SimpleGraph.of(3, [(0, 1), (1, 2), (0, 2)]))
    >>> problem.value(problem.brute_force())
    2
    """

    left: SimpleGraph
    right: SimpleGraph

    goal: ClassVar[str] = "max"
    quantity: ClassVar[str] = "common edges"
    quantity_of_one: ClassVar[str] = "common edge"

    def __post_init__(self) -> None:
        for graph in (self.left, self.right):
            graph.demand_undirected("common subgraphs here are")

    def value(self, solution: dict[int, int]) -> int:
        """The number of edges that are preserved."""
        fits = all(0 <= i < len(self.left) and 0 <= j < len(self.right) for i, j in solution.items())
        if not fits or len(set(solution.values())) < len(solution):
            raise ValueError(f"not a one-to-one map of vertices: {solution}")
        there = self.right.arcs()
        return sum((solution.get(a), solution.get(b)) in there for a, b in self.left.edges)

    def brute_force(self) -> dict[int, int]:
        """All maps that leave no vertex alone that could have a partner."""
        small, large = sorted([len(self.left), len(self.right)])
        maps = (dict(enumerate(images)) for images in permutations(range(large), small))
        if len(self.left) > len(self.right):
            maps = ({image: vertex for vertex, image in each.items()} for each in maps)
        return max(maps, key=self.value)

    def describe(self, solution: dict[int, int]) -> str:
        """The map in words, for example ``a → 1, b → 0``."""
        return _pairs(self.left, self.right, solution)


def _pairs(left: SimpleGraph, right: SimpleGraph, images: dict[int, int]) -> str:
    return ", ".join(f"{left.vertices[i]} → {right.vertices[j]}" for i, j in sorted(images.items()))


class Clique(Record):
    """Does the graph have `size` vertices that are all joined? A solution lists them."""

    graph: SimpleGraph
    size: int

    @property
    def yes(self) -> str:
        """The answer where there is one."""
        return f"there is a clique of size {self.size}"

    @property
    def no(self) -> str:
        """The answer where there is none."""
        return f"there is no clique of size {self.size}"

    def __post_init__(self) -> None:
        self.graph.demand_undirected("cliques are")
        if self.size < 0:
            raise ValueError("a clique has a size from 0")

    def verify(self, solution: tuple[int, ...]) -> bool:
        """Test whether these are that many different vertices, any two of them joined."""
        there = self.graph.arcs()
        are_vertices = len(solution) == len(set(solution)) == self.size and {*solution} <= {*range(len(self.graph))}
        return are_vertices and all((a, b) in there for a in solution for b in solution if a != b)

    def brute_force(self) -> tuple[int, ...] | None:
        """All sets of vertices of that size, in lexicographic order."""
        size = min(self.size, len(self.graph) + 1)
        return next((each for each in combinations(range(len(self.graph)), size) if self.verify(each)), None)

    def describe(self, solution: tuple[int, ...]) -> str:
        """The vertices in words, for example ``{a, b, c}``."""
        return self.graph.braces(solution)


# ---- sets of vertices

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


# ---- cycles

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
