"""SAT, MAX-SAT and the classical chain from SAT → SMATCH.

**MAX-SAT → SMATCH**, directly: linear in the formula, and every value counts. The left AMR has a variable for each
variable and each clause of the formula. The right one has two for each variable (it is true, it is false) and one for
each literal of a clause (the clause is satisfied by this one). Concepts and the label of the arc from the root are
private to a variable or a clause, and both graphs have an arc for each literal, with a label of its own, from its
clause to its variable: on the right, from "satisfied by this literal" to the value that makes it true.

Proof: whatever is aligned against its kind matches nothing, so aligning it properly instead loses nothing and earns 2
triples, one concept and one arc from the root. The arc of a literal is matched exactly when its clause is "satisfied
by" this literal and its variable has the value that makes it true: at most one for each clause, and only in satisfied
clauses. Conversely an assignment gets one arc for each clause that it satisfies. An empty clause has no literal on the
right, so that its 2 triples are never matched. Proved in Coq: ``proofs/MaxSat.v``.

The value is that of MAX-SAT plus a number linear in the formula, so that MAX-3SAT with a bounded number of occurrences
of each variable, which is APX-hard (Papadimitriou & Yannakakis 1991), makes Smatch APX-hard.

**SAT → SMATCH**, directly: linear in the formula, and a yes is an alignment that matches all of the left graph. The
graphs are those of MAX-SAT, but for the arcs of the right one. There a copy of a clause for each of its places means
"the literal at this place is the first true one". From it, the arcs of earlier places lead to the values that make
their literals false, the arc of the place itself to the value that makes it true, and those of later places to both
values.

Proof: if all triples of the left graph are matched, concepts send each variable to one of its values and each clause to
one of its copies, so that no clause is empty; the arc of the copy's own place is matched, so that the literal there is
true. Conversely an assignment that satisfies all clauses sends each clause to the copy of its first true literal, and
all arcs are matched. Arcs of earlier places leave no other choice: alignments that match everything are one-to-one with
satisfying assignments. Proved in Coq: ``proofs/Satisfiability.v``.

**3-SAT → CLIQUE → SUBGRAPH ISOMORPHISM → SMATCH**, the classical chain, for clauses of any length. The first step is
Karp's (1972): a vertex for every literal of every clause, and an edge between literals of different clauses that do not
contradict each other. A satisfying assignment makes some literal of each clause true, and true literals do not
contradict each other: one for each clause is a clique. Conversely a clique with as many vertices as there are clauses
has one in each, and making its literals true is no contradiction and satisfies every clause. Proved in Coq, both ways:
``sat_chain`` and ``sat_chain_back`` in ``proofs/Chain.v``.

That Smatch is NP-complete was shown by Cai & Knight (2013); the chain shows it from satisfiability, in steps that each
are a classic. It makes small instances that are hard to solve. To solve a formula, take the direct reduction, whose
graphs are linear in the formula.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Self

from smatchproof.lab.reductions.problems.graphs import Clique, SimpleGraph
from smatchproof.lab.reductions.problems.satisfiability import (
    Assignment,
    Clause,
    Formula,
    MaxSat,
    is_true,
    read_dimacs,
    written,
)
from smatchproof.lab.reductions.reduction import (
    Affine,
    Chain,
    Reduction,
    SameAnswer,
    SourceProblem,
    Threshold,
    ToSmatch,
    reader,
)
from smatchproof.lab.reductions.to_smatch.stars import ROOT_LEFT, ROOT_RIGHT, ROOTS
from smatchproof.lab.reductions.to_smatch.subgraphs import CliqueToSubgraph, SubgraphIsomorphismToSmatch
from smatchproof.public import Graph, GraphBuilder, GraphPair, NamedAlignment, Top


class SatisfiabilityToSmatch(ToSmatch[Formula, Assignment]):
    """Theorem: the formula is satisfiable if and only if the optimum is all triples of the left graph.

    Of n variables, m clauses and L literals these are ``2 + 2n + 2m + L`` triples (one less without TOP). The right
    graph has ``2 + 4n`` and ``2k + k(3k - 1)/2`` for each clause of k literals, so 18 for one of three.

    >>> reduction = SatisfiabilityToSmatch.apply(Formula(2, ((1, 2), (-1, 2), (-2,))))
    >>> reduction.relation, reduction.size
    (Threshold(least=17), (17, 31))
    >>> reduction.gadgets["right c1_2"]
    'the first true literal of clause 1 is x2'
    """

    name = "sat"
    summary = "satisfiability directly: linear in the formula, for clauses of bounded length"

    @classmethod
    def apply(cls, source: Formula, top: Top = Top.CONST) -> Self:
        """Build both graphs."""
        pair = GraphPair(formula_graph(source), choice_graph(source, _choice_arcs), top)
        gadgets = formula_gadgets(source, "the first true literal of clause {} is {}")
        return cls(source, pair, Threshold.all_of_left(pair), gadgets)

    def forward(self, solution: Assignment) -> NamedAlignment:
        """Every variable to its value, and every clause to the copy of its first true literal."""
        return aligned_choices(self.source, solution)

    def read(self, alignment: NamedAlignment) -> Assignment:
        """The variables that are aligned with their value true are true."""
        return aligned_values(self.source, alignment)


def _choice_arcs(clause: Clause, first: int) -> Iterator[tuple[int, int]]:
    """The arcs of the copy whose first true literal is that one: earlier ones are false, later ones anything."""
    for place, literal in enumerate(clause, 1):
        if place >= first:
            yield place, literal
        if place != first:
            yield place, -literal


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
        relation = Affine(1, 1 + (top is not Top.NONE) + 2 * (n + sum(map(bool, clauses))))
        right = choice_graph(source.formula, lambda clause, place: [(place, clause[place - 1])])
        pair = GraphPair(formula_graph(source.formula), right, top)
        return cls(source, pair, relation, formula_gadgets(source.formula, "clause {} is satisfied by {}"))

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


class SatisfiabilityToClique(Reduction[Formula, Assignment, Clique, tuple[int, ...]]):
    """Theorem: the formula is satisfiable if and only if its graph has a clique with as many vertices as clauses.

    Without clauses the clique is empty and always there; with an empty clause it has one vertex too many. Quadratic
    in the length of the formula.

    >>> reduction = SatisfiabilityToClique.apply(Formula(3, ((1, 2), (-1, -3))))
    >>> reduction.target.graph.vertices
    ('clause 1: x1', 'clause 1: x2', 'clause 2: ¬x1', 'clause 2: ¬x3')
    >>> reduction.forward((True, True, False)), reduction.backward((1, 2))
    ((0, 3), (False, True, False))
    """

    name = "satisfiability-to-clique"
    summary = "true literals, one for each clause, are a clique"

    @classmethod
    def apply(cls, source: Formula) -> Self:
        """Build the graph of literals that agree."""
        places = _places(source)
        numbered = combinations(enumerate(places), 2)
        edges = [(a, b) for (a, (clause, one)), (b, (later, other)) in numbered if clause != later and one != -other]
        names = _names(source)
        gadgets = {
            name: f"literal {written(literal)} of clause {clause}"
            for name, (clause, literal) in zip(names, places, strict=True)
        }
        return cls(source, Clique(SimpleGraph.of(names, edges), len(source.clauses)), SameAnswer(), gadgets)

    def forward(self, solution: Assignment) -> tuple[int, ...]:
        """The first true literal of each clause, in the order of the clauses."""
        chosen: dict[int, int] = {}
        for vertex, (clause, literal) in enumerate(_places(self.source)):
            if is_true(literal, solution):
                chosen.setdefault(clause, vertex)
        return tuple(chosen.values())

    def backward(self, solution: tuple[int, ...]) -> Assignment | None:
        """The literals of the clique are true, and variables that are not among them false."""
        if not self.target.verify(solution):
            return None
        places = _places(self.source)
        true = {places[vertex][1] for vertex in solution}
        return tuple(number in true for number in range(1, self.source.variables + 1))


class SatisfiabilityByClique(Chain):
    """Theorem: a formula of m clauses is satisfiable if and only if the optimum is ``2m + 2 + m(m-1)/2``.

    That is all triples of the left graph (one less without TOP), which has m + 1 variables; the right graph has one
    more than the formula has literals.

    >>> reduction = SatisfiabilityByClique.apply(Formula(2, ((1, 2), (-1, 2), (-2,))))
    >>> reduction.relation, reduction.size[0]
    (Threshold(least=11), 11)
    >>> reduction.gadgets["right g4"]
    'vertex clause 3: ¬x2 of the host'
    """

    name = "sat-clique"
    summary = "3-SAT by way of clique and subgraph isomorphism (the classical chain), quadratic"
    links = (SatisfiabilityToClique, CliqueToSubgraph, SubgraphIsomorphismToSmatch)


def _places(formula: Formula) -> list[tuple[int, int]]:
    """The clause (from 1) and the literal of every vertex."""
    return [(number, literal) for number, clause in enumerate(formula.clauses, 1) for literal in clause]


def _names(formula: Formula) -> list[str]:
    """The name of every vertex; a literal that its clause repeats has the number of its copy."""
    names = []
    copies: Counter[tuple[int, int]] = Counter()
    for clause, literal in _places(formula):
        copies[clause, literal] += 1
        copy = copies[clause, literal]
        names.append(f"clause {clause}: {written(literal)}" + (f" (copy {copy})" if copy > 1 else ""))
    return names


SOURCE = SourceProblem(SatisfiabilityToSmatch, "a formula in DIMACS CNF", reader(read_dimacs, Formula.sizes))
MAX_SAT = SourceProblem(MaxSatToSmatch, "a formula in DIMACS CNF", reader(_read, lambda found: found.formula.sizes()))
BY_CLIQUE = SourceProblem(SatisfiabilityByClique, "a formula in DIMACS CNF", reader(read_dimacs, Formula.sizes))
