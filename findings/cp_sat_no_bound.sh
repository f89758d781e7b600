#!/usr/bin/env bash
# Guess: best_objective_bound of CP-SAT is a bound of the optimum whenever solve has returned, or is infinite.
# True:  in OR-Tools 9.15 it is 0, and objective_value is 0, too, when the search ended before it had anything (UNKNOWN), and
#        when the problem has no solution (INFEASIBLE): below, 0 as an upper bound of a maximum that is at least 10.
# Hurts: those who log values and bounds of all runs: a time limit gives a false bound, and a gap of 0.
. "$(dirname "$0")/common.bash"
pypi ortools==9.15.6755
python - <<'PY' | seen 'OR-Tools 9.15.6755
x + y <= 1, 60 s: OPTIMAL 13.0 13.0
x + y <= 1, 0 s: UNKNOWN 0.0 0.0
x + y <= -1, 60 s: INFEASIBLE 0.0 0.0'
from ortools import __version__
from ortools.sat.python import cp_model

print("OR-Tools", __version__)
for right, seconds in ((1, 60.0), (1, 0.0), (-1, 60.0)):
    model = cp_model.CpModel()
    x, y = model.new_bool_var("x"), model.new_bool_var("y")
    model.add(x + y <= right)
    model.maximize(3 * x + 2 * y + 10)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model)
    print(f"x + y <= {right}, {seconds:g} s:", solver.status_name(status), solver.objective_value, solver.best_objective_bound)
PY
