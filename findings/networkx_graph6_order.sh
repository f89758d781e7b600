#!/usr/bin/env bash
# Guess: graph6 and sparse6, which have no names of nodes, number the nodes of a graph alike, and a graph that graph6 cannot hold is
#        refused.
# True:  networkx 3.6.1 numbers them for graph6 in the order in which they were added, and for sparse6 sorted: of the nodes 2, 1, 0
#        with the edge 2-1 the former has the edge 0-1 and the latter 1-2. Directed graphs and multigraphs are refused, and a
#        loop is left out of graph6 without a word; sparse6 keeps it.
# Hurts: those who keep tables (labels, colours, alignments) beside a graph in one of the two formats, and those who store loops.
. "$(dirname "$0")/common.bash"
pypi networkx==3.6.1
python - <<'PY' | seen 'networkx 3.6.1
nodes 2 1 0, edge 2-1: graph6 0-1, sparse6 1-2
edges 0-0 0-1: graph6 0-1, sparse6 0-0 0-1
DiGraph: NetworkXNotImplemented'
import networkx

def edges(graph):
    return " ".join(sorted("-".join(map(str, sorted(edge[:2]))) for edge in graph.edges))

def both(name, graph):
    six = networkx.from_graph6_bytes(networkx.to_graph6_bytes(graph, header=False).strip())
    sparse = networkx.from_sparse6_bytes(networkx.to_sparse6_bytes(graph, header=False).strip())
    print(f"{name}: graph6 {edges(six)}, sparse6 {edges(sparse)}")

print("networkx", networkx.__version__)
graph = networkx.Graph()
graph.add_nodes_from([2, 1, 0])
graph.add_edge(2, 1)
both("nodes 2 1 0, edge 2-1", graph)
both("edges 0-0 0-1", networkx.Graph([(0, 0), (0, 1)]))
try:
    networkx.to_graph6_bytes(networkx.DiGraph([(0, 1)]))
except networkx.NetworkXNotImplemented as error:
    print("DiGraph:", type(error).__name__)
PY
