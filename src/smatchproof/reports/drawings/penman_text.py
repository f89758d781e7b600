"""A graph as the text that was read, with a mark for each part: whether an alignment matches the triple it stands for.

Roles in pages are those of the text, too: many conventions count them in lower case.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from smatchproof.conventions.triples import Attribute, Relation, TripleGraph
from smatchproof.graphs.graph import Edge, Graph
from smatchproof.graphs.writing import text_parts
from smatchproof.reports.drawings.graph_tree import Triple, matched_copies
from smatchproof.scoring.pairs.comparison import Comparison

Graphs = tuple[Graph, Graph]


class Part(NamedTuple):
    """A part of a text. The mark is ``matched`` or ``missed``, and empty of what stands for no triple."""

    text: str
    mark: str


def as_written(comparison: Comparison, graphs: Graphs) -> Comparison:
    """The comparison with the roles that were counted in lower case as the graphs have them, the same on both sides.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> from smatchproof.scoring.pairs.comparison import compare
    >>> from smatchproof.scoring.settings import ScoreSettings
    >>> graphs = parse_graph("(w / want-01 :ARG0 (b / boy))"), parse_graph("(b / boy :ARG0-of (w / want-01))")
    >>> found = compare(*graphs, ScoreSettings())
    >>> found.right.relations[0].role, as_written(found, graphs).right.relations[0].role
    ('arg0', 'ARG0')
    """
    if comparison.left.weights is not None:
        return comparison
    roles: dict[str, str] = {}
    for graph in graphs:
        for edge in graph.edges:
            for role in (edge.role, edge.role.removesuffix("-of")):
                roles.setdefault(role.lower(), role)
    sides = comparison.left, comparison.right
    counted = {triple.role for side in sides for triple in side.attributes}
    counted |= {triple.role for side in sides for triple in side.relations}
    roles = {role: written for role, written in roles.items() if written not in counted}  # two stay two
    return replace(comparison, left=replace_roles(comparison.left, roles), right=replace_roles(comparison.right, roles))


def replace_roles(graph: TripleGraph, roles: Mapping[str, str]) -> TripleGraph:
    """The graph with other names for some roles."""
    attributes = tuple(triple._replace(role=roles.get(triple.role, triple.role)) for triple in graph.attributes)
    relations = tuple(triple._replace(role=roles.get(triple.role, triple.role)) for triple in graph.relations)
    return replace(graph, attributes=attributes, relations=relations)


def penman_parts(comparison: Comparison, graphs: Graphs) -> tuple[list[Part], list[Part]]:
    """Both graphs in PENMAN notation, part by part.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> from smatchproof.scoring.pairs.comparison import compare
    >>> from smatchproof.scoring.settings import ScoreSettings
    >>> graphs = parse_graph("(w / want-01 :ARG0 (b / boy))"), parse_graph("(w / want-01 :ARG1 (b / boy))")
    >>> [tuple(part) for part in penman_parts(compare(*graphs, ScoreSettings()), graphs)[0] if part.mark]
    [('w / want-01', 'matched'), (':ARG0', 'missed'), ('b / boy', 'matched')]
    """
    sides = comparison.left, comparison.right
    found = matched_copies(*sides, comparison.solution.mapping, comparison.duplicates, comparison.similarities)
    left, right = ([*_parts(graph, side, flags)] for graph, side, flags in zip(graphs, sides, found, strict=True))
    return left, right


def _parts(graph: Graph, counted: TripleGraph, flags: Mapping[Triple, Sequence[bool]]) -> Iterator[Part]:
    number = {name: index for index, name in enumerate(counted.variables)}
    about: dict[frozenset[int], list[Triple]] = defaultdict(list)
    for triple in counted.attributes:
        about[frozenset([triple.variable])].append(triple)
    for relation in counted.relations:
        about[frozenset([relation.source, relation.target])].append(relation)
    for text, source in text_parts(graph):
        found: Triple | None = None
        if isinstance(source, int):
            alike = about[frozenset([number.get(graph.variables[source], -1)])]
            found = next((each for each in alike if isinstance(each, Attribute) and each.kind == "instance"), None)
        elif source is not None:
            found = _triple_of(source, number.get(graph.variables[source.source], -1), number, about)
        marks = [] if found is None else flags[found]
        yield Part(text, ("matched" if all(marks) else "missed") if marks else "")


def _triple_of(
    edge: Edge, source: int, number: Mapping[str, int], about: Mapping[frozenset[int], Sequence[Triple]]
) -> Triple | None:
    """The triple that an edge stands for, if its role and its ends tell."""
    role, target = edge.role.lower(), number.get(edge.target)
    if target is not None:
        ways = {(role, source, target), (role.removesuffix("-of"), target, source)}
        between = [each for each in about[frozenset([source, target])] if isinstance(each, Relation)]
        exact = [each for each in between if (each.role.lower(), each.source, each.target) in ways]
        # a convention may have another role for an inverse: mod for domain-of
        return next(iter(exact), between[0] if len(between) == 1 else None)
    value = edge.target.partition("~")[0].strip('"').lower()
    alike = [each for each in about[frozenset([source])] if isinstance(each, Attribute) and each.role.lower() == role]
    return next((each for each in alike if each.value.strip('"').lower() == value), None)
