#!/usr/bin/env bash
# Guess: score is the value of the objective that the documentation of graph_match gives: minus the squared differences of the
#        two matched matrices, 0 for equal graphs. At least equal matches have equal scores.
# True:  graph_match of graspologic 3.4.4 returns the sum of products instead, to which each common edge gives 2: 8 for equal
#        paths of five nodes. With padding="adopted" and a path of seven nodes the same match scores 33, since pairs of nodes
#        without an edge count, too: three nodes without edges, matched with four, score 9.
# Hurts: those who compare scores of two paddings or programs, or take 0 for equal.
. "$(dirname "$0")/common.bash"
pypi graspologic==3.4.4 numpy==1.26.4
python -W ignore - <<'PY' | seen 'graspologic 3.4.4
paths of 5 and 5, naive: score 8, common edges 4, squared differences 0
paths of 5 and 7, naive: score 8, common edges 4, squared differences 0
paths of 5 and 7, adopted: score 33, common edges 4, squared differences 0
no edges, 3 and 4, naive: score 0, common edges 0, squared differences 0
no edges, 3 and 4, adopted: score 9, common edges 0, squared differences 0'
from importlib.metadata import version

import numpy
from graspologic.match import graph_match

def path(size):
    matrix = numpy.zeros((size, size))
    for node in range(size - 1):
        matrix[node, node + 1] = matrix[node + 1, node] = 1
    return matrix

def matched(one, other, result):
    """Return the two matrices in the order of the match."""
    rows, columns = result.indices_A, result.indices_B
    return one[numpy.ix_(rows, rows)], other[numpy.ix_(columns, columns)]

print("graspologic", version("graspologic"))
for name, padding, one, other in (
    ("paths of 5 and 5", "naive", path(5), path(5)),
    ("paths of 5 and 7", "naive", path(5), path(7)),
    ("paths of 5 and 7", "adopted", path(5), path(7)),
    ("no edges, 3 and 4", "naive", numpy.zeros((3, 3)), numpy.zeros((4, 4))),
    ("no edges, 3 and 4", "adopted", numpy.zeros((3, 3)), numpy.zeros((4, 4))),
):
    seeds = numpy.array([[node, node] for node in range(len(one))])
    result = graph_match(one, other, padding=padding, partial_match=seeds, rng=1)
    left, right = matched(one, other, result)
    print(f"{name}, {padding}: score {result.score:g}, common edges {(left * right).sum() / 2:g},", end=" ")
    print(f"squared differences {((left - right) ** 2).sum():g}")
PY
