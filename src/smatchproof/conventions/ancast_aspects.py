"""The parts of graphs that AnCast and AnCast++ score (Sun & Xue, LREC-COLING 2024), as triples to be aligned.

AnCast weighs a matching relation by the similarity of the concepts at its two ends, each of which counts one half. Here
a relation becomes two triples, each with the concept of one end in its role, so that only equal concepts match. AnCast
uses the alignment of its own search, gives part of a half to concepts of which one contains the other, and compares the
document level together with the relations that follow from it. Its weighted relations are left out: the two graphs
weigh the same relation differently, so that no number of triples matches.
"""

from __future__ import annotations

from collections import Counter

from smatchproof.conventions.conventions import convention
from smatchproof.conventions.triples import Attribute, Relation, TripleGraph
from smatchproof.graphs.graph import Graph
from smatchproof.graphs.umr import LAYERS

RELEASE = "0.1.1"
"""The release of AnCast whose rules are followed."""
_NAMES = {"temporal": "temporal", "modal": "modal", "coref": "coreference"}


def ancast_parts(graph: Graph) -> dict[str, TripleGraph]:
    """Return the parts of a graph that AnCast scores, by name. Linear in the graph.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> parts = ancast_parts(parse_graph("(s1g / go-02 :ARG0 (s1b / boy) :polarity -)"))
    >>> labelled = parts["labelled-relations"]
    >>> [labelled.written(triple) for triple in (*labelled.attributes, *labelled.relations)]
    ['polarity(s1g, -)', 'polarity of go-02(s1g, -)', 'arg0 of go-02(s1g, s1b)', 'arg0 to boy(s1g, s1b)']
    >>> [triple.role for triple in parts["unlabelled-relations"].relations]
    ['1 of go-02', '1 to boy']
    """
    whole = convention("umr").triples(graph)
    attributes = [each for each in whole.attributes if each.kind == "attribute"]
    layers = {
        _NAMES[layer]: (
            [each for each in attributes if each.role.startswith(f"{layer}.")],
            [each for each in whole.relations if each.role.startswith(f"{layer}.")],
        )
        for layer in LAYERS
    }
    own = tuple(f"{layer}." for layer in LAYERS)
    attributes = [each for each in attributes if not each.role.startswith(own)]
    relations = [each for each in whole.relations if not each.role.startswith(own)]
    concepts = {each.variable: each.value for each in whole.attributes if each.kind == "instance"}
    parts = {
        "labelled-relations": _halves(concepts, attributes, relations),
        "unlabelled-relations": _halves(concepts, *_numbered(attributes, relations)),
        **layers,
    }
    return {name: TripleGraph(whole.variables, tuple(ofs), tuple(tos)) for name, (ofs, tos) in parts.items()}


def _halves(
    concepts: dict[int, str], attributes: list[Attribute], relations: list[Relation]
) -> tuple[list[Attribute], list[Relation]]:
    """Make two triples of each: with the concept of its source, and with that of its target (or its constant)."""
    ofs = [half for each in attributes for half in (each, each._replace(role=_of(each.role, concepts, each.variable)))]
    tos = [
        each._replace(role=role)
        for each in relations
        for role in (_of(each.role, concepts, each.source), f"{each.role} to {concepts.get(each.target, '')}")
    ]
    return ofs, tos


def _of(role: str, concepts: dict[int, str], variable: int) -> str:
    return f"{role} of {concepts.get(variable, '')}"


def _numbered(attributes: list[Attribute], relations: list[Relation]) -> tuple[list[Attribute], list[Relation]]:
    """Replace roles by numbers, from 1 among the triples with the same ends."""
    seen = Counter[tuple[int, int | str]]()

    def number(source: int, target: int | str) -> str:
        seen[source, target] += 1
        return str(seen[source, target])

    return (
        [each._replace(role=number(each.variable, each.value)) for each in attributes],
        [each._replace(role=number(each.source, each.target)) for each in relations],
    )
