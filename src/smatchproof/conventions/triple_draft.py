"""Drafts of triples, which a convention has not finished yet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from smatchproof.base.record import Struct, field
from smatchproof.conventions.triples import Attribute, Change, Kind, Relation


class TripleDraft(Struct):
    """Triples with repetitions and without TOP, and the data of the TOP triple.

    `concepts` maps each variable's index to the concept that counts as its own.
    """

    variables: tuple[str, ...]
    attributes: list[Attribute] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    concepts: dict[int, str] = field(default_factory=dict)
    root: int = 0
    roots: tuple[int, ...] = ()
    """The roots of further sentences, in a document."""
    top_kind: Kind = "TOP"
    top_role: str = "TOP"
    top_value: str = "top"
    is_distinct: bool = False
    """Whether it is known that no triple is repeated."""

    @classmethod
    def of_concepts(cls, variables: tuple[str, ...], concepts: Sequence[str]) -> Self:
        """Return a draft with one instance triple for each variable, the first of which is the root."""
        instances = [Attribute("instance", "instance", *each) for each in enumerate(concepts)]
        return cls(variables, instances, concepts=dict(enumerate(concepts)))

    def top_triples(self, with_concept: bool) -> list[Attribute]:
        """Return the triple that marks the root; in a document one for each sentence."""
        kind, role, value, concepts = self.top_kind, self.top_role, self.top_value, self.concepts
        roots = (self.root, *self.roots)
        return [Attribute(kind, role, root, concepts[root] if with_concept else value) for root in roots]
