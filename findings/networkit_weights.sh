#!/usr/bin/env bash
# Guess: NetworKit reads the weights of a weighted GraphML or GML file; whole numbers are weights as fractions are.
# True:  NetworKit 11.2.2 reads weights of the type double from GraphML. If all are whole numbers (type long, as networkx
#        3.6.1 writes them) the graph is unweighted; if some are, these are 0. From GML no weight is read, and none is
#        written.
# Hurts: those who count co-occurrences or matched triples as weights, and compute paths or matchings of largest weight.
. "$(dirname "$0")/common.bash"
pypi networkit==11.2.2 networkx==3.6.1 numpy==2.4.6 scipy==1.17.1
python - <<'PY' 2>/dev/null | grep -v '^identified' | seen 'NetworKit 11.2.2 networkx 3.6.1
weights 2.5 3.5 in g.graphml: weighted 2.5 3.5
weights 2.5 3.5 in g.gml: unweighted 1.0 1.0
weights 3 5 in g.graphml: unweighted 1.0 1.0
weights 3 5 in g.gml: unweighted 1.0 1.0
weights 2.5 3 in g.graphml: weighted 2.5 0.0
weights 2.5 3 in g.gml: unweighted 1.0 1.0
its own weights 2.5 3 in own.graphml: weighted 2.5 3.0
its own weights 2.5 3 in own.gml: unweighted 1.0 1.0
its own weights 2.5 3 in own.metis: weighted 2.5 3.0'
import networkit
import networkx

print("NetworKit", networkit.__version__, "networkx", networkx.__version__)


def show(title, graph):
    print(title, "weighted" if graph.isWeighted() else "unweighted", *(weight for *_, weight in graph.iterEdgesWeights()))


for weights in ((2.5, 3.5), (3, 5), (2.5, 3)):
    graph = networkx.Graph()
    graph.add_weighted_edges_from((node, node + 1, weight) for node, weight in enumerate(weights))
    networkx.write_graphml(graph, "g.graphml")
    networkx.write_gml(graph, "g.gml")
    for name, form in (("g.graphml", networkit.Format.GraphML), ("g.gml", networkit.Format.GML)):
        show(f"weights {weights[0]} {weights[1]} in {name}:", networkit.readGraph(name, form))
graph = networkit.Graph(3, weighted=True)
graph.addEdge(0, 1, 2.5)
graph.addEdge(1, 2, 3)
for name, form in (("own.graphml", networkit.Format.GraphML), ("own.gml", networkit.Format.GML), ("own.metis", networkit.Format.METIS)):
    networkit.writeGraph(graph, name, form)
    show(f"its own weights 2.5 3 in {name}:", networkit.readGraph(name, form))
PY
