"""Small random pairs of triple graphs, quickly: many labels and few, loops, duplicates, strangers, empty sides."""

import random

from smatchproof.conventions.triples import Attribute, Duplicates, Relation, TripleGraph


def random_graph(rng: random.Random, labels: int, concepts: int) -> TripleGraph:
    size = rng.choice((0, 1, 2, 3, 3, 4, 4))
    attributes = [Attribute("instance", "instance", v, f"c{rng.randrange(concepts)}") for v in range(size)]
    relations = []
    if size:
        attributes += [
            Attribute("attribute", f"a{rng.randrange(2)}", rng.randrange(size), str(rng.randrange(2)))
            for _ in range(rng.randrange(3))
        ]
        attributes += rng.sample(attributes, rng.randrange(2))
        relations = [
            Relation(f"r{rng.randrange(labels)}", rng.randrange(size), rng.randrange(size))
            for _ in range(rng.randrange(2 * size + 1))
        ]
        relations += rng.sample(relations, min(len(relations), rng.randrange(2)))
    return TripleGraph(tuple(f"v{v}" for v in range(size)), tuple(attributes), tuple(relations))


def random_pair(rng: random.Random) -> tuple[TripleGraph, TripleGraph, Duplicates]:
    """A pair and a rule for duplicates; under the rule ``set`` the graphs hold no triple twice."""
    labels, concepts = rng.choice((1, 2, 5)), rng.choice((1, 2, 6))
    left, right = random_graph(rng, labels, concepts), random_graph(rng, labels, concepts)
    rule = rng.choice(list(Duplicates))
    return (as_set(left), as_set(right), rule) if rule is Duplicates.SET else (left, right, rule)


def as_set(graph: TripleGraph) -> TripleGraph:
    """The graph with each of its triples once."""
    return TripleGraph(graph.variables, tuple(dict.fromkeys(graph.attributes)), tuple(dict.fromkeys(graph.relations)))
