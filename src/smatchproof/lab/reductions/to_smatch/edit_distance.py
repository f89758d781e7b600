"""GRAPH EDIT DISTANCE → SMATCH: what a substitution saves over a deletion and an insertion is a number of matches.

Deleting all of the left graph and inserting all of the right one costs a constant. Each substitution of a node, and
of an edge between substituted nodes, saves its own deletion and insertion and costs what it costs; the distance is the
constant less the greatest sum of savings. Roots, concepts and memberships have nothing in common, so that nothing but
savings can be matched: for a label a on the left and a label b on the right there is a role of their own, the nodes
with the label a have an attribute with that role, of the weight that a substitution of a by b saves, and those with the
label b one of the weight 1. Edges are arcs, loops attributes. In the right graph an undirected edge has arcs in both
directions, so that the direction never matters.

An edge may be deleted and inserted although its ends stay: where a substitution is dearer, it saves 0. A node may not,
if its edges are to stay. Where a substitution of a node is dearer than deletion and insertion, each node of its label
has a partner of its own, to which it goes when it is deleted, and all that it can do saves more by the same amount,
which the constant takes back: no weight is negative. Roots that have to become each other have one more attribute,
which is worth more than everything else.

Proved in Coq where no substitution of a node is dearer and there are no such roots: ``proofs/EditDistance.v``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from smatchproof.lab.reductions.problems.edit_distance import (
    CostTable,
    EditDistance,
    LabelledGraph,
    NodeMap,
    read_edit_distance,
)
from smatchproof.lab.reductions.reduction import Affine, ToSmatch, numbers
from smatchproof.lab.reductions.source_problem import GRAPH_OPTIONS, SourceProblem
from smatchproof.lab.reductions.to_smatch.stars import (
    ROOTS,
    Index,
    Layers,
    Side,
    aligned,
    bare_graphs,
    indexes,
    layered_pair,
    refuse_large,
    sizes,
)
from smatchproof.public import NamedAlignment, Top, TripleGraph


class EditDistanceToSmatch(ToSmatch[EditDistance, NodeMap]):
    """Theorem: the optimum is the cost of deleting and inserting everything, less the distance, in units of cost.

    With TOP it is 1 more, and more by what partners for deleted nodes and roots are worth. A node has as many triples
    as there are labels of nodes on the other side, and so have edges. Linear in what is built.

    >>> path = LabelledGraph(("a", "b", "c"), (0, 0, 0), {(0, 1): 0, (1, 2): 0})
    >>> edge = LabelledGraph(("x", "y"), (0, 0), {(0, 1): 0})
    >>> unit = CostTable((1,), (1,), ((0,),))
    >>> reduction = EditDistanceToSmatch.apply(EditDistance(path, edge, unit, unit))
    >>> reduction.relation, reduction.target.matched(reduction.forward({0: 0, 1: 1}))
    (Affine(factor=-1, constant=9, unit=1), 7)
    """

    name = "ged"
    summary = "graph edit distance, costs by label, also --directed"

    @classmethod
    def apply(cls, source: EditDistance, top: Top = Top.CONST) -> Self:
        """Build both graphs. Raises ``ValueError`` for costs whose sum does not fit into 64 bits."""
        dearer, constant, layers = _savings_of(source)
        sides = (
            Side("source", "source-node", len(source.left)),
            Side("target", "target-node", len(source.right) + len(dearer)),
        )
        size = sizes(layers, sides, top)
        refuse_large(max(*size, constant), source.denominator)
        gadgets = ROOTS | numbers(1, [f"node {each} of the left graph" for each in source.left.nodes], "left x")
        words = [f"node {each} of the right graph" for each in source.right.nodes]
        words += [f"node {source.left.nodes[i]} of the left graph is deleted" for i in dearer]
        gadgets |= numbers(1, words, "right y")
        pair = layered_pair(layers, sides, top)
        return cls(source, pair, Affine(-1, constant + (top is Top.CONST)), gadgets, size)

    def forward(self, solution: NodeMap) -> NamedAlignment:
        """Root to root, nodes to their images, and deleted nodes to their own partners, if they have some."""
        m = len(self.source.right)
        deleted = {i: j for j, i in enumerate(_dearer(self.source), m) if i not in solution}
        return aligned({**solution, **deleted}.items())

    def read(self, alignment: NamedAlignment) -> NodeMap:
        """The nodes that are aligned with nodes; the roots in any case."""
        return read_images(self.source, indexes(alignment))


def savings_graphs(source: EditDistance) -> tuple[TripleGraph, TripleGraph, int]:
    """Return the triples of savings alone, and the cost that the greatest sum of savings is taken from.

    The nodes are the variables; the reduction adds roots, concepts and memberships, which match nothing. Raises
    ``ValueError`` for costs whose sum does not fit into 64 bits.
    """
    dearer, constant, layers = _savings_of(source)
    total = [sum(column) for column in zip((0, 0), *(each.sizes(copies=False) for each in layers), strict=True)]
    refuse_large(max(*total, constant), source.denominator)
    deleted = (f"{source.left.nodes[i]} deleted" for i in dearer)
    return *bare_graphs(layers, (source.left.nodes, (*source.right.nodes, *deleted))), constant


def read_images(source: EditDistance, images: NodeMap) -> NodeMap:
    """The nodes that are aligned with nodes; the roots in any case."""
    roots, m = dict([source.roots] if source.roots else []), len(source.right)
    kept = {i: j for i, j in images.items() if j < m and i not in roots and j not in roots.values()}
    return {**kept, **roots}


def _savings_of(source: EditDistance) -> tuple[NodeMap, int, list[Layers]]:
    """Return by how much substitutions can be dearer, the constant without TOP, and the triples, role by role."""
    dearer = _dearer(source)
    most = source.empty_cost() + sum(dearer.values())
    return dearer, most + (most + 1 if source.roots else 0), [*_layers(source, dearer, most + 1)]


def _dearer(source: EditDistance) -> dict[int, int]:
    """By how much a substitution of a node can be dearer than deletion and insertion, of nodes of which some is."""
    there = {*source.right.labels}
    found = {label: max([-source.node_costs.saving(label, other) for other in there], default=0)
             for label in {*source.left.labels}}  # fmt: skip
    return {i: found[label] for i, label in enumerate(source.left.labels) if found[label] > 0}


def _layers(source: EditDistance, dearer: NodeMap, bonus: int) -> Iterator[Layers]:
    """The triples of savings, role by role."""
    left, right = source.left, source.right
    more = {left.labels[i]: cost for i, cost in dearer.items()}
    nodes, loops, edges = ([things(graph) for graph in (left, right)] for things in (_nodes, _loops, _edges))
    if not right.directed:
        edges[1] += [(arc[::-1], label) for arc, label in edges[1]]
    yield from _savings("node", source.node_costs, nodes[0], nodes[1], more)
    yield from _savings("loop", source.edge_costs, loops[0], loops[1])
    yield from _savings("edge", source.edge_costs, edges[0], edges[1])
    for j, (i, cost) in enumerate(dearer.items(), len(right)):
        yield Layers(f"deleted{i + 1}", {(i,): cost}, {(j,): 1})
    if source.roots:
        yield Layers("root", {(source.roots[0],): bonus}, {(source.roots[1],): 1})


_Labelled = list[tuple[Index, int]]


def _nodes(graph: LabelledGraph) -> _Labelled:
    return [((i,), label) for i, label in enumerate(graph.labels)]


def _loops(graph: LabelledGraph) -> _Labelled:
    return [((a,), label) for (a, b), label in graph.edges.items() if a == b]


def _edges(graph: LabelledGraph) -> _Labelled:
    return [((a, b), label) for (a, b), label in graph.edges.items() if a != b]


def _savings(
    kind: str, costs: CostTable, left: _Labelled, right: _Labelled, more: dict[int, int] | None = None
) -> Iterator[Layers]:
    """A role for each label of the left things and each of the right ones, where that saves anything."""
    ours, theirs = _by_label(left), _by_label(right)
    for one, things in ours.items():
        for other, partners in theirs.items():
            saving = costs.saving(one, other) + (more or {}).get(one, 0)
            if saving > 0:
                weights: dict[Index, int] = dict.fromkeys(things, saving)
                yield Layers(f"{kind}{one + 1}-{other + 1}", weights, dict.fromkeys(partners, 1))


def _by_label(things: _Labelled) -> dict[int, list[Index]]:
    found: dict[int, list[Index]] = {}
    for thing, label in things:
        found.setdefault(label, []).append(thing)
    return found


SOURCE = SourceProblem(
    EditDistanceToSmatch, "two graphs, and costs (.costs)", read_edit_distance, options=("directed", *GRAPH_OPTIONS)
)
