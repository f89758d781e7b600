"""Tests that every convention passes."""

from __future__ import annotations

import random
from collections.abc import Callable

from smatchproof.base.errors import UsageError
from smatchproof.conventions.conventions import Convention, allowed_convention, convention as convention_named
from smatchproof.conventions.triple_draft import TripleDraft
from smatchproof.conventions.triples import Duplicates
from smatchproof.graphs.graph import Graph
from smatchproof.problem.problem import build_problem
from smatchproof.similarity.grading import matched_value
from smatchproof.testing.instances import random_graph, refuse, require


def check_convention(
    convention: str | Convention | Callable[[Graph], TripleDraft], *, instances: int = 100, seed: int = 0
) -> None:
    """Check a convention, by its name or itself, on `instances` small graphs.

    The triples of a graph have to be the same at every reading and be about its variables, each of which has a name of
    its own; the graph aligned with itself has to match all of them (under ``product`` at least all of them).

    >>> check_convention("paper", instances=5)
    """
    rule = convention_named(allowed_convention(convention))
    for number in range(instances):
        graph = random_graph(random.Random(f"convention {seed} {number}"))
        try:
            triples, again = rule.triples(graph), rule.triples(graph)
        except UsageError as error:
            refuse(str(error), graph)
        require(triples == again, f"{rule.name} reads a graph in two ways", graph)
        size = len(triples.variables)
        require(len({*triples.variables}) == size, f"{rule.name} has two variables of one name", graph)
        ends = [triple.variable for triple in triples.attributes]
        ends += [end for triple in triples.relations for end in (triple.source, triple.target)]
        require(all(0 <= end < size for end in ends), f"{rule.name} has triples of no variable", graph)
        same = tuple(range(size))
        worth = matched_value(triples, triples, same, rule.duplicates)
        is_right = worth >= triples.size if rule.duplicates is Duplicates.PRODUCT else worth == triples.size
        require(is_right, f"{rule.name} matches {worth} of {triples.size} triples of a graph with itself", graph)
        problem = build_problem(triples, triples, rule.duplicates)
        require(problem.left_size == size, f"{rule.name} loses variables", graph)
