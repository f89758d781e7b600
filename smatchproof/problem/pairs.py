"""Pairs of graphs as generators and reductions make them, and their alignments by the names of variables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from smatchproof.conventions.conventions import Convention, Top, convention
from smatchproof.conventions.triples import Alignment, TripleGraph, matched_triples
from smatchproof.conventions.weights import TripleWeights
from smatchproof.graphs.graph import Graph
from smatchproof.problem.problem import AlignmentProblem, build_problem

NamedAlignment = Mapping[str, str]
"""An alignment by names: the right partner of each left variable that has one."""


@dataclass(frozen=True, slots=True)
class GraphPair:
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
        """An alignment by index. Raises ``ValueError`` when it is not one-to-one or names an unknown variable."""
        number = {name: index for index, name in enumerate(self.right.variables)}
        unknown = [*(alignment.keys() - set(self.left.variables)), *(set(alignment.values()) - number.keys())]
        if unknown or len(set(alignment.values())) < len(alignment):
            raise ValueError(f"no alignment of these graphs: {unknown[0] if unknown else 'a variable is used twice'}")
        return tuple(number[alignment[name]] if name in alignment else None for name in self.left.variables)

    def names(self, mapping: Alignment) -> dict[str, str]:
        """An alignment by name."""
        pairs = zip(self.left.variables, mapping, strict=True)
        return {name: self.right.variables[partner] for name, partner in pairs if partner is not None}
