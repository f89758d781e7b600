"""Random labelled digraphs: the pairs on which alignment is hard.

AMR pairs are easy because concepts and roles distinguish variables. With one concept and one label nothing does, and
the alignment problem is maximum common edge subgraph. A pair may also be planted: the right graph is then a renamed
copy of the left one of which a part was rewired, and the alignment that it was made by is known.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from math import isqrt
from typing import NamedTuple

from smatchproof.public import Attribute, Graph, GraphBuilder, GraphPair, NamedAlignment, Relation, Top, TripleGraph

ROOT_NAME = "root"
"""The variable that :func:`rooted_pair` adds to both graphs."""


def random_digraph(
    nodes: int, degree: float, labels: int, concepts: int, rng: random.Random, *, both_ways: bool = False
) -> TripleGraph:
    """A digraph with that many nodes and an average total degree, as triples.

    It has ``round(nodes * degree / 2)`` arcs between different nodes, no two of them between the same two nodes, each
    with one of `labels`; each node has one of `concepts`. With `both_ways` each arc goes in both directions, so that
    the graph is undirected. The graph need not be connected. Linear in nodes and arcs. Raises ``ValueError`` if there
    are fewer couples of nodes than arcs.

    >>> graph = random_digraph(4, 3, labels=1, concepts=1, rng=random.Random(1))
    >>> len(graph.variables), len(graph.relations)
    (4, 6)
    """
    check_digraphs(nodes, degree)
    arcs = round(nodes * degree / 2)
    relations = []
    for number in rng.sample(range(nodes * (nodes - 1) // 2), arcs):
        couple = _couple(number)
        source, target = couple if rng.random() < 0.5 else couple[::-1]
        role = f"r{rng.randrange(labels)}"
        relations.append(Relation(role, source, target))
        if both_ways:
            relations.append(Relation(role, target, source))
    attributes = [Attribute("instance", "instance", node, f"c{rng.randrange(concepts)}") for node in range(nodes)]
    return TripleGraph(tuple(f"v{node}" for node in range(nodes)), tuple(attributes), tuple(relations))


def _couple(number: int) -> tuple[int, int]:
    """Two different nodes by their number: (1, 0), (2, 0), (2, 1), (3, 0) and so on, the larger one first.

    >>> [_couple(number) for number in range(5)]
    [(1, 0), (2, 0), (2, 1), (3, 0), (3, 1)]
    """
    larger = (1 + isqrt(8 * number + 1)) // 2
    return larger, number - larger * (larger - 1) // 2


def _number(one: int, other: int) -> int:
    """The number of two different nodes, whose :func:`_couple` they are."""
    larger = max(one, other)
    return larger * (larger - 1) // 2 + min(one, other)


def check_digraphs(nodes: int, degree: float, overlap: float = 1.0) -> None:
    """Raise ``ValueError`` where no such digraphs are: more arcs than couples of nodes, or a share that is none."""
    arcs = round(nodes * degree / 2)
    if arcs > nodes * (nodes - 1) // 2:
        raise ValueError(f"{nodes} nodes have no room for {arcs} arcs between different couples of nodes")
    if not 0 <= overlap <= 1:
        raise ValueError(f"an overlap is a share from 0 to 1, not {overlap}")


def random_digraph_pair(
    nodes: int, degree: float, labels: int, concepts: int, seed: int, *, both_ways: bool = False
) -> tuple[TripleGraph, TripleGraph]:
    """Two independent random digraphs of the same kind; `both_ways` makes the right one undirected.

    An arc of the left graph then matches an edge of the right one in either direction, so that the pair is one of
    undirected graphs in which every preserved edge counts once. Costs and raises as :func:`random_digraph`.

    >>> left, right = random_digraph_pair(6, 3, 1, 1, seed=1, both_ways=True)
    >>> left.size, right.size
    (15, 24)
    """
    rng = random.Random(seed)
    left = random_digraph(nodes, degree, labels, concepts, rng)
    return left, random_digraph(nodes, degree, labels, concepts, rng, both_ways=both_ways)


class PlantedPair(NamedTuple):
    """Two digraphs and the alignment that the right one was made by.

    `alignment` holds the right partner of each left variable and matches `matched` triples, so the optimum is at
    least that.
    """

    left: TripleGraph
    right: TripleGraph
    alignment: tuple[int, ...]
    matched: int

    def names(self) -> NamedAlignment:
        """The alignment by the names of the variables."""
        return {self.left.variables[i]: self.right.variables[j] for i, j in enumerate(self.alignment)}


def overlapping_digraph_pair(
    nodes: int, degree: float, labels: int, concepts: int, overlap: float, seed: int
) -> PlantedPair:
    """A random digraph and a copy of it whose nodes are hidden in random order and whose arcs overlap with its own.

    Of the arcs a share ``1 - overlap`` (rounded) is rewired: each of them goes to another place, where no arc is, or
    turns round, or takes another label. With overlap 1 the graphs are isomorphic and the optimum is all triples;
    with 0 no arc is kept, and the optimum is what chance makes it. Raises ``ValueError`` as :func:`random_digraph`
    does, and for an overlap outside of 0 to 1.

    >>> pair = overlapping_digraph_pair(10, 3, labels=1, concepts=2, overlap=0.8, seed=1)
    >>> pair.left.size, pair.right.size, pair.matched
    (25, 25, 22)
    """
    check_digraphs(nodes, degree, overlap)
    rng = random.Random(seed)
    left = random_digraph(nodes, degree, labels, concepts, rng)
    rewired = round((1 - overlap) * len(left.relations))
    kept = rng.sample(left.relations, len(left.relations) - rewired)
    taken = sorted(_number(arc.source, arc.target) for arc in kept)
    free_below = [number - at for at, number in enumerate(taken)]
    before, arcs = set(left.relations), kept
    for at in rng.sample(range(nodes * (nodes - 1) // 2 - len(taken)), rewired):
        couple, arc = _couple(at + bisect_right(free_below, at)), None  # the free couple at this rank
        while arc is None or arc in before:
            source, target = couple if rng.random() < 0.5 else couple[::-1]
            arc = Relation(f"r{rng.randrange(labels)}", source, target)
        arcs.append(arc)
    place = tuple(rng.sample(range(nodes), nodes))
    rng.shuffle(arcs)
    own = sorted((place[node], concept) for _, _, node, concept in left.attributes)
    right = TripleGraph(
        left.variables,
        tuple(Attribute("instance", "instance", node, concept) for node, concept in own),
        tuple(Relation(role, place[source], place[target]) for role, source, target in arcs),
    )
    return PlantedPair(left, right, place, left.size - rewired)


def rooted_pair(left: TripleGraph, right: TripleGraph, top: Top = Top.CONST) -> GraphPair:
    """Two digraphs as AMRs: each gets a root that has every variable as a member.

    The roots' concepts and the roles of membership differ between the graphs, so they match nothing. All that the
    optimum gains is the TOP triple, by aligning root with root, which keeps no other pair from being aligned: it is
    the optimum of the digraphs and 1 more for a constant TOP, and the same for the others. Raises ``ValueError`` when
    a graph has a TOP triple, no concept for a variable, or names that not every program reads alike.

    >>> pair = rooted_pair(*random_digraph_pair(4, 2, labels=1, concepts=1, seed=1))
    >>> [len(graph.variables) for graph in (pair.left, pair.right)], pair.matched({ROOT_NAME: ROOT_NAME})
    ([5, 5], 1)
    """
    return GraphPair(_rooted(left, "left"), _rooted(right, "right"), top)


def _rooted(graph: TripleGraph, side: str) -> Graph:
    concepts = {each.variable: each.value for each in graph.attributes if each.kind == "instance"}
    others = [each for each in graph.attributes if each.kind != "instance"]
    member, roles = f"{side}-member", {relation.role for relation in graph.relations}
    if len(concepts) < len(graph.variables) or any(each.kind == "TOP" for each in others):
        raise ValueError("each variable needs a concept, and only the new root may have a TOP triple")
    if {"left-root", "right-root"} & {*concepts.values()} or {"left-member", "right-member"} & roles:
        raise ValueError("concepts such as left-root and roles such as left-member are for the roots")
    builder = GraphBuilder()
    builder.variable(ROOT_NAME, f"{side}-root")
    for number, name in enumerate(graph.variables):
        builder.relation(member, ROOT_NAME, builder.variable(name, concepts[number]))
    for each in others:
        builder.attribute(each.role, graph.variables[each.variable], each.value)
    for role, source, target in graph.relations:
        builder.relation(role, graph.variables[source], graph.variables[target])
    return builder.build()
