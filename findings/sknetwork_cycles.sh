#!/usr/bin/env bash
# Guess: get_cycles lists all cycles of a graph, as its documentation says.
# True:  of undirected graphs scikit-network 0.33.5 lists some: 5 of 7 of the complete graph of four nodes, 16 of 37 of that of
#        five; all are cycles, and none is there twice. A matrix of opposite arrows is taken for an undirected graph, so that
#        two arrows there and back are no cycle unless directed=True is given; then all are listed, as networkx 3.6.1 does.
# Hurts: those who count cycles or re-entrancies, or look for a cycle of a given length.
. "$(dirname "$0")/common.bash"
pypi scikit-network==0.33.5 networkx==3.6.1
python - <<'PY' | seen 'scikit-network 0.33.5 networkx 3.6.1
complete, 3 nodes: undirected 1 of 1, directed 5 of 5
complete, 4 nodes: undirected 5 of 7, directed 20 of 20
complete, 5 nodes: undirected 16 of 37, directed 84 of 84
square with a diagonal: undirected 3 of 3
0 > 1, 1 > 0: as given 0, with directed=True 1'
from importlib.metadata import version

import networkx
from scipy import sparse
from sknetwork.topology import get_cycles

def listed(graph, directed=None):
    """Return how many cycles are listed, each of them once."""
    cycles = get_cycles(sparse.csr_matrix(networkx.to_numpy_array(graph)), directed=directed)
    for cycle in cycles:
        assert all(graph.has_edge(*edge) for edge in zip(cycle, cycle[1:] + cycle[:1]))
    rotations = {min(tuple(map(int, cycle[i:] + cycle[:i])) for i in range(len(cycle))) for cycle in cycles}
    return len(rotations if directed else {min(one, one[:1] + one[:0:-1]) for one in rotations})

def number(graph):
    return sum(1 for _ in networkx.simple_cycles(graph))

print("scikit-network", version("scikit-network"), "networkx", networkx.__version__)
for size in (3, 4, 5):
    graph = networkx.complete_graph(size)
    both = graph.to_directed()
    print(f"complete, {size} nodes: undirected {listed(graph, False)} of {number(graph)},", end=" ")
    print(f"directed {listed(both, True)} of {number(both)}")
square = networkx.Graph([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)])
print(f"square with a diagonal: undirected {listed(square, False)} of {number(square)}")
there_and_back = networkx.DiGraph([(0, 1), (1, 0)])
print(f"0 > 1, 1 > 0: as given {listed(there_and_back)}, with directed=True {listed(there_and_back, True)}")
PY
