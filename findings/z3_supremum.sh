#!/usr/bin/env bash
# Guess: where Optimize says sat, the model has the value of the objective.
# True:  not in Z3 5.4.0 (z3-solver 5.4.0.0) if no model has it: the supremum of x < 1 is 1 - epsilon, that of x >= 0 is
#        oo, and check() says sat; the model has x = 0 both times, far from it. With several objectives and priority=box each
#        value is an optimum by itself, and the model is that of one objective. objectives() shows each maximum as
#        the minimum of its negative.
# Hurts: those who read the answer off the model, or take sat for "an optimum has been found".
. "$(dirname "$0")/common.bash"
pypi z3-solver==5.4.0.0
python - <<'PY' | seen 'Z3 5.4.0
x < 1: sat, value 1 + -1*epsilon, in the model 0
x >= 0: sat, value oo, in the model 0
x <= 1: sat, value 1, in the model 1
box: values 3 3, in the model 3 0, objectives -x -y'
import z3

x, y = z3.Reals("x y")
print("Z3", z3.get_version_string())
for bound in (x < 1, x >= 0, x <= 1):
    solver = z3.Optimize()
    solver.add(bound)
    best = solver.maximize(x)
    print(f"{bound}: {solver.check()}, value {best.value()}, in the model", solver.model().eval(x, model_completion=True))
solver = z3.Optimize()
solver.set(priority="box")
solver.add(x >= 0, y >= 0, x + y <= 3)
both = [solver.maximize(variable) for variable in (x, y)]
solver.check()
print("box: values", *(one.value() for one in both), end=", ")
print("in the model", *(solver.model().eval(one) for one in (x, y)), end=", ")
print("objectives", *solver.objectives())
PY
