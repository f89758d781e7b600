#!/usr/bin/env bash
# Guess: a drawing of a networkx graph has all of its edges, with arrows if it is directed, and leaves the graph as it is.
# True:  from_nx of pyvis 0.3.2 fills the Network that it is called on, which is undirected unless told otherwise, and keeps one edge
#        between two nodes: of b -> w and w -> b, or of ARG0 and ARG1 from w to b, only the first is drawn, without arrow or word. With
#        directed=True all are there. In both cases the nodes and edges of the networkx graph have "size" and "width" afterwards,
#        and an edge no longer its "weight".
# Hurts: those who look at re-entrant graphs, and those who compare or store a graph after drawing it.
. "$(dirname "$0")/common.bash"
pypi pyvis==0.3.2 networkx==3.6.1 numpy==2.4.6
python - <<'PY' | seen "pyvis 0.3.2 networkx 3.6.1
opposite, directed=False: ARG0 without
  the graph has now: ('w', 'b', {'label': 'ARG0', 'width': 5}) ('w', {'size': 10})
opposite, directed=True: ARG0 with an arrow, ARG1-of with an arrow
  the graph has now: ('w', 'b', {'label': 'ARG0', 'width': 5}) ('w', {'size': 10})
parallel, directed=False: ARG0 without
  the graph has now: ('w', 'b', {'label': 'ARG0', 'width': 1}) ('w', {'size': 10})
parallel, directed=True: ARG0 with an arrow, ARG1 with an arrow
  the graph has now: ('w', 'b', {'label': 'ARG0', 'width': 1}) ('w', {'size': 10})"
from importlib.metadata import version

import networkx
from pyvis.network import Network

print("pyvis", version("pyvis"), "networkx", networkx.__version__)
opposite = networkx.DiGraph([("w", "b", {"label": "ARG0", "weight": 5}), ("b", "w", {"label": "ARG1-of"})])
parallel = networkx.MultiDiGraph([("w", "b", {"label": "ARG0"}), ("w", "b", {"label": "ARG1"})])
for name, graph in (("opposite", opposite), ("parallel", parallel)):
    for directed in (False, True):
        copy = graph.copy()
        network = Network(directed=directed)
        network.from_nx(copy)
        print(f"{name}, directed={directed}:", ", ".join(edge["label"] + (" with an arrow" if "arrows" in edge else " without") for edge in network.edges))
        print("  the graph has now:", list(copy.edges(data=True))[0], list(copy.nodes(data=True))[0])
PY
