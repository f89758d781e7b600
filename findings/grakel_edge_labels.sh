#!/usr/bin/env bash
# Guess: graph kernels see labels of edges that are handed to them with the graph, or refuse them.
# True:  in grakel 0.1.11 the Weisfeiler-Lehman kernels and the shortest-path kernel take them and do not look at them: two
#        graphs that differ in a role alone have the similarity 1. Edge histograms and pairs of neighbourhoods do look.
# Hurts: those who compare meaning graphs by kernels: who bites and who is bitten is the same.
. "$(dirname "$0")/common.bash"
pypi grakel==0.1.11 networkx==3.6.1 numpy==2.4.6
python -W ignore - <<'PY' | seen 'grakel 0.1.11
WeisfeilerLehman 1.0
WeisfeilerLehmanOptimalAssignment 1.0
ShortestPath 1.0
EdgeHistogram 0.0
NeighborhoodSubgraphPairwiseDistance 0.25'
from importlib.metadata import version

import grakel
import networkx
from grakel.kernels import (
    EdgeHistogram,
    NeighborhoodSubgraphPairwiseDistance,
    ShortestPath,
    VertexHistogram,
    WeisfeilerLehman,
    WeisfeilerLehmanOptimalAssignment,
)

def graph(role):
    made = networkx.DiGraph()
    made.add_nodes_from([("b", {"concept": "bite-01"}), ("d", {"concept": "dog"})])
    made.add_edge("b", "d", role=role)
    made.add_edge("d", "b", role=f"{role}-of")
    return made

print("grakel", version("grakel"))
pair = [*grakel.graph_from_networkx([graph("ARG0"), graph("ARG1")], node_labels_tag="concept", edge_labels_tag="role")]
for kernel in (
    WeisfeilerLehman(base_graph_kernel=VertexHistogram, normalize=True),
    WeisfeilerLehmanOptimalAssignment(normalize=True),
    ShortestPath(normalize=True),
    EdgeHistogram(normalize=True),
    NeighborhoodSubgraphPairwiseDistance(normalize=True),
):
    print(type(kernel).__name__, round(float(kernel.fit_transform(pair)[0, 1]), 2))
PY
