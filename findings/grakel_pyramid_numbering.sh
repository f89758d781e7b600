#!/usr/bin/env bash
# Guess: a normalised graph kernel of two isomorphic graphs is 1, whatever the numbers of their nodes.
# True:  the pyramid match kernel of grakel 0.1.11 places nodes by the eigenvectors of the adjacency matrix, which are not
#        determined where eigenvalues are equal, as in a node with several like neighbours: of stars and of renumbered copies
#        of them most have kernels below 1. Paths, whose eigenvalues differ, have 1. The Weisfeiler-Lehman
#        kernel is 1 for all.
# Hurts: those who take it for the similarity of meaning graphs, where a concept has several roles, and variables no order.
. "$(dirname "$0")/common.bash"
pypi grakel==0.1.11 networkx==3.6.1 numpy==2.4.6
python -W ignore - <<'PY' | seen 'grakel 0.1.11, 40 graphs and renumbered copies
path: PyramidMatch 1 for all, WeisfeilerLehman 1 for all
star: PyramidMatch below 1 for most, WeisfeilerLehman 1 for all'
import random
from importlib.metadata import version

import networkx
from grakel import graph_from_networkx
from grakel.kernels import PyramidMatch, VertexHistogram, WeisfeilerLehman

rng = random.Random(0)

def renumbered(graph):
    return networkx.relabel_nodes(graph, dict(zip(graph, rng.sample([*graph], len(graph)))))

def in_order(graph):
    made = networkx.Graph()
    made.add_nodes_from(sorted(graph.nodes(data=True)))
    made.add_edges_from(graph.edges)
    return made

def labelled(graph):
    for node in graph:
        graph.nodes[node]["label"] = rng.choice("ab")
    return graph

print("grakel", version("grakel") + ", 40 graphs and renumbered copies")
for name, make in (("path", networkx.path_graph(6)), ("star", networkx.star_graph(5))):
    print(name, end=":")
    graphs = [labelled(make.copy()) for _ in range(40)]
    pairs = [[*graph_from_networkx([graph, in_order(renumbered(graph))], node_labels_tag="label")] for graph in graphs]
    for kernel in (PyramidMatch, WeisfeilerLehman):
        options = {"base_graph_kernel": VertexHistogram} if kernel is WeisfeilerLehman else {}
        ones = sum(kernel(normalize=True, **options).fit_transform(pair)[0, 1] > 0.999 for pair in pairs)
        words = {40: "1 for all"}.get(int(ones), "below 1 for most" if ones < 20 else f"1 for {ones}")
        print("", kernel.__name__, words, end="," if kernel is PyramidMatch else "\n")
PY
