#!/usr/bin/env bash
# Guess: x'Px has one value, so an unsymmetric P means (P + P')/2, or is refused, whichever solver is asked.
# True:  through qpsolvers 4.13.0, which hands P on, nine solvers read the upper or the lower half of it and take it for both, without a
#        word. So P and its transpose have two optima, of which neither is that of x'Px/2 (-1.06), and which one it is depends on
#        the solver. DAQP takes a dense P as it is, and the upper half is another one for ProxQP if P is sparse.
# Hurts: those who write the term of a pair once, or have directed graphs, as in relaxed quadratic assignment: wrong optima.
. "$(dirname "$0")/common.bash"
pypi qpsolvers==4.13.0 clarabel==0.11.1 daqp==0.11.0 ecos==2.0.14 highspy==1.16.0 osqp==1.1.3 piqp==0.7.0 proxsuite==0.8.0 quadprog==0.1.14 scs==3.3.1 numpy==2.4.6 scipy==1.17.1
python - 2>&1 <<'PY' | grep -v -e '^Running HiGHS' -e '^Includes' | seen "qpsolvers 4.13.0
clarabel: dense: symmetric -1.06, P -0.73, P' -0.91; sparse: symmetric -1.06, P -0.73, P' -0.91;
daqp: dense: symmetric -1.06, P -1.06, P' -1.06; sparse: symmetric -1.06, P -0.91, P' -1.06;
ecos: dense: symmetric -1.06, P -0.91, P' -0.73; sparse: symmetric -1.06, P -0.91, P' -0.73;
highs: dense: symmetric -1.06, P -0.91, P' -0.73; sparse: symmetric -1.06, P -0.91, P' -0.73;
osqp: dense: symmetric -1.06, P -0.73, P' -0.91; sparse: symmetric -1.06, P -0.73, P' -0.91;
piqp: dense: symmetric -1.06, P -0.73, P' -0.91; sparse: symmetric -1.06, P -0.73, P' -0.91;
proxqp: dense: symmetric -1.06, P -0.91, P' -0.73; sparse: symmetric -1.06, P -0.73, P' -0.91;
quadprog: dense: symmetric -1.06, P -0.73, P' -0.91; sparse: symmetric refused, P refused, P' refused;
scs: dense: symmetric -1.06, P -0.73, P' -0.91; sparse: symmetric -1.06, P -0.73, P' -0.91;"
import warnings
from importlib.metadata import version

import numpy
import qpsolvers
import scipy.sparse

warnings.simplefilter("ignore")  # on the kind of a sparse matrix
print("qpsolvers", version("qpsolvers"))
upper, linear = numpy.array([[2.0, 1.5], [0.0, 2.0]]), numpy.array([-2.0, -1.2])
bounds = {"lb": numpy.full(2, -10.0), "ub": numpy.full(2, 10.0)}


def value(matrix, kind, solver):
    """Return x'Px/2 + q'x at what the solver calls the optimum."""
    try:
        x = qpsolvers.solve_qp(kind(matrix), linear, solver=solver, **bounds)
    except qpsolvers.exceptions.ProblemError:
        return "refused"
    return "none" if x is None else f"{x @ upper @ x / 2 + linear @ x:.2f}"


for solver in sorted(qpsolvers.available_solvers):
    kinds = (("dense", numpy.array), ("sparse", scipy.sparse.csc_matrix))
    print(f"{solver}:", *(f"{name}: symmetric {value((upper + upper.T) / 2, kind, solver)}, P {value(upper, kind, solver)}, P' {value(upper.T, kind, solver)};" for name, kind in kinds))
PY
