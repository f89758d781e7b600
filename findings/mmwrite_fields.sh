#!/usr/bin/env bash
# Guess: mmwrite writes a matrix so that mmread gives it back, and refuses a field or a symmetry that the matrix has not.
# True:  scipy 1.17.1 with field="integer" drops fractions, with symmetry="symmetric" the upper half, whatever it has. By itself it finds a
#        matrix of 8 bits with 255 and 1 skew-symmetric, as 255 is -1 there: 255 comes back as -1.
# Hurts: those who store similarities, directed graphs or counts as Matrix Market files.
. "$(dirname "$0")/common.bash"
pypi scipy==1.17.1 numpy==2.4.6
python - <<'PY' | seen 'scipy 1.17.1
2.7 0 0 -3.9, as integer: [[2, 0], [0, -3]] integer symmetric
0 5 7 0, as symmetric: [[0.0, 7.0], [7.0, 0.0]] real symmetric
0 255 1 0, in 8 bits: [[0, -1], [1, 0]] integer skew-symmetric
0 254 1 0, in 8 bits: [[0, 254], [1, 0]] integer general'
import io

import numpy
import scipy
from scipy.io import mmread, mmwrite
from scipy.sparse import coo_matrix


def again(rows, kind=float, **options):
    file = io.BytesIO()
    mmwrite(file, coo_matrix(numpy.array(rows, dtype=kind)), **options)
    return mmread(io.BytesIO(file.getvalue())).toarray().tolist(), file.getvalue().decode().split("\n")[0].split(" ", 3)[-1]


print("scipy", scipy.__version__)
print("2.7 0 0 -3.9, as integer:", *again([[2.7, 0], [0, -3.9]], field="integer"))
print("0 5 7 0, as symmetric:", *again([[0, 5], [7, 0]], symmetry="symmetric"))
print("0 255 1 0, in 8 bits:", *again([[0, 255], [1, 0]], numpy.uint8))
print("0 254 1 0, in 8 bits:", *again([[0, 254], [1, 0]], numpy.uint8))
PY
