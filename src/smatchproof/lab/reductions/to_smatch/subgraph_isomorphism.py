"""SUBGRAPH ISOMORPHISM → SMATCH.

Both graphs become AMRs of the same shape: a root that has every vertex as its member, one concept for all vertices,
and an arc for every edge. The pattern has one arc for an edge, in any direction; the host has both, so the direction
never matters. All triples of the left graph can be matched exactly when the pattern is a subgraph of the host, because
matching them all puts every vertex on a vertex, no two on the same one, and every edge on an edge.
Proved in Coq: ``subiso_iff_smatch`` in ``proofs/SubgraphIsomorphism.v``; directed and induced,
``labelled_iff_smatch`` in ``proofs/LabelledSubgraph.v``.

The root must be a variable of its own. If a vertex were the root, the TOP triple could be traded against an edge, and
neither "all triples" nor "all but one" would be the right threshold.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from smatchproof.lab.reductions.problems.graphs import Edge, SimpleGraph
from smatchproof.lab.reductions.problems.subgraphs import Embedding, SubgraphIsomorphism
from smatchproof.lab.reductions.reduction import Size, Threshold, ToSmatch, numbers
from smatchproof.lab.reductions.source_problem import GRAPH_OPTIONS, SourceProblem, graph_reader
from smatchproof.lab.reductions.to_smatch.stars import ROOT_LEFT, ROOT_RIGHT, ROOTS, star
from smatchproof.public import Graph, GraphPair, NamedAlignment, Top


class SubgraphIsomorphismToSmatch(ToSmatch[SubgraphIsomorphism, Embedding]):
    """Theorem: the pattern embeds in the host if and only if the optimum is all triples of the left graph.

    For an undirected pattern these are ``2n + 2 + |E|`` triples (one less without TOP). Induced, non-edges are
    arcs with a label of their own, and the number is quadratic. Linear time in the size of what is built.

    >>> path, triangle = SimpleGraph.of(3, [(0, 1), (1, 2)]), SimpleGraph.of(3, [(0, 1), (1, 2), (0, 2)])
    >>> reduction = SubgraphIsomorphismToSmatch.apply(SubgraphIsomorphism(path, triangle))
    >>> reduction.relation
    Threshold(least=10)
    >>> reduction.target.matched(reduction.forward((2, 0, 1)))
    10
    """

    name = "subgraph"
    summary = "subgraph isomorphism, also --induced, --directed"

    @classmethod
    def apply(cls, source: SubgraphIsomorphism, top: Top = Top.CONST) -> Self:
        """Build both graphs."""
        pattern, host, induced = source.pattern, source.host, source.induced
        left = vertex_star(pattern, ROOT_LEFT, "h", one_way=True, induced=induced)
        right = vertex_star(host, ROOT_RIGHT, "g", one_way=False, induced=induced)
        size = Size(star_size(pattern, True, induced, top), star_size(host, False, induced, top))
        gadgets = ROOTS | numbers(0, [f"vertex {each} of the pattern" for each in pattern.vertices], "left h")
        gadgets |= numbers(0, [f"vertex {each} of the host" for each in host.vertices], "right g")
        return cls(source, GraphPair(left, right, top), Threshold(size.left), gadgets, size)

    def forward(self, solution: Embedding) -> NamedAlignment:
        """Root to root, and every vertex to its image."""
        return {ROOT_LEFT: ROOT_RIGHT, **{f"h{i}": f"g{j}" for i, j in enumerate(solution)}}

    def read(self, alignment: NamedAlignment) -> Embedding:
        """The image of each vertex."""
        return tuple(int(alignment[f"h{i}"][1:]) for i in range(len(self.source.pattern)))


def vertex_star(graph: SimpleGraph, root: str, letter: str, *, one_way: bool, induced: bool = False) -> Graph:
    """A root with the vertices of a graph as its members, and an arc ``e`` for each edge.

    `one_way`: one arc for an undirected edge, otherwise both. With `induced` there is an arc ``n`` where there is no
    edge, and every vertex of a directed graph says whether it has a loop.
    """
    builder = star(root, letter, range(len(graph)))
    for role, arcs in _labelled_arcs(graph, one_way, induced):
        for source, target in arcs:
            if source == target:
                builder.attribute("loop", f"{letter}{source}", "+" if role == "e" else "-")
            else:
                builder.relation(role, f"{letter}{source}", f"{letter}{target}")
    return builder.build()


def star_size(graph: SimpleGraph, one_way: bool, induced: bool, top: Top) -> int:
    """Return the number of triples that :func:`vertex_star` makes: the formula of the theorem, not a count."""
    n, edges, directed = len(graph), len(graph.edges), graph.directed
    base = 2 * n + 1 + (top is not Top.NONE)
    if induced:
        return base + (n * n if directed else n * (n - 1) // 2 if one_way else n * (n - 1))
    return base + (edges if directed or one_way else 2 * edges)


def _labelled_arcs(graph: SimpleGraph, one_way: bool, induced: bool) -> Iterable[tuple[str, Iterable[Edge]]]:
    arcs = graph.edges if one_way else sorted(graph.arcs())
    yield "e", arcs
    if induced:
        n, there = len(graph), graph.arcs()
        everything = [(a, b) for a in range(n) for b in range(n) if a != b or graph.directed]
        wanted = [(a, b) for a, b in everything if graph.directed or not one_way or a < b]
        yield "n", [arc for arc in wanted if arc not in there]


FILES = "a pattern and a host graph"
read_subgraph = graph_reader(2, SubgraphIsomorphism, "induced", undirected=False)
SOURCE = SourceProblem(
    SubgraphIsomorphismToSmatch, FILES, read_subgraph, options=("induced", "directed", *GRAPH_OPTIONS)
)
