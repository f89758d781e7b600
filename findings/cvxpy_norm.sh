#!/usr/bin/env bash
# Guess: norm(A @ P - P @ B) of matrices is the Frobenius norm, as numpy.linalg.norm is.
# True:  in CVXPY 1.9.3 it is the largest singular value. Both are 0 for isomorphic graphs; for others the relaxations of
#        graph matching that minimise them have other values, and other P. norm(..., "fro") is the Frobenius norm.
# Hurts: those who relax graph matching to doubly stochastic matrices and compare with published bounds.
. "$(dirname "$0")/common.bash"
pypi cvxpy==1.9.3 clarabel==0.11.1 networkx==3.6.1 numpy==2.4.6 scipy==1.17.1
python - <<'PY' | seen 'CVXPY 1.9.3 NumPy 2.4.6
[[1, 2], [3, 4]]: numpy.linalg.norm 5.477 cvxpy.norm 5.465 fro 5.477
star and path of 5, norm least 1.04 Frobenius norm there 1.17
star and path of 5, fro least 1.12 Frobenius norm there 1.12'
import cvxpy
import networkx
import numpy

print("CVXPY", cvxpy.__version__, "NumPy", numpy.__version__)
matrix = numpy.array([[1.0, 2.0], [3.0, 4.0]])
print("[[1, 2], [3, 4]]: numpy.linalg.norm", round(numpy.linalg.norm(matrix), 3), "cvxpy.norm", round(float(cvxpy.norm(cvxpy.Constant(matrix)).value), 3), end=" ")
print("fro", round(float(cvxpy.norm(cvxpy.Constant(matrix), "fro").value), 3))
left, right = (networkx.to_numpy_array(graph) for graph in (networkx.star_graph(4), networkx.path_graph(5)))
for order in (None, "fro"):
    plan = cvxpy.Variable((5, 5), nonneg=True)
    difference = left @ plan - plan @ right
    doubly = [cvxpy.sum(plan, axis=axis) == 1 for axis in (0, 1)]
    value = cvxpy.Problem(cvxpy.Minimize(cvxpy.norm(difference, *[order] * bool(order))), doubly).solve(solver=cvxpy.CLARABEL)
    print("star and path of 5,", order or "norm", "least", round(float(value), 2), "Frobenius norm there", round(float(numpy.linalg.norm(difference.value)), 2))
PY
