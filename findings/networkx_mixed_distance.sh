#!/usr/bin/env bash
# Guess: graph_edit_distance refuses a directed and an undirected graph, as the isomorphism functions do.
# True:  networkx 3.6.1 compares them by the rules of the first, and calls an edge and an arc the same: distance 0.
# Hurts: those who read one side with read_edgelist (undirected unless told otherwise) and the other as a DiGraph.
. "$(dirname "$0")/common.bash"
pypi networkx==3.6.1 numpy==2.4.6 scipy==1.17.1
python - <<'PY' | seen 'networkx 3.6.1
is_isomorphic: Graphs G1 and G2 are not of the same type.
edge, arc: 0
edge, both arcs: 1
both arcs, edge: 1'
import networkx

print("networkx", networkx.__version__)
edge, arc, both = networkx.Graph([(0, 1)]), networkx.DiGraph([(0, 1)]), networkx.DiGraph([(0, 1), (1, 0)])
try:
    print("is_isomorphic:", networkx.is_isomorphic(edge, arc))
except networkx.NetworkXError as error:
    print("is_isomorphic:", error)
print(f"edge, arc: {networkx.graph_edit_distance(edge, arc):g}")
print(f"edge, both arcs: {networkx.graph_edit_distance(edge, both):g}")
print(f"both arcs, edge: {networkx.graph_edit_distance(both, edge):g}")
PY
