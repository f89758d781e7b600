"""The numbers of docs/edit-distance.md, "Where networkx is wrong": its distances against the proved ones."""

import random
from collections import Counter

import networkx
import pytest

from smatchproof import graph_edit_distance
from tests import peers


def drawn(rng: random.Random, loops: float, directed: bool) -> networkx.Graph:
    """A random graph of one to four nodes, with two labels of nodes and of edges."""
    graph = networkx.DiGraph() if directed else networkx.Graph()
    size = rng.randint(1, 4)
    graph.add_nodes_from((node, {"l": rng.randrange(2)}) for node in range(size))
    for one in range(size):
        for other in range(size) if directed else range(one, size):
            if one == other:
                if rng.random() < loops:
                    graph.add_edge(one, other, l=0)
            elif rng.random() < 0.5:
                graph.add_edge(one, other, l=rng.randrange(2))
    return graph


@pytest.mark.parametrize(
    ("name", "loops", "directed", "dear", "wrong"),
    [
        ("plain", 0, False, (1, 1), {}),
        ("plain directed", 0, True, (1, 1), {}),
        ("edges dear 3", 0, False, (1, 3), {}),
        ("edges dear 3 directed", 0, True, (1, 3), {}),
        ("loops", 0.4, False, (1, 1), {"too small": 77}),
        ("loops directed", 0.4, True, (1, 1), {"too small": 97}),
        ("dear 2", 0, False, (2, 1), {"too large": 27}),
        ("dear 3", 0, False, (3, 1), {"too large": 16}),
        ("dear 3 directed", 0, True, (3, 1), {"too large": 36}),
    ],
)
def test_as_many_distances_are_wrong_as_the_page_says(name, loops, directed, dear, wrong):
    peers.require("networkx", "3.6.1")
    rng, seen = random.Random(name), Counter()
    costs = {
        f"{kind}_subst_cost": lambda one, other, cost=cost: 0 if one["l"] == other["l"] else cost
        for kind, cost in zip(("node", "edge"), dear, strict=True)
    }
    for _ in range(300):
        left, right = drawn(rng, loops, directed), drawn(rng, loops, directed)
        true, found = (
            graph_edit_distance(left, right, **costs).distance,
            networkx.graph_edit_distance(left, right, **costs),
        )
        seen["too small"] += found < true
        seen["too large"] += found > true
    assert +seen == wrong
