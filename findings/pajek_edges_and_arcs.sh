#!/usr/bin/env bash
# Guess: a Pajek file with *Edges (undirected) and *Arcs (directed) is read as a directed graph in which each edge is there
#        in both directions, or is refused.
# True:  igraph 1.0.0 makes one arc of an edge, from its first to its second end. In networkx 3.6.1 the last of the two
#        headings decides for the whole file: after *Edges the arcs lose their direction, after *Arcs an edge is one arc.
# Hurts: those who bring mixed graphs (coreference beside roles) over Pajek's format: reachability and degrees differ.
. "$(dirname "$0")/common.bash"
pypi igraph==1.0.0 networkx==3.6.1
python - <<'PY' | seen 'igraph 1.0.0 networkx 3.6.1
edges, arcs networkx: undirected ab cd
edges, arcs igraph: directed ab cd
arcs, edges networkx: directed ab cd
arcs, edges igraph: undirected cd ab'
from pathlib import Path

import igraph
import networkx

print("igraph", igraph.__version__, "networkx", networkx.__version__)
vertices, edges, arcs = '*Vertices 4\n1 "a"\n2 "b"\n3 "c"\n4 "d"\n', "*Edges\n1 2\n", "*Arcs\n3 4\n"
for name, text in (("edges, arcs", vertices + edges + arcs), ("arcs, edges", vertices + arcs + edges)):
    Path("g.net").write_text(text)
    graph = networkx.read_pajek("g.net")
    print(name, "networkx:", "directed" if graph.is_directed() else "undirected", *map("".join, graph.edges()))
    other = igraph.Graph.Read_Pajek("g.net")
    print(name, "igraph:", "directed" if other.is_directed() else "undirected", *(f"{'abcd'[s]}{'abcd'[t]}" for s, t in other.get_edgelist()))
PY
