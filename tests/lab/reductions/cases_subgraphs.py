"""Rows of the table: one graph in another."""

import random

from smatchproof.conventions.conventions import Top
from smatchproof.lab.reductions.problems.graphs import SimpleGraph
from smatchproof.lab.reductions.problems.subgraphs import CommonSubgraph, SubgraphIsomorphism
from smatchproof.lab.reductions.to_smatch.common_subgraph import CommonSubgraphToSmatch
from smatchproof.lab.reductions.to_smatch.subgraph_isomorphism import SubgraphIsomorphismToSmatch
from tests.lab.reductions.case import Case


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


CASES = [
    *(
        Case(
            f"subgraph{' induced' * induced}{' directed' * directed}",
            SubgraphIsomorphismToSmatch,
            subgraph(induced, directed),
        )
        for induced in (False, True)
        for directed in (False, True)
    ),
    Case("subgraph without TOP", SubgraphIsomorphismToSmatch, subgraph(False, False), {"top": Top.NONE}),
    Case("common subgraph", CommonSubgraphToSmatch, common),
    Case("common subgraph without TOP", CommonSubgraphToSmatch, common, {"top": Top.NONE}),
]
