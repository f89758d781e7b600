"""A graph as the text that was read, each part with a mark: whether an alignment matches the triple it stands for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from smatchproof.conventions.triples import Attribute, Relation, TripleGraph
from smatchproof.graphs.graph import Edge, Graph
from smatchproof.graphs.notation import without_suffix
from smatchproof.graphs.writing import text_parts
from smatchproof.reports.drawings.matched_parts import Triple, matched_copies
from smatchproof.scoring.pairs.comparison import Comparison

Graphs = tuple[Graph, Graph]


class Part(NamedTuple):
    """A part of a text. The mark is ``matched`` or ``missed``, and empty of what stands for no triple."""

    text: str
    mark: str


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
    bare = without_suffix(edge.target)
    value = bare.strip('"').lower()
    roles = role, "mod-of" if role == "domain" else role
    own = [each for each in about[frozenset([source])] if isinstance(each, Attribute) and each.role.lower() in roles]
    for written in (edge.target, edge.target.lower(), bare, bare.lower()):
        if found := next((each for each in own if each.value == written), None):
            return found
    values = [each.value.strip('"').lower() for each in own]
    # smatch 1.0.4 keeps suffixes, which a string may contain, too
    alike = dict(zip(map(without_suffix, values), own, strict=True)) | dict(zip(values, own, strict=True))
    word = value.partition(" ")[0]  # some programs cut strings there, and smatch 1.0.4 puts or drops a sign behind them
    forms = value, value + "_", word, word + "_", value.rstrip("_"), value.replace("'", "")
    return next((alike[form] for form in forms if form in alike), None)
