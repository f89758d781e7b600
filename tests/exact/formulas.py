"""Formulas as pairs of graphs all of whose left triples match if and only if the formula is satisfiable.

A copy of a clause on the right means which of its places is the first true literal.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import product

from smatchproof.conventions.triples import Attribute, Relation, TripleGraph

Clauses = Sequence[Sequence[int]]


def random_formula(rng: random.Random, variables: int, clauses: int) -> list[list[int]]:
    """Clauses of one to four literals, most of them of three; literals may be repeated or contradict each other."""
    sizes = rng.choices((1, 2, 3, 4), (1, 4, 20, 2), k=clauses)
    return [[rng.choice((1, -1)) * rng.randint(1, variables) for _ in range(size)] for size in sizes]


def is_satisfiable(variables: int, clauses: Clauses) -> bool:
    """Try all assignments."""
    return any(
        all(any((literal > 0) == true[abs(literal) - 1] for literal in clause) for clause in clauses)
        for true in product((False, True), repeat=variables)
    )


def graphs_of(variables: int, clauses: Clauses) -> tuple[TripleGraph, TripleGraph]:
    """The left and the right graph."""
    left, right = [("r", "root")], [("r", "root")]
    lefts, rights = list[tuple[str, str, str]](), list[tuple[str, str, str]]()
    for i in range(1, variables + 1):
        left.append((f"x{i}", f"variable{i}"))
        lefts.append((f"v{i}", "r", f"x{i}"))
        for value in "tf":
            right.append((f"{value}{i}", f"variable{i}"))
            rights.append((f"v{i}", "r", f"{value}{i}"))
    for j, clause in enumerate(clauses):
        left.append((f"c{j}", f"clause{j}"))
        lefts.append((f"c{j}", "r", f"c{j}"))
        for place, literal in enumerate(clause):
            lefts.append((f"l{j}.{place}", f"c{j}", f"x{abs(literal)}"))
        for first in range(len(clause)):
            right.append((f"c{j}.{first}", f"clause{j}"))
            rights.append((f"c{j}", "r", f"c{j}.{first}"))
            for place, literal in enumerate(clause):
                true, false = "tf" if literal > 0 else "ft"
                values = false if place < first else true if place == first else "tf"
                rights += [(f"l{j}.{place}", f"c{j}.{first}", f"{value}{abs(literal)}") for value in values]
    return _graph(left, lefts), _graph(right, rights)


def _graph(concepts: Sequence[tuple[str, str]], relations: Iterable[tuple[str, str, str]]) -> TripleGraph:
    number = {name: place for place, (name, _) in enumerate(concepts)}
    attributes = [Attribute("instance", "instance", number[name], concept) for name, concept in concepts]
    triples = tuple(Relation(role, number[source], number[target]) for role, source, target in relations)
    return TripleGraph(tuple(number), (*attributes, Attribute("attribute", "TOP", 0, "root")), triples)
