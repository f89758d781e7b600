"""Aspects: parts of the triples that parsing papers score separately, such as negation or semantic roles.

The ten aspects are those of Damonte, Cohen & Satta (EACL 2017, Section 5). An aspect turns a :class:`TripleGraph` into
another one on the same variables, so that a metric of graphs can score an aspect, too. The authors' script compares six
of them (concepts, frames, non-sense frames, named entities, negation, wiki) as sets of strings, where a second ``boy``
does not count and needs no partner of its own. Here these are triples about variables like all others: each counts, and
matches the triple of its variable's partner.

The layers of Uniform Meaning Representation are aspects, too: those of the convention ``umr``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from smatchproof.base.record import Record
from smatchproof.conventions.triples import Attribute, Duplicates, Relation, TripleGraph
from smatchproof.graphs.notation import uninverted

_SENSE = re.compile(r"(?<=.)-\d\d(?=$|~)")
"""The sense of a frame, ``-01``; the programs' conventions keep an alignment suffix (``~e.3``) behind it."""
_ANY_SENSE = "-01"
_ANY_ROLE = "role"


Part = TripleGraph | Counter[str]
"""The part of a graph that an aspect counts: triples to be aligned or, in some programs, words that match equal words.
"""


Triples = tuple[Iterable[Attribute], Iterable[Relation]]


class Aspect(Record):
    """A part of the triples, with its name in scores. Take one from :data:`ASPECTS`.

    `triples` selects those of a graph, in linear time; it never fails, and may select none.

    >>> no = Attribute("attribute", "polarity", 1, "-")
    >>> instances = Attribute("instance", "instance", 0, "want-01"), Attribute("instance", "instance", 1, "go-02")
    >>> graph = TripleGraph(("w", "g"), (*instances, no), (Relation("arg1", 0, 1),))
    >>> for name in ("negation", "frames", "semantic-roles"):
    ...     part = ASPECTS[name].select(graph, Duplicates.SET)
    ...     print(name, [part.written(triple) for triple in (*part.attributes, *part.relations)])
    negation ['polarity(g, go-02)']
    frames ['instance(w, want-01)', 'instance(g, go-02)']
    semantic-roles ['instance(w, want-01)', 'instance(g, go-02)', 'arg1(w, g)']
    """

    name: str
    summary: str
    triples: Callable[[TripleGraph], Triples]

    def select(self, graph: TripleGraph, duplicates: Duplicates) -> TripleGraph:
        """Return the part of a graph. If repeated triples count once, triples that become equal are merged."""
        attributes, relations = self.triples(graph)
        if duplicates is Duplicates.SET:
            attributes, relations = dict.fromkeys(attributes), dict.fromkeys(relations)
        return TripleGraph(graph.variables, tuple(attributes), tuple(relations), top=graph.top)


# ---- the whole graph, less precisely


def _unlabelled(graph: TripleGraph) -> Triples:
    concepts = _own_concepts(graph)
    attributes = [
        triple if triple.kind != "attribute" or _is_top(triple, concepts) else triple._replace(role=_ANY_ROLE)
        for triple in graph.attributes
    ]
    return attributes, [triple._replace(role=_ANY_ROLE) for triple in graph.relations]


def _is_top(triple: Attribute, concepts: dict[int, str]) -> bool:
    """Test whether a triple marks the root. ``smatch-1.0.4`` writes that triple as an attribute, of the first
    variable.
    """
    if triple.kind == "TOP":
        return True
    is_named_so = triple.kind == "attribute" and triple.role == "top" and triple.variable == 0
    return is_named_so and triple.value in ("top", concepts.get(0))


def _no_senses(graph: TripleGraph) -> Triples:
    concepts = _own_concepts(graph)
    attributes = [
        triple._replace(value=_SENSE.sub(_ANY_SENSE, triple.value))
        if triple.kind == "instance" or _is_top(triple, concepts)
        else triple
        for triple in graph.attributes
    ]
    return attributes, graph.relations


# ---- concepts


def _instances(graph: TripleGraph) -> list[Attribute]:
    return [triple for triple in graph.attributes if triple.kind == "instance"]


def _own_concepts(graph: TripleGraph) -> dict[int, str]:
    """The concept of each variable; the last one if a convention has merged variables."""
    return {triple.variable: triple.value for triple in _instances(graph)}


def _frames(graph: TripleGraph) -> list[Attribute]:
    return [triple for triple in _instances(graph) if _SENSE.search(triple.value)]


def _non_sense_frames(graph: TripleGraph) -> Triples:
    return [triple._replace(value=_SENSE.sub("", triple.value)) for triple in _frames(graph)], ()


# ---- variables that have a role


def _marked(graph: TripleGraph, role: str, variables: Iterable[int]) -> Triples:
    """One triple for each of the variables: the role, with the concept of the variable as its value."""
    concepts = _own_concepts(graph)
    return [Attribute("attribute", role, each, concepts[each]) for each in sorted({*variables} & concepts.keys())], ()


def _with_constant(graph: TripleGraph, role: str) -> list[Attribute]:
    """The triples with a constant and this role; most conventions keep ``polarity-of`` with a constant."""
    constants = (triple for triple in graph.attributes if triple.kind == "attribute")
    return [triple for triple in constants if uninverted(triple.role.lower())[0] == role]


def _named_entities(graph: TripleGraph) -> Triples:
    named = [source for role, source, _ in map(_written_forwards, graph.relations) if role == "name"]
    return _marked(graph, "name", [*named, *(triple.variable for triple in _with_constant(graph, "name"))])


def _negation(graph: TripleGraph) -> Triples:
    return _marked(graph, "polarity", [triple.variable for triple in _with_constant(graph, "polarity")])


# ---- relations


def _written_forwards(relation: Relation) -> Relation:
    """A relation without ``-of``, which only the convention ``paper`` keeps."""
    role, inverted = uninverted(relation.role.lower())
    return Relation(role, relation.target, relation.source) if inverted else Relation(role, *relation[1:])


def _with_ends(graph: TripleGraph, relations: list[Relation], attributes: Sequence[Attribute] = ()) -> Triples:
    """Relations and attributes, and the instance triples of their variables."""
    joined = {end for _, *ends in relations for end in ends} | {each.variable for each in attributes}
    return [*(each for each in _instances(graph) if each.variable in joined), *attributes], relations


def _reentrancies(graph: TripleGraph) -> Triples:
    forwards = [_written_forwards(relation) for relation in graph.relations]
    incoming = Counter(relation.target for relation in set(forwards))  # one that is written twice is one parent
    shared = [kept for kept, forward in zip(graph.relations, forwards, strict=True) if incoming[forward.target] > 1]
    return _with_ends(graph, shared)


def _relations_like(graph: TripleGraph, pattern: re.Pattern[str]) -> Triples:
    return _with_ends(graph, [each for each in graph.relations if pattern.match(each.role.lower())])


ASPECTS: dict[str, Aspect] = {
    aspect.name: aspect
    for aspect in (
        Aspect("unlabelled", "all triples, with one role for all", _unlabelled),
        Aspect("no-word-senses", "all triples, with one sense for all frames", _no_senses),
        Aspect("concepts", "the concepts of variables", lambda graph: (_instances(graph), ())),
        Aspect("frames", "the concepts that end in a sense, -01", lambda graph: (_frames(graph), ())),
        Aspect("non-sense-frames", "the same without the sense", _non_sense_frames),
        Aspect("named-entities", "the concepts of variables that have a name", _named_entities),
        Aspect("negation", "the concepts of variables that have a polarity", _negation),
        Aspect("re-entrancies", "relations to variables that several point to, and concepts there", _reentrancies),
        Aspect(
            "semantic-roles",
            "relations ARG0, ARG1, ..., and concepts there",
            partial(_relations_like, pattern=re.compile("arg")),
        ),
        Aspect("wiki", "links to Wikipedia", lambda graph: (_with_constant(graph, "wiki"), ())),
    )
}
"""The aspects by name, in the order of reports."""


# ---- layers of Uniform Meaning Representation

_PARTICIPANT = re.compile(
    r"(arg\d+|(co-)?actor|undergoer|theme|recipient|force|causer|experiencer|stimulus|instrument|companion|material|"
    r"source|place|start|goal|affectee|cause|manner|reason|purpose|result|temporal|extent|other-role)$"
)
_ATTRIBUTE = re.compile(
    r"aspect|modal-strength|modstr|refe?r?-(number|person|definiteness)|polarity|polite|mode|degree"
)
"""The attributes of the guidelines, and names of some of them in earlier releases."""
_REIFIED = re.compile(r".+-9[0-9]")
_ABSTRACT = re.compile(r"person|thing|event|place|entity|name|concept|.+-entity|.+-quantity|.+-9[0-9]")
"""Concepts that need no word: classes of entities and events, names, values, and reified relations."""


def _attributes(graph: TripleGraph) -> Triples:
    chosen = [each for each in graph.attributes if each.kind == "attribute" and _ATTRIBUTE.fullmatch(each.role.lower())]
    return _with_ends(graph, [], chosen)


def _concepts_like(graph: TripleGraph, pattern: re.Pattern[str]) -> Triples:
    return [each for each in _instances(graph) if pattern.fullmatch(each.value)], ()


def _layer(graph: TripleGraph, layer: str) -> Triples:
    """The relations of a layer of the document level, and the concepts of their ends."""
    relations = [each for each in graph.relations if each.role.startswith(f"{layer}.")]
    constants = [each for each in graph.attributes if each.role.startswith(f"{layer}.")]
    return _with_ends(graph, relations, constants)


UMR_LAYERS: dict[str, Aspect] = {
    aspect.name: aspect
    for aspect in (
        ASPECTS["concepts"],
        Aspect(
            "participant-roles",
            "relations such as ARG0, actor and place, and concepts there",
            partial(_relations_like, pattern=_PARTICIPANT),
        ),
        Aspect("attributes", "aspect, modal strength, number, person, ..., and concepts there", _attributes),
        Aspect("abstract-concepts", "concepts that need no word", partial(_concepts_like, pattern=_ABSTRACT)),
        Aspect("reified-concepts", "concepts that end in -91", partial(_concepts_like, pattern=_REIFIED)),
        Aspect("temporal", "temporal relations of documents, and concepts there", partial(_layer, layer="temporal")),
        Aspect("modal", "modal relations of documents, and concepts there", partial(_layer, layer="modal")),
        Aspect("coreference", "coreference in documents, and concepts there", partial(_layer, layer="coref")),
    )
}
"""The layers by name, in the order of reports."""
ALL_ASPECTS = ASPECTS | UMR_LAYERS


def aspects_of(convention: str) -> dict[str, Aspect]:
    """Return the aspects that are scored under the convention `convention`."""
    return UMR_LAYERS if convention == "umr" else ASPECTS
