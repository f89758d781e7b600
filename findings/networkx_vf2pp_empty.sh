#!/usr/bin/env bash
# Guess: a graph without nodes is isomorphic to itself, by the one map that there is, the empty one, for each function that asks this.
# True:  so it is by is_isomorphic, GraphMatcher and ISMAGS of networkx 3.6.1, by igraph 1.0.0 and by rustworkx 0.18.1. For the VF2++ functions
#        of networkx, which are the faster ones, it is not: False, no map (None), and a list of none. A graph without edges is. An empty
#        map is false in Python, so that "if mapping" says of the others what VF2++ says.
# Hurts: those who compare graphs part by part, or after taking nodes out, where nothing may be left on both sides.
. "$(dirname "$0")/common.bash"
pypi networkx==3.6.1 rustworkx==0.18.1 igraph==1.0.0
python - <<'PY' | seen 'networkx 3.6.1 igraph 1.0.0 rustworkx 0.18.1
nodes: 0
  is_isomorphic True GraphMatcher [{}] ISMAGS [{}]
  vf2pp_is_isomorphic False vf2pp_isomorphism None vf2pp_all_isomorphisms []
  igraph True [[]] rustworkx True [{}]
nodes: 1
  is_isomorphic True GraphMatcher [{0: 0}] ISMAGS [{0: 0}]
  vf2pp_is_isomorphic True vf2pp_isomorphism {0: 0} vf2pp_all_isomorphisms [{0: 0}]
  igraph True [[0]] rustworkx True [{0: 0}]'
import igraph
import networkx
import rustworkx
from networkx.algorithms.isomorphism import ISMAGS, GraphMatcher

print("networkx", networkx.__version__, "igraph", igraph.__version__, "rustworkx", rustworkx.__version__)
for size in (0, 1):
    graph = networkx.empty_graph(size)
    print("nodes:", size)
    print("  is_isomorphic", networkx.is_isomorphic(graph, graph), "GraphMatcher", list(GraphMatcher(graph, graph).isomorphisms_iter()), end=" ")
    print("ISMAGS", list(ISMAGS(graph, graph).find_isomorphisms()))
    print("  vf2pp_is_isomorphic", networkx.vf2pp_is_isomorphic(graph, graph), "vf2pp_isomorphism", networkx.vf2pp_isomorphism(graph, graph), end=" ")
    print("vf2pp_all_isomorphisms", list(networkx.vf2pp_all_isomorphisms(graph, graph)))
    vertices = igraph.Graph(size)
    print("  igraph", vertices.isomorphic(vertices), vertices.get_isomorphisms_vf2(vertices), end=" ")
    points = rustworkx.PyGraph()
    points.add_nodes_from(range(size))
    print("rustworkx", rustworkx.is_isomorphic(points, points), [dict(found) for found in rustworkx.vf2_mapping(points, points)])
PY
