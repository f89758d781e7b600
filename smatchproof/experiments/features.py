"""Features of a pair, which may explain why a method misses its optimum."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from smatchproof.base.records import Natural
from smatchproof.conventions.triples import Duplicates, TripleGraph
from smatchproof.exact.outline import counting_bound
from smatchproof.graphs.colour_refinement import alike
from smatchproof.problem.problem import AlignmentProblem


@dataclass(frozen=True, slots=True)
class PairFeatures:
    """Numbers that describe two graphs, their alignment problem and its bound; they are the same on every machine.

    * `candidates`: couples of variables that can match a triple; `matches`: couples of candidates that share one;
      ``None`` where the limits had no room for the problem.
    * `..._relations`: relations of each graph; `..._reentrancies`: those beyond a tree (or a forest).
    * `..._repeated`: variables whose concept an earlier variable has.
    * `..._alike`: variables that colour refinement cannot distinguish from another one: no method that looks at
      neighbourhoods can (Weisfeiler & Leman 1968). 0 means that the graph has no symmetry.
    * `counting_bound`: the upper bound by counting triples; `root_bound`: the certified solver's bound
      before it branches; `nodes`: of its tree.
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
    counting_bound: Natural
    root_bound: Natural
    nodes: Natural


def pair_features(
    left: TripleGraph,
    right: TripleGraph,
    duplicates: Duplicates,
    problem: AlignmentProblem | None,
    root_bound: int,
    nodes: int,
) -> PairFeatures:
    """The features of a pair. Takes time linear in the problem, and quadratic in a graph at worst.

    >>> from smatchproof.conventions.conventions import convention
    >>> from smatchproof.problem.problem import build_problem
    >>> from smatchproof.graphs.reading import parse_graph
    >>> from smatchproof.conventions.triples import Duplicates
    >>> boys = convention("smatch").triples(parse_graph("(a / and :op1 (b / boy) :op1 (c / boy :mod b))"))
    >>> rule = Duplicates.SET
    >>> features = pair_features(boys, boys, rule, build_problem(boys, boys, rule), 7, 1)
    >>> features.left_relations, features.left_reentrancies, features.left_repeated, features.left_alike
    (3, 1, 1, 0)
    """
    return PairFeatures(
        candidates=None if problem is None else len(problem.candidates),
        matches=None if problem is None else len(problem.matches),
        left_relations=len(left.relations),
        right_relations=len(right.relations),
        left_reentrancies=reentrancies(left),
        right_reentrancies=reentrancies(right),
        left_repeated=repeated_concepts(left),
        right_repeated=repeated_concepts(right),
        left_alike=alike_variables(left),
        right_alike=alike_variables(right),
        counting_bound=counting_bound(left, right, duplicates, None) if problem is None else problem.trivial_bound(),
        root_bound=root_bound,
        nodes=nodes,
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

    >>> from smatchproof.conventions.conventions import convention
    >>> from smatchproof.graphs.reading import parse_graph
    >>> repeated_concepts(convention("smatch").triples(parse_graph("(a / and :op1 (b / boy) :op2 (c / boy))")))
    1
    """
    concepts = Counter(each.value for each in graph.attributes if each.kind == "instance")
    return concepts.total() - len(concepts)


def alike_variables(graph: TripleGraph) -> int:
    """Count the variables that share their class of colour refinement with another one.

    >>> from smatchproof.conventions.conventions import convention
    >>> from smatchproof.graphs.reading import parse_graph
    >>> alike_variables(convention("smatch").triples(parse_graph("(a / and :op1 (b / boy) :op1 (c / boy))")))
    2
    """
    about: list[list[str]] = [[] for _ in graph.variables]
    for attribute in graph.attributes:
        about[attribute.variable].append(str((attribute.kind, attribute.role, attribute.value)))
    return alike([tuple(sorted(each)) for each in about], graph.relations)
