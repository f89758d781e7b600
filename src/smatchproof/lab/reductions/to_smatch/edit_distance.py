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

from smatchproof.lab.reductions.problems.edit_distance import EditDistance, LabelledGraph, NodeMap, read_edit_distance
from smatchproof.lab.reductions.reduction import GRAPH_OPTIONS, Affine, SourceProblem, ToSmatch, numbers
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

    >>> from smatchproof.lab.reductions.problems.edit_distance import CostTable
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
        refuse_large(max(*sizes(layers, sides, top), constant), source.denominator)
        gadgets = ROOTS | numbers(1, [f"node {each} of the left graph" for each in source.left.nodes], "left x")
        words = [f"node {each} of the right graph" for each in source.right.nodes]
        words += [f"node {source.left.nodes[i]} of the left graph is deleted" for i in dearer]
        gadgets |= numbers(1, words, "right y")
        pair = layered_pair(layers, sides, top)
        return cls(source, pair, Affine(-1, constant + (top is Top.CONST)), gadgets)

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
    left, right = ([*map(str, graph.nodes)] for graph in (source.left, source.right))
    return *bare_graphs(layers, (left, [*right, *(f"{left[i]} deleted" for i in dearer)])), constant


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
    """The triples of savings: a role for each label on the left and each on the right, where that saves anything."""
    right, more = source.right, {source.left.labels[i]: cost for i, cost in dearer.items()}
    ours, theirs = _things(source.left), _things(right, both=not right.directed)
    tables = {"node": source.node_costs, "loop": source.edge_costs, "edge": source.edge_costs}
    for kind, costs in tables.items():
        for one, things in ours[kind].items():
            for other, partners in theirs[kind].items():
                saving = costs.saving(one, other) + (more.get(one, 0) if kind == "node" else 0)
                if saving > 0:
                    weights: dict[Index, int] = dict.fromkeys(things, saving)
                    yield Layers(f"{kind}{one + 1}-{other + 1}", weights, dict.fromkeys(partners, 1))
    for j, (i, cost) in enumerate(dearer.items(), len(right)):
        yield Layers(f"deleted{i + 1}", {(i,): cost}, {(j,): 1})
    if source.roots:
        yield Layers("root", {(source.roots[0],): bonus}, {(source.roots[1],): 1})


def _things(graph: LabelledGraph, *, both: bool = False) -> dict[str, dict[int, list[Index]]]:
    """The nodes, loops and edges of a graph by label; edges in `both` directions if asked for."""
    found: dict[str, dict[int, list[Index]]] = {"node": {}, "loop": {}, "edge": {}}
    for i, label in enumerate(graph.labels):
        found["node"].setdefault(label, []).append((i,))
    arcs = [*graph.edges.items()]
    for (a, b), label in arcs + [((b, a), label) for (a, b), label in arcs if both and a != b]:
        found["loop" if a == b else "edge"].setdefault(label, []).append((a,) if a == b else (a, b))
    return found


SOURCE = SourceProblem(
    EditDistanceToSmatch, "two graphs, and costs (.costs)", read_edit_distance, options=("directed", *GRAPH_OPTIONS)
)
