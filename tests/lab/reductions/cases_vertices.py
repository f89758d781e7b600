"""Rows of the table: sets and orders of vertices."""

import random

from smatchproof.conventions.conventions import Top
from smatchproof.lab.reductions.problems.graphs import SimpleGraph
from smatchproof.lab.reductions.problems.hamiltonian_cycle import HamiltonianCycle
from smatchproof.lab.reductions.problems.subgraphs import Clique, SubgraphIsomorphism
from smatchproof.lab.reductions.problems.vertex_sets import IndependentSet, MaxCut
from smatchproof.lab.reductions.to_smatch.acyclic_subgraph import AcyclicSubgraphToSmatch
from smatchproof.lab.reductions.to_smatch.clique import CliqueBySubgraph, CliqueToSmatch
from smatchproof.lab.reductions.to_smatch.hamiltonian_cycle import HamiltonianCycleToSmatch
from smatchproof.lab.reductions.to_smatch.independent_set import IndependentSetToSmatch
from smatchproof.lab.reductions.to_smatch.max_cut import MaxCutToSmatch
from tests.lab.reductions.case import Case
from tests.lab.reductions.cases_subgraphs import random_graph, subgraph


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


CASES = [
    Case(f"{name}, top {top}", reduction, draw, {"top": top})
    for name, reduction, draw in (
        ("clique", CliqueToSmatch, clique),
        ("clique-subgraph", CliqueBySubgraph, clique),
        ("max-cut", MaxCutToSmatch, max_cut),
        ("independent set", IndependentSetToSmatch, independent_set(0, 4, 3)),
        ("hamiltonian cycle", HamiltonianCycleToSmatch, hamiltonian_cycle(directed=False)),
        ("hamiltonian cycle directed", HamiltonianCycleToSmatch, hamiltonian_cycle(directed=True)),
        ("acyclic subgraph", AcyclicSubgraphToSmatch, few_edges(directed=False)),
        ("acyclic subgraph directed", AcyclicSubgraphToSmatch, few_edges(directed=True)),
    )
    for top in Top
]
CASES += [  # Two paths have too many alignments to list as soon as their graph has a fourth edge.
    Case(f"larger independent set, top {top}", IndependentSetToSmatch, independent_set(4, 8, 12), {"top": top}, False)
    for top in Top
]
