"""Alignment problems on which heuristics go astray: graphs against shuffled copies of themselves."""

import random

from smatchproof.conventions.triples import Attribute, Duplicates, Relation, TripleGraph
from smatchproof.lab.generators import random_digraph
from smatchproof.problem.problem import AlignmentProblem, build_problem


def against_copy(graph: TripleGraph, seed: int = 0) -> AlignmentProblem:
    """A graph against itself with the variables in another order: the optimum is the number of its triples."""
    order = list(range(len(graph.variables)))
    random.Random(seed).shuffle(order)
    copy = TripleGraph(
        graph.variables,
        tuple(triple._replace(variable=order[triple.variable]) for triple in graph.attributes),
        tuple(triple._replace(source=order[triple.source], target=order[triple.target]) for triple in graph.relations),
    )
    return build_problem(graph, copy, Duplicates.SET)


def graph_of(concepts: list[str], edges: list[tuple[int, int]], attributes: list[tuple[int, str]] = ()) -> TripleGraph:
    return TripleGraph(
        tuple(f"v{number}" for number in range(len(concepts))),
        (
            *(Attribute("instance", "instance", number, concept) for number, concept in enumerate(concepts)),
            *(Attribute("attribute", "value", number, value) for number, value in attributes),
        ),
        tuple(Relation("to", source, target) for source, target in edges),
    )


def ring(size: int) -> TripleGraph:
    """
    x -> x
    ^    |
    |    v
    x <- x     of any size
    """
    return graph_of(["x"] * size, [(number, (number + 1) % size) for number in range(size)])


def people(number: int) -> TripleGraph:
    """
    and -+-> person --> name "1"
         +-> person --> name "2"  ...
    """
    concepts = ["and", *["person"] * number, *["name"] * number]
    edges = [(0, 1 + who) for who in range(number)] + [(1 + who, 1 + number + who) for who in range(number)]
    return graph_of(concepts, edges, [(1 + number + who, str(who)) for who in range(number)])


def tangle(nodes: int, seed: int = 0) -> TripleGraph:
    """A random digraph with one concept and one label, of four arcs a node."""
    return random_digraph(nodes, 4, 1, 1, random.Random(seed))


COPIES = {
    "ring of 16": ring(16),
    "ring of 30": ring(30),
    "12 people": people(12),
    "20 people": people(20),
    "tangle of 24": tangle(24, 1),
    "tangle of 30": tangle(30),
}
