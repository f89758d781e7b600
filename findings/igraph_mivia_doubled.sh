#!/usr/bin/env bash
# Guess: igraph's Read_GraphDB reads the binary files of the MIVIA/ARG database; undirected, each edge is there once.
# True:  igraph 1.0.0 reads undirected unless told otherwise, and keeps both mentions of an edge that is listed at both
#        its ends: a path of two edges has four, and its vertices twice their degree. With directed=True it is as stored.
# Hurts: those who count edges or degrees, or prune a search by degrees, on these graphs.
. "$(dirname "$0")/common.bash"
pypi igraph==1.0.0
python - <<'PY' | seen 'igraph 1.0.0
default: directed False, edges [(0, 1), (0, 1), (1, 2), (1, 2)], degrees [2, 4, 2]
directed=True: edges [(0, 1), (1, 0), (1, 2), (2, 1)]
simplified: degrees [1, 2, 1]'
import struct
from pathlib import Path

import igraph

targets = [[1], [0, 2], [1]]  # a path of three vertices: for each, their number and the ends of its edges
words = [len(targets)] + [word for ends in targets for word in (len(ends), *ends)]
Path("path.A03").write_bytes(struct.pack(f"<{len(words)}H", *words))
graph = igraph.Graph.Read_GraphDB("path.A03")
print("igraph", igraph.__version__)
print(f"default: directed {graph.is_directed()}, edges {graph.get_edgelist()}, degrees {graph.degree()}")
print("directed=True: edges", igraph.Graph.Read_GraphDB("path.A03", directed=True).get_edgelist())
print("simplified: degrees", graph.simplify().degree())
PY
