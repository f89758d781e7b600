#!/usr/bin/env bash
# Guess: two graphs at the distance 0 are hardly ever unlike, and are of the same number of edges.
# True:  the heat signatures of NetLSD 1.0.2 are those of the normalised Laplacian, which is the same for all complete bipartite graphs of
#        as many nodes: a star of five edges and the graph of two threes, which has nine, are at 0, and so are a star and a
#        square. A path whose edges weigh 5 is at 0 from one whose edges weigh 1, and of a digraph directions do not matter. A
#        path of four and a star are 0.22 apart.
# Hurts: those who look for duplicates, or cluster meaning graphs, many of which are stars.
. "$(dirname "$0")/common.bash"
pypi netlsd==1.0.2 networkx==3.6.1
python -W ignore - <<'PY' | seen 'NetLSD 1.0.2 networkx 3.6.1
star of 5 edges, two threes of 9 edges: 0.00
star of 3 edges, square: 0.00
path, path with weights 5: 0.00
a > b > c, a > b < c: 0.00
path of four, star of 3 edges: 0.22'
from importlib.metadata import version

import netlsd
import networkx

print("NetLSD", version("netlsd"), "networkx", networkx.__version__)

def show(name, first, second):
    print(f"{name}: {netlsd.compare(netlsd.heat(first), netlsd.heat(second)):.2f}")

star, path = networkx.star_graph(3), networkx.path_graph(4)
heavy = networkx.Graph()
heavy.add_weighted_edges_from((*edge, 5) for edge in path.edges)
show("star of 5 edges, two threes of 9 edges", networkx.star_graph(5), networkx.complete_bipartite_graph(3, 3))
show("star of 3 edges, square", star, networkx.cycle_graph(4))
show("path, path with weights 5", path, heavy)
show("a > b > c, a > b < c", networkx.DiGraph(["ab", "bc"]), networkx.DiGraph(["ab", "cb"]))
show("path of four, star of 3 edges", path, star)
PY
