"""The numbers of triples that the theorems state: of both graphs, with `roots` for the left root and TOP."""

from collections import Counter
from itertools import combinations

from smatchproof.conventions.conventions import Top
from smatchproof.lab.reductions.to_smatch.assignment import plan_of
from smatchproof.lab.reductions.to_smatch.stars import Side, sizes


def _sat(formula, roots):
    n, lengths = formula.variables, [len(clause) for clause in formula.clauses]
    right = roots + 4 * n + sum(2 * k + k * (3 * k - 1) // 2 for k in lengths)
    return roots + 2 * (n + len(lengths)) + sum(lengths), right


def _max_sat(source, roots):
    n, literals = source.formula.variables, sum(map(len, source.formula.clauses))
    return roots + 2 * (n + len(source.formula.clauses)) + literals, roots + 4 * n + 3 * literals


def _by_clique(formula, roots):
    m = len(formula.clauses)
    return roots + 2 * m + m * (m - 1) // 2, roots + 2 * sum(map(len, formula.clauses)) + 2 * _agreeing(formula)


def _agreeing(formula):
    """The couples of literals of different clauses that do not contradict each other."""
    places = [(clause, literal) for clause, literals in enumerate(formula.clauses) for literal in literals]
    return sum(one[0] != other[0] and one[1] != -other[1] for one, other in combinations(places, 2))


def _star(graph, roots, one_way, induced=False):
    n, edges, directed = len(graph), len(graph.edges), graph.directed
    if induced:
        return roots + 2 * n + (n * n if directed else n * (n - 1) // 2 if one_way else n * (n - 1))
    return roots + 2 * n + (edges if directed or one_way else 2 * edges)


def _subgraph(source, roots):
    return _star(source.pattern, roots, True, source.induced), _star(source.host, roots, False, source.induced)


def _clique(one_way):
    def sizes(source, roots):
        k = min(source.size, len(source.graph) + 1)
        return roots + 2 * k + k * (k - 1) // 2, _star(source.graph, roots, one_way)

    return sizes


def _independent(source, roots):
    degrees = Counter(end for edge in source.graph.edges for end in edge)
    n, edges, full = len(source.graph), len(source.graph.edges), sum(each == 3 for each in degrees.values())
    return roots + 4 * n + 4 * edges + 2 * full, roots + 4 * n + 6 * edges - 2 * full


def _cycle(source, roots):
    """The part of the right graph that is connected with the first vertex is not in the formula."""
    return 2 * max(len(source.graph), source.shortest) + roots - 1, None


def _assignment(source, roots, copies=False):
    sides = [Side("", "", len(source))] * 2
    return sizes(plan_of(source).layers, sides, Top.CONST if roots == 2 else Top.NONE, copies=copies)


SIZES = {
    "sat": _sat,
    "max-sat": _max_sat,
    "sat-clique": _by_clique,
    "subgraph": _subgraph,
    "clique": _clique(one_way=True),
    "clique-subgraph": _clique(one_way=False),
    "acyclic-subgraph": lambda source, roots: tuple(
        roots + 2 * len(graph) + 4 * len(graph.edges) for graph in (source.pattern, source.host)
    ),
    "common-subgraph": lambda source, roots: (_star(source.left, roots, True), _star(source.right, roots, False)),
    "max-cut": lambda source, roots: tuple(
        roots + k * (2 * len(source.graph) + len(source.graph.edges)) for k in (1, 2)
    ),
    "independent-set": _independent,
    "hamiltonian-cycle": _cycle,
    "packing": lambda source, roots: (2 * source.bins * source.capacity + roots,) * 2,
    "packing-degree-3": lambda source, roots: tuple(
        2 * (source.bins * source.capacity + max(1, legs)) + roots - 2 for legs in (len(source.items), source.bins)
    ),
    "common-partition": lambda source, roots: (2 * len(source.left) + roots,) * 2,
    "max-qap": lambda source, roots, lean=False: tuple(
        2 * len(source) + roots + sum(map(sum, matrix)) for matrix in (source.a, source.b)
    ),
    "qap": _assignment,
}
"""By the name of the reduction; ``None`` for a graph whose size the theorem does not say."""
