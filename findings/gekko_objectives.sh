#!/usr/bin/env bash
# Guess: the last objective holds, the value of a maximum is the maximum, and a variable with integer=True is whole.
# True:  GEKKO 1.3.3 adds objectives up: least x and then least -3 x is least -2 x. The value of a maximum of 16 is -16. By default integers
#        are relaxed, 2.5, with a warning on the screen alone: APPSTATUS is 1, success. With SOLVER=1 they are whole.
# Hurts: those who solve one model for several objectives, or read results by a program.
. "$(dirname "$0")/common.bash"
pypi gekko==1.3.3 numpy==2.4.6
python - <<'PY' | seen 'gekko 1.3.3
least x, then least -3 x: x = 1.000, value -2.000
SOLVER by default: x = 2.500, objfcnval -17.500, APPSTATUS 1, warning True
SOLVER 1: x = 2.000, objfcnval -16.000, APPSTATUS 1, warning False'
import contextlib
import io
from importlib.metadata import version

from gekko import GEKKO

print("gekko", version("gekko"))
model = GEKKO(remote=False)
x = model.Var(lb=0, ub=1)
model.Minimize(x)
model.Minimize(-3 * x)
model.solve(disp=False)
print(f"least x, then least -3 x: x = {x.value[0]:.3f}, value {model.options.objfcnval:.3f}")
for solver in (None, 1):
    model = GEKKO(remote=False)
    if solver:
        model.options.SOLVER = solver
    x, y = (model.Var(lb=0, ub=10, integer=True) for _ in range(2))
    model.Equation(2 * x + 2 * y <= 5)
    model.Maximize(3 * x + 2 * y + 10)
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        model.solve(disp=False)
    print(f"SOLVER {solver or 'by default'}: x = {x.value[0]:.3f}, objfcnval {model.options.objfcnval:.3f}, APPSTATUS {model.options.APPSTATUS}, warning {'relaxed' in said.getvalue()}")
PY
