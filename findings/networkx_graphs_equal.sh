#!/usr/bin/env bash
# Guess: graphs_equal, edges_equal and nodes_equal, which networkx has for tests, are false for graphs of two kinds, for edges that are
#        turned round and for lists of unlike lengths.
# True:  in networkx 3.6.1 a graph equals the digraph with both directions of each edge, and a multigraph equals a multidigraph; edges
#        are compared without directions unless directed=True is given, of digraphs, too; and nodes as a set, so that [1, 1] is
#        [1]. Graphs with other attributes, or an edge turned round, are unequal.
# Hurts: those who test readers, converters and parsers by them.
. "$(dirname "$0")/common.bash"
pypi networkx==3.6.1
python - <<'PY' | seen 'networkx 3.6.1
Graph and DiGraph True
MultiGraph and MultiDiGraph True
edges of a > b and b > a True
with directed=True False
nodes [1, 1] and [1] True
graphs a > b and b > a False'
import networkx
from networkx.utils import edges_equal, graphs_equal, nodes_equal

print("networkx", networkx.__version__)
graph = networkx.Graph([("a", "b")])
print("Graph and DiGraph", graphs_equal(graph, graph.to_directed()))
multigraph = networkx.MultiGraph([("a", "b"), ("a", "b")])
print("MultiGraph and MultiDiGraph", graphs_equal(multigraph, multigraph.to_directed()))
forward, back = networkx.DiGraph([("a", "b")]), networkx.DiGraph([("b", "a")])
print("edges of a > b and b > a", edges_equal(forward.edges, back.edges))
print("with directed=True", edges_equal(forward.edges, back.edges, directed=True))
print("nodes [1, 1] and [1]", nodes_equal([1, 1], [1]))
print("graphs a > b and b > a", graphs_equal(forward, back))
PY
