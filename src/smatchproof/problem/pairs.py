"""Pairs of graphs made by generators and reductions, and their alignments by the names of variables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from smatchproof.base.record import Record
from smatchproof.conventions.conventions import Convention, Top, convention
from smatchproof.conventions.triples import Alignment, TripleGraph, matched_triples
from smatchproof.graphs.graph import Graph
from smatchproof.problem.problem import AlignmentProblem, build_problem

if TYPE_CHECKING:  # few pairs have weights
    from smatchproof.conventions.weights import TripleWeights
else:  # for help(): msgspec looks the names of annotations up
    TripleWeights = object

NamedAlignment = Mapping[str, str]
"""An alignment by names, from left variables to their right partners."""


class GraphPair(Record):
    """Two graphs and the value of their TOP triples (see :class:`~smatchproof.conventions.conventions.Top`).

    Their triples are those of the convention ``smatch``; `weights` are those of triples that stand for several copies,
    which match as under the rule ``product``.

    >>> pair = GraphPair(Graph(("a",), ("x",)), Graph(("b", ), ("x",)))
    >>> pair.matched({"a": "b"}), pair.matched({}), pair.mapping({"a": "b"})
    (2, 0, (0,))
    """

    left: Graph
    right: Graph
    top: Top = Top.CONST
    weights: TripleWeights | None = None

    @property
    def convention(self) -> Convention:
        """The rule that turns both graphs into triples."""
        return convention("smatch", top=self.top).weighted(self.weights)

    def triples(self) -> tuple[TripleGraph, TripleGraph]:
        """The triples of both graphs."""
        return self.convention.triples(self.left), self.convention.triples(self.right)

    def problem(self) -> AlignmentProblem:
        """The alignment problem of the pair."""
        return build_problem(*self.triples(), self.convention.duplicates)

    def matched(self, alignment: NamedAlignment) -> int:
        """Count the triples that an alignment matches, by the definition of Smatch."""
        return sum(matched_triples(*self.triples(), self.mapping(alignment), self.convention.duplicates).values())

    def mapping(self, alignment: NamedAlignment) -> tuple[int | None, ...]:
        """Return an alignment by index. Raises ``ValueError`` if it is not one-to-one or names an unknown variable."""
        unknown = [*(alignment.keys() - {*self.left.variables}), *({*alignment.values()} - {*self.right.variables})]
        if unknown or len(set(alignment.values())) < len(alignment):
            raise ValueError(f"no alignment of these graphs: {unknown[0] if unknown else 'a variable is used twice'}")
        return by_names(self.left, self.right, alignment)

    def names(self, mapping: Alignment) -> dict[str, str]:
        """Return an alignment by name."""
        return dict(couples(self.left, self.right, mapping))


def couples(left: Graph | TripleGraph, right: Graph | TripleGraph, mapping: Alignment) -> list[tuple[str, str]]:
    """Return the aligned variables by name, in the order of the left graph."""
    partners = zip(left.variables, mapping, strict=True)
    return [(name, right.variables[partner]) for name, partner in partners if partner is not None]


def by_names(
    left: Graph | TripleGraph, right: Graph | TripleGraph, alignment: NamedAlignment
) -> tuple[int | None, ...]:
    """Return an alignment by index; variables that the graphs do not have are left out."""
    number = {name: index for index, name in enumerate(right.variables)}
    return tuple(number.get(alignment[name]) if name in alignment else None for name in left.variables)
