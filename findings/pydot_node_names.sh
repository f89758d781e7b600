#!/usr/bin/env bash
# Guess: a node that is added to a pydot graph is written under its name, quoted where DOT asks for it.
# True:  pydot 4.0.1 cuts a name at its colon: Node("12:30") is written as the node 12, and the edges of 12:30 lead to a port of it. A
#        node called node, edge or graph is left out, and with a label it is the default label of all nodes. networkx 3.6.1
#        writes DOT by pydot: read again, the clock is two nodes, 12 alone and 12:30, and the node "node" is gone.
#        A name in quotes of its own, '"12:30"', is kept.
# Hurts: those who name nodes by values or concepts of meaning graphs (times, ratios; node / node, edge / edge).
. "$(dirname "$0")/common.bash"
pypi pydot==4.0.1 networkx==3.6.1
python - <<'PY' 2>/dev/null | seen 'pydot 4.0.1 networkx 3.6.1
digraph G { 12; node [label=network]; b; b -> 12:30; }
networkx: nodes 12:30 b node, edges b>12:30 b>node
read again: nodes 12 12:30 b node, edges b>12:30 b>node
quoted: digraph G { "12:30"; b; b -> "12:30"; }'
import warnings

warnings.simplefilter("ignore")
import networkx
import pydot

def one_line(graph):
    return " ".join(graph.to_string().split())

print("pydot", pydot.__version__, "networkx", networkx.__version__)
graph = pydot.Dot("G", graph_type="digraph")
for node in (pydot.Node("12:30"), pydot.Node("node", label="network"), pydot.Node("graph"), pydot.Node("b")):
    graph.add_node(node)
graph.add_edge(pydot.Edge("b", "12:30"))
print(one_line(graph))
theirs = networkx.DiGraph([("b", "12:30"), ("b", "node")])
read = networkx.nx_pydot.from_pydot(pydot.graph_from_dot_data(networkx.nx_pydot.to_pydot(theirs).to_string())[0])
for name, one in (("networkx", theirs), ("read again", read)):
    print(f"{name}: nodes", *sorted(one.nodes), end=", ")
    print("edges", *sorted(f"{source}>{target}" for source, target in one.edges()))
graph = pydot.Dot("G", graph_type="digraph")
for node in ('"12:30"', "b"):
    graph.add_node(pydot.Node(node))
graph.add_edge(pydot.Edge("b", '"12:30"'))
print("quoted:", one_line(graph))
PY
