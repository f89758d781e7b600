"""Cliques of random graphs, in which each clique is one alignment: a no has a proof that is short."""

import random
from itertools import combinations

import pytest

from smatchproof.lab.reductions.answers import solve
from smatchproof.lab.reductions.problems.graphs import SimpleGraph
from smatchproof.lab.reductions.problems.subgraphs import Clique
from smatchproof.lab.reductions.to_smatch.clique import CliqueToSmatch
from smatchproof.public import SolveParams


def random_graph(vertices: int, seed: int) -> SimpleGraph:
    rng = random.Random(seed)
    return SimpleGraph.of(vertices, [edge for edge in combinations(range(vertices), 2) if rng.random() < 0.5])


def largest(graph: SimpleGraph) -> int:
    """The size of the largest clique, by Bron and Kerbosch's search without pivots."""
    there = graph.arcs()
    best, stack = 0, [(0, list(range(len(graph))))]
    while stack:
        size, others = stack.pop()
        best = max(best, size)
        stack += [(size + 1, [w for w in others if w > v and (v, w) in there]) for v in others]
    return best


@pytest.mark.parametrize("seed", range(3))
def test_the_largest_clique_of_sixty_vertices_is_found_and_a_larger_one_refuted(seed):
    graph = random_graph(60, seed)
    most = largest(graph)
    for size in (most, most + 1):
        answer, comparison = solve(CliqueToSmatch.apply(Clique(graph, size)), SolveParams(time_limit=30))
        assert (str(answer).startswith("there is a clique of "), comparison.reason) in (
            (True, ""),
            (False, "stopped when it was decided"),
        )
        assert str(answer).startswith("there is a clique") == (size == most)
        if size > most:
            assert "is proved to be" in str(answer)
