#!/usr/bin/env bash
# Guess: networkx reads the edge lists and adjacency lists that it writes: a # is a comment at the beginning of a line, if at all.
# True:  networkx 3.6.1 cuts every line at a #, wherever it stands, and write_edgelist and write_adjlist write names with one as they
#        are. Of the edge between C# and b nothing is left in the edge list; the adjacency list has a node C without neighbours.
#        With comments=None, or a sign that no name has, the graph comes back. GML and GraphML keep it.
# Hurts: those whose nodes are words, tags or identifiers with a #: edges are gone, and nothing is said.
. "$(dirname "$0")/common.bash"
pypi networkx==3.6.1
python - <<'PY' | seen 'networkx 3.6.1
written: nodes C# b d e, edges C#-b d-e
edgelist: nodes d e, edges d-e
adjlist: nodes C b d e, edges d-e
edgelist, comments=None: nodes C# b d e, edges C#-b d-e'
import io

import networkx

def show(name, graph):
    print(f"{name}: nodes", *sorted(graph), end=", ")
    print("edges", *sorted("-".join(sorted(edge)) for edge in graph.edges))

def again(write, read, **options):
    file = io.BytesIO()
    write(graph, file)
    file.seek(0)
    return read(file, **options)

print("networkx", networkx.__version__)
graph = networkx.Graph([("C#", "b"), ("d", "e")])
show("written", graph)
show("edgelist", again(networkx.write_edgelist, networkx.read_edgelist))
show("adjlist", again(networkx.write_adjlist, networkx.read_adjlist))
show("edgelist, comments=None", again(networkx.write_edgelist, networkx.read_edgelist, comments=None))
PY
