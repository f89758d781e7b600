"""Edit distances at length: 5,000 small pairs against brute force, whose edit paths are carried out step by step."""

import random

import pytest

from smatchproof import optimal_edit_path
from smatchproof.exact import exact
from smatchproof.lab.reductions.to_smatch.edit_distance import EditDistanceToSmatch
from smatchproof.problem.solution import SolveParams
from tests.lab.reductions.cases_edit_distance import distance
from tests.scoring.test_network_distances import arcs, drawn, priced, replayed

pytestmark = pytest.mark.stress
PAIRS = 5_000


def test_distances_are_those_of_brute_force():
    for number in range(PAIRS):
        source = distance(random.Random(f"edit distance {number}"))
        reduction = EditDistanceToSmatch.apply(source)
        found = exact(reduction.target.problem(), SolveParams())
        path = reduction.read(reduction.target.names(found.mapping))
        least = source.value(source.brute_force())
        assert source.value(path) == least == reduction.relation.source_value(found.upper_bound), source
        assert source.bound() <= least, source


def test_edit_paths_lead_where_they_should():
    for number in range(PAIRS):
        rng = random.Random(f"edit path {number}")
        directed = rng.random() < 0.5
        left, right = (drawn(rng, 4, directed=directed) for _ in "ab")
        options = priced(rng)
        nodes, edges, cost = optimal_edit_path(left, right, **options)
        made, paid = replayed(left, right, nodes, edges, options)
        assert paid == cost, number
        assert dict(made.nodes(data=True)) == dict(right.nodes(data=True)), number
        assert {*arcs(made)} == {*arcs(right)}, number
