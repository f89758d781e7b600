"""Features of a pair, which may explain why a method misses its optimum."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from smatchproof.base.records import Natural
from smatchproof.lab.generators.colour_refinement import alike
from smatchproof.public import AlignmentProblem, TripleGraph


class PairFeatures(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers that describe two graphs and their alignment problem; they are the same on every machine.

    * `candidates`: couples of variables that can match a triple; `matches`: couples of candidates that share one;
      ``None`` if the limits had no room for the problem.
    * `..._relations`: relations of each graph; `..._reentrancies`: those beyond a tree (or a forest).
    * `..._repeated`: variables whose concept an earlier variable has.
    * `..._alike`: variables that colour refinement cannot distinguish from another one: no method that looks at
      neighbourhoods can (Weisfeiler & Leman 1968). 0 means that the graph has no symmetry.
    """

    candidates: Natural | None
    matches: Natural | None
    left_relations: Natural
    right_relations: Natural
    left_reentrancies: Natural
    right_reentrancies: Natural
    left_repeated: Natural
    right_repeated: Natural
    left_alike: Natural
    right_alike: Natural


def pair_features(left: TripleGraph, right: TripleGraph, problem: AlignmentProblem | None) -> PairFeatures:
    """The features of a pair. Takes time linear in the problem, and quadratic in a graph at worst.

    >>> from smatchproof.public import convention
    >>> from smatchproof.public import parse_graph
    >>> boys = convention("smatch").triples(parse_graph("(a / and :op1 (b / boy) :op1 (c / boy :mod b))"))
    >>> features = pair_features(boys, boys, None)
    >>> features.left_relations, features.left_reentrancies, features.left_repeated, features.left_alike
    (3, 1, 1, 0)
    """
    return PairFeatures(
        None if problem is None else len(problem.candidates),
        None if problem is None else len(problem.matches),
        *(
            measure(graph)
            for measure in (lambda graph: len(graph.relations), reentrancies, repeated_concepts, alike_variables)
            for graph in (left, right)
        ),
    )


def reentrancies(graph: TripleGraph) -> int:
    """Count the relations between different variables of a graph beyond those of a forest.

    >>> reentrancies(TripleGraph())
    0
    """
    parent = list(range(len(graph.variables)))

    def top(variable: int) -> int:
        while parent[variable] != variable:
            parent[variable] = variable = parent[parent[variable]]
        return variable

    beyond = 0
    for relation in graph.relations:
        if relation.source == relation.target:
            continue
        one, other = top(relation.source), top(relation.target)
        beyond += one == other
        parent[one] = other
    return beyond


def repeated_concepts(graph: TripleGraph) -> int:
    """Count the variables that have the concept of an earlier variable.

    >>> from smatchproof.public import convention
    >>> from smatchproof.public import parse_graph
    >>> repeated_concepts(convention("smatch").triples(parse_graph("(a / and :op1 (b / boy) :op2 (c / boy))")))
    1
    """
    concepts = Counter(each.value for each in graph.attributes if each.kind == "instance")
    return concepts.total() - len(concepts)


def alike_variables(graph: TripleGraph) -> int:
    """Count the variables that share their class of colour refinement with another one.

    >>> from smatchproof.public import convention
    >>> from smatchproof.public import parse_graph
    >>> alike_variables(convention("smatch").triples(parse_graph("(a / and :op1 (b / boy) :op1 (c / boy))")))
    2
    """
    about: list[list[str]] = [[] for _ in graph.variables]
    for attribute in graph.attributes:
        about[attribute.variable].append(str((attribute.kind, attribute.role, attribute.value)))
    return alike([tuple(sorted(each)) for each in about], graph.relations)
