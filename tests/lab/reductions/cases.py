"""The table of reductions to Smatch: how to draw small random sources for each."""

import random

from smatchproof.conventions.conventions import Top
from smatchproof.lab.reductions.problems.assignment import Matrix, MaxQap, QuadraticAssignment
from smatchproof.lab.reductions.problems.edit_distance import CostTable, EditDistance, LabelledGraph
from smatchproof.lab.reductions.problems.graphs import (
    Clique,
    CommonSubgraph,
    HamiltonianCycle,
    IndependentSet,
    MaxCut,
    SimpleGraph,
    SubgraphIsomorphism,
)
from smatchproof.lab.reductions.problems.packing import Packing
from smatchproof.lab.reductions.problems.satisfiability import Formula, MaxSat
from smatchproof.lab.reductions.problems.strings import CommonPartition
from smatchproof.lab.reductions.to_smatch.assignment import MaxQapToSmatch, QuadraticAssignmentToSmatch
from smatchproof.lab.reductions.to_smatch.common_partition import CommonPartitionToSmatch
from smatchproof.lab.reductions.to_smatch.edit_distance import EditDistanceToSmatch
from smatchproof.lab.reductions.to_smatch.hamiltonian_cycle import HamiltonianCycleToSmatch
from smatchproof.lab.reductions.to_smatch.independent_set import IndependentSetToSmatch
from smatchproof.lab.reductions.to_smatch.max_cut import MaxCutToSmatch
from smatchproof.lab.reductions.to_smatch.packing import PackingToSmatch, PackingToSmatchDegree3
from smatchproof.lab.reductions.to_smatch.satisfiability import (
    MaxSatToSmatch,
    SatisfiabilityByClique,
    SatisfiabilityToSmatch,
)
from smatchproof.lab.reductions.to_smatch.subgraphs import (
    AcyclicSubgraphToSmatch,
    CliqueBySubgraph,
    CliqueToSmatch,
    CommonSubgraphToSmatch,
    SubgraphIsomorphismToSmatch,
)
from tests.lab.reductions.checks import Case

# ---- formulas


def random_formula(rng: random.Random, variables: int, clauses: int, longest: int) -> Formula:
    """Any number of clauses of any length up to those; literals repeat and contradict each other, few are empty."""
    n, m = (max(rng.randint(0, most), rng.randint(0, most)) for most in (variables, clauses))
    lengths = [rng.randint(1, longest) if rng.random() < 0.95 else 0 for _ in range(m)]
    literals = [sign * number for number in range(1, n + 1) for sign in (1, -1)]
    return Formula(n, tuple(tuple(rng.choices(literals, k=length if n else 0)) for length in lengths))


def satisfiability(rng: random.Random) -> Formula:
    """Of up to 5 variables: with many short clauses, or with fewer of up to 4 literals."""
    return random_formula(rng, 5, 16, 2) if rng.random() < 0.5 else random_formula(rng, 5, 9, 4)


def small_formula(rng: random.Random) -> Formula:
    """Small ones with few variables, half of which have no solution."""
    return random_formula(rng, 2, 5, 2) if rng.random() < 0.7 else random_formula(rng, 3, 3, 3)


def max_sat(rng: random.Random) -> MaxSat:
    return MaxSat(random_formula(rng, 4, 6, 4))


# ---- one graph in another


def random_graph(rng: random.Random, most: int, *, directed: bool = False, least: int = 0) -> SimpleGraph:
    """Any number of vertices and any density, loops too where they are allowed."""
    size, density = max(rng.randint(least, most), rng.randint(least, most)), rng.choice([0.2, 0.5, 0.8, 1])
    couples = [(a, b) for a in range(size) for b in range(size) if (a <= b and directed) or a < b or directed]
    edges = [couple for couple in couples if rng.random() < density]
    return SimpleGraph.of(size, edges, directed=directed)


def subgraph(induced: bool, directed: bool):
    def draw(rng: random.Random) -> SubgraphIsomorphism:
        host = random_graph(rng, 5, directed=directed)
        if rng.random() < 0.5:
            return SubgraphIsomorphism(random_graph(rng, 4, directed=directed), host, induced)
        chosen = rng.sample(range(len(host)), rng.randint(0, min(4, len(host))))  # often a true subgraph
        number = {vertex: index for index, vertex in enumerate(chosen)}
        kept = [(number[a], number[b]) for a, b in host.edges if a in number and b in number]
        if not induced:
            kept = [edge for edge in kept if rng.random() < 0.8]
        return SubgraphIsomorphism(SimpleGraph.of(len(chosen), kept, directed=directed), host, induced)

    return draw


def common(rng: random.Random) -> CommonSubgraph:
    return CommonSubgraph(random_graph(rng, 4), random_graph(rng, 5))


# ---- sets and orders of vertices


def clique(rng: random.Random) -> Clique:
    """Cliques of all sizes, also larger than the graph."""
    graph = random_graph(rng, 6)
    return Clique(graph, rng.randint(0, min(5, len(graph) + 1)))


def max_cut(rng: random.Random) -> MaxCut:
    return MaxCut(random_graph(rng, 7))


def independent_set(least_vertices: int, most_vertices: int, most_edges: int):
    def draw(rng: random.Random) -> IndependentSet:
        """Graphs of degree 3 at most, with vertices of each degree."""
        size, edges = rng.randint(least_vertices, most_vertices), []
        degree = [0] * size
        couples = [(a, b) for a in range(size) for b in range(a)]
        rng.shuffle(couples)
        wanted = max(rng.randint(0, most_edges), rng.randint(0, most_edges))
        for a, b in couples:
            if max(degree[a], degree[b]) < 3 and len(edges) < wanted:
                edges.append((a, b))
                degree[a] += 1
                degree[b] += 1
        return IndependentSet(SimpleGraph.of(size, edges))

    return draw


def hamiltonian_cycle(directed: bool):
    def draw(rng: random.Random) -> HamiltonianCycle:
        """Any graph; half of them get a cycle, of which an edge may then be taken away."""
        graph = random_graph(rng, 6, directed=directed)
        if rng.random() < 0.5:
            return HamiltonianCycle(graph)
        order = rng.sample(range(len(graph)), len(graph))
        cycle = [(a, b) for a, b in zip(order, order[1:] + order[:1], strict=True) if a != b or directed]
        kept = [edge for edge in graph.edges if rng.random() < 0.5] + cycle[rng.randint(0, 1) :]
        return HamiltonianCycle(SimpleGraph.of(len(graph), kept, directed=directed))

    return draw


def few_edges(directed: bool):
    """Sources of subgraph isomorphism in which each edge can be a variable of its own and all alignments be listed."""
    draw_any = subgraph(induced=False, directed=directed)

    def thin(graph: SimpleGraph, most: int, rng: random.Random) -> SimpleGraph:
        edges = rng.sample(graph.edges, min(most, len(graph.edges)))
        return SimpleGraph.of(len(graph), edges, directed=directed)

    def draw(rng: random.Random) -> SubgraphIsomorphism:
        source = draw_any(rng)
        return SubgraphIsomorphism(thin(source.pattern, 4, rng), thin(source.host, 4, rng))

    return draw


# ---- trees and paths


def packing(rng: random.Random) -> Packing:
    """Few large items, so that often they do not fit."""
    bins, capacity = rng.choice([(0, 1), (1, 3), (2, 2), (2, 3), (2, 3), (2, 4), (3, 2), (3, 2), (3, 3)])
    rest, smallest = bins * capacity, rng.choice([1, 2, 2])
    smallest = max(smallest, rest // 9 + 1)  # to enumerate the alignments of nine items takes seconds
    items = []
    while rest:
        items.append(min(rest, rng.randint(smallest, max(smallest, capacity - 1))))
        rest -= items[-1]
    return Packing(tuple(items), bins, capacity)


def strings(rng: random.Random) -> CommonPartition:
    letters = rng.choices(rng.choice(["a", "ab", "abc", "Aa"]), k=rng.randint(0, 6))
    return CommonPartition(letters, rng.sample(letters, len(letters)))


# ---- quadratic assignment


def random_matrix(rng: random.Random, size: int, most: int, *, symmetric: bool = False) -> Matrix:
    """Any density, and any multiple of the entries."""
    density, factor = rng.choice([0.3, 0.6, 0.9, 1]), rng.choice([1, 1, 2, 3]) if most > 1 else 1
    rows = [[factor * rng.randint(0, most) * (rng.random() < density) for _ in range(size)] for _ in range(size)]
    if symmetric:
        rows = [[rows[min(i, k)][max(i, k)] for k in range(size)] for i in range(size)]
    return tuple(map(tuple, rows))


def max_qap(rng: random.Random) -> MaxQap:
    size, diagonal = rng.choice([0, 1, 2, 3, 3, 4, 4, 4, 4, 4]), rng.random() < 0.5
    a, b = random_matrix(rng, size, 1), random_matrix(rng, size, 1)
    return MaxQap(a, b) if diagonal else MaxQap(without_diagonal(a), without_diagonal(b))


def without_diagonal(matrix: Matrix) -> Matrix:
    return tuple((*row[:i], 0, *row[i + 1 :]) for i, row in enumerate(matrix))


def with_offsets(rng: random.Random, matrix: Matrix) -> Matrix:
    """The matrix with a number of its own added to each row and column, and one to all."""
    more = [rng.choice([0, 0, 1, 5]) for _ in matrix]
    return tuple(tuple(entry + 1 + more[i] + more[k] for k, entry in enumerate(row)) for i, row in enumerate(matrix))


def assignment(rng: random.Random) -> QuadraticAssignment:
    """Symmetric matrices (both, one or none), with diagonals and without, with rows that have something in common."""
    size, most = rng.choice([0, 1, 2, 3, 3, 4, 4, 4, 5, 5]), rng.choice([1, 2, 4])
    symmetric = [rng.random() < 0.6, rng.random() < 0.6]
    matrices = [random_matrix(rng, size, most, symmetric=each) for each in symmetric]
    if rng.random() < 0.4:
        matrices = [*map(without_diagonal, matrices)]
    if rng.random() < 0.5:
        matrices = [with_offsets(rng, matrix) for matrix in matrices]
    return QuadraticAssignment(*matrices)


# ---- graph edit distance


LABELS = 3


def labelled(rng: random.Random, most: int, *, directed: bool) -> LabelledGraph:
    """Any number of nodes, any density, and loops."""
    size, density = rng.randint(0, most), rng.choice([0.2, 0.5, 0.8])
    couples = [(a, b) for a in range(size) for b in range(size) if directed or a <= b]
    edges = {couple: rng.randrange(LABELS) for couple in couples if rng.random() < density}
    kinds = rng.randint(1, LABELS)
    return LabelledGraph(tuple("abcde"[:size]), tuple(rng.randrange(kinds) for _ in range(size)), edges, directed)


def costs(rng: random.Random) -> CostTable:
    """Unit costs, or costs of each label; a substitution may be dearer than a deletion and an insertion."""
    if rng.random() < 0.3:
        ones = (1,) * LABELS
        return CostTable(ones, ones, tuple(tuple(int(a != b) for b in range(LABELS)) for a in range(LABELS)))
    most = rng.choice([2, 5, 9])
    rows = [tuple(rng.randint(0, 2 * most) for _ in range(LABELS)) for _ in range(LABELS)]
    table = [tuple(rng.randint(0, most) for _ in range(LABELS)) for _ in range(2)]
    return CostTable(table[0], table[1], tuple(rows))


def distance(rng: random.Random) -> EditDistance:
    directed = rng.random() < 0.5
    left, right = labelled(rng, 4, directed=directed), labelled(rng, 4, directed=directed)
    roots = None
    if len(left) and len(right) and rng.random() < 0.2:
        roots = rng.randrange(len(left)), rng.randrange(len(right))
    return EditDistance(left, right, costs(rng), costs(rng), rng.choice([1, 1, 6]), roots)


# ---- the table

CASES = [
    Case(f"{name}, top {top}", reduction, draw, {"top": top, **options}, enumerable)
    for name, reduction, draw, options, enumerable in (
        ("satisfiability", SatisfiabilityToSmatch, satisfiability, {}, True),
        ("satisfiability by clique", SatisfiabilityByClique, small_formula, {}, True),
        ("max-sat", MaxSatToSmatch, max_sat, {}, True),
        ("subgraph", SubgraphIsomorphismToSmatch, subgraph(False, False), {}, True),
        ("subgraph directed", SubgraphIsomorphismToSmatch, subgraph(False, True), {}, True),
        ("subgraph induced", SubgraphIsomorphismToSmatch, subgraph(True, False), {}, True),
        ("subgraph induced directed", SubgraphIsomorphismToSmatch, subgraph(True, True), {}, True),
        ("common subgraph", CommonSubgraphToSmatch, common, {}, True),
        ("clique", CliqueToSmatch, clique, {}, True),
        ("clique-subgraph", CliqueBySubgraph, clique, {}, True),
        ("max-cut", MaxCutToSmatch, max_cut, {}, True),
        ("independent set", IndependentSetToSmatch, independent_set(0, 4, 3), {}, True),
        # two paths have too many alignments to list as soon as their graph has a fourth edge
        ("larger independent set", IndependentSetToSmatch, independent_set(4, 8, 12), {}, False),
        ("hamiltonian cycle", HamiltonianCycleToSmatch, hamiltonian_cycle(directed=False), {}, True),
        ("hamiltonian cycle directed", HamiltonianCycleToSmatch, hamiltonian_cycle(directed=True), {}, True),
        ("acyclic subgraph", AcyclicSubgraphToSmatch, few_edges(directed=False), {}, True),
        ("acyclic subgraph directed", AcyclicSubgraphToSmatch, few_edges(directed=True), {}, True),
        ("packing", PackingToSmatch, packing, {}, True),
        ("packing degree 3", PackingToSmatchDegree3, packing, {}, True),
        ("common partition", CommonPartitionToSmatch, strings, {}, True),
        ("max-qap", MaxQapToSmatch, max_qap, {}, True),
        ("max-qap lean", MaxQapToSmatch, max_qap, {"lean": True}, True),
        ("quadratic assignment", QuadraticAssignmentToSmatch, assignment, {}, True),
        ("quadratic assignment copies", QuadraticAssignmentToSmatch, assignment, {"copies": True}, True),
        ("edit distance", EditDistanceToSmatch, distance, {}, False),
    )
    for top in Top
]
