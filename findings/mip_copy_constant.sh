#!/usr/bin/env bash
# Guess: Model.copy() of python-mip is the same model.
# True:  with CBC the copy of python-mip 2.0.0 has no constant in its objective: 3 where the model has 13. With HiGHS it has.
# Hurts: those who copy a model for each branch or each seed, and compare values.
. "$(dirname "$0")/common.bash"
pypi mip==2.0.0 highsbox==1.15.1 cbcbox==2.935
python - <<'PY' | grep -E '^(python-mip|CBC|HIGHS) ' | seen 'python-mip 2.0.0 cbcbox 2.935 highsbox 1.15.1
CBC model 13.0 copy 3.0
HIGHS model 13.0 copy 13.0'
from importlib.metadata import version

import mip

print("python-mip", version("mip"), "cbcbox", version("cbcbox"), "highsbox", version("highsbox"))
for solver in ("CBC", "HIGHS"):
    model = mip.Model(solver_name=solver, sense=mip.MAXIMIZE)
    x, y = (model.add_var(name, var_type=mip.BINARY) for name in "xy")
    model += x + y <= 1
    model.objective = 3 * x + 2 * y + 10
    values = []
    for each in (model, model.copy()):
        each.verbose = 0
        each.optimize()
        values.append(each.objective_value)
    print(solver, "model", values[0], "copy", values[1])
PY
