#!/usr/bin/env bash
# Guess: a set of graphs belongs to the graph it was made over, and an edge (2, 1) is the edge (1, 2) wherever it is named.
# True:  Graphillion 2.1 keeps edges by their places. After set_universe of another graph an older set has the same size and lists
#        edges of the new graph. (2, 1) is (1, 2) for `in` and "include", but not among weights: its weight is passed over, and an edge
#        without a weight weighs 1.
# Hurts: those who count subgraphs of two graphs, and those whose weights come from directed graphs: a wrong optimum.
. "$(dirname "$0")/common.bash"
pypi graphillion==2.1
python - <<'PY' | seen "graphillion 2.1
2 sets over the first graph: [('boy', 'want'), ('want', 'go')] [('boy', 'want')]
2 sets after that: [(1, 2), (2, 3)] [(1, 2)]
(2, 1) is there: True and in 2 of 4 sets
weights {(1, 2): 9, (2, 3): 5} heaviest [(1, 2)]
weights {(2, 1): 9, (2, 3): 5} heaviest [(2, 3)]
weights {(2, 1): 0, (2, 3): 0.5} heaviest [(1, 2)]"
from importlib.metadata import version

from graphillion import GraphSet

print("graphillion", version("graphillion"))
GraphSet.set_universe([("boy", "want"), ("want", "go")])
first = GraphSet([[("boy", "want")], [("boy", "want"), ("want", "go")]])
print(len(first), "sets over the first graph:", *sorted(map(str, first)))
GraphSet.set_universe([(1, 2), (2, 3)])
print(len(first), "sets after that:", *sorted(map(str, first)))
single = GraphSet([[(1, 2)], [(2, 3)]])
print("(2, 1) is there:", [(2, 1)] in single, "and in", len(GraphSet({"include": [(2, 1)]})), "of 4 sets")
for weights in ({(1, 2): 9, (2, 3): 5}, {(2, 1): 9, (2, 3): 5}, {(2, 1): 0, (2, 3): 0.5}):
    print("weights", weights, "heaviest", next(single.max_iter(weights)))
PY
