#!/usr/bin/env bash
# Guess: max_clique of networkx's approximation module returns a clique that may be too small, but that no node can be added to, and
#        maximum_independent_set likewise: any greedy search ends at such a set.
# True:  networkx 3.6.1 returns sets that grow by a node at hand: of 300 random graphs of eight nodes 34 cliques and 48 independent sets
#        do. All are cliques and independent sets. The cover of min_weighted_vertex_cover has a node that can be left out in 220.
# Hurts: those who take these for a start or a bound in searches for common subgraphs, or compare heuristics with them.
. "$(dirname "$0")/common.bash"
pypi networkx==3.6.1
python - <<'PY' | seen 'networkx 3.6.1
cliques 300 of 300; a node can be added to 34
independent sets 300 of 300; a node can be added to 48
covers 300; a node can be left out of 220
a graph with the edges (0, 7) (1, 6) (2, 3) (2, 6) (2, 7) (3, 4) (3, 7) (4, 6) (5, 6) (5, 7) has the clique [2, 3]'
import networkx
from networkx.algorithms import approximation


def valid(graph, nodes, joined):
    return all(graph.has_edge(one, other) == joined for one in nodes for other in nodes if one < other)


def grows(graph, nodes, joined):
    return any(valid(graph, {*nodes, node}, joined) for node in graph if node not in nodes)


print("networkx", networkx.__version__)
graphs = [networkx.gnp_random_graph(8, 0.4, seed=seed) for seed in range(300)]
for name, function, joined in (("cliques", approximation.max_clique, True), ("independent sets", approximation.maximum_independent_set, False)):
    found = [(graph, function(graph)) for graph in graphs]
    print(name, sum(valid(*pair, joined) for pair in found), "of 300; a node can be added to", sum(grows(*pair, joined) for pair in found))
covers = [(graph, approximation.min_weighted_vertex_cover(graph)) for graph in graphs]
print("covers 300; a node can be left out of", sum(any(set(graph[node]) <= cover for node in cover) for graph, cover in covers))
graph = graphs[5]
print("a graph with the edges", *graph.edges, "has the clique", sorted(approximation.max_clique(graph)))
PY
