#!/usr/bin/env bash
# Guess: scipy's linear_sum_assignment is exact for whole numbers, as its costs of type int64 suggest.
# True:  scipy 1.17.1 computes in doubles: between 2^53 and 2^53 + 1 it takes the worse, without a warning. And
#        quadratic_assignment sums in the type of its arrays: with uint8, as images and small distances have, the value
#        it returns is too small by a multiple of 256.
# Hurts: those who scale weights to whole numbers to be exact.
. "$(dirname "$0")/common.bash"
pypi scipy==1.17.1
python -W ignore - <<'PY' | seen 'scipy 1.17.1
int64: found 2^53 + 1, best 2^53 + 0
uint8: value 788 of [0 1 2 3], which costs 2580
int64: value 2580 of [0 1 2 3], which costs 2580'
import numpy
import scipy
from scipy.optimize import linear_sum_assignment, quadratic_assignment

print("scipy", scipy.__version__)
costs = numpy.array([[2**53 + 1, 2**53], [0, 0]])
found = linear_sum_assignment(costs)
print(f"{costs.dtype}: found 2^53 + {costs[found].sum() - 2**53}, best 2^53 + 0")
flow = numpy.array([[0, 5, 2, 1], [0, 0, 3, 9], [4, 0, 0, 0], [1, 0, 7, 0]], dtype=numpy.uint8)
distance = 30 * numpy.array([[0, 1, 2, 8], [4, 0, 4, 1], [3, 3, 0, 6], [1, 2, 5, 0]], dtype=numpy.uint8)
for kind in (numpy.uint8, numpy.int64):
    a, b = flow.astype(kind), distance.astype(kind)
    found = quadratic_assignment(a, b, method="2opt", options={"partial_match": [[0, 0], [1, 1], [2, 2], [3, 3]]})
    p = found.col_ind
    print(f"{kind.__name__}: value {found.fun} of {p}, which costs {(flow.astype(int) * distance.astype(int)[p][:, p]).sum()}")
PY
