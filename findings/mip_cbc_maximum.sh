#!/usr/bin/env bash
# Guess: python-mip gives a maximisation back as one: in objective_values, and in the files that write makes.
# True:  with CBC, python-mip 2.0.0 gives objective_value 13 but objective_values [7.0] for 3 x + 2 y + 10; the LP file
#        minimises the negative objective without the constant, and reads back with the sense MIN and the value -3, where
#        HiGHS's file reads back as MAX and 13. write("p.mps") makes p.mps.mps.gz.
# Hurts: those who list solutions with their values, or exchange models through files.
. "$(dirname "$0")/common.bash"
pypi mip==2.0.0 highsbox==1.15.1 cbcbox==2.935
python - 2> log <<'PY' | grep -v '^$' | seen "python-mip 2.0.0
CBC: objective_value 13, objective_values [7.0]
CBC: files ['p.lp', 'p.mps.mps.gz'], read again: MIN -3
HiGHS: objective_value 13, objective_values NotImplementedError
HiGHS: files ['p.lp', 'p.mps'], read again: MAX 13"
import os
from pathlib import Path

import mip

print("python-mip", mip.__version__)
for solver in (mip.CBC, mip.HIGHS):
    Path(solver).mkdir()
    os.chdir(solver)
    model = mip.Model(sense=mip.MAXIMIZE, solver_name=solver)
    model.verbose = 0
    x, y = (model.add_var(name, var_type=mip.BINARY) for name in "xy")
    model += x + y <= 1, "row"
    model.objective = 3 * x + 2 * y + 10
    model.optimize()
    try:
        values = model.objective_values
    except NotImplementedError as error:
        values = type(error).__name__
    print(f"{solver}: objective_value {model.objective_value:g}, objective_values {values}")
    model.write("p.mps")
    model.write("p.lp")
    again = mip.Model(solver_name=solver)
    again.verbose = 0
    again.read("p.lp")
    again.optimize()
    print(f"{solver}: files {sorted(os.listdir())}, read again: {again.sense} {again.objective_value:g}")
    os.chdir("..")
PY
