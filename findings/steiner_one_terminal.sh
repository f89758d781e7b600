#!/usr/bin/env bash
# Guess: the Steiner tree of one terminal is that node, as a tree of one node has no edge.
# True:  steiner_tree of networkx 3.6.1, by either of its methods, and that of rustworkx 0.18.1 return a graph without any node; with
#        two terminals these are in it. The minimum spanning tree of one node has that node in both.
# Hurts: those who look for the part of a graph that joins some concepts, and count or compare its nodes, where often there is one concept.
. "$(dirname "$0")/common.bash"
pypi networkx==3.6.1 rustworkx==0.18.1
python - <<'PY' | seen 'networkx 3.6.1 rustworkx 0.18.1
terminals [1, 2]
  networkx by mehlhorn nodes [1, 2]
  networkx by kou nodes [1, 2]
  rustworkx nodes [1, 2]
terminals [1]
  networkx by mehlhorn nodes []
  networkx by kou nodes []
  rustworkx nodes []
spanning trees of one node: 1 and 1'
import networkx
import rustworkx
from networkx.algorithms.approximation import steiner_tree

print("networkx", networkx.__version__, "rustworkx", rustworkx.__version__)
path = networkx.path_graph(4)
other = rustworkx.generators.path_graph(4)
for terminals in ([1, 2], [1]):
    print("terminals", terminals)
    for method in ("mehlhorn", "kou"):
        print("  networkx by", method, "nodes", sorted(steiner_tree(path, terminals, method=method)))
    print("  rustworkx nodes", list(rustworkx.steiner_tree(other, terminals, weight_fn=lambda _: 1.0).node_indices()))
print("spanning trees of one node:", len(networkx.minimum_spanning_tree(networkx.empty_graph(1))), end=" and ")
single = rustworkx.PyGraph()
single.add_node(None)
print(len(rustworkx.minimum_spanning_tree(single)))
PY
