"""One table over all reductions to Smatch: brute force on both sides, both answers, every way back.

It finds out a reduction that is wrong: what it demands is not always true.
"""

import random

import pytest

from smatchproof.conventions.conventions import Top
from smatchproof.graphs.building import GraphBuilder
from smatchproof.lab.reductions.problems.graphs import SimpleGraph
from smatchproof.lab.reductions.problems.subgraphs import SubgraphIsomorphism
from smatchproof.lab.reductions.reduction import Size, Threshold, ToSmatch
from smatchproof.lab.reductions.to_smatch.subgraph_isomorphism import SubgraphIsomorphismToSmatch
from smatchproof.problem.pairs import GraphPair
from tests.lab.reductions.case import Case, draws
from tests.lab.reductions.cases import CASES


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_both_sides_agree_and_every_way_back_is_good(case):
    """Of six instances, and of more until two had different answers; `make stress` has 400."""
    answers = set()
    for number, answer in enumerate(draws(case, 25), 1):
        answers.add(answer)
        if number >= 6 and len(answers) > 1:
            return
    pytest.fail("all instances had the same answer")


# ---- a reduction that is wrong, and plausible


class VertexAsRoot(ToSmatch):
    """Subgraph isomorphism without a root of its own: the root of either graph, which are connected, is a vertex.

    The TOP triple can then be missed although the pattern is a subgraph, or make up for an edge that is missing, so
    that neither "all triples" nor "all but one" is the threshold: `lost` of the left graph may be missing.
    """

    name = "broken"
    summary = "no reduction"

    @classmethod
    def apply(cls, source, top=Top.CONST, lost=0):
        pattern, host = source.pattern, source.host
        size = Size(len(pattern) + len(pattern.edges) + 1, len(host) + 2 * len(host.edges) + 1)
        gadgets = {f"left h{i}": f"vertex {vertex}" for i, vertex in enumerate(pattern.vertices)}
        gadgets |= {f"right g{j}": f"vertex {vertex}" for j, vertex in enumerate(host.vertices)}
        pair = GraphPair(plain(pattern, "h", pattern.edges), plain(host, "g", sorted(host.arcs())), top)
        return cls(source, pair, Threshold(size.left - lost), gadgets, size)

    def forward(self, solution):
        return {f"h{i}": f"g{j}" for i, j in enumerate(solution)}

    def read(self, alignment):
        return tuple(int(alignment.get(f"h{i}", "g-1")[1:]) for i in range(len(self.source.pattern)))


def plain(graph, letter, arcs):
    builder = GraphBuilder()
    for index in range(len(graph)):
        builder.variable(f"{letter}{index}", "vertex")
    for source, target in arcs:
        builder.relation("e", f"{letter}{source}", f"{letter}{target}")
    return builder.build()


def connected(rng: random.Random) -> SubgraphIsomorphism:
    """Two graphs that the wrong reduction can build."""
    return SubgraphIsomorphism(connected_graph(rng, 4), connected_graph(rng, 5))


def connected_graph(rng: random.Random, most: int) -> SimpleGraph:
    size = rng.randint(1, most)
    tree = [(index, rng.randrange(index)) for index in range(1, size)]
    more = [(a, b) for a in range(size) for b in range(a) if rng.random() < 0.3]
    return SimpleGraph.of(size, tree + more)


DRAWS = 40


@pytest.mark.parametrize("lost", [0, 1])
def test_a_vertex_as_root_is_caught_at_either_threshold(lost):
    case = Case("broken", VertexAsRoot, connected, {"lost": lost})
    with pytest.raises(AssertionError) as caught:
        list(draws(case, DRAWS))
    assert "_check_threshold" in [entry.name for entry in caught.traceback]


def test_a_root_of_its_own_passes_on_the_same_instances():
    assert set(draws(Case("broken", SubgraphIsomorphismToSmatch, connected), DRAWS)) == {"yes", "no"}
