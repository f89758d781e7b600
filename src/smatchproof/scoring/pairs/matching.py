"""The parts of an alignment: triples with their partners, triples left over, variables with their concepts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from smatchproof.base.characters import visible
from smatchproof.base.record import Record
from smatchproof.base.text import table_lines
from smatchproof.conventions.triples import Alignment, Attribute, Duplicates, Relation, TripleGraph, matched_triples
from smatchproof.similarity.grading import Similarities


class Match(NamedTuple):
    """A triple of the left graph, the triple of the right graph that it matches, and the number of matches.

    `worth` is the similarity of a match that is graded; of a match of equal triples it is 1.
    """

    left: str
    right: str
    times: int
    worth: float = 1.0


class Matching(Record):
    """All triples of a pair: those that match under an alignment, and those of either side that do not."""

    matched: tuple[Match, ...]
    left_only: tuple[str, ...]
    right_only: tuple[str, ...]


def match_up(
    left: TripleGraph,
    right: TripleGraph,
    mapping: Alignment,
    duplicates: Duplicates,
    similarities: Similarities | None = None,
) -> Matching:
    """Return the triples that match and those that do not; extra copies of a repeated triple are left over.

    >>> from smatchproof.conventions.conventions import convention
    >>> from smatchproof.graphs.reading import parse_graph
    >>> rule = convention("paper", top="none")
    >>> boy, girl = (rule.triples(parse_graph(text)) for text in ("(b / boy :mod (y / young))", "(g / girl)"))
    >>> match_up(boy, girl, [0, None], rule.duplicates).right_only
    ('instance(g, girl)',)
    """
    matches = matched_triples(left, right, mapping, duplicates)
    found = [Match(left.written(each), right.written(image(each, mapping)), n) for each, n in matches.items()]
    found += [
        Match(left.written(one), right.written(other), 1, worth)
        for one, other, worth in graded_couples(left, right, similarities)
        if mapping[one.variable] == other.variable
    ]
    rest = left_over(left, right, mapping, duplicates, similarities)
    lefts, rights = ([side.written(each) for each in its] for side, its in zip((left, right), rest, strict=True))
    return Matching(tuple(found), tuple(lefts), tuple(rights))


def left_over(
    left: TripleGraph,
    right: TripleGraph,
    mapping: Alignment,
    duplicates: Duplicates,
    similarities: Similarities | None = None,
) -> tuple[list[Attribute | Relation], list[Attribute | Relation]]:
    """Return the triples of both graphs that do not match, including extra copies of repeated triples."""
    matches, images = matched_on_both_sides(left, right, mapping, duplicates, similarities)
    return _left_over(left, matches), _left_over(right, images)


def matched_on_both_sides(
    left: TripleGraph, right: TripleGraph, mapping: Alignment, duplicates: Duplicates, similarities: Similarities | None
) -> tuple[Counter[Attribute | Relation], Counter[Attribute | Relation]]:
    """Count the matches of each triple of either graph, equal ones and graded ones."""
    matches = matched_triples(left, right, mapping, duplicates)
    images = Counter({image(triple, mapping): number for triple, number in matches.items()})
    for one, other, _ in graded_couples(left, right, similarities):
        if mapping[one.variable] == other.variable:
            matches[one] += 1
            images[other] += 1
    return matches, images


def graded_couples(
    left: TripleGraph, right: TripleGraph, similarities: Similarities | None
) -> Iterator[tuple[Attribute, Attribute, float]]:
    """Yield the triples of different values that match if their variables are aligned: both, and their similarity."""
    if similarities is None:
        return
    of_role = {(kind, role, variable): value for kind, role, variable, value in right.attributes}
    for triple, partner, worth in similarities.matches(left, right):
        value = of_role[triple.kind, triple.role, partner]  # a value that is alone of its role
        yield triple, triple._replace(variable=partner, value=value), worth / similarities.denominator


def _left_over(graph: TripleGraph, matched: Counter[Attribute | Relation]) -> list[Attribute | Relation]:
    listed: tuple[Attribute | Relation, ...] = (*graph.attributes, *graph.relations)
    if graph.weights is not None:  # a triple that matches any copy is not left over, whatever its weight
        return [triple for triple in listed if triple not in matched]
    rest = Counter[Attribute | Relation](listed)
    rest.subtract(matched)
    return [*rest.elements()]


class AlignedVariable(NamedTuple):
    """A left variable and its partner, if any, with their concepts."""

    left: str
    right: str


def aligned_variables(left: TripleGraph, right: TripleGraph, mapping: Alignment) -> list[AlignedVariable]:
    """Return every left variable with its partner."""
    names = [with_concepts(graph) for graph in (left, right)]
    return [
        AlignedVariable(names[0][index], "" if partner is None else names[1][partner])
        for index, partner in enumerate(mapping)
    ]


def alignment_rows(left: TripleGraph, right: TripleGraph, mapping: Alignment) -> Iterator[str]:
    """Yield every left variable with its partner as a row of text, with aligned columns.

    >>> from smatchproof.conventions.conventions import convention
    >>> from smatchproof.graphs.reading import parse_graph
    >>> cat, dog = (convention("smatch").triples(parse_graph(text)) for text in ("(c / cat)", "(d / dog)"))
    >>> list(alignment_rows(cat, dog, [0]))
    ['c / cat  ↔  d / dog']
    """
    rows = aligned_variables(left, right, mapping)
    yield from table_lines([(row.left, row.right or "(nothing)") for row in rows], (False, False), gap="  ↔  ")


def with_concepts(graph: TripleGraph) -> list[str]:
    """The variables of a graph, each with its concept."""
    concepts = {triple.variable: triple.value for triple in graph.attributes if triple.kind == "instance"}
    named = (f"{name} / {concepts[index]}" if index in concepts else name for index, name in enumerate(graph.variables))
    return [*map(visible, named)]


def image(triple: Attribute | Relation, mapping: Alignment) -> Attribute | Relation:
    """Return the triple of the right graph that a matched triple of the left graph matches.

    >>> image(Relation("ARG0", 0, 1), [3, 2])
    Relation(role='ARG0', source=3, target=2)
    """
    if isinstance(triple, Attribute):
        return triple._replace(variable=_partner(triple.variable, mapping))
    return Relation(triple.role, _partner(triple.source, mapping), _partner(triple.target, mapping))


def _partner(variable: int, mapping: Alignment) -> int:
    partner = mapping[variable]
    if partner is None:
        raise ValueError("a triple about a variable without a partner matches nothing")
    return partner
