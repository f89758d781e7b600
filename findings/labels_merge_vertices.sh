#!/usr/bin/env bash
# Guess: Pajek and LEDA number their vertices, so vertices with equal labels stay apart, or are refused as in GML.
# True:  networkx 3.6.1 makes one vertex of all with the same label, without a word, in both formats; from LEDA's, which
#        gives no multigraph, the edges to them become one, too. GML with equal labels is refused. igraph 1.0.0 keeps them apart.
# Hurts: those who label vertices with concepts: two persons in a sentence are one.
. "$(dirname "$0")/common.bash"
pypi igraph==1.0.0 networkx==3.6.1
printf '*Vertices 3\n1 "see-01"\n2 "person"\n3 "person"\n*Arcs\n1 2\n1 3\n' > g.net
printf 'LEDA.GRAPH\nstring\nstring\n-1\n3\n|{see-01}|\n|{person}|\n|{person}|\n2\n1 2 0 |{ARG0}|\n1 3 0 |{ARG1}|\n' > g.lgr
printf 'graph [ directed 1 node [ id 1 label "see-01" ] node [ id 2 label "person" ] node [ id 3 label "person" ] edge [ source 1 target 2 ] edge [ source 1 target 3 ] ]\n' > g.gml
python - <<'PY' | seen 'networkx 3.6.1 igraph 1.0.0
g.net 2 vertices 2 edges
g.lgr 2 vertices 1 edges
g.gml node label '\''person'\'' is duplicated
igraph g.net 3 vertices 2 edges'
import igraph
import networkx

print("networkx", networkx.__version__, "igraph", igraph.__version__)
for name, read in (("g.net", networkx.read_pajek), ("g.lgr", networkx.read_leda), ("g.gml", networkx.read_gml)):
    try:
        graph = read(name)
        print(name, graph.number_of_nodes(), "vertices", graph.number_of_edges(), "edges")
    except networkx.NetworkXError as error:
        print(name, error)
graph = igraph.Graph.Read_Pajek("g.net")
print("igraph g.net", graph.vcount(), "vertices", graph.ecount(), "edges")
PY
