#!/usr/bin/env bash
# Guess: after optimize(relax=True), objective_bound is the optimum of the relaxation.
# True:  with HiGHS, python-mip 2.0.0 says 0, for a maximum of 1.5: no upper bound. CBC says 1.5.
# Hurts: those who take bounds from relaxations: 0 is less than what solutions reach.
. "$(dirname "$0")/common.bash"
pypi mip==2.0.0 highsbox==1.15.1 cbcbox==2.935
python - 2> log <<'PY' | grep -E '^[pCH]' | seen "python-mip 2.0.0
CBC: OPTIMAL, value 1.5, bound 1.5
HiGHS: OPTIMAL, value 1.5, bound 0"
import mip

print("python-mip", mip.__version__)
for solver in (mip.CBC, mip.HIGHS):
    model = mip.Model(sense=mip.MAXIMIZE, solver_name=solver)
    model.verbose = 0
    x = [model.add_var(name, var_type=mip.BINARY) for name in "xyz"]
    for one, other in ((0, 1), (1, 2), (0, 2)):
        model += x[one] + x[other] <= 1
    model.objective = mip.xsum(x)
    status = model.optimize(relax=True).name
    print(f"{solver}: {status}, value {model.objective_value:g}, bound {model.objective_bound:g}")
PY
