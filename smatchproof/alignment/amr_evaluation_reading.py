"""How the programs amr-evaluation and amr-evaluation-tool-enhanced read a graph."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from smatchproof.alignment.conventions import scanned
from smatchproof.alignment.graph import Graph
from smatchproof.alignment.program_readers import refuse_for_smatch


class NamedTriple(NamedTuple):
    """A triple by names. An end is a variable where the graph has one of that name, and otherwise a constant."""

    role: str
    source: str
    target: str


@dataclass(slots=True)
class ScannedGraph:
    """A graph as the programs hold it: the concepts of variables, triples with constants, triples of two variables."""

    concepts: dict[str, str]
    attributes: list[NamedTriple] = field(default_factory=list)
    relations: list[NamedTriple] = field(default_factory=list)

    @property
    def triples(self) -> list[NamedTriple]:
        """Those with constants, TOP among them, before the others."""
        return [*self.attributes, *self.relations]


def scan(graph: Graph) -> ScannedGraph:
    """A graph as amr-evaluation reads it (commit 8bc6b2e). Linear in the graph.

    A role in ``-of`` is turned round where it introduces a variable or is the last of its own, and is kept elsewhere.
    One of a constant is lost in the same places. A string ends at its first space and has ``_`` for its closing quote.
    TOP is an attribute of the first variable, with its concept.

    Raises :class:`~smatchproof.alignment.errors.UsageError` for a string that the program does not read to its end.

    >>> from smatchproof.alignment.reading import parse_graph
    >>> found = scan(parse_graph('(c / city :part-of c :name-of (n / name :op1 "New York"))'))
    >>> [tuple(triple) for triple in found.triples]
    [('TOP', 'c', 'city'), ('op1', 'n', 'New'), ('part-of', 'c', 'c'), ('name', 'n', 'c')]
    """
    refuse_for_smatch(graph, "amr-evaluation", "leave out --fine-grained")
    names = graph.variables
    concepts = {name: scanned(concept).replace(" ", "") for name, concept in zip(names, graph.concepts, strict=True)}
    lists = {name: _Lists() for name in concepts}
    last = {edge.source: number for number, edge in enumerate(graph.edges)}
    early, defined = set(graph.early_mentions), set(names[:1])
    for number, (position, role, target) in enumerate(graph.edges):
        source, word = names[position], (scanned(target).split() or [""])[0]
        introduces = target in concepts and target not in defined and number not in early
        if introduces:
            defined.add(target)
        if role.endswith("-of") and (introduces or number == last[position]):
            if word in concepts:
                lists[word].relations.append(NamedTriple(role[:-3], word, source))
        elif word not in concepts:
            lists[source].constants.append(NamedTriple(role, source, word))
        else:
            own = lists[source]
            (own.early if number in early else own.relations).append(NamedTriple(role, source, word))
    if names:
        lists[names[0]].constants.append(NamedTriple("TOP", names[0], concepts[names[0]]))
    attributes = [triple for own in lists.values() for triple in own.constants]
    return ScannedGraph(concepts, attributes, [each for own in lists.values() for each in (*own.relations, *own.early)])


@dataclass(slots=True)
class _Lists:
    """The triples that the program keeps with a variable; those of variables that it has not met yet come last."""

    constants: list[NamedTriple] = field(default_factory=list)
    relations: list[NamedTriple] = field(default_factory=list)
    early: list[NamedTriple] = field(default_factory=list)


def scan_enhanced(graph: Graph) -> ScannedGraph:
    """A graph as amr-evaluation-tool-enhanced reads it (commit a4284d6). Linear in the graph.

    As :func:`scan`, but a variable keeps one constant for each role, and one role for each other variable: the last.

    >>> from smatchproof.alignment.reading import parse_graph
    >>> [triple.target for triple in scan_enhanced(parse_graph("(n / name :op1 1 :op1 2 :op2 2)")).attributes]
    ['2', '2', 'name']
    """
    found = scan(graph)
    return ScannedGraph(found.concepts, last_by_role(found.attributes), last_by_target(found.relations))


def last_by_role(triples: Iterable[NamedTriple]) -> list[NamedTriple]:
    """Of triples with the same source and role the last, in the place of the first."""
    return list({(triple.source, triple.role): triple for triple in triples}.values())


def last_by_target(triples: Iterable[NamedTriple]) -> list[NamedTriple]:
    """Of triples with the same source and target the last, in the place of the first."""
    return list({(triple.source, triple.target): triple for triple in triples}.values())
