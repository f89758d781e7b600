"""SUBGRAPH ISOMORPHISM → SMATCH of two AMRs without cycles, for programs that insist on that.

Both directions of an edge would be a cycle, so an edge becomes a variable with a concept of its own, and arcs lead from
it to both of its ends, with the same label; in a directed graph with one label for the tail and one for the head. All
arcs lead away from the root.

Proof: an embedding aligns vertices with vertices and edges with edges and matches all triples of the pattern.
Conversely, if all of them are matched, the concepts put vertices on vertices and edges on edges, and the arcs of an
edge put its ends on the ends of its image.

The answer is preserved, the value is not: a partial match can save one of the two arcs of an edge that is lost,
so that the optimum below the threshold says nothing about common edges, as it does in
:mod:`smatchproof.lab.reductions.to_smatch.common_subgraph`.
"""

from __future__ import annotations

from typing import Self

from smatchproof.lab.reductions.problems.graphs import SimpleGraph
from smatchproof.lab.reductions.problems.subgraphs import Embedding, SubgraphIsomorphism
from smatchproof.lab.reductions.reduction import Size, Threshold, ToSmatch
from smatchproof.lab.reductions.source_problem import GRAPH_OPTIONS, SourceProblem
from smatchproof.lab.reductions.to_smatch.stars import ROOT_LEFT, ROOT_RIGHT, ROOTS, star
from smatchproof.lab.reductions.to_smatch.subgraph_isomorphism import FILES, read_subgraph
from smatchproof.public import Graph, GraphPair, NamedAlignment, Top


class AcyclicSubgraphToSmatch(ToSmatch[SubgraphIsomorphism, Embedding]):
    """Theorem: the pattern is a subgraph of the host if and only if the optimum is all triples of the left graph.

    For n vertices these are ``2 + 2n + 4|E|`` triples (one less without TOP). Raises ``ValueError`` for induced
    subgraphs.

    >>> path, triangle = SimpleGraph.of("abc", [(0, 1), (1, 2)]), SimpleGraph.of("def", [(0, 1), (1, 2), (0, 2)])
    >>> reduction = AcyclicSubgraphToSmatch.apply(SubgraphIsomorphism(path, triangle))
    >>> reduction.relation, reduction.target.matched(reduction.forward((2, 0, 1)))
    (Threshold(least=16), 16)
    >>> reduction.gadgets["left x1"]
    'edge b–c of the pattern'
    >>> AcyclicSubgraphToSmatch.apply(SubgraphIsomorphism(path, triangle, induced=True))
    Traceback (most recent call last):
    ...
    ValueError: induced subgraphs are for SubgraphIsomorphismToSmatch; here non-edges are not encoded
    """

    name = "acyclic-subgraph"
    summary = "subgraph isomorphism with AMRs without cycles"

    @classmethod
    def apply(cls, source: SubgraphIsomorphism, top: Top = Top.CONST) -> Self:
        """Build both graphs."""
        if source.induced:
            raise ValueError("induced subgraphs are for SubgraphIsomorphismToSmatch; here non-edges are not encoded")
        pattern, host, roots = source.pattern, source.host, 1 + (top is not Top.NONE)
        size = Size(*(roots + 2 * len(graph) + 4 * len(graph.edges) for graph in (pattern, host)))
        pair = GraphPair(_reified(pattern, ROOT_LEFT, "h", "x"), _reified(host, ROOT_RIGHT, "g", "y"), top)
        gadgets = dict(ROOTS)
        for graph, vertex, edge, whose in (
            (pattern, "left h", "left x", "of the pattern"),
            (host, "right g", "right y", "of the host"),
        ):
            gadgets |= {f"{vertex}{at}": f"vertex {name} {whose}" for at, name in enumerate(graph.vertices)}
            gadgets |= {f"{edge}{at}": f"edge {graph.written(ends)} {whose}" for at, ends in enumerate(graph.edges)}
        return cls(source, pair, Threshold(size.left), gadgets, size)

    def forward(self, solution: Embedding) -> NamedAlignment:
        """Every vertex and every edge to its image."""
        alignment = {ROOT_LEFT: ROOT_RIGHT, **{f"h{i}": f"g{j}" for i, j in enumerate(solution)}}
        host = self.source.host
        number = {edge: at for at, edge in enumerate(host.edges)}
        for at, (a, b) in enumerate(self.source.pattern.edges):
            image = solution[a], solution[b]
            alignment[f"x{at}"] = f"y{number[image if image in number else image[::-1]]}"
        return alignment

    def read(self, alignment: NamedAlignment) -> Embedding:
        """The image of each vertex."""
        return tuple(int(alignment[f"h{i}"][1:]) for i in range(len(self.source.pattern)))


def _reified(graph: SimpleGraph, root: str, vertex: str, edge: str) -> Graph:
    """Vertices and edges below a root; `vertex` and `edge` are the letters of their variables."""
    builder = star(root, vertex, range(len(graph)))
    ends = ("tail", "head") if graph.directed else ("e", "e")
    for index, arc in enumerate(graph.edges):
        builder.relation("k", root, builder.variable(f"{edge}{index}", "edge"))
        for role, end in zip(ends, arc, strict=True):
            builder.relation(role, f"{edge}{index}", f"{vertex}{end}")
    return builder.build()


SOURCE = SourceProblem(AcyclicSubgraphToSmatch, FILES, read_subgraph, options=("directed", *GRAPH_OPTIONS))
