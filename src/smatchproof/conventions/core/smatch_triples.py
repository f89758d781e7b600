"""The triples of a graph under the convention ``smatch``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

try:
    import cython
except ImportError:
    from smatchproof.base import without_cython as cython
from smatchproof.conventions.triples import Attribute, Relation
from smatchproof.graphs.notation import without_suffix

if not cython.compiled:
    from smatchproof.graphs.core.named import fields, of_four, of_three


def smatch_triples(
    variables: Sequence[str],
    concepts: Sequence[str],
    edges: Sequence[tuple[int, str, str]],
    directions: Mapping[str, tuple[str, bool]],
    values: Mapping[str, str],
) -> tuple[list[Attribute], list[Relation], int, bool]:
    """Return the attributes and the relations of a graph, the number of its constants with an inverse role, and whether
    no triple is repeated.

    `directions` and `values` have what each role and each token stands for. Linear in the graph.
    """
    index = {variable: number for number, variable in enumerate(variables)}
    attributes: list[Attribute] = []
    constants: list[Attribute] = []
    relations: list[Relation] = []
    for number, concept in enumerate(concepts):
        attributes.append(of_four(Attribute, "instance", "instance", number, values[concept]))
    inverse = 0
    for edge in edges:
        source, role, target = fields(edge)
        role, inverted = directions[role]
        other = index.get(without_suffix(target) if "~" in target else target)
        if other is None:
            if inverted:
                inverse += 1
                role = role + "-of"
            constants.append(of_four(Attribute, "attribute", role, source, values[target]))
        elif inverted:
            relations.append(of_three(Relation, role, other, source))
        else:
            relations.append(of_three(Relation, role, source, other))
    is_distinct = len({*constants}) + len({*relations}) == len(constants) + len(relations)
    return attributes + constants, relations, inverse, is_distinct
