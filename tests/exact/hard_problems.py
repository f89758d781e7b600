"""Small pairs of graphs whose proofs have to branch."""

from itertools import combinations

from smatchproof.conventions.triples import Attribute, Duplicates, Relation, TripleGraph
from smatchproof.generators import random_digraph_pair
from smatchproof.problem.problem import build_problem

Formula = tuple[tuple[int, ...], ...]

TWO_VARIABLES_UNSATISFIABLE: Formula = ((1, 2), (1, -2), (-1, 2), (-1, -2))
"""No assignment satisfies more than three of the four clauses."""


def sat_chain(formula: Formula) -> tuple[TripleGraph, TripleGraph]:
    """3-SAT to CLIQUE to SUBGRAPH ISOMORPHISM to Smatch: a clique of clauses against the graph of compatible literals.

    All triples of the left graph match if and only if the formula is satisfiable.
    """
    literals = [(clause, literal) for clause, members in enumerate(formula) for literal in members]
    edges = [
        (a, b)
        for a, b in combinations(range(len(literals)), 2)
        if literals[a][0] != literals[b][0] and literals[a][1] != -literals[b][1]
    ]
    return _rooted(len(formula), list(combinations(range(len(formula)), 2)), False), _rooted(len(literals), edges, True)


def _rooted(vertices: int, edges: list[tuple[int, int]], both_ways: bool) -> TripleGraph:
    names = ("r", *(f"v{vertex}" for vertex in range(vertices)))
    attributes = [Attribute("instance", "instance", 0, "root"), Attribute("TOP", "TOP", 0, "top")]
    attributes += [Attribute("instance", "instance", vertex + 1, "vertex") for vertex in range(vertices)]
    relations = [Relation("m", 0, vertex + 1) for vertex in range(vertices)]
    for a, b in edges:
        relations.append(Relation("e", a + 1, b + 1))
        if both_ways:
            relations.append(Relation("e", b + 1, a + 1))
    return TripleGraph(names, tuple(attributes), tuple(relations))


def branching_pairs() -> dict[str, tuple[TripleGraph, TripleGraph]]:
    """Pairs that the root does not close, by name."""
    pairs = {"sat-chain": sat_chain(TWO_VARIABLES_UNSATISFIABLE)}
    for nodes, degree, seed in ((7, 3, 5), (7, 3, 9), (7, 3, 10), (8, 3, 1)):
        pairs[f"digraphs-{nodes}-{seed}"] = random_digraph_pair(nodes, degree, 1, 1, seed)
    return pairs


def problem_of(pair: tuple[TripleGraph, TripleGraph]):
    return build_problem(*pair, Duplicates.SET)
