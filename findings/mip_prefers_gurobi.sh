#!/usr/bin/env bash
# Guess: installing one more solver package changes no program that did not ask for it.
# True:  python-mip 2.0.0 takes Gurobi as soon as gurobipy is installed, before its own CBC or HiGHS, and then stops for want of a
#        licence, though gurobipy itself solves small problems with the one it brings. With it smatchpp 1.8.0, whose exact
#        solver is python-mip's choice, does not run. Model(solver_name=...) is not affected.
# Hurts: comparisons of solvers in one environment, in which smatchpp and others that use python-mip run beside Gurobi.
. "$(dirname "$0")/common.bash"
pypi smatchpp==1.8.0 mip==2.0.0 cbcbox==2.935 highsbox==1.15.1
cat > score.py <<'PY'
import logging

import mip

logging.disable()
try:
    print("chosen:", mip.Model().solver_name)
    from smatchpp import Smatchpp, solvers

    print("F1", Smatchpp(alignmentsolver=solvers.ILP()).score_pair("(a / a)", "(a / b)")["main"]["F1"])
except mip.exceptions.InterfacingError as error:
    print("InterfacingError:", error)
print("by name:", mip.Model(solver_name="CBC").solver_name)
PY
cat > gurobi.py <<'PY'
import gurobipy

quiet = gurobipy.Env(empty=True)
quiet.setParam("OutputFlag", 0)
quiet.start()
model = gurobipy.Model(env=quiet)
model.addVar(ub=1, obj=-1)
model.optimize()
print("gurobipy itself:", "optimal" if model.Status == gurobipy.GRB.OPTIMAL else model.Status)
PY
{
    pip list 2>/dev/null | grep -E '^(mip|smatchpp)' | tr -s ' '
    python score.py 2>/dev/null
    pip -qq --disable-pip-version-check install gurobipy==13.0.3
    echo "with gurobipy 13.0.3:"
    python score.py 2>/dev/null
    python gurobi.py
} | seen 'mip 2.0.0
smatchpp 1.8.0
chosen: CBC
F1 50.0
by name: CBC
with gurobipy 13.0.3:
InterfacingError: Gurobi environment could not be loaded, check your license.
by name: CBC
gurobipy itself: optimal'
