"""CLIQUE → SUBGRAPH ISOMORPHISM → SMATCH.

A clique is a complete subgraph, so the complete graph of its size is the pattern and the graph itself is the host
(Garey & Johnson 1979, problems GT19 and GT48). The left AMR has one variable more than the clique has vertices: as
CLIQUE is W[1]-hard in the size of the clique (Downey & Fellows 1995), Smatch is in the number of left variables.
A size beyond the number n of vertices is taken as n + 1, to which the answer is no as well: so the pair stays
polynomial in the graph, however large a number is asked for.
Proved in Coq: ``clique_iff_smatch`` in ``proofs/SubgraphIsomorphism.v``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Self

from smatchproof.base.errors import UsageError
from smatchproof.lab.reductions.problems.graphs import SimpleGraph
from smatchproof.lab.reductions.problems.subgraphs import Clique, Embedding, SubgraphIsomorphism
from smatchproof.lab.reductions.reduction import Chain, Reduction, SameAnswer
from smatchproof.lab.reductions.source_problem import (
    GRAPH_OPTIONS,
    Options,
    Reading,
    SourceProblem,
    SourceText,
    read_several_graphs,
)
from smatchproof.lab.reductions.to_smatch.subgraph_isomorphism import SubgraphIsomorphismToSmatch
from smatchproof.public import Top


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


class CliqueToSmatch(Chain):
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
    links = (CliqueToSubgraph, SubgraphIsomorphismToSmatch)

    @classmethod
    def apply(cls, source: Clique, top: Top = Top.CONST) -> Self:
        """Build the pair; quadratic in the size of the clique, or of the graph if that is smaller."""
        most = len(source.graph) + 1
        return super().apply(source if source.size <= most else replace(source, size=most), top)


def _read_clique(texts: Sequence[SourceText], options: Options) -> Reading:
    if options.get("size") is None:
        raise UsageError("a clique of which size? give --size K")
    (graph,), lines = read_several_graphs(texts, 1, options, undirected=True, loops_count=False)
    return Reading(Clique(graph, options["size"]), lines)


SOURCE = SourceProblem.of(CliqueToSmatch, "a graph", _read_clique, options=("size", *GRAPH_OPTIONS))
