"""MAX-CUT → SMATCH: two candidates for each variable, and every value counts.

The left AMR is the graph below a root, each vertex with a concept and each edge with a label of its own. The right one
has every vertex twice, on the left and on the right side of the cut, and the arcs of an edge only lead from one side to
the other.

Proof: a vertex can only match its concept and its arc from the root when it is aligned with one of its two copies, and
aligned otherwise it matches nothing, so aligning all of them properly loses nothing and earns 2 triples each. Then the
arc of an edge is matched exactly when its ends are on different sides. MAX-CUT is problem ND16 of Garey & Johnson
(1979); what it shows is that Smatch is NP-hard even where every left concept occurs once on the left and twice on the
right, with candidates that never compete for one another's partners. Proved in Coq, both ways: ``maxcut_iff_smatch``
and ``maxcut_back`` in ``proofs/MaxCut.v``.
"""

from __future__ import annotations

from typing import Self

from smatchproof.lab.reductions.problems.graphs import MaxCut, SimpleGraph, Vertices
from smatchproof.lab.reductions.reduction import GRAPH_OPTIONS, Affine, SourceProblem, ToSmatch, graph_reader
from smatchproof.lab.reductions.to_smatch.stars import ROOT_LEFT, ROOT_RIGHT, ROOTS
from smatchproof.public import Graph, GraphBuilder, GraphPair, NamedAlignment, Top


class MaxCutToSmatch(ToSmatch[MaxCut, Vertices]):
    """Theorem: for n vertices the optimum is ``2 + 2n`` plus the maximum cut (one less without TOP).

    The left graph has ``2 + 2n + |E|`` triples, the right one ``2 + 4n + 2|E|``.

    >>> triangle = MaxCut(SimpleGraph.of(["a", "b", "c"], [(0, 1), (1, 2), (0, 2)]))
    >>> reduction = MaxCutToSmatch.apply(triangle)
    >>> reduction.relation, reduction.target.matched(reduction.forward((1,)))
    (Affine(factor=1, constant=8, unit=1), 10)
    >>> reduction.gadgets["right p1"]
    'vertex b on the first side'
    """

    name = "max-cut"
    summary = "maximum cut"

    @classmethod
    def apply(cls, source: MaxCut, top: Top = Top.CONST) -> Self:
        """Build both graphs."""
        graph, roots = source.graph, 1 + (top is not Top.NONE)
        gadgets = dict(ROOTS)
        for index, vertex in enumerate(graph.vertices):
            gadgets[f"left x{index}"] = f"vertex {vertex}"
            gadgets[f"right p{index}"] = f"vertex {vertex} on the first side"
            gadgets[f"right q{index}"] = f"vertex {vertex} on the second side"
        pair = GraphPair(_sides(graph, ROOT_LEFT, {"x": "x"}), _sides(graph, ROOT_RIGHT, {"p": "q", "q": "p"}), top)
        return cls(source, pair, Affine(1, roots + 2 * len(graph)), gadgets)

    def forward(self, solution: Vertices) -> NamedAlignment:
        """Every vertex to its copy on its side."""
        chosen = set(solution)
        sides = {f"x{index}": f"{'p' if index in chosen else 'q'}{index}" for index in range(len(self.source.graph))}
        return {ROOT_LEFT: ROOT_RIGHT, **sides}

    def read(self, alignment: NamedAlignment) -> Vertices:
        """The vertices that are aligned with their copy on the first side."""
        return tuple(index for index in range(len(self.source.graph)) if alignment.get(f"x{index}") == f"p{index}")


def _sides(graph: SimpleGraph, root: str, across: dict[str, str]) -> Graph:
    """The vertices below a root, once for each letter of `across`; edges lead from each letter to the other one."""
    builder = GraphBuilder()
    builder.variable(root, "root")
    for index in range(len(graph)):
        for letter in across:
            builder.relation(f"m{index}", root, builder.variable(f"{letter}{index}", f"vertex{index}"))
    for a, b in graph.edges:
        for letter, other in across.items():
            builder.relation(f"e{a}_{b}", f"{letter}{a}", f"{other}{b}")
    return builder.build()


SOURCE = SourceProblem(MaxCutToSmatch, "a graph", graph_reader(1, MaxCut, loops_count=False), GRAPH_OPTIONS)
