#!/usr/bin/env bash
# Guess: max_seconds_same_incumbent and max_nodes_same_incumbent end a search that has not improved for so long; a generous
#        limit changes nothing.
# True:  python-mip 2.0.0 hands them to CBC (cbcbox 2.935) under names that it does not know: the search ends before it begins,
#        as NO_SOLUTION_FOUND, also for a problem that is solved in an instant. With HiGHS the limit in
#        seconds is a NotImplementedError, and the one in nodes is taken.
# Hurts: those who compare solvers under such limits: CBC seems to find nothing.
. "$(dirname "$0")/common.bash"
pypi mip==2.0.0 highsbox==1.15.1 cbcbox==2.935
python - <<'PY' 2>/dev/null | grep -E '^(python-mip|CBC|HIGHS) ' | seen 'python-mip 2.0.0 cbcbox 2.935 highsbox 1.15.1
CBC OPTIMAL 3.0
CBC max_seconds OPTIMAL 3.0
CBC max_seconds_same_incumbent NO_SOLUTION_FOUND 
CBC max_nodes_same_incumbent NO_SOLUTION_FOUND 
HIGHS OPTIMAL 3.0
HIGHS max_seconds OPTIMAL 3.0
HIGHS max_seconds_same_incumbent NotImplementedError 
HIGHS max_nodes_same_incumbent OPTIMAL 3.0'
from importlib.metadata import version

import mip

print("python-mip", version("mip"), "cbcbox", version("cbcbox"), "highsbox", version("highsbox"))
for solver in ("CBC", "HIGHS"):
    for limit in ({}, {"max_seconds": 600}, {"max_seconds_same_incumbent": 600}, {"max_nodes_same_incumbent": 10**6}):
        model = mip.Model(solver_name=solver, sense=mip.MAXIMIZE)
        model.verbose = 0
        x, y = (model.add_var(name, var_type=mip.BINARY) for name in "xy")
        model += x + y <= 1
        model.objective = 3 * x + 2 * y
        try:
            status = model.optimize(**limit).name
        except NotImplementedError:
            status = "NotImplementedError"
        print(solver, *limit, status, model.objective_value if model.num_solutions else "")
PY
