#!/usr/bin/env bash
# Guess: an attribute whose name GML cannot hold is refused, or renamed so that it stays apart from the others.
# True:  igraph 1.0.0 leaves out every sign but letters and digits: ARG0-of becomes ARG0of, and op_1 becomes op1. Beside an attribute op1
#        the file has op1 twice in a node; igraph reads the last, and networkx 3.6.1 a list of both. Only of
#        Booleans, which come back as 1 and 0, there is a warning. GraphML keeps names and kinds. networkx refuses such a name.
# Hurts: those whose attributes are roles, or names with an underscore: values are lost, or change their names.
. "$(dirname "$0")/common.bash"
pypi igraph==1.0.0 networkx==3.6.1
python - <<'PY' 2>/dev/null | seen "igraph 1.0.0 networkx 3.6.1
GML, igraph: node op1 Z, proper 1.0; edge {'ARG0of': 'y'}
GML, networkx: node op1 ['A', 'Z'], proper 1
GraphML, igraph: node op1 Z, op_1 A, proper True; edge {'ARG0-of': 'y'}
networkx writes ARG0-of: NetworkXError"
import igraph
import networkx

print("igraph", igraph.__version__, "networkx", networkx.__version__)
graph = igraph.Graph(edges=[(0, 1)])
graph.vs["op_1"], graph.vs["op1"], graph.vs["proper"], graph.es["ARG0-of"] = ["A", "B"], ["Z", "Y"], [True, False], ["y"]

def show(name, node, *edge):
    print(f"{name}: node", ", ".join(f"{key} {node[key]}" for key in sorted(node) if key != "id"), end="")
    print(*("; edge " + str(one) for one in edge), sep="")

graph.write_gml("g.gml")
read = igraph.Graph.Read_GML("g.gml")
show("GML, igraph", read.vs[0].attributes(), read.es[0].attributes())
show("GML, networkx", dict(networkx.read_gml("g.gml", label="id").nodes[0]))
graph.write_graphml("g.graphml")
read = igraph.Graph.Read_GraphML("g.graphml")
show("GraphML, igraph", read.vs[0].attributes(), read.es[0].attributes())
theirs = networkx.Graph()
theirs.add_edge("a", "b", **{"ARG0-of": "y"})
try:
    networkx.write_gml(theirs, "theirs.gml")
except networkx.NetworkXError as error:
    print("networkx writes ARG0-of:", type(error).__name__)
PY
