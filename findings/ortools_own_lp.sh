#!/usr/bin/env bash
# Guess: OR-Tools reads the LP files that it writes.
# True:  ModelBuilder of OR-Tools 9.15 writes CPLEX's LP format (export_to_lp_string) and reads lp_solve's
#        (import_from_lp_string), two formats of one name: its own file is refused. A constant of the objective becomes
#        a variable "Constant" fixed to 1.
# Hurts: those who store models as LP, and those who look for one variable for each of theirs.
. "$(dirname "$0")/common.bash"
pypi ortools==9.15.6755
python - 2> log <<'PY' | seen 'OR-Tools 9.15.6755
writes: Maximize, Obj: +7 Constant +3 x +2 y
reads its own LP file: False
reads the one of lp_solve: True
reads its own MPS file: True'
import ortools
from ortools.linear_solver.python import model_builder

model = model_builder.Model()
x, y = model.new_bool_var("x"), model.new_bool_var("y")
model.add(x + y <= 1)
model.maximize(3 * x + 2 * y + 7)
text = model.export_to_lp_string()
print("OR-Tools", ortools.__version__)
print("writes:", ", ".join(line.strip() for line in text.splitlines() if line[:1] != "\\")[:36].strip(", "))
print("reads its own LP file:", model_builder.Model().import_from_lp_string(text))
print("reads the one of lp_solve:", model_builder.Model().import_from_lp_string("max: 3 x + 2 y; r: x + y <= 1; int x, y;"))
print("reads its own MPS file:", model_builder.Model().import_from_mps_string(model.export_to_mps_string()))
PY
