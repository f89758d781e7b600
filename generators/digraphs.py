"""Random labelled digraphs: the pairs on which alignment is hard.

AMR pairs are easy because concepts and roles tell variables apart. With one concept and one label nothing does, and
the alignment problem is maximum common edge subgraph.
"""

from __future__ import annotations

import random

from alignment import Attribute, Relation, TripleGraph


def random_digraph(
    nodes: int, degree: float, labels: int, concepts: int, rng: random.Random, *, both_ways: bool = False
) -> TripleGraph:
    """A digraph with that many nodes and an average total degree, as triples.

    It has ``round(nodes * degree / 2)`` arcs between different nodes, no two of them between the same two nodes, each
    with one of `labels`; each node has one of `concepts`. With `both_ways` each arc goes in both directions, so that
    the graph is undirected. The graph need not be connected.

    >>> graph = random_digraph(4, 3, labels=1, concepts=1, rng=random.Random(1))
    >>> len(graph.variables), len(graph.relations)
    (4, 6)
    """
    arcs = round(nodes * degree / 2)
    if arcs > nodes * (nodes - 1) // 2:
        raise ValueError(f"{nodes} nodes have no room for {arcs} arcs between different couples of nodes")
    couples = [(source, target) for source in range(nodes) for target in range(source)]
    relations = []
    for couple in rng.sample(couples, arcs):
        source, target = couple if rng.random() < 0.5 else couple[::-1]
        role = f"r{rng.randrange(labels)}"
        relations.append(Relation(role, source, target))
        if both_ways:
            relations.append(Relation(role, target, source))
    attributes = [Attribute("instance", "instance", node, f"c{rng.randrange(concepts)}") for node in range(nodes)]
    return TripleGraph(tuple(f"v{node}" for node in range(nodes)), tuple(attributes), tuple(relations))


def random_digraph_pair(
    nodes: int, degree: float, labels: int, concepts: int, seed: int, *, both_ways: bool = False
) -> tuple[TripleGraph, TripleGraph]:
    """Two independent random digraphs of the same kind; `both_ways` makes the right one undirected.

    An arc of the left graph then matches an edge of the right one in either direction, so that the pair is one of
    undirected graphs in which every preserved edge counts once.

    >>> left, right = random_digraph_pair(6, 3, 1, 1, seed=1, both_ways=True)
    >>> left.size, right.size
    (15, 24)
    """
    rng = random.Random(seed)
    left = random_digraph(nodes, degree, labels, concepts, rng)
    return left, random_digraph(nodes, degree, labels, concepts, rng, both_ways=both_ways)
