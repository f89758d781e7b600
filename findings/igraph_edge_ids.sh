#!/usr/bin/env bash
# Guess: the id of an <edge> in GraphML is the id of that edge after reading.
# True:  Read_GraphML of igraph 1.0.0 gives the edges the ids of the vertices, in the order of the file: edge e7 is called n5,
#        and write_graphml writes that. networkx 3.6.1 keeps e7.
# Hurts: those who join edges with a table of their own (alignments, weights) by id.
. "$(dirname "$0")/common.bash"
pypi igraph==1.0.0 networkx==3.6.1
cat > g.graphml <<'XML'
<?xml version="1.0"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <graph edgedefault="directed">
    <node id="n5"/><node id="n3"/><node id="n4"/>
    <edge id="e7" source="n5" target="n3"/><edge id="e8" source="n3" target="n4"/>
  </graph>
</graphml>
XML
python - <<'PY' | seen 'igraph 1.0.0 vertices n5 n3 n4 edges n5 n3
networkx 3.6.1 e7 e8'
import igraph
import networkx

graph = igraph.Graph.Read_GraphML("g.graphml")
print("igraph", igraph.__version__, "vertices", *graph.vs["id"], "edges", *graph.es["id"])
print("networkx", networkx.__version__, *(edge["id"] for _, _, edge in networkx.read_graphml("g.graphml").edges(data=True)))
PY
