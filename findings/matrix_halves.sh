#!/usr/bin/env bash
# Guess: an adjacency matrix means one graph: an unsymmetric one is no undirected graph, and a loop is 1 (or 2) for all.
# True:  of [[0, 2], [3, 0]] as an undirected graph networkx 3.6.1 takes the lower half (3), rustworkx 0.18.1 the upper (2), both
#        without a word; igraph 1.0.0 refuses it. A loop on the diagonal: networkx and rustworkx write 1, igraph 2, which
#        networkx reads as a weight of 2, or as two loops (parallel_edges).
# Hurts: those who compute matrices (similarities, mutual links) and those who exchange them between libraries.
. "$(dirname "$0")/common.bash"
pypi igraph==1.0.0 networkx==3.6.1 rustworkx==0.18.1 numpy==2.4.6
python - <<'PY' | seen 'networkx 3.6.1 igraph 1.0.0 rustworkx 0.18.1
networkx 3.0
rustworkx 2.0
igraph refuses: InternalError
a loop: igraph [[2, 1], [1, 0]]
a loop: networkx [[1.0, 1.0], [1.0, 0.0]]
a loop: rustworkx [[1.0, 1.0], [1.0, 0.0]]
igraph'\''s, read by networkx: [(0, 0), (0, 0), (0, 1)]'
import igraph
import networkx
import numpy
import rustworkx

print("networkx", networkx.__version__, "igraph", igraph.__version__, "rustworkx", rustworkx.__version__)
matrix = numpy.array([[0.0, 2.0], [3.0, 0.0]])
print("networkx", *(weight for _, _, weight in networkx.from_numpy_array(matrix).edges(data="weight")))
print("rustworkx", *rustworkx.PyGraph.from_adjacency_matrix(matrix).edges())
try:
    igraph.Graph.Weighted_Adjacency(matrix.tolist(), mode="undirected")
except Exception as error:
    print("igraph refuses:", type(error).__name__)
loop = igraph.Graph([(0, 0), (0, 1)])
other = rustworkx.PyGraph()
other.add_nodes_from([0, 1])
other.add_edges_from([(0, 0, 1.0), (0, 1, 1.0)])
print("a loop: igraph", loop.get_adjacency().data)
print("a loop: networkx", networkx.to_numpy_array(networkx.Graph([(0, 0), (0, 1)])).tolist())
print("a loop: rustworkx", rustworkx.adjacency_matrix(other).tolist())
written = numpy.array(loop.get_adjacency().data)
print("igraph's, read by networkx:", list(networkx.from_numpy_array(written, parallel_edges=True, create_using=networkx.MultiGraph).edges()))
PY
