"""SUBGRAPH ISOMORPHISM, CLIQUE and MAXIMUM COMMON EDGE SUBGRAPH → SMATCH.

**SUBGRAPH ISOMORPHISM → SMATCH.** Both graphs become AMRs of the same shape: a root that has every vertex as its
member, one concept for all vertices, and an arc for every edge. The pattern has one arc for an edge, in any direction;
the host has both, so the direction never matters. All triples of the left graph can be matched exactly when the pattern
is a subgraph of the host, because matching them all puts every vertex on a vertex, no two on the same one, and every
edge on an edge. Proved in Coq: ``subiso_iff_smatch`` in ``proofs/SubgraphIsomorphism.v``; directed and induced,
``labelled_iff_smatch`` in ``proofs/LabelledSubgraph.v``.

The root must be a variable of its own. If a vertex were the root, the TOP triple could be traded against an edge, and
neither "all triples" nor "all but one" would be the right threshold.

**CLIQUE → SMATCH, and the chain CLIQUE → SUBGRAPH ISOMORPHISM → SMATCH.** Both graphs become AMRs of the same shape: a
root that has every vertex as its member, one concept for all vertices, and an arc for every edge, from the lower vertex
to the higher one. On the left are the members of a clique, every two of them joined. In ascending order the vertices of
a clique are joined in just that way, so that all triples of the left graph can be matched exactly if there is a clique,
and each clique is one alignment. Proved in Coq, both ways: ``ordered_clique_iff_smatch`` and
``ordered_clique_of_score`` in ``proofs/Clique.v``.

The chain says it in two steps that are classics: a clique is a complete subgraph, so the complete graph of its size is
the pattern and the graph itself is the host (Garey & Johnson 1979, problems GT19 and GT48). There each of the k! orders
of a clique is an alignment, so that a no takes a search much longer. Proved in Coq: ``clique_iff_smatch`` in
``proofs/SubgraphIsomorphism.v``.

The left AMR has one variable more than the clique has vertices: as CLIQUE is W[1]-hard in the size of the clique
(Downey & Fellows 1995), Smatch is in the number of left variables. A size beyond the number n of vertices is taken as n
+ 1, to which the answer is no as well: so the pair stays polynomial in the graph, however large the number is.

**SUBGRAPH ISOMORPHISM → SMATCH of two AMRs without cycles**, for programs that insist on that. Both directions of an
edge would be a cycle, so an edge becomes a variable with a concept of its own, and arcs lead from it to both of its
ends, with the same label; in a directed graph with one label for the tail and one for the head. All arcs lead away from
the root.

Proof: an embedding aligns vertices with vertices and edges with edges and matches all triples of the pattern.
Conversely, if all of them are matched, the concepts put vertices on vertices and edges on edges, and the arcs of an
edge put its ends on the ends of its image.

The answer is preserved, the value is not: a partial match can save one of the two arcs of an edge that is lost, so that
the optimum below the threshold says nothing about common edges, as it does in the next reduction.

**MAXIMUM COMMON EDGE SUBGRAPH → SMATCH**: the same two AMRs as for subgraph isomorphism, but every value counts.
Aligning a root with a vertex earns nothing, so some optimum aligns root with root and as many vertices as there can be;
each aligned couple of vertices is worth 2 triples (its concept and its membership), and what remains are the edges that
the alignment preserves. Proved in Coq: ``proofs/CommonSubgraph.v``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Self

from smatchproof.base.errors import UsageError
from smatchproof.lab.reductions.problems.graphs import (
    Clique,
    CommonSubgraph,
    Edge,
    Embedding,
    SimpleGraph,
    SubgraphIsomorphism,
)
from smatchproof.lab.reductions.reduction import (
    GRAPH_OPTIONS,
    Affine,
    Chain,
    Options,
    Reading,
    Reduction,
    SameAnswer,
    SourceProblem,
    SourceText,
    Threshold,
    ToSmatch,
    graph_reader,
    numbers,
    read_several_graphs,
)
from smatchproof.lab.reductions.to_smatch.stars import ROOT_LEFT, ROOT_RIGHT, ROOTS, numbered_pairs, star
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
        gadgets = ROOTS | numbers(0, [f"vertex {each} of the pattern" for each in pattern.vertices], "left h")
        gadgets |= numbers(0, [f"vertex {each} of the host" for each in host.vertices], "right g")
        pair = GraphPair(left, right, top)
        return cls(source, pair, Threshold.all_of_left(pair), gadgets)

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


class CliqueToSubgraph(Reduction[Clique, tuple[int, ...], SubgraphIsomorphism, Embedding]):
    """Theorem: the graph has a clique of that size if and only if the complete graph of that size is its subgraph.

    >>> triangle = SimpleGraph.of(3, [(0, 1), (1, 2), (0, 2)])
    >>> reduction = CliqueToSubgraph.apply(Clique(triangle, 2))
    >>> reduction.target.pattern.edges, reduction.forward((2, 0))
    (((0, 1),), (2, 0))
    >>> reduction.backward((2, 0)), reduction.backward((1, 1))
    ((2, 0), None)
    """

    name = "clique-to-subgraph"
    summary = "a clique is a complete subgraph"

    @classmethod
    def apply(cls, source: Clique) -> Self:
        """Build the complete pattern; quadratic in the size of the clique."""
        size = source.size
        pattern = SimpleGraph.of([str(number + 1) for number in range(size)], combinations(range(size), 2))
        gadgets = {f"pattern {name}": f"member {name} of the clique" for name in pattern.vertices}
        return cls(source, SubgraphIsomorphism(pattern, source.graph), SameAnswer(), gadgets)

    def forward(self, solution: tuple[int, ...]) -> Embedding:
        """The members in their order are the images."""
        return solution

    def backward(self, solution: Embedding) -> tuple[int, ...] | None:
        """The images are the members."""
        return solution if self.target.verify(solution) else None


class CliqueBySubgraph(Chain):
    """The chain by way of the complete graph: the pair has an alignment for each order of a clique's vertices.

    >>> triangle = SimpleGraph.of(3, [(0, 1), (1, 2), (0, 2)])
    >>> CliqueBySubgraph.apply(Clique(triangle, 3)).relation
    Threshold(least=11)
    """

    name = "clique-subgraph"
    summary = "the same as `clique`, by way of the complete graph, for teaching"
    links = (CliqueToSubgraph, SubgraphIsomorphismToSmatch)

    @classmethod
    def apply(cls, source: Clique, top: Top = Top.CONST) -> Self:
        """Build the pair; quadratic in the size of the clique, or of the graph if that is smaller."""
        first = CliqueToSubgraph.apply(_capped(source))
        asked = CliqueToSubgraph(source, first.target, first.relation, first.gadgets)
        return cls([asked, SubgraphIsomorphismToSmatch.apply(first.target, top)])


class CliqueToSmatch(ToSmatch[Clique, tuple[int, ...]]):
    """Theorem: the graph has a clique of k vertices if and only if the optimum is ``2k + 2 + k(k-1)/2``.

    That is all triples of the left graph, and one less without TOP. Of a graph of n vertices, k > n counts as n + 1.

    >>> triangle = SimpleGraph.of(3, [(0, 1), (1, 2), (0, 2)])
    >>> CliqueToSmatch.apply(Clique(triangle, 3)).relation
    Threshold(least=11)
    >>> len(CliqueToSmatch.apply(Clique(triangle, 10**11)).target.left.variables)
    5
    """

    name = "clique"
    summary = "a clique of --size K"

    @classmethod
    def apply(cls, source: Clique, top: Top = Top.CONST) -> Self:
        """Build the pair; quadratic in the size of the clique, or of the graph if that is smaller."""
        size = _capped(source).size
        members = SimpleGraph.of(size, combinations(range(size), 2))
        left = vertex_star(members, ROOT_LEFT, "h", one_way=True)
        right = vertex_star(source.graph, ROOT_RIGHT, "g", one_way=True)
        ordinals = [f"member {each + 1} of the clique, in order" for each in range(len(members))]
        gadgets = ROOTS | numbers(0, ordinals, "left h")
        gadgets |= numbers(0, [f"vertex {each} of the graph" for each in source.graph.vertices], "right g")
        pair = GraphPair(left, right, top)
        return cls(source, pair, Threshold.all_of_left(pair), gadgets)

    def forward(self, solution: tuple[int, ...]) -> NamedAlignment:
        """Root to root, and the members in the order of their numbers."""
        return {ROOT_LEFT: ROOT_RIGHT, **{f"h{i}": f"g{vertex}" for i, vertex in enumerate(sorted(solution))}}

    def read(self, alignment: NamedAlignment) -> tuple[int, ...]:
        """The members."""
        return tuple(int(alignment[f"h{i}"][1:]) for i in range(self.source.size))


def _capped(clique: Clique) -> Clique:
    """A clique of one vertex more than the graph has, where it is asked for more."""
    return replace(clique, size=min(clique.size, len(clique.graph) + 1))


def _read_clique(texts: Sequence[SourceText], options: Options) -> Reading:
    if options.get("size") is None:
        raise UsageError("a clique of which size? give --size K")
    (graph,), lines = read_several_graphs(texts, 1, options, undirected=True, loops_count=False)
    return Reading(Clique(graph, options["size"]), lines)


_CLIQUE_OPTIONS = ("size", *GRAPH_OPTIONS)


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
        pattern, host = source.pattern, source.host
        pair = GraphPair(_reified(pattern, ROOT_LEFT, "h", "x"), _reified(host, ROOT_RIGHT, "g", "y"), top)
        gadgets = dict(ROOTS)
        for graph, vertex, edge, whose in (
            (pattern, "left h", "left x", "of the pattern"),
            (host, "right g", "right y", "of the host"),
        ):
            gadgets |= {f"{vertex}{at}": f"vertex {name} {whose}" for at, name in enumerate(graph.vertices)}
            gadgets |= {f"{edge}{at}": f"edge {graph.written(ends)} {whose}" for at, ends in enumerate(graph.edges)}
        return cls(source, pair, Threshold.all_of_left(pair), gadgets)

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


class CommonSubgraphToSmatch(ToSmatch[CommonSubgraph, dict[int, int]]):
    """Theorem: the optimum is ``2 + 2 min(n, m)`` plus the greatest number of common edges (one less without TOP).

    >>> from smatchproof.lab.reductions.problems.graphs import SimpleGraph
    >>> path, triangle = SimpleGraph.of(3, [(0, 1), (1, 2)]), SimpleGraph.of(3, [(0, 1), (1, 2), (0, 2)])
    >>> CommonSubgraphToSmatch.apply(CommonSubgraph(triangle, path)).relation
    Affine(factor=1, constant=8, unit=1)
    """

    name = "common-subgraph"
    summary = "maximum common edge subgraph"

    @classmethod
    def apply(cls, source: CommonSubgraph, top: Top = Top.CONST) -> Self:
        """Build both graphs."""
        left, right = source.left, source.right
        pair = GraphPair(
            vertex_star(left, ROOT_LEFT, "h", one_way=True), vertex_star(right, ROOT_RIGHT, "g", one_way=False), top
        )
        relation = Affine(1, 1 + (top is not Top.NONE) + 2 * min(len(left), len(right)))
        gadgets = ROOTS | numbers(0, [f"vertex {each} of the left graph" for each in left.vertices], "left h")
        gadgets |= numbers(0, [f"vertex {each} of the right graph" for each in right.vertices], "right g")
        return cls(source, pair, relation, gadgets)

    def forward(self, solution: dict[int, int]) -> NamedAlignment:
        """Root to root, and vertices to their images; vertices left over are paired off in order."""
        images = dict(solution)
        free = [j for j in range(len(self.source.right)) if j not in solution.values()]
        images.update(zip([i for i in range(len(self.source.left)) if i not in solution], free, strict=False))
        return {ROOT_LEFT: ROOT_RIGHT, **{f"h{i}": f"g{j}" for i, j in images.items()}}

    def read(self, alignment: NamedAlignment) -> dict[int, int]:
        """The vertices that are aligned with vertices."""
        return numbered_pairs(alignment, "h", "g")


CLIQUE = SourceProblem(CliqueToSmatch, "a graph", _read_clique, options=_CLIQUE_OPTIONS)
CLIQUE_BY_SUBGRAPH = SourceProblem(CliqueBySubgraph, "a graph", _read_clique, options=_CLIQUE_OPTIONS)
SOURCE = SourceProblem(
    SubgraphIsomorphismToSmatch, FILES, read_subgraph, options=("induced", "directed", *GRAPH_OPTIONS)
)
ACYCLIC = SourceProblem(AcyclicSubgraphToSmatch, FILES, read_subgraph, options=("directed", *GRAPH_OPTIONS))
COMMON = SourceProblem(CommonSubgraphToSmatch, "two graphs", graph_reader(2, CommonSubgraph), GRAPH_OPTIONS)
