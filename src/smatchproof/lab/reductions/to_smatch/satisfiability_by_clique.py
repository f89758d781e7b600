"""3-SAT → CLIQUE → SUBGRAPH ISOMORPHISM → SMATCH, the classical chain, for clauses of any length.

The first step is Karp's (1972): a vertex for every literal of every clause, and an edge between literals of different
clauses that do not contradict each other. A satisfying assignment makes some literal of each clause true, and true
literals do not contradict each other: one for each clause is a clique. Conversely a clique with as many vertices as
there are clauses has one in each, and making its literals true is no contradiction and satisfies every clause. Proved
in Coq, both ways: ``sat_chain`` and ``sat_chain_back`` in ``proofs/Chain.v``.

That Smatch is NP-complete was shown by Cai & Knight (2013); this chain shows it from satisfiability, in steps that each
are a classic. It makes small instances that are hard to solve. To solve a formula, take
:mod:`smatchproof.lab.reductions.to_smatch.satisfiability`, whose graphs are linear in the formula.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Self

from smatchproof.lab.reductions.problems.graphs import SimpleGraph
from smatchproof.lab.reductions.problems.satisfiability import Assignment, Formula, is_true, read_dimacs, written
from smatchproof.lab.reductions.problems.subgraphs import Clique
from smatchproof.lab.reductions.reduction import Chain, Reduction, SameAnswer
from smatchproof.lab.reductions.source_problem import SourceProblem, reader
from smatchproof.lab.reductions.to_smatch.clique import CliqueToSubgraph
from smatchproof.lab.reductions.to_smatch.subgraph_isomorphism import SubgraphIsomorphismToSmatch


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
        return cls(source, Clique(SimpleGraph.of(names, edges), len(source.clauses)), SameAnswer(), gadgets, None)

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
    >>> reduction.relation, reduction.size.left
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


SOURCE = SourceProblem(SatisfiabilityByClique, "a formula in DIMACS CNF", reader(read_dimacs, Formula.sizes))
