#!/usr/bin/env bash
# Guess: a graph that NetworKit writes and reads, in its own binary format in particular, is the same graph.
# True:  NetworKit 11.2.2 keeps an edge that is added twice, and reads one of the two from METIS and from its binary format,
#        where numberOfEdges still counts both: 3 edges, of which 2 are there. Edge lists and GML lose it and count 2; GraphML
#        keeps it. The weight of the second edge is lost, not added.
# Hurts: those who store multigraphs (two roles between two nodes), or compute densities and average degrees of what was read.
. "$(dirname "$0")/common.bash"
pypi networkit==11.2.2 numpy==2.4.6 scipy==1.17.1
python - <<'PY' 2>/dev/null | grep -v '^identified' | seen 'NetworKit 11.2.2 numberOfEdges 3 edges 3 weights 2.0 3.0 1.0
NetworkitBinary numberOfEdges 3 edges 2 weights 2.0 1.0
METIS numberOfEdges 3 edges 2 weights 2.0 1.0
EdgeListSpaceZero numberOfEdges 2 edges 2 weights 2.0 1.0
GraphML numberOfEdges 3 edges 3 weights 2.0 3.0 1.0'
import networkit

graph = networkit.Graph(3, weighted=True)
for one, other, weight in ((0, 1, 2.0), (0, 1, 3.0), (1, 2, 1.0)):
    graph.addEdge(one, other, weight)


def show(title, graph):
    edges = list(graph.iterEdgesWeights())
    print(f"{title} numberOfEdges {graph.numberOfEdges()} edges {len(edges)} weights", *(weight for *_, weight in edges))


show(f"NetworKit {networkit.__version__}", graph)
for form in (networkit.Format.NetworkitBinary, networkit.Format.METIS, networkit.Format.EdgeListSpaceZero, networkit.Format.GraphML):
    networkit.writeGraph(graph, form.name, form)
    show(form.name, networkit.readGraph(form.name, form))
PY
