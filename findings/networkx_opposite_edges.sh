#!/usr/bin/env bash
# Guess: of two opposite edges an undirected multigraph has two parallel ones, as it may; an undirected graph keeps one of them, always
#        the same one.
# True:  networkx 3.6.1 makes one edge of them: MultiGraph(digraph) has the first one's role, Graph(digraph) and to_undirected() the
#        last one's. to_undirected() of a MultiDiGraph, whose two edges both have the key 0, gives a MultiGraph with one edge as
#        well. With keys of their own both stay.
# Hurts: those who take a meaning graph for undirected (components, distances, matching): one of two roles is gone, and degrees fall.
. "$(dirname "$0")/common.bash"
pypi networkx==3.6.1
python - <<'PY' | seen 'networkx 3.6.1
Graph(digraph): ARG1
digraph.to_undirected(): ARG1
MultiGraph(digraph): ARG0
multidigraph.to_undirected(): ARG1
multidigraph with keys, to_undirected(): ARG0 ARG1'
import networkx

def roles(name, graph):
    print(f"{name}:", *sorted(role for _, _, role in graph.edges(data="role")))

print("networkx", networkx.__version__)
digraph = networkx.DiGraph()
digraph.add_edge("want", "boy", role="ARG0")
digraph.add_edge("boy", "want", role="ARG1")
roles("Graph(digraph)", networkx.Graph(digraph))
roles("digraph.to_undirected()", digraph.to_undirected())
roles("MultiGraph(digraph)", networkx.MultiGraph(digraph))
roles("multidigraph.to_undirected()", networkx.MultiDiGraph(digraph).to_undirected())
keys = networkx.MultiDiGraph()
for source, target, role in digraph.edges(data="role"):
    keys.add_edge(source, target, key=role, role=role)
roles("multidigraph with keys, to_undirected()", keys.to_undirected())
PY
