#!/usr/bin/env bash
# Guess: whole numbers of nodes and edges come back from GML as whole numbers, or one that GML cannot hold is refused.
# True:  networkx 3.6.1 writes one outside of 32 bits as a text, and reads a text: 2147483647 comes back as a number and 2147483648 as
#        "2147483648". True comes back as 1. Nothing is said of either.
# Hurts: those who scale weights to whole numbers, or number nodes by hashes: sums of weights fail, and 2147483648 is unequal to
#        "2147483648" where labels are compared.
. "$(dirname "$0")/common.bash"
pypi networkx==3.6.1
python - <<'PY' | seen "networkx 3.6.1
2147483647 comes back as 2147483647
2147483648 comes back as '2147483648'
-2147483648 comes back as -2147483648
-2147483649 comes back as '-2147483649'
True comes back as 1
0.5 comes back as 0.5
'7' comes back as '7'"
import networkx

print("networkx", networkx.__version__)
graph = networkx.Graph()
for place, value in enumerate((2**31 - 1, 2**31, -(2**31), -(2**31) - 1, True, 0.5, "7")):
    graph.add_edge(place, place + 1, weight=value)
networkx.write_gml(graph, "graph.gml")
for edge, back in zip(graph.edges(data="weight"), networkx.read_gml("graph.gml").edges(data="weight"), strict=True):
    print(f"{edge[2]!r} comes back as {back[2]!r}")
PY
