#!/usr/bin/env bash
# Guess: a solver for convex quadratic programs refuses one that is not convex, or says that it found no solution.
# True:  of -x^2 - 2x with x from -10 to 5, least at -10 (-80), ProxQP 0.8.0 gives the largest value as the solution, 1, and so does PIQP
#        0.7.0 with a sparse matrix. Of xy with x and y from -1 to 1, where -1 is least, both and Clarabel 0.11.1 find 0, which
#        is neither. "found" is true each time, through qpsolvers 4.13.0. DAQP, ECOS, HiGHS and OSQP refuse or find nothing.
# Hurts: those who relax quadratic assignment, whose matrix is rarely convex.
. "$(dirname "$0")/common.bash"
pypi qpsolvers==4.13.0 clarabel==0.11.1 daqp==0.11.0 ecos==2.0.14 highspy==1.16.0 osqp==1.1.3 piqp==0.7.0 proxsuite==0.8.0 numpy==2.4.6 scipy==1.17.1
python - 2>/dev/null <<'PY' | grep '^[a-z]*[:,]' | seen 'qpsolvers: 4.13.0
clarabel, -x^2 - 2x: found -80; sparse: found -80
clarabel, xy: found 0; sparse: found 0
daqp, -x^2 - 2x: no solution; sparse: no solution
daqp, xy: no solution; sparse: no solution
ecos, -x^2 - 2x: refused; sparse: refused
ecos, xy: refused; sparse: refused
highs, -x^2 - 2x: no solution; sparse: no solution
highs, xy: no solution; sparse: no solution
osqp, -x^2 - 2x: refused; sparse: refused
osqp, xy: refused; sparse: refused
piqp, -x^2 - 2x: found -80; sparse: found 1
piqp, xy: found 0; sparse: found 0
proxqp, -x^2 - 2x: found 1; sparse: found 1
proxqp, xy: found 0; sparse: found 0'
import warnings
from importlib.metadata import version

import numpy
import qpsolvers
import scipy.sparse

warnings.simplefilter("ignore")  # on the kind of a sparse matrix
print("qpsolvers:", version("qpsolvers"))
PROGRAMS = {"-x^2 - 2x": ([[-2.0]], [-2.0], [-10.0], [5.0]), "xy": ([[0.0, 1.0], [1.0, 0.0]], [0.0, 0.0], [-1.0, -1.0], [1.0, 1.0])}
for solver in sorted(qpsolvers.available_solvers):
    for name, (matrix, *others) in PROGRAMS.items():
        answers = []
        for kind in (numpy.array, scipy.sparse.csc_matrix):
            linear, lower, upper = map(numpy.array, others)
            try:
                solution = qpsolvers.solve_problem(qpsolvers.Problem(kind(matrix), linear, lb=lower, ub=upper), solver=solver)
            except Exception:  # each package has its own
                answers.append("refused")
                continue
            x = solution.x
            answers.append(f"found {round(float(x @ numpy.array(matrix) @ x / 2 + linear @ x), 2) + 0:g}" if solution.found else "no solution")
        print(f"{solver}, {name}: {answers[0]}; sparse: {answers[1]}")
PY
