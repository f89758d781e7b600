"""SAT → SMATCH, directly: linear in the formula, and a yes is an alignment that matches all of the left graph.

The graphs are those of :mod:`smatchproof.lab.reductions.to_smatch.max_sat`, but for the arcs of the right one. There a
copy of a clause for each of its places means "the literal at this place is the first true one". From it, the arcs of
earlier places lead to the values that make their literals false, the arc of the place itself to the value that makes it
true, and those of later places to both values.

Proof: if all triples of the left graph are matched, concepts send each variable to one of its values and each clause to
one of its copies, so that no clause is empty; the arc of the copy's own place is matched, so that the literal there is
true. Conversely an assignment that satisfies all clauses sends each clause to the copy of its first true literal, and
all arcs are matched. Arcs of earlier places leave no other choice: alignments that match everything are one-to-one with
satisfying assignments. Proved in Coq: ``proofs/Satisfiability.v``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from smatchproof.lab.reductions.problems.satisfiability import Assignment, Clause, Formula, read_dimacs
from smatchproof.lab.reductions.reduction import Size, Threshold, ToSmatch
from smatchproof.lab.reductions.source_problem import SourceProblem, reader
from smatchproof.lab.reductions.to_smatch.max_sat import (
    aligned_choices,
    aligned_values,
    choice_graph,
    formula_gadgets,
    formula_graph,
)
from smatchproof.public import GraphPair, NamedAlignment, Top


class SatisfiabilityToSmatch(ToSmatch[Formula, Assignment]):
    """Theorem: the formula is satisfiable if and only if the optimum is all triples of the left graph.

    Of n variables, m clauses and L literals these are ``2 + 2n + 2m + L`` triples (one less without TOP). The right
    graph has ``2 + 4n`` and ``2k + k(3k - 1)/2`` for each clause of k literals, so 18 for one of three.

    >>> reduction = SatisfiabilityToSmatch.apply(Formula(2, ((1, 2), (-1, 2), (-2,))))
    >>> reduction.relation, reduction.size
    (Threshold(least=17), Size(left=17, right=31))
    >>> reduction.gadgets["right c1_2"]
    'the first true literal of clause 1 is x2'
    """

    name = "sat"
    summary = "satisfiability directly: linear in the formula, for clauses of bounded length"

    @classmethod
    def apply(cls, source: Formula, top: Top = Top.CONST) -> Self:
        """Build both graphs."""
        n, lengths = source.variables, [len(clause) for clause in source.clauses]
        roots = 1 + (top is not Top.NONE)
        copies = sum(2 * k + k * (3 * k - 1) // 2 for k in lengths)
        size = Size(roots + 2 * (n + len(lengths)) + sum(lengths), roots + 4 * n + copies)
        pair = GraphPair(formula_graph(source), choice_graph(source, _arcs), top)
        gadgets = formula_gadgets(source, "the first true literal of clause {} is {}")
        return cls(source, pair, Threshold(size.left), gadgets, size)

    def forward(self, solution: Assignment) -> NamedAlignment:
        """Every variable to its value, and every clause to the copy of its first true literal."""
        return aligned_choices(self.source, solution)

    def read(self, alignment: NamedAlignment) -> Assignment:
        """The variables that are aligned with their value true are true."""
        return aligned_values(self.source, alignment)


def _arcs(clause: Clause, first: int) -> Iterator[tuple[int, int]]:
    """The arcs of the copy whose first true literal is that one: earlier ones are false, later ones anything."""
    for place, literal in enumerate(clause, 1):
        if place >= first:
            yield place, literal
        if place != first:
            yield place, -literal


SOURCE = SourceProblem(SatisfiabilityToSmatch, "a formula in DIMACS CNF", reader(read_dimacs, Formula.sizes))
