#!/usr/bin/env bash
# Guess: the nodes of a TSPLIB problem are 1 to n, as in the format and its tours, also where distances are given as a matrix.
# True:  tsplib95 0.7.1 numbers them from 0 if the file has a matrix alone: get_weight(1, 2) is the distance of the second and the third.
#        If the same file also has places for a drawing (DISPLAY_DATA_SECTION), they are 1 to n. And the graph
#        of a complete problem has a loop of weight 0 at each node.
# Hurts: those who compute the length of a published tour, or count edges and degrees of get_graph().
. "$(dirname "$0")/common.bash"
pypi tsplib95==0.7.1
python - <<'PY' | seen 'tsplib95 0.7.1
matrix: nodes 0 1 2, distance of 1 and 2: 30, edges 6, loops 3
matrix and places: nodes 1 2 3, distance of 1 and 2: 10, edges 6, loops 3'
from importlib.metadata import version

import networkx
import tsplib95

print("tsplib95", version("tsplib95"))
head = "NAME: three\nTYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\n"
matrix = "EDGE_WEIGHT_SECTION\n10 20\n30\n"
places = "DISPLAY_DATA_SECTION\n1 0 0\n2 1 0\n3 0 1\n"
for name, text in (("matrix", head + matrix), ("matrix and places", head + "DISPLAY_DATA_TYPE: TWOD_DISPLAY\n" + matrix + places)):
    problem = tsplib95.parse(text)
    graph = problem.get_graph()
    print(f"{name}: nodes", *problem.get_nodes(), end=", ")
    print(f"distance of 1 and 2: {problem.get_weight(1, 2)}, edges {graph.number_of_edges()}", end=", ")
    print("loops", networkx.number_of_selfloops(graph))
PY
