"""HAMILTONIAN CYCLE → SMATCH of a ring and a graph, with one concept and one label.

The left AMR is a directed ring of as many variables as the graph has vertices. The right one is the graph, with both
arcs for an edge (or the arcs of a directed graph as they are). No variable is added, and the roots are arbitrary.

Proof: a Hamiltonian cycle, read from the root of the right graph on, aligns the roots and matches all triples of the
ring. Conversely an alignment that matches all of them puts every variable of the ring on a vertex, no two on the same,
and neighbours on neighbours; there are as many vertices, so this is a Hamiltonian cycle.

An AMR has a root and is connected. So of a graph that is not, only the part of its first vertex is built, in which the
ring has no room; the empty graph becomes a variable without arcs. In an undirected graph, two vertices are no cycle:
the ring has at least 3 variables there.

The problem is NP-complete for cubic graphs (Garey, Johnson & Tarjan 1976) and for planar directed graphs in which every
vertex has at most two arcs in and two arcs out (Plesník 1979): Smatch is for graphs of bounded degree with one concept
and one label.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Self

from smatchproof.lab.reductions.problems.graphs import Cycle, HamiltonianCycle, SimpleGraph
from smatchproof.lab.reductions.reduction import GRAPH_OPTIONS, SourceProblem, Threshold, ToSmatch, graph_reader
from smatchproof.public import Graph, GraphBuilder, GraphPair, NamedAlignment, Top


class HamiltonianCycleToSmatch(ToSmatch[HamiltonianCycle, Cycle]):
    """Theorem: a graph of n vertices has a Hamiltonian cycle if and only if the optimum is ``2n + 1``.

    That is all triples of the ring, one less without TOP; n is 3 at least in undirected graphs and 1 in directed ones.
    The right graph has a triple for each vertex and each arc of the first vertex' part, and TOP.

    >>> square = HamiltonianCycle(SimpleGraph.of("abcd", [(0, 1), (1, 2), (2, 3), (0, 3)]))
    >>> reduction = HamiltonianCycleToSmatch.apply(square)
    >>> reduction.relation, reduction.size, reduction.target.matched(reduction.forward((2, 3, 0, 1)))
    (Threshold(least=9), (9, 13), 9)
    """

    name = "hamiltonian-cycle"
    summary = "Hamiltonian cycle, with one concept and one label"

    @classmethod
    def apply(cls, source: HamiltonianCycle, top: Top = Top.CONST) -> Self:
        """Build the ring and the graph."""
        graph, places = source.graph, max(len(source.graph), source.shortest)
        part = _first_part(graph)
        arcs = [arc for arc in sorted(graph.arcs()) if arc[0] in part]
        ring = [(at, (at + 1) % places) for at in range(places)]
        pair = GraphPair(_plain(range(places), ring, "a", deep=True), _plain(part, arcs, "g"), top)
        gadgets = {f"left a{at}": f"place {at + 1} of the cycle" for at in range(places)}
        for index in part:
            gadgets[f"right g{index}"] = f"vertex {graph.vertices[index]}" if graph.vertices else "no vertex"
        return cls(source, pair, Threshold.all_of_left(pair), gadgets)

    def forward(self, solution: Cycle) -> NamedAlignment:
        """The cycle from the first vertex on, place by place."""
        first = solution.index(0)
        return {f"a{at}": f"g{vertex}" for at, vertex in enumerate(solution[first:] + solution[:first])}

    def read(self, alignment: NamedAlignment) -> Cycle:
        """The vertices in the order of their places."""
        return tuple(int(alignment[f"a{at}"][1:]) for at in range(len(self.source.graph)))


def _first_part(graph: SimpleGraph) -> list[int]:
    """The vertices that are connected with the first one, in any direction; index 0 stands in for none."""
    neighbours = defaultdict(set)
    for source, target in graph.edges:
        neighbours[source].add(target)
        neighbours[target].add(source)
    reached, waiting = {0}, [0]
    while waiting:
        found = neighbours[waiting.pop()] - reached
        reached |= found
        waiting += found
    return sorted(reached)


def _plain(variables: range | list[int], arcs: list[tuple[int, int]], letter: str, *, deep: bool = False) -> Graph:
    """Variables with one concept, and arcs with one label."""
    builder = GraphBuilder()
    for index in variables:
        builder.variable(f"{letter}{index}", "vertex")
    for source, target in arcs:
        builder.relation("e", f"{letter}{source}", f"{letter}{target}")
    return builder.build(deep=deep)


SOURCE = SourceProblem(
    HamiltonianCycleToSmatch,
    "a graph",
    graph_reader(1, HamiltonianCycle, undirected=False, loops_count=False),
    options=("directed", *GRAPH_OPTIONS),
)
