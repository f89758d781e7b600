"""INDEPENDENT SET in graphs of degree 3 at most → SMATCH of two directed paths in which nothing is repeated.

First every edge is subdivided by two points, u–p–q–v, which adds exactly one to the independent set for each edge: one
of p and q can always join, and if both u and v are in the set and hence neither point is, p can take the place of u.
Then the edges of that graph are split into two forests of short paths: at each vertex two of its half-edges go to the
left forest and a third one to the right, with every edge p–q. Every vertex and every point becomes a label. The left
AMR is the path of arcs that has the labels of the paths of the left forest, one after the other, with a separator of
its own before each of them; the right AMR is that of the right forest.

Proof: each common label occurs once on either side. If two labels that follow each other on the left are matched, so
that they share an aligned variable, they follow each other on the right, and conversely; but an edge is in one forest
only. So the labels that are matched at once are independent. Conversely the arcs of independent labels have no
variables in common, on either side, and can be aligned all at once; the roots only touch separators, so a constant TOP
is matched besides. Proved in Coq, both ways: ``two_paths_opt`` and ``two_paths_back`` in ``proofs/TwoPaths.v``.

So Smatch is NP-hard and APX-hard without any repeated concept, repeated label or re-entrancy, for graphs of degree 2:
maximum independent set is APX-complete in cubic graphs (Alimonti & Kann 2000).
"""

from __future__ import annotations

from typing import Self

from smatchproof.lab.reductions.problems.graphs import IndependentSet, SimpleGraph, Vertices
from smatchproof.lab.reductions.reduction import GRAPH_OPTIONS, Affine, SourceProblem, ToSmatch, graph_reader
from smatchproof.public import Graph, GraphBuilder, GraphPair, NamedAlignment, Top

Labels = tuple[str, ...]
"""``v3`` is vertex 3; ``p4`` and ``q4`` are the points of edge 4, near its first and its second end."""


class IndependentSetToSmatch(ToSmatch[IndependentSet, Vertices]):
    """Theorem: the optimum is ``|E|`` plus the size of a maximum independent set, and one more if TOP is constant.

    Any other TOP matches nothing. With n vertices, h of them of degree 3, the left graph has ``4n + 4|E| + 2h + 2``
    triples and the right one ``4n + 6|E| - 2h + 2`` (one less without TOP). Raises ``ValueError`` for a vertex of
    degree 4 or more.

    >>> path = IndependentSet(SimpleGraph.of(["a", "b", "c"], [(0, 1), (1, 2)]))
    >>> reduction = IndependentSetToSmatch.apply(path)
    >>> reduction.relation, reduction.target.matched(reduction.forward((0, 2)))
    (Affine(factor=1, constant=3, unit=1), 5)
    >>> reduction.gadgets["left a2"]
    'between the point of edge a–b beside a and vertex a'
    >>> star = IndependentSet(SimpleGraph.of("abcde", [(0, 1), (0, 2), (0, 3), (0, 4)]))
    >>> IndependentSetToSmatch.apply(star)
    Traceback (most recent call last):
    ...
    ValueError: vertex a has 4 edges; this reduction takes graphs of degree 3 at most
    """

    name = "independent-set"
    summary = "independent set of a graph of degree 3 at most, as two paths with nothing repeated"

    @classmethod
    def apply(cls, source: IndependentSet, top: Top = Top.CONST) -> Self:
        """Build both paths."""
        graph = source.graph
        left, right = _arcs(graph)
        gadgets = {**_gadgets(graph, left, "left", "a"), **_gadgets(graph, right, "right", "b")}
        pair = GraphPair(_path(left, "a", "left"), _path(right, "b", "right"), top)
        return cls(source, pair, Affine(1, len(graph.edges) + (top is Top.CONST)), gadgets)

    def forward(self, solution: Vertices) -> NamedAlignment:
        """The arcs of the vertices, and for each edge that of a point that is not next to one of them."""
        chosen = set(solution)
        labels = [f"v{vertex}" for vertex in solution]
        labels += [f"{'q' if a in chosen else 'p'}{edge}" for edge, (a, _) in enumerate(self.source.graph.edges)]
        left, right = map(_positions, _arcs(self.source.graph))
        alignment = {"a0": "b0"}
        for label in labels:
            for end in (0, 1):
                alignment[f"a{left[label] + end}"] = f"b{right[label] + end}"
        return alignment

    def read(self, alignment: NamedAlignment) -> Vertices:
        """The vertices whose arcs are matched; of two that are joined only the second."""
        graph = self.source.graph
        left, right = map(_positions, _arcs(graph))

        def matched(label: str) -> bool:
            return all(alignment.get(f"a{left[label] + end}") == f"b{right[label] + end}" for end in (0, 1))

        chosen = {vertex for vertex in range(len(graph)) if matched(f"v{vertex}")}
        for a, b in graph.edges:
            if a in chosen and b in chosen:
                chosen.remove(a)
        return tuple(sorted(chosen))


def _points(graph: SimpleGraph) -> list[list[str]]:
    """The points next to each vertex, in the order of its edges."""
    points: list[list[str]] = [[] for _ in graph.vertices]
    for edge, (a, b) in enumerate(graph.edges):
        points[a].append(f"p{edge}")
        points[b].append(f"q{edge}")
    return points


def _third_points(graph: SimpleGraph) -> set[str]:
    """The points whose half-edge goes to the right forest: that of the third edge of each vertex."""
    for vertex, points in zip(graph.vertices, _points(graph), strict=True):
        if len(points) > 3:
            raise ValueError(
                f"vertex {vertex} has {len(points)} edges; this reduction takes graphs of degree 3 at most"
            )
    return {points[2] for points in _points(graph) if len(points) == 3}


def _arcs(graph: SimpleGraph) -> tuple[Labels, Labels]:
    """The labels along both paths of arcs, in the order of ``labels1`` and ``labels2`` in ``proofs/TwoPaths.v``.

    The one before each path of a forest is its separator.
    """
    third = _third_points(graph)
    left: list[list[str]] = []
    right: list[list[str]] = []
    for vertex, points in enumerate(_points(graph)):
        left += [[*points[:1], f"v{vertex}", *points[1:2]], *([point] for point in points[2:])]
    for edge, (a, b) in enumerate(graph.edges):
        p, q = f"p{edge}", f"q{edge}"
        right.append([f"v{a}"] * (p in third) + [p, q] + [f"v{b}"] * (q in third))
    right += [[f"v{vertex}"] for vertex, points in enumerate(_points(graph)) if len(points) < 3]
    return _separated(left, "left"), _separated(right, "right")


def _separated(paths: list[list[str]], side: str) -> Labels:
    return tuple(label for number, path in enumerate(paths) for label in (f"{side}{number}", *path))


def _positions(labels: Labels) -> dict[str, int]:
    """The index of the variable from which the arc of each label goes; it goes to the next one."""
    return {label: index for index, label in enumerate(labels)}


def _path(labels: Labels, letter: str, side: str) -> Graph:
    builder = GraphBuilder()
    for index in range(len(labels) + 1):
        builder.variable(f"{letter}{index}", f"{side}-{index}")
    for index, label in enumerate(labels):
        builder.relation(label, f"{letter}{index}", f"{letter}{index + 1}")
    return builder.build()


def _gadgets(graph: SimpleGraph, labels: Labels, side: str, letter: str) -> dict[str, str]:
    words = ["the root", *(_in_words(graph, label, side) for label in labels), "the end"]
    return {f"{side} {letter}{at}": f"between {words[at]} and {words[at + 1]}" for at in range(len(labels) + 1)}


def _in_words(graph: SimpleGraph, label: str, side: str) -> str:
    if label.startswith(side):
        return f"separator {label.removeprefix(side)}"
    number = int(label[1:])
    if label[0] == "v":
        return f"vertex {graph.vertices[number]}"
    edge = graph.edges[number]
    return f"the point of edge {graph.written(edge)} beside {graph.vertices[edge['pq'.index(label[0])]]}"


SOURCE = SourceProblem(IndependentSetToSmatch, "a graph", graph_reader(1, IndependentSet), GRAPH_OPTIONS)
