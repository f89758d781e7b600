"""MAX-SAT → SMATCH, directly: linear in the formula, and every value counts.

The left AMR has a variable for each variable and each clause of the formula. The right one has two for each variable
(it is true, it is false) and one for each literal of a clause (the clause is satisfied by this one). Concepts and the
label of the arc from the root are private to a variable or a clause, and both graphs have an arc for each literal, with
a label of its own, from its clause to its variable: on the right, from "satisfied by this literal" to the value that
makes it true.

Proof: whatever is aligned against its kind matches nothing, so aligning it properly instead loses nothing and earns 2
triples, one concept and one arc from the root. The arc of a literal is matched exactly when its clause is "satisfied
by" this literal and its variable has the value that makes it true: at most one for each clause, and only in satisfied
clauses. Conversely an assignment gets one arc for each clause that it satisfies. An empty clause has no literal on the
right, so that its 2 triples are never matched. Proved in Coq: ``proofs/MaxSat.v``.

The value is that of MAX-SAT plus a number linear in the formula, so that MAX-3SAT with a bounded number of occurrences
of each variable, which is APX-hard (Papadimitriou & Yannakakis 1991), makes Smatch APX-hard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Self

from smatchproof.lab.reductions.problems.satisfiability import (
    Assignment,
    Clause,
    Formula,
    MaxSat,
    is_true,
    read_dimacs,
    written,
)
from smatchproof.lab.reductions.reduction import Affine, Size, ToSmatch
from smatchproof.lab.reductions.source_problem import SourceProblem, reader
from smatchproof.lab.reductions.to_smatch.stars import ROOT_LEFT, ROOT_RIGHT, ROOTS
from smatchproof.public import Graph, GraphBuilder, GraphPair, NamedAlignment, Top


class MaxSatToSmatch(ToSmatch[MaxSat, Assignment]):
    """Theorem: the optimum is ``2 + 2 (n + m)`` plus the greatest number of satisfied clauses (one less without TOP).

    Here n is the number of variables and m that of clauses with literals. The left graph has ``2 + 2n + 2m`` triples
    and one for each literal, the right graph ``2 + 4n`` and three for each literal; an empty clause adds 2 to the left.

    >>> formula = Formula(2, ((1, 2), (-1,), (-2,)))
    >>> reduction = MaxSatToSmatch.apply(MaxSat(formula))
    >>> reduction.relation, reduction.target.matched(reduction.forward((True, False)))
    (Affine(factor=1, constant=12, unit=1), 14)
    >>> reduction.gadgets["right c1_2"]
    'clause 1 is satisfied by x2'
    """

    name = "max-sat"
    summary = "MAX-SAT directly: the optimum counts satisfied clauses"

    @classmethod
    def apply(cls, source: MaxSat, top: Top = Top.CONST) -> Self:
        """Build both graphs."""
        n, clauses = source.formula.variables, source.formula.clauses
        literals, roots = sum(map(len, clauses)), 1 + (top is not Top.NONE)
        size = Size(roots + 2 * (n + len(clauses)) + literals, roots + 4 * n + 3 * literals)
        relation = Affine(1, roots + 2 * (n + sum(map(bool, clauses))))
        right = choice_graph(source.formula, lambda clause, place: [(place, clause[place - 1])])
        pair = GraphPair(formula_graph(source.formula), right, top)
        return cls(source, pair, relation, formula_gadgets(source.formula, "clause {} is satisfied by {}"), size)

    def forward(self, solution: Assignment) -> NamedAlignment:
        """Every variable to its value, and every clause to its first true literal, or its first if none is."""
        return aligned_choices(self.source.formula, solution)

    def read(self, alignment: NamedAlignment) -> Assignment:
        """The variables that are aligned with their value true are true."""
        return aligned_values(self.source.formula, alignment)


def formula_graph(formula: Formula) -> Graph:
    """Return the left graph: a root with all variables and clauses, and an arc for each literal of a clause."""
    builder = GraphBuilder()
    builder.variable(ROOT_LEFT, "root")
    for number in _numbers(formula):
        builder.relation(f"v{number}", ROOT_LEFT, builder.variable(f"x{number}", f"variable{number}"))
    for number, clause in enumerate(formula.clauses, 1):
        builder.relation(f"c{number}", ROOT_LEFT, builder.variable(f"c{number}", f"clause{number}"))
        for place, literal in enumerate(clause, 1):
            builder.relation(f"l{number}_{place}", f"c{number}", f"x{abs(literal)}")
    return builder.build()


def choice_graph(formula: Formula, arcs: Callable[[Clause, int], Iterable[tuple[int, int]]]) -> Graph:
    """Return the right graph: a root with both values of each variable, and each place of each clause.

    `arcs` says for a clause and one of its places, from 1, which literals' arcs leave it: the place of each, and the
    literal that its end makes true.
    """
    builder = GraphBuilder()
    builder.variable(ROOT_RIGHT, "root")
    for number in _numbers(formula):
        for letter in "tf":
            builder.relation(f"v{number}", ROOT_RIGHT, builder.variable(f"{letter}{number}", f"variable{number}"))
    for number, clause in enumerate(formula.clauses, 1):
        for chosen in range(1, len(clause) + 1):
            choice = builder.variable(f"c{number}_{chosen}", f"clause{number}")
            builder.relation(f"c{number}", ROOT_RIGHT, choice)
            for place, literal in arcs(clause, chosen):
                builder.relation(f"l{number}_{place}", choice, f"{'t' if literal > 0 else 'f'}{abs(literal)}")
    return builder.build()


def aligned_choices(formula: Formula, assignment: Assignment) -> NamedAlignment:
    """Every variable to its value, and every clause to its first true literal, or its first if none is."""
    values = {f"x{number}": f"{'t' if value else 'f'}{number}" for number, value in enumerate(assignment, 1)}
    chosen = {
        f"c{number}": f"c{number}_{_first_true(clause, assignment)}"
        for number, clause in enumerate(formula.clauses, 1)
        if clause
    }
    return {ROOT_LEFT: ROOT_RIGHT, **values, **chosen}


def aligned_values(formula: Formula, alignment: NamedAlignment) -> Assignment:
    """The variables that are aligned with their value true are true, the others false."""
    return tuple(alignment.get(f"x{number}") == f"t{number}" for number in _numbers(formula))


def formula_gadgets(formula: Formula, words: str) -> dict[str, str]:
    """Return the gadgets of both graphs; `words` has braces for the clause and the literal of a copy."""
    gadgets = dict(ROOTS)
    for number in _numbers(formula):
        gadgets[f"left x{number}"] = f"variable x{number}"
        gadgets[f"right t{number}"] = f"x{number} is true"
        gadgets[f"right f{number}"] = f"x{number} is false"
    for number, clause in enumerate(formula.clauses, 1):
        gadgets[f"left c{number}"] = f"clause {number}: {' ∨ '.join(map(written, clause)) or 'empty'}"
        for place, literal in enumerate(clause, 1):
            gadgets[f"right c{number}_{place}"] = words.format(number, written(literal))
    return gadgets


def _numbers(formula: Formula) -> range:
    return range(1, formula.variables + 1)


def _first_true(clause: Clause, assignment: Assignment) -> int:
    """The place, from 1, of the first true literal; 1 if there is none."""
    return next((place for place, literal in enumerate(clause, 1) if is_true(literal, assignment)), 1)


def _read(text: str, source: str) -> MaxSat:
    return MaxSat(read_dimacs(text, source))


SOURCE = SourceProblem(MaxSatToSmatch, "a formula in DIMACS CNF", reader(_read, lambda found: found.formula.sizes()))
