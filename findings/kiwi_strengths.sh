#!/usr/bin/env bash
# Guess: constraints of a greater strength come first, as in Cassowary: a medium one is met before any number of weak ones.
# True:  in kiwisolver 1.5.1 strengths are weights in one sum: 1, 1000 and 1000000. Of x = 0 (medium) and x = 10 (weak), added 1001
#        times, x is 10. A constraint that is written with larger numbers is stronger, too: 1001 x = 10010 (weak) outweighs
#        x = 0 (medium), and 1000001 x = 10000010 (weak) x = 0 (strong). Only required is a class of its own.
# Hurts: those who take strengths for priorities, in layouts of graphs with many nodes, or in other units.
. "$(dirname "$0")/common.bash"
pypi kiwisolver==1.5.1
python - <<'PY' | seen 'kiwisolver 1.5.1 weak 1.0 medium 1000.0 strong 1000000.0
x = 0 (medium), 1 times x = 10 (weak): 0.0
x = 0 (medium), 999 times x = 10 (weak): 0.0
x = 0 (medium), 1001 times x = 10 (weak): 10.0
x = 0 (medium), 999 x = 9990 (weak): 0.0
x = 0 (medium), 1001 x = 10010 (weak): 10.0
x = 0 (strong), 999999 x = 9999990 (weak): 0.0
x = 0 (strong), 1000001 x = 10000010 (weak): 10.0
x = 0 (required), 1000001 x = 10000010 (strong): 0.0'
from importlib.metadata import version

from kiwisolver import Solver, Variable, strength

print("kiwisolver", version("kiwisolver"), "weak", strength.weak, "medium", strength.medium, "strong", strength.strong)
x = Variable("x")


def solve(*constraints):
    solver = Solver()
    for constraint in constraints:
        solver.addConstraint(constraint)
    solver.updateVariables()
    return x.value()


for many in (1, 999, 1001):
    print(f"x = 0 (medium), {many} times x = 10 (weak):", solve((x == 0) | "medium", *((x == 10) | "weak" for _ in range(many))))
for factor, name in ((999, "medium"), (1001, "medium"), (999999, "strong"), (1000001, "strong")):
    print(f"x = 0 ({name}), {factor} x = {10 * factor} (weak):", solve((x == 0) | name, (factor * x == 10 * factor) | "weak"))
print("x = 0 (required), 1000001 x = 10000010 (strong):", solve((x == 0) | "required", (1000001 * x == 10000010) | "strong"))
PY
