"""Finding one graph in another: subgraph isomorphism, maximum common subgraph, clique."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import ClassVar

from smatchproof.base.record import Record
from smatchproof.lab.reductions.problems.graphs import SimpleGraph

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
