#!/usr/bin/env bash
# Guess: a maximum flow problem in DIMACS format is directed, as its lines are arcs, and igraph reads what it has written from a directed
#        graph as a directed graph.
# True:  igraph 1.0.0 reads it as an undirected graph unless told otherwise (directed=True): the arc from 2 to 1 carries a flow from
#        1 to 2, and the largest flow of a network without a way from source to sink is 4. networkx 3.6.1, given the same arcs, says 0.
# Hurts: those who compute cuts or bounds from files of flow problems.
. "$(dirname "$0")/common.bash"
pypi igraph==1.0.0 networkx==3.6.1
python - <<'PY' | seen "igraph 1.0.0 networkx 3.6.1
c created by igraph
p max 3 2
n 1 s
n 3 t
a 2 1 4
a 2 3 4
igraph {} undirected flow 4.0
igraph {'directed': True} directed flow 0.0
networkx flow 0"
import igraph
import networkx

print("igraph", igraph.__version__, "networkx", networkx.__version__)
network = igraph.Graph([(1, 0), (1, 2)], directed=True)
network.es["capacity"] = [4, 4]
network.write_dimacs("flow.max", 0, 2)
print(*open("flow.max"), sep="", end="")
for options in ({}, {"directed": True}):
    graph = igraph.Graph.Read_DIMACS("flow.max", **options)
    print("igraph", options, "directed" if graph.is_directed() else "undirected", "flow", graph.maxflow_value(graph["source"], graph["target"], "capacity"))
graph = networkx.DiGraph()
graph.add_edges_from(network.get_edgelist(), capacity=4)
print("networkx flow", networkx.maximum_flow_value(graph, 0, 2))
PY
