#!/usr/bin/env bash
# Guess: pydot and networkx read the DOT files that igraph and Graphviz's gml2gv write.
# True:  igraph 1.0.0 and gml2gv 2.43.0 write a node's name as the attribute "name" (gml2gv: what GML calls label), an
#        attribute like any other for Graphviz. pydot 4.0.1, and so networkx 3.6.1, ends with a TypeError there.
# Hurts: those who carry named graphs from igraph or GML to networkx.
. "$(dirname "$0")/common.bash"
debian graphviz=2.42.2-7+deb12u1
pypi igraph==1.0.0 networkx==3.6.1 pydot==4.0.1
echo 'graph [ node [ id 5 label "a" ] node [ id 7 label "b" ] edge [ source 5 target 7 ] ]' > g.gml
gml2gv g.gml > gml2gv.dot
echo 'graph { 5 [label=a]; 7 [label=b]; 5 -- 7; }' > label.dot
python - <<'PY' | seen 'igraph 1.0.0: name=a name=b
gml2gv: name=a name=b
label.dot: a b
igraph.dot: TypeError
gml2gv.dot: TypeError'
import re
from pathlib import Path

import igraph
import networkx

graph = igraph.Graph([(0, 1)])
graph.vs["name"] = ["a", "b"]
graph.write_dot("igraph.dot")
names = {name: re.findall(r"name=\w+", Path(name).read_text()) for name in ("igraph.dot", "gml2gv.dot")}
print(f"igraph {igraph.__version__}:", *names["igraph.dot"])
print("gml2gv:", *names["gml2gv.dot"])
for name in ("label.dot", "igraph.dot", "gml2gv.dot"):
    try:
        print(f"{name}:", *(label for _, label in networkx.nx_pydot.read_dot(name).nodes(data="label")))
    except TypeError as error:
        print(f"{name}:", type(error).__name__)
PY
