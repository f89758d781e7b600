#!/usr/bin/env bash
# Guess: solveAll of a model that has an objective lists its optima, or is refused, whichever solver is asked.
# True:  OR-Tools 9.15 and Z3 5.4.0 refuse through CPMpy 1.1.1. With Exact 2.2.1 it is right for a minimum, and for a maximum it lists
#        nothing and leaves the status UNSATISFIABLE, although solve() has just found the maximum. Without an objective all three
#        agree.
# Hurts: those who count optimal matches, which are maxima: "no solution" for a problem that has one.
. "$(dirname "$0")/common.bash"
pypi cpmpy==1.1.1 exact==2.2.1 ortools==9.15.6755 z3-solver==5.4.0.0 numpy==2.4.6
python - <<'PY' | seen 'CPMpy 1.1.1 Exact 2.2.1
exact no objective - all 6, status OPTIMAL solve True
exact minimize - all 3, status OPTIMAL solve True, value 0
exact maximize - all 0, status UNSATISFIABLE solve True, value 2
ortools no objective - all 6, status OPTIMAL solve True
ortools minimize - all NotSupportedError solve True, value 0
ortools maximize - all NotSupportedError solve True, value 2
z3 no objective - all 6, status OPTIMAL solve True
z3 minimize - all NotSupportedError solve True, value 0
z3 maximize - all NotSupportedError solve True, value 2'
from importlib.metadata import version

import cpmpy

print("CPMpy", cpmpy.__version__, "Exact", version("exact"))
x, y = (cpmpy.intvar(0, 3, name=name) for name in "xy")
for solver in ("exact", "ortools", "z3"):
    for objective in ({}, {"minimize": x}, {"maximize": x}):
        model, said = cpmpy.Model(x + y <= 2, **objective), []
        try:
            said.append(f"all {model.solveAll(solver=solver)}, status {model.status().exitstatus.name}")
        except Exception as refused:
            said.append(f"all {type(refused).__name__}")
        model = cpmpy.Model(x + y <= 2, **objective)
        said.append(f"solve {model.solve(solver=solver)}" + (f", value {model.objective_value()}" if objective else ""))
        print(solver, *objective or ["no objective"], "-", *said)
PY
