"""CLIQUE → SMATCH, and the chain CLIQUE → SUBGRAPH ISOMORPHISM → SMATCH.

Both graphs become AMRs of the same shape: a root that has every vertex as its member, one concept for all vertices, and
an arc for every edge, from the lower vertex to the higher one. On the left are the members of a clique, every two of
them joined. In ascending order the vertices of a clique are joined in just that way, so that all triples of the left
graph can be matched exactly if there is a clique, and each clique is one alignment. Proved in Coq, both ways:
``ordered_clique_iff_smatch`` and ``ordered_clique_of_score`` in ``proofs/Clique.v``.

The chain says it in two steps that are classics: a clique is a complete subgraph, so the complete graph of its size is
the pattern and the graph itself is the host (Garey & Johnson 1979, problems GT19 and GT48). There each of the k! orders
of a clique is an alignment, so that a no takes a search much longer. Proved in Coq: ``clique_iff_smatch`` in
``proofs/SubgraphIsomorphism.v``.

The left AMR has one variable more than the clique has vertices: as CLIQUE is W[1]-hard in the size of the clique
(Downey & Fellows 1995), Smatch is in the number of left variables. A size beyond the number n of vertices is taken as
n + 1, to which the answer is no as well: so the pair stays polynomial in the graph, however large the number is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Self

from smatchproof.base.errors import UsageError
from smatchproof.lab.reductions.problems.graphs import SimpleGraph
from smatchproof.lab.reductions.problems.subgraphs import Clique, Embedding, SubgraphIsomorphism
from smatchproof.lab.reductions.reduction import Chain, Reduction, SameAnswer, Size, Threshold, ToSmatch, numbers
from smatchproof.lab.reductions.source_problem import (
    GRAPH_OPTIONS,
    Options,
    Reading,
    SourceProblem,
    SourceText,
    read_several_graphs,
)
from smatchproof.lab.reductions.to_smatch.stars import ROOT_LEFT, ROOT_RIGHT, ROOTS
from smatchproof.lab.reductions.to_smatch.subgraph_isomorphism import (
    SubgraphIsomorphismToSmatch,
    star_size,
    vertex_star,
)
from smatchproof.public import GraphPair, NamedAlignment, Top


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
        return cls(source, SubgraphIsomorphism(pattern, source.graph), SameAnswer(), gadgets, None)

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
        asked = CliqueToSubgraph(source, first.target, first.relation, first.gadgets, first.size)
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
        sizes = Size(*(star_size(graph, one_way=True, induced=False, top=top) for graph in (members, source.graph)))
        ordinals = [f"member {each + 1} of the clique, in order" for each in range(len(members))]
        gadgets = ROOTS | numbers(0, ordinals, "left h")
        gadgets |= numbers(0, [f"vertex {each} of the graph" for each in source.graph.vertices], "right g")
        return cls(source, GraphPair(left, right, top), Threshold(sizes.left), gadgets, sizes)

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


_OPTIONS = ("size", *GRAPH_OPTIONS)
SOURCE = SourceProblem(CliqueToSmatch, "a graph", _read_clique, options=_OPTIONS)
BY_SUBGRAPH = SourceProblem(CliqueBySubgraph, "a graph", _read_clique, options=_OPTIONS)
