#!/usr/bin/env bash
# Guess: the element-wise difference on the union of two sparse matrices has -7 where only the second has 7, and the mean of two
#        numbers lies between them.
# True:  ewise_add of python-graphblas 2025.2.0 (SuiteSparse) takes the one value that is there as it is, whatever the operator: with
#        minus 7, and with < True. A - B and ewise_union fill in 0. And sums are of the type of the entries: of 100 and 100 in
#        8 bits the sum is -56, and the mean, a double, -28. NumPy says 200 and 100.
# Hurts: those who subtract adjacency matrices, or average small counts and similarities of images.
. "$(dirname "$0")/common.bash"
pypi 'python-graphblas[default]==2025.2.0' numpy==2.4.6
python - <<'PY' | seen 'python-graphblas 2025.2.0 numpy 2.4.6
only the second has 7: ewise_add 7, A - B -7, ewise_union -7
only the first has 2: ewise_add of < True
100 and 100 in 8 bits: sum -56, mean -28.0; NumPy 200 100.0'
from importlib.metadata import version

import numpy
from graphblas import Matrix, Vector, agg, binary, monoid

print("python-graphblas", version("python-graphblas"), "numpy", numpy.__version__)
first = Matrix.from_coo([0, 0], [0, 1], [1, 2], nrows=2, ncols=2)
second = Matrix.from_coo([0, 1], [0, 0], [5, 7], nrows=2, ncols=2)
added = first.ewise_add(second, binary.minus).new()
union = first.ewise_union(second, binary.minus, 0, 0).new()
difference = (first - second).new()
print(f"only the second has 7: ewise_add {added[1, 0].value}, A - B {difference[1, 0].value}, ewise_union {union[1, 0].value}")
print("only the first has 2: ewise_add of <", first.ewise_add(second, binary.lt).new()[0, 1].value)
small = numpy.array([100, 100], dtype=numpy.int8)
vector = Vector.from_dense(small)
print(f"100 and 100 in 8 bits: sum {vector.reduce(monoid.plus).new().value}, mean {vector.reduce(agg.mean).new().value}", end="; ")
print("NumPy", small.sum(), small.mean())
PY
