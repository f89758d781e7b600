"""The rules for Uniform Meaning Representation: relations of documents, and the layers of a graph.

A document is one graph (:mod:`smatchproof.graphs.umr`): a root of its own, below it the sentences, and the relations
of the document level, whose role begins with its layer (``temporal.before``).
"""

from __future__ import annotations

import re

from smatchproof.conventions.triple_draft import TripleDraft
from smatchproof.conventions.triples import Attribute, Relation
from smatchproof.graphs.notation import DOCUMENT

_OTHER_WAY = {"temporal.after": "temporal.before", "temporal.contained": "temporal.contains"}
"""Relations of the document level that are inverses of another one."""
_BOTH_WAYS = frozenset(["coref.same-entity", "coref.same-event", "temporal.overlap"])
"""Symmetric relations of the document level."""
_SENTENCE = re.compile(r"snt\d+")


def count_document(draft: TripleDraft) -> TripleDraft:
    """Return the draft of a document with each document relation in one direction, and a root for each sentence.

    The document's own root keeps only the triples of two constants. Other drafts are returned unchanged. Linear.

    >>> names = ("document", "s1p", "s2p")
    >>> draft = TripleDraft.of_concepts(names, ["document", "person", "person"])
    >>> draft.relations += [Relation("snt1", 0, 1), Relation("snt2", 0, 2), Relation("coref.same-entity", 2, 1)]
    >>> counted = count_document(draft)
    >>> counted.relations, counted.root, counted.roots
    ([Relation(role='coref.same-entity', source=1, target=2)], 1, (2,))
    """
    if draft.variables[0] != DOCUMENT or draft.concepts[0] != DOCUMENT:
        return draft
    relations, roots = [], []
    for role, source, target in draft.relations:
        if source == 0 and _SENTENCE.fullmatch(role):
            roots.append(target)
        else:
            name, is_turned = _one_way(role, source > target)
            relations.append(Relation(name, target, source) if is_turned else Relation(name, source, target))
    attributes = [
        _one_way_of_constants(each) if each.kind == "attribute" else each
        for each in draft.attributes
        if each.kind != "instance" or each.variable
    ]
    draft.attributes, draft.relations = attributes, relations
    draft.root, *others = roots or [0]
    draft.roots = tuple(others)
    return draft


def _one_way(role: str, is_backward: bool) -> tuple[str, bool]:
    """The role that counts, and whether source and target change places. `is_backward`: the source comes later."""
    if role in _BOTH_WAYS:
        return role, is_backward
    return _OTHER_WAY.get(role, role), role in _OTHER_WAY


def _one_way_of_constants(triple: Attribute) -> Attribute:
    """The triple of a constant as it counts: in ``-of`` the constant is the source; the root's has two, ``a+b``."""
    base = triple.role.removesuffix("-of")
    if base not in _BOTH_WAYS and base not in _OTHER_WAY:
        return triple
    ends = triple.value.split("+")
    if triple.variable == 0 and len(ends) > 1:
        ends = sorted(ends) if base in _BOTH_WAYS else ends[::-1]
        return triple._replace(role=_OTHER_WAY.get(base, base), value="+".join(ends))
    if base in _BOTH_WAYS:
        return triple._replace(role=base)
    return triple._replace(role=_OTHER_WAY[base] + ("" if base != triple.role else "-of"))
