#!/usr/bin/env bash
# Guess: a reader of GraphML calls an attribute by its name (attr.name), and knows an undirected graph.
# True:  pygraphml 2.4.2 calls an attribute by the id of its key, which writers choose: role, as networkx 3.6.1 writes it, is d1 in one
#        file and d0 in another. Its kind is string, 1.5 is "1.5", and every graph is directed.
# Hurts: those who compare labels of graphs from two files, or sum weights.
. "$(dirname "$0")/common.bash"
pypi pygraphml==2.4.2 networkx==3.6.1
python - <<'PY' | seen "pygraphml 2.4.2 networkx 3.6.1
  <key id=\"d0\" for=\"edge\" attr.name=\"role\" attr.type=\"string\" />
  <graph edgedefault=\"undirected\">
directed {'d0': 'ARG0'}
  <key id=\"d1\" for=\"edge\" attr.name=\"role\" attr.type=\"string\" />
  <key id=\"d0\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\" />
  <graph edgedefault=\"undirected\">
directed {'d0': '1.5', 'd1': 'ARG0'}"
from importlib.metadata import version

import networkx
from pygraphml import GraphMLParser

print("pygraphml", version("pygraphml"), "networkx", networkx.__version__)
for first in ({}, {"weight": 1.5}):
    graph = networkx.Graph()
    graph.add_edge("a", "b", **first, role="ARG0")
    networkx.write_graphml(graph, "graph.xml")
    for line in open("graph.xml"):
        if "<key" in line or "<graph " in line:
            print(" ", line.strip())
    read = GraphMLParser().parse("graph.xml")
    (edge,) = read.edges()
    print("directed" if read.directed else "undirected", {name: attribute.value for name, attribute in edge.attributes().items()})
PY
