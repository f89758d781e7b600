"""Dereification: turning nodes that stand for relations back into relations.

The AMR guidelines let an annotator write ``:location`` as a node ``be-located-at-91`` with ``:ARG1`` and ``:ARG2``.
``smatchpp`` collapses such nodes before it compares graphs, and so does the convention named after it.
"""

from __future__ import annotations

from collections import Counter

from smatchproof.base.record import replace
from smatchproof.conventions.triple_draft import TripleDraft
from smatchproof.conventions.triples import Attribute, Change, Relation

# Reified concept -> the relation it stands for, the role of that relation's source, the role of its target. The
# guidelines' list as smatchpp reads it, with only the first of the two concepts for :poss.
_REIFICATIONS = {
    concept: (role, source_role, target_role)
    for source_role, target_role, concepts in (
        (
            "arg1",
            "arg2",
            """
            age:age-01 concession:have-concession-91 condition:have-condition-91 degree:have-degree-91
            destination:be-destined-for-91 duration:last-01 extent:have-extent-91 frequency:have-frequency-91
            instrument:have-instrument-91 li:have-li-91 location:be-located-at-91 manner:have-manner-91
            mod:have-mod-91 name:have-name-91 ord:have-ord-91 part:have-part-91 polarity:have-polarity-91
            purpose:have-purpose-91 quant:have-quant-91 source:be-from-91 subevent:have-subevent-91
            time:be-temporally-at-91 value:have-value-91
            """,
        ),
        ("arg1", "arg0", "accompanier:accompany-01 example:exemplify-01 poss:own-01"),
        ("arg0", "arg1", "beneficiary:benefit-01 topic:concern-02"),
    )
    for role, _, concept in (entry.partition(":") for entry in concepts.split())
}

# The end of an edge: a variable's index, or a constant.
_End = int | str


def dereify(draft: TripleDraft) -> TripleDraft:
    """Collapse each reified node that is not the root, has no incoming edge and has exactly its two arguments."""
    roles: dict[int, list[tuple[str, _End]]] = {index: [] for index in range(len(draft.variables))}
    pointed_at = Counter(relation.target for relation in draft.relations)
    for relation in draft.relations:
        roles[relation.source].append((relation.role, relation.target))
    for attribute in draft.attributes:
        if attribute.kind != "instance":
            roles[attribute.variable].append((attribute.role, attribute.value))
    collapsed: dict[int, tuple[str, _End, _End]] = {}
    for index, arguments in roles.items():
        rule = _REIFICATIONS.get(draft.concepts[index])
        if rule is None or index == draft.root or pointed_at[index] or len(arguments) != 2:
            continue
        role, *needed = rule
        ends = dict(arguments)
        if set(ends) == set(needed):
            collapsed[index] = (role, ends[needed[0]], ends[needed[1]])
    return _without(draft, collapsed) if collapsed else draft


def _without(draft: TripleDraft, collapsed: dict[int, tuple[str, _End, _End]]) -> TripleDraft:
    """The draft with each collapsed variable replaced by the relation it stood for."""
    kept = [index for index in range(len(draft.variables)) if index not in collapsed]
    position = {index: number for number, index in enumerate(kept)}
    attributes = [a._replace(variable=position[a.variable]) for a in draft.attributes if a.variable in position]
    relations = [
        Relation(role, position[source], position[target])
        for role, source, target in draft.relations
        if source in position and target in position
    ]
    for role, source, target in collapsed.values():
        if isinstance(source, int) and isinstance(target, int):
            relations.append(Relation(role, position[source], position[target]))
        elif isinstance(source, int):
            attributes.append(Attribute("attribute", role, position[source], str(target)))
        else:  # of two constants one would be the root's: nothing else connects the node to its graph
            assert isinstance(target, int)
            attributes.append(Attribute("attribute", role + "-of", position[target], source))
    removed = len(draft.attributes) + len(draft.relations) - len(attributes) - len(relations)
    return replace(
        draft,
        variables=tuple(draft.variables[index] for index in kept),
        attributes=attributes,
        relations=relations,
        changes=[*draft.changes, Change("reified relation collapsed", removed)],
        concepts={position[index]: draft.concepts[index] for index in kept},
        root=position[draft.root],
    )
