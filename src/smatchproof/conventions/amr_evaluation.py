"""The aspects of the programs amr-evaluation (Damonte, Cohen & Satta, EACL 2017) and amr-evaluation-tool-enhanced.

Both compare some aspects as words, without an alignment, and others by Smatch of a part of the triples. This module
extracts the same words and triples; the alignment is found elsewhere, and is optimal. The programs differ in how they
read graphs (:func:`scan`, :func:`scan_enhanced`), and in the details described at each function.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from smatchproof.base.record import Struct, replace
from smatchproof.conventions.aspects import Part
from smatchproof.conventions.convention_rules import normalized, scanned, turned_edges
from smatchproof.conventions.triples import Attribute, Relation, TripleGraph
from smatchproof.graphs.graph import Edge, Graph, introducing_edges
from smatchproof.graphs.program_readers import refuse_for_smatch

# ---- how the programs read a graph


class NamedTriple(NamedTuple):
    """A triple by names. An end is a variable if the graph has one of that name, and otherwise a constant."""

    role: str
    source: str
    target: str


class ScannedGraph(Struct):
    """A graph as the programs store it: the concepts of variables, triples with constants, triples of two variables."""

    concepts: dict[str, str]
    attributes: list[NamedTriple]
    relations: list[NamedTriple]

    @property
    def triples(self) -> list[NamedTriple]:
        """The triples with constants, TOP among them, before the others."""
        return [*self.attributes, *self.relations]


def scan(graph: Graph) -> ScannedGraph:
    """Return a graph as amr-evaluation reads it (commit 8bc6b2e). Linear in the graph.

    A role in ``-of`` is inverted if it introduces a variable or is the last role of its variable, and is kept
    otherwise. In the same places a role in ``-of`` with a constant is lost. A string ends at its first space, and its
    closing quote becomes ``_``. TOP is an attribute of the first variable, with its concept.

    Raises :class:`~smatchproof.base.errors.UsageError` for a string that the program does not read to its end.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> found = scan(parse_graph('(c / city :part-of c :name-of (n / name :op1 "New York"))'))
    >>> [tuple(triple) for triple in found.triples]
    [('TOP', 'c', 'city'), ('op1', 'n', 'New'), ('part-of', 'c', 'c'), ('name', 'n', 'c')]
    """
    refuse_for_smatch(graph, "amr-evaluation", "leave out --fine-grained")
    names = graph.variables
    concepts = {name: scanned(concept).replace(" ", "") for name, concept in zip(names, graph.concepts, strict=True)}
    place = {name: at for at, name in enumerate(names)}
    attributes, relations = list[NamedTriple](), list[tuple[int, bool, NamedTriple]]()
    introduced, turned = introducing_edges(graph), turned_edges(graph)
    for number, (position, role, target) in enumerate(graph.edges):
        source, word = names[position], (scanned(target).split() or [""])[0]
        if number in turned:
            if word in concepts:
                relations.append((place[word], False, NamedTriple(role[:-3], word, source)))
        elif word not in concepts:
            attributes.append(NamedTriple(role, source, word))
        else:  # of each variable the triples with variables not yet read come last
            relations.append((position, introduced.get(word, -1) > number, NamedTriple(role, source, word)))
    if names:
        attributes.append(NamedTriple("TOP", names[0], concepts[names[0]]))
    attributes.sort(key=lambda triple: place[triple.source])
    relations.sort(key=lambda each: each[:2])
    return ScannedGraph(concepts, attributes, [triple for *_, triple in relations])


def scan_enhanced(graph: Graph) -> ScannedGraph:
    """Return a graph as amr-evaluation-tool-enhanced reads it (commit a4284d6). Linear in the graph.

    As :func:`scan`, but a variable keeps only the last constant of each role, and the last role to each other variable.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> [triple.target for triple in scan_enhanced(parse_graph("(n / name :op1 1 :op1 2 :op2 2)")).attributes]
    ['2', '2', 'name']
    """
    found = scan(graph)
    return ScannedGraph(found.concepts, last_by_role(found.attributes), last_by_target(found.relations))


def last_by_role(triples: Iterable[NamedTriple]) -> list[NamedTriple]:
    """Keep only the last of the triples with the same source and role, in the place of the first."""
    return list({(triple.source, triple.role): triple for triple in triples}.values())


def last_by_target(triples: Iterable[NamedTriple]) -> list[NamedTriple]:
    """Keep only the last of the triples with the same source and target, in the place of the first."""
    return list({(triple.source, triple.target): triple for triple in triples}.values())


# ---- aspects

_Fold = Callable[[str], str]
"""A function from a token to the form that is compared."""


def amr_evaluation_parts(graph: Graph) -> dict[str, Part]:
    """Return the eight aspects of amr-evaluation, by our names for them.

    Words count as often as they occur. Linear in the graph, but for the parents of variables.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> parts = amr_evaluation_parts(parse_graph("(a / and :op1 (b / boy) :op2 (c / boy :polarity -))"))
    >>> sorted(parts["concepts"].elements()), list(parts["negation"]), parts["re-entrancies"].size
    (['and', 'boy', 'boy'], ['boy'], 0)
    """
    found = scan(graph)
    triples = [_turned(triple) for triple in found.triples]
    return {
        "unlabelled": _whole(scan(_with_text(graph, _unlabelled)), normalized),
        "no-word-senses": _whole(scan(_with_text(graph, _without_senses)), normalized),
        "concepts": Counter(found.concepts.values()),
        **{name: Counter(words) for name, words in _words(found, triples).items()},
        "re-entrancies": _part(_shared(found, triples), found.concepts),
        "semantic-roles": _part(_arguments(triples), found.concepts),
    }


def amr_evaluation_enhanced_parts(graph: Graph) -> dict[str, Part]:
    """Return the eleven aspects of amr-evaluation-tool-enhanced, by our names for them.

    Words count once. Inverse roles that the reader has kept are only turned round for semantic roles. In
    ``without-variables``, the program's "IgnoreVars", the words are triples with concepts in place of variables.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> parts = amr_evaluation_enhanced_parts(parse_graph("(a / and :op1 (b / go-02) :op2 (c / go-02))"))
    >>> sorted(parts["frames"].elements()), sorted(parts["non-sense-frames"].elements())
    (['go-02'], ['go'])
    """
    found = scan_enhanced(graph)
    triples, concepts = found.triples, list(found.concepts.values())
    frames = [concept for concept in concepts if _SENSE.search(concept)]
    named = ("\t".join((role, *(found.concepts.get(end, end) for end in ends))) for role, *ends in triples)
    return {
        "unlabelled": _whole(scan_enhanced(_with_text(graph, _unlabelled_enhanced)), str.lower),
        "no-word-senses": _whole(scan_enhanced(_with_text(graph, _without_senses)), str.lower),
        "concepts": Counter(set(concepts)),
        "frames": Counter(set(frames)),
        "non-sense-frames": Counter({_SENSE.sub("", frame) for frame in frames}),
        **{name: Counter(set(words)) for name, words in _words(found, triples).items()},
        "without-variables": Counter(set(named)),
        "re-entrancies": _part_enhanced(_shared(found, triples), found.concepts),
        "semantic-roles": _part_enhanced([_turned(each) for each in _arguments(triples)], found.concepts),
    }


# ---- the text, with less in it

_SENSE = re.compile(r"-[0-9][0-9]$")
_ROLE = re.compile(r":[a-zA-Z0-9-]*")
_ROLE_UP_TO_INVERSE = re.compile(r":[0-9a-zA-Z]*(?!-of)")
_INVERSE_ROLE = re.compile(r":[0-9a-zA-Z]*-of")
_FRAME = re.compile(r"(/ [a-zA-Z0-9-]+)-[0-9]+")


def _unlabelled(text: str) -> str:
    """Remove the name and the direction of every role; text after a colon in a string is also removed."""
    return _ROLE.sub(":label", text)


def _unlabelled_enhanced(text: str) -> str:
    """Remove the name of every role, and the direction of roles with a hyphen."""
    return _INVERSE_ROLE.sub(":label-of", _ROLE_UP_TO_INVERSE.sub(":label", text))


def _without_senses(text: str) -> str:
    """Give all frames the same sense; ``1999-12`` is taken for a frame, too."""
    return _FRAME.sub(r"\1-01", text)


def _with_text(graph: Graph, change: Callable[[str], str]) -> Graph:
    """Return the graph of the changed text: the programs change a whole file before they read it."""
    concepts = tuple(change(f"/ {concept}")[2:] for concept in graph.concepts)
    edges = (Edge(source, change(f":{role}")[1:], change(target)) for source, role, target in graph.edges)
    return replace(graph, concepts=concepts, edges=tuple(edges))


# ---- which words, and which triples


def _turned(triple: NamedTriple) -> NamedTriple:
    """Invert a triple whose ``-of`` the reader has kept."""
    role, source, target = triple
    return NamedTriple(role[:-3], target, source) if role.endswith("-of") else triple


def _words(found: ScannedGraph, triples: Sequence[NamedTriple]) -> dict[str, list[str]]:
    def concepts(role: str) -> list[str]:
        """The concepts of the sources of a role. A constant as a source, at which the programs stop, has none."""
        sources = (triple.source for triple in triples if triple.role == role)
        return [found.concepts[source] for source in sources if source in found.concepts]

    wiki = [triple.target for triple in triples if triple.role == "wiki"]
    return {"named-entities": concepts("name"), "negation": concepts("polarity"), "wiki": wiki}


def _shared(found: ScannedGraph, triples: Iterable[NamedTriple]) -> list[NamedTriple]:
    """The triples whose target is a variable with several incoming ones, variable by variable."""
    incoming: dict[str, list[NamedTriple]] = {name: [] for name in found.concepts}
    for triple in triples:
        if triple.target in incoming:
            incoming[triple.target].append(triple)
    return [triple for parents in incoming.values() if len(parents) > 1 for triple in parents]


def _arguments(triples: Iterable[NamedTriple]) -> list[NamedTriple]:
    return [triple for triple in triples if triple.role.startswith("ARG")]


# ---- triples to be aligned


def _whole(found: ScannedGraph, fold: _Fold) -> TripleGraph:
    return _triple_graph(list(found.concepts), found.concepts, found.attributes, found.relations, fold)


def _part(triples: Sequence[NamedTriple], concepts: dict[str, str]) -> TripleGraph:
    """Return the graph that amr-evaluation makes of some triples: the first variable in them is its TOP."""
    names = _mentioned(triples, concepts)
    attributes = [triple for triple in triples if triple.source in concepts and triple.target not in concepts]
    attributes += [NamedTriple("TOP", name, concepts[name]) for name in names[:1]]
    return _triple_graph(names, concepts, attributes, _between(triples, concepts), normalized)


def _part_enhanced(triples: Sequence[NamedTriple], concepts: dict[str, str]) -> TripleGraph:
    """Return the graph that amr-evaluation-tool-enhanced makes of some triples, without TOP and constants.

    Each role of a variable is also an attribute whose value is the concept of its target: the last of several.
    """
    relations = _between(triples, concepts)
    attributes = [NamedTriple(role, source, concepts[target]) for role, source, target in last_by_role(relations)]
    return _triple_graph(_mentioned(triples, concepts), concepts, attributes, last_by_target(relations), str.lower)


def _mentioned(triples: Iterable[NamedTriple], concepts: dict[str, str]) -> list[str]:
    """The variables of triples, in the order of their first mention."""
    return list(dict.fromkeys(end for _, *ends in triples for end in ends if end in concepts))


def _between(triples: Iterable[NamedTriple], concepts: dict[str, str]) -> list[NamedTriple]:
    return [triple for triple in triples if triple.source in concepts and triple.target in concepts]


def _triple_graph(
    names: Sequence[str],
    concepts: dict[str, str],
    attributes: Iterable[NamedTriple],
    relations: Iterable[NamedTriple],
    fold: _Fold,
) -> TripleGraph:
    index = {name: number for number, name in enumerate(names)}
    instances = (Attribute("instance", "instance", index[name], fold(concepts[name])) for name in names)
    others = (Attribute("attribute", fold(role), index[source], fold(value)) for role, source, value in attributes)
    pairs = (Relation(fold(role), index[source], index[target]) for role, source, target in relations)
    return TripleGraph(tuple(names), (*instances, *others), tuple(pairs))
