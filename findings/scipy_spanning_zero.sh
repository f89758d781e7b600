#!/usr/bin/env bash
# Guess: an edge of weight 0 that a sparse matrix states is an edge for all functions of csgraph; a spanning tree of n nodes in one
#        component has n - 1 edges.
# True:  shortest_path and connected_components of scipy 1.17.1 take it for an edge. minimum_spanning_tree chooses it, and leaves it
#        out of the matrix that it returns: that one has fewer edges, and falls into components.
# Hurts: those who build trees or clusters from distances, where equal items are at 0.
. "$(dirname "$0")/common.bash"
pypi scipy==1.17.1 networkx==3.6.1
python - <<'PY' | seen 'scipy 1.17.1 networkx 3.6.1
edges stated 3, components 1
from 0 to 1: 0.0
tree: edges [(1, 2, 1.0)], components 2
networkx: edges [(0, 1, 0.0), (1, 2, 1.0)]'
import networkx
import scipy
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components, minimum_spanning_tree, shortest_path

print("scipy", scipy.__version__, "networkx", networkx.__version__)
graph = csr_array(([0.0, 1.0, 2.0], ([0, 1, 0], [1, 2, 2])), shape=(3, 3))
print(f"edges stated {graph.nnz}, components {connected_components(graph)[0]}")
print("from 0 to 1:", float(shortest_path(graph)[0, 1]))
tree = minimum_spanning_tree(graph).tocoo()
edges = sorted((int(i), int(j), float(weight)) for i, j, weight in zip(*tree.coords, tree.data))
print(f"tree: edges {edges}, components {connected_components(tree.tocsr())[0]}")
entries = graph.tocoo()
theirs = networkx.Graph()
theirs.add_weighted_edges_from((int(i), int(j), float(weight)) for i, j, weight in zip(*entries.coords, entries.data))
print("networkx: edges", sorted(networkx.minimum_spanning_tree(theirs).edges(data="weight")))
PY
