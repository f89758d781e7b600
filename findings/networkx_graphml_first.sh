#!/usr/bin/env bash
# Guess: read_graphml reads all graphs of a file, or says that there are more.
# True:  networkx 3.6.1 returns the first of several <graph> elements and does not mention the others; parse_graphml,
#        too. GraphML allows any number of them.
# Hurts: those with a collection of graphs in one file, and exports of programs that write one graph for each sentence.
. "$(dirname "$0")/common.bash"
pypi networkx==3.6.1
cat > two.graphml <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <graph id="one" edgedefault="undirected"><node id="a"/></graph>
  <graph id="two" edgedefault="undirected"><node id="b"/><node id="c"/></graph>
</graphml>
XML
python -W error - <<'PY' | seen "networkx 3.6.1
read_graphml: ['a']
parse_graphml: ['a']"
import pathlib

import networkx

print("networkx", networkx.__version__)
print("read_graphml:", list(networkx.read_graphml("two.graphml")))
print("parse_graphml:", list(networkx.parse_graphml(pathlib.Path("two.graphml").read_text())))
PY
