#!/usr/bin/env bash
# Guess: a <default> of a GraphML key is the value of every node and edge that states none, as the format says; a directed
#        edge in an undirected graph is read alike, or refused.
# True:  igraph 1.0.0 and rustworkx 0.18.1 fill defaults in; networkx 3.6.1 does not (it keeps those of nodes in
#        graph.graph["node_default"]). The directed edge is refused by networkx, and undirected in the two others.
# Hurts: those who compare labels or weights: in networkx a node with the default label has none.
. "$(dirname "$0")/common.bash"
pypi igraph==1.0.0 networkx==3.6.1 rustworkx==0.18.1
cat > g.graphml <<'XML'
<?xml version="1.0"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="d0" for="node" attr.name="label" attr.type="string"><default>thing</default></key>
  <key id="d1" for="edge" attr.name="weight" attr.type="int"><default>7</default></key>
  <graph edgedefault="undirected">
    <node id="a"/><node id="b"><data key="d0">boy</data></node>
    <edge source="a" target="b"/>
  </graph>
</graphml>
XML
sed 's/target="b"/target="b" directed="true"/' g.graphml > directed.graphml
python - <<'PY' | seen 'networkx 3.6.1 igraph 1.0.0 rustworkx 0.18.1
networkx {'\''a'\'': None, '\''b'\'': '\''boy'\''} {('\''a'\'', '\''b'\''): {}} {'\''node_default'\'': {'\''label'\'': '\''thing'\''}, '\''edge_default'\'': {'\''weight'\'': 7}}
igraph ['\''thing'\'', '\''boy'\''] [7.0]
rustworkx ['\''thing'\'', '\''boy'\''] [7]
networkx directed=true edge found in undirected graph.
igraph directed False
rustworkx PyGraph'
import igraph
import networkx
import rustworkx

print("networkx", networkx.__version__, "igraph", igraph.__version__, "rustworkx", rustworkx.__version__)
graph = networkx.read_graphml("g.graphml")
print("networkx", dict(graph.nodes(data="label")), dict(graph.edges) or "", graph.graph)
graph = igraph.Graph.Read_GraphML("g.graphml")
print("igraph", graph.vs["label"], graph.es["weight"])
(graph,) = rustworkx.read_graphml("g.graphml")
print("rustworkx", [node["label"] for node in graph.nodes()], [edge["weight"] for edge in graph.edges()])
try:
    networkx.read_graphml("directed.graphml")
except networkx.NetworkXError as error:
    print("networkx", error)
print("igraph directed", igraph.Graph.Read_GraphML("directed.graphml").is_directed())
print("rustworkx", *(type(graph).__name__ for graph in rustworkx.read_graphml("directed.graphml")))
PY
