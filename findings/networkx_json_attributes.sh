#!/usr/bin/env bash
# Guess: the JSON formats of networkx give a graph back with its attributes, or refuse one whose name they need themselves.
# True:  in networkx 3.6.1 cytoscape_data writes the node itself over an attribute "value", and its name over an empty "name"; edges
#        come back with their ends as attributes. adjacency_data, tree_data and node_link_data lose an "id" of nodes, adjacency_data that
#        of edges, too, node_link_data a "source" of edges, and tree_data all that edges have. Nothing is said.
# Hurts: those whose nodes have values or ids, as annotations have.
. "$(dirname "$0")/common.bash"
pypi networkx==3.6.1
python - <<'PY' | seen "networkx 3.6.1
cytoscape: ('id', 'n1') ('name', '0') ('value', 0) ; edge ('id', 'e7') ('role', 'ARG0') ('source', 0) ('target', 1)
adjacency: ('name', '') ('value', 7) ; edge ('role', 'ARG0') ('source', 'text')
tree: ('name', '') ('value', 7) ; edge
node-link: ('name', '') ('value', 7) ; edge ('id', 'e7') ('role', 'ARG0')"
import networkx

print("networkx", networkx.__version__)
graph = networkx.DiGraph()
graph.add_node(0, id="n1", name="", value=7)
graph.add_node(1)
graph.add_edge(0, 1, id="e7", role="ARG0", source="text")
for name, back in {
    "cytoscape": networkx.cytoscape_graph(networkx.cytoscape_data(graph)),
    "adjacency": networkx.adjacency_graph(networkx.adjacency_data(graph)),
    "tree": networkx.tree_graph(networkx.tree_data(graph, 0)),
    "node-link": networkx.node_link_graph(networkx.node_link_data(graph)),
}.items():
    print(f"{name}:", *sorted(back.nodes[0].items()), "; edge", *sorted(back.edges[0, 1].items()))
PY
