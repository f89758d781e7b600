"""Triples: what Smatch counts. A convention turns a graph into a :class:`TripleGraph` (see ``conventions``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Literal, NamedTuple, TypeVar

from smatchproof.base.characters import visible
from smatchproof.base.record import PartlyCompared, Record

Kind = Literal["instance", "attribute", "TOP"]
"""The kind of a triple about one variable: its concept, a constant, or that it is the root."""


class Duplicates(StrEnum):
    """The ways to count a triple that occurs several times in a graph.

    * ``set``: it counts once.
    * ``multiset``: n copies against m match min(n, m) times, and all count as triples.
    * ``product``: n copies against m match n x m times, as in ``smatch`` 1.0.4, and all count as triples. A score
      can then exceed 1.
    """

    SET = "set"
    MULTISET = "multiset"
    PRODUCT = "product"

    def matched(self, left: int, right: int) -> int:
        """Count the matches of `left` copies of a triple with `right` copies of it.

        >>> [rule.matched(3, 2) for rule in Duplicates]
        [1, 2, 6]
        """
        if self is Duplicates.PRODUCT:
            return left * right
        return min(left, right, 1) if self is Duplicates.SET else min(left, right)


class Attribute(NamedTuple):
    """A triple about one variable: ``role(variable, value)``. `variable` is an index.

    Two of them match when kind, role and value are equal and their variables are aligned.
    """

    kind: Kind
    role: str
    variable: int
    value: str


class Relation(NamedTuple):
    """A triple about two variables: ``role(source, target)``, both indexes.

    Two of them match when their roles are equal, their sources are aligned and their targets are aligned. A relation
    of a variable with itself therefore matches no other kind of relation.
    """

    role: str
    source: int
    target: int


_Triple = TypeVar("_Triple", bound="Attribute | Relation")


class Change(Record):
    """A number of triples that a convention merged, dropped or moved, and why."""

    reason: str
    triples: int


class TripleGraph(PartlyCompared):
    """The triples of one graph under one convention, each as often as it counts.

    `changes` lists the convention's changes to the triples as written; `top` is the kind and role of the triple that
    marks the root, if there is one: the triple's variable is the root. `weights` has the number of copies that a triple
    stands for wherever it is listed; other triples, and all if it is ``None``, stand for one.
    """

    uncompared = ("top",)

    variables: tuple[str, ...] = ()
    attributes: tuple[Attribute, ...] = ()
    relations: tuple[Relation, ...] = ()
    changes: tuple[Change, ...] = ()
    top: tuple[Kind, str] | None = None
    weights: Mapping[Attribute | Relation, int] | None = None

    @property
    def size(self) -> int:
        """The number of triples: the denominator of precision or recall."""
        if self.weights is None:
            return len(self.attributes) + len(self.relations)
        return sum(self.weights.get(triple, 1) for part in (self.attributes, self.relations) for triple in part)

    def copies(self, triples: Iterable[_Triple]) -> dict[_Triple, int]:
        """Count the copies of each of these triples, which are all triples of the graph of their kind.

        >>> arc = Relation("low", 0, 1)
        >>> TripleGraph(("a", "b"), (), (arc,), weights={arc: 10**9}).copies([arc])[arc]
        1000000000
        """
        found = Counter(triples)
        if self.weights is not None:
            return {triple: listed * self.weights.get(triple, 1) for triple, listed in found.items()}
        return found

    def written(self, triple: Attribute | Relation) -> str:
        """Write a triple in the paper's notation, with the names of variables, and its number of copies if weighted.

        Invisible characters are shown: ``instance(a, and<U+200B>)``. A constant that looks like a variable is quoted.

        >>> graph = TripleGraph(("w", "b"), (), (Relation("ARG0", 0, 1),))
        >>> graph.written(graph.relations[0])
        'ARG0(w, b)'
        >>> graph.written(Attribute("attribute", "ARG1", 0, "b"))
        'ARG1(w, "b")'
        """
        copies = "" if self.weights is None or triple not in self.weights else f" x {self.weights[triple]:,}"
        if isinstance(triple, Relation):
            ends = self.variables[triple.source], self.variables[triple.target]
        else:
            is_alike = triple.kind != "instance" and triple.value in self.variables
            value = f'"{triple.value}"' if is_alike else triple.value
            ends = self.variables[triple.variable], value
        return visible(f"{triple.role}({', '.join(ends)}){copies}")


Alignment = Sequence[int | None]
"""An alignment: for each left variable the index of its right partner, or ``None``; no partner twice."""


def matched_triples(
    left: TripleGraph, right: TripleGraph, mapping: Alignment, duplicates: Duplicates
) -> Counter[Attribute | Relation]:
    """Return the triples of `left` that the alignment maps to triples of `right`, with the numbers of their matches.

    This is the definition of Smatch (Cai & Knight 2013, Section 2), independent of alignment problems and weights:
    every score is recounted by it. Linear in the number of triples.

    >>> left = TripleGraph(("a",), (Attribute("instance", "instance", 0, "boy"),))
    >>> sum(matched_triples(left, left, [0], Duplicates.SET).values())
    1
    """
    attributes, relations = right.copies(right.attributes), right.copies(right.relations)
    matches: Counter[Attribute | Relation] = Counter()
    for attribute, copies in left.copies(left.attributes).items():
        kind, role, variable, value = attribute
        partner = mapping[variable]
        if partner is not None and (others := attributes.get(Attribute(kind, role, partner, value), 0)):
            matches[attribute] = duplicates.matched(copies, others)
    for relation, copies in left.copies(left.relations).items():
        role, source, target = relation
        other_source, other_target = mapping[source], mapping[target]
        if other_source is None or other_target is None:
            continue
        if others := relations.get(Relation(role, other_source, other_target), 0):
            matches[relation] = duplicates.matched(copies, others)
    return matches


def is_one_to_one(mapping: Alignment, left_size: int, right_size: int) -> bool:
    """Test whether partners, by index, are an alignment of these numbers of left and right variables. Linear in
    `left_size`.

    >>> is_one_to_one([1, None, 0], 3, 2), is_one_to_one([1, 1], 2, 2), is_one_to_one([2], 1, 2)
    (True, False, False)
    """
    partners: set[Any] = {*mapping}
    partners.discard(None)
    if not len(mapping) == left_size == len(partners) + mapping.count(None):
        return False
    return not partners or 0 <= min(partners) <= max(partners) < right_size
