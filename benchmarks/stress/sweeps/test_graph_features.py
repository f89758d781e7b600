"""Features, by hand and against another way of counting."""

import networkx
import pytest

from benchmarks.graph_features import features
from smatchproof.generators import random_graphs
from smatchproof.graphs.graph import Graph
from smatchproof.graphs.reading import parse_graph

#   a -op1-> b -mod-> c, c2 also a "y", a mentioned again below c2, and c2 twice beside b
GRAPH = parse_graph("(a / and :op1 (b / x :mod (c / y :quant 3)) :op2 (c2 / y :domain a :part-of b :poss b))")


def test_the_features_of_one_graph():
    found = features([GRAPH])
    assert found.variables == (4,)
    assert found.attributes == (1,)
    assert found.triples == (4 + 1 + 6,)
    assert found.reentrancies == (3,)
    assert found.degrees == (3, 4, 1, 4)
    assert found.max_degrees == (4,)
    assert found.repeats == (0.5,)
    assert found.depths == (2,)


def test_a_summary_of_two_graphs():
    found = features([GRAPH, parse_graph("(i / it)")]).summary()
    assert found["graphs"] == 2
    assert found["variables per graph"] == 2.5
    assert found["variables, 90% quantile"] == 1 and found["variables, 10% quantile"] == 1
    assert found["re-entrancies per graph"] == 1.5
    assert found["share of graphs with a re-entrancy"] == 0.5
    assert found["share of variables with a repeated concept"] == 2 / 5
    assert found["greatest degree"] == 4


def test_the_empty_graph_has_no_features():
    with pytest.raises(ValueError, match="no graph to measure"):
        features([Graph()])


def test_networkx_counts_the_same():
    for graph in random_graphs(number=100, seed=5):
        other = networkx.MultiDiGraph()
        other.add_nodes_from(graph.variables)
        other.add_edges_from(
            (graph.variables[edge.source], edge.target) for edge in graph.edges if edge.target in graph.variables
        )
        found = features([graph])
        assert list(found.degrees) == [other.degree(name) for name in graph.variables]
        assert found.reentrancies[0] == other.number_of_edges() - other.number_of_nodes() + 1


def test_graphs_have_no_distance_from_themselves_and_some_from_others():
    small, large = (features(random_graphs(number=50, seed=1, sizes=sizes)) for sizes in (range(3, 6), range(6, 9)))
    assert set(small.distances(small).values()) == {0}
    assert small.distances(large)["variables"] == 1
