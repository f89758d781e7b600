"""The triples of a graph under the convention ``smatch``."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from smatchproof.conventions.triples import Attribute, Relation

new_tuple = tuple.__new__
"""The constructor of triples: the __new__ of their own classes takes twice as long."""


def smatch_triples(
    variables: Sequence[str],
    concepts: Sequence[str],
    edges: Sequence[tuple[int, str, str]],
    direction: Callable[[str], tuple[str, bool]],
    value: Callable[[str], str],
    without_suffix: Callable[[str], str],
) -> tuple[list[Attribute], list[Relation], int]:
    """Return the attributes and the relations of a graph, and the number of its constants with an inverse role.

    `direction` and `value` read a role and a token. Linear in the graph.
    """
    index = {variable: number for number, variable in enumerate(variables)}
    attributes: list[Attribute] = []
    relations: list[Relation] = []
    for number, concept in enumerate(concepts):
        attributes.append(new_tuple(Attribute, ("instance", "instance", number, value(concept))))
    inverse = 0
    for source, role, target in edges:
        role, inverted = direction(role)
        other = index.get(without_suffix(target) if "~" in target else target)
        if other is None:
            if inverted:
                inverse += 1
                role = role + "-of"
            attributes.append(new_tuple(Attribute, ("attribute", role, source, value(target))))
        elif inverted:
            relations.append(new_tuple(Relation, (role, other, source)))
        else:
            relations.append(new_tuple(Relation, (role, source, other)))
    return attributes, relations, inverse
