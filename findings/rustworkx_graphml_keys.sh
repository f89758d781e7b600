#!/usr/bin/env bash
# Guess: GraphML that rustworkx writes is read by networkx with the attributes that it has in rustworkx.
# True:  rustworkx 0.18.1 numbers the keys of nodes, of edges and of the graph apart, each from d1, although ids of an XML
#        document are unique. networkx 3.6.1 takes the last key of an id for all: concepts of nodes come back as "role".
#        igraph 1.0.0 and rustworkx itself keep them apart. Given `keys` of different ids, rustworkx writes what all
#        three read.
# Hurts: those who hand graphs with labels of nodes and of edges from rustworkx to networkx: the labels of nodes are gone.
. "$(dirname "$0")/common.bash"
pypi igraph==1.0.0 networkx==3.6.1 rustworkx==0.18.1
python - <<'PY' | seen "rustworkx 0.18.1 networkx 3.6.1 igraph 1.0.0
key id=\"d1\" for=\"node\" key id=\"d1\" for=\"edge\"
networkx [('n0', {'role': 'see-01'}), ('n1', {'role': 'dog'})] [{'role': 'ARG0'}]
rustworkx ['see-01', 'dog'] [{'role': 'ARG0'}]
igraph ['see-01', 'dog'] ['ARG0']
key id=\"d1\" for=\"node\" key id=\"d2\" for=\"edge\"
networkx [('n0', {'concept': 'see-01'}), ('n1', {'concept': 'dog'})] [{'role': 'ARG0'}]
rustworkx ['see-01', 'dog'] [{'role': 'ARG0'}]
igraph ['see-01', 'dog'] ['ARG0']"
import re

import igraph
import networkx
import rustworkx

print("rustworkx", rustworkx.__version__, "networkx", networkx.__version__, "igraph", igraph.__version__)
made = rustworkx.PyDiGraph()
made.add_nodes_from([{"concept": "see-01"}, {"concept": "dog"}])
made.add_edge(0, 1, {"role": "ARG0"})
domain, text = rustworkx.GraphMLDomain, rustworkx.GraphMLType.String
own = [
    rustworkx.GraphMLKey("d1", domain.Node, "concept", text, None),
    rustworkx.GraphMLKey("d2", domain.Edge, "role", text, None),
]
for keys in (None, own):
    rustworkx.write_graphml(made, "g.graphml", keys=keys)
    print(*re.findall(r'key id="d\d" for="[a-z]+"', open("g.graphml").read()))
    graph = networkx.read_graphml("g.graphml")
    print("networkx", [*graph.nodes(data=True)], [data for *_, data in graph.edges(data=True)])
    (graph,) = rustworkx.read_graphml("g.graphml")
    print("rustworkx", [node["concept"] for node in graph.nodes()], graph.edges())
    graph = igraph.Graph.Read_GraphML("g.graphml")
    print("igraph", graph.vs["concept"], graph.es["role"])
PY
