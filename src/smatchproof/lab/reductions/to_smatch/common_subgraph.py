"""MAXIMUM COMMON EDGE SUBGRAPH → SMATCH: the same two AMRs as for subgraph isomorphism, but every value counts.

Aligning a root with a vertex earns nothing, so some optimum aligns root with root and as many vertices as there can be;
each aligned couple of vertices is worth 2 triples (its concept and its membership), and what remains are the edges that
the alignment preserves. Proved in Coq: ``proofs/CommonSubgraph.v``.
"""

from __future__ import annotations

from typing import Self

from smatchproof.lab.reductions.problems.subgraphs import CommonSubgraph
from smatchproof.lab.reductions.reduction import Affine, Size, ToSmatch, numbers
from smatchproof.lab.reductions.source_problem import GRAPH_OPTIONS, SourceProblem, graph_reader
from smatchproof.lab.reductions.to_smatch.stars import ROOT_LEFT, ROOT_RIGHT, ROOTS, numbered_pairs
from smatchproof.lab.reductions.to_smatch.subgraph_isomorphism import star_size, vertex_star
from smatchproof.public import GraphPair, NamedAlignment, Top


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
        size = Size(star_size(left, True, False, top), star_size(right, False, False, top))
        pair = GraphPair(
            vertex_star(left, ROOT_LEFT, "h", one_way=True), vertex_star(right, ROOT_RIGHT, "g", one_way=False), top
        )
        relation = Affine(1, 1 + (top is not Top.NONE) + 2 * min(len(left), len(right)))
        gadgets = ROOTS | numbers(0, [f"vertex {each} of the left graph" for each in left.vertices], "left h")
        gadgets |= numbers(0, [f"vertex {each} of the right graph" for each in right.vertices], "right g")
        return cls(source, pair, relation, gadgets, size)

    def forward(self, solution: dict[int, int]) -> NamedAlignment:
        """Root to root, and vertices to their images; vertices left over are paired off in order."""
        images = dict(solution)
        free = [j for j in range(len(self.source.right)) if j not in solution.values()]
        images.update(zip([i for i in range(len(self.source.left)) if i not in solution], free, strict=False))
        return {ROOT_LEFT: ROOT_RIGHT, **{f"h{i}": f"g{j}" for i, j in images.items()}}

    def read(self, alignment: NamedAlignment) -> dict[int, int]:
        """The vertices that are aligned with vertices."""
        return numbered_pairs(alignment, "h", "g")


SOURCE = SourceProblem(CommonSubgraphToSmatch, "two graphs", graph_reader(2, CommonSubgraph), GRAPH_OPTIONS)
