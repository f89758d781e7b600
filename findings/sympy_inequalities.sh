#!/usr/bin/env bash
# Guess: satisfiable of a formula with inequalities says whether numbers satisfy it.
# True:  satisfiable of sympy 1.14.0 takes each inequality for a variable of its own: x > 0 and x < 0 have a "model" in which
#        both hold, and so have x = 1 and x = 2. Only a comparison and its very negation exclude each other. With
#        use_lra_theory=True it is right for real numbers; for integers it takes x = 1/2 all the same. Z3 5.4.0 is right for both.
# Hurts: those who try whether the constraints of an integer program or of a scheme of scores can hold together.
. "$(dirname "$0")/common.bash"
pypi sympy==1.14.0 z3-solver==5.4.0.0
python - <<'PY' | seen 'sympy 1.14.0 Z3 5.4.0
x > 0, x < 0: sympy satisfiable, with use_lra_theory=True not satisfiable, Z3 not satisfiable
x > 0, x <= 0: sympy not satisfiable, with use_lra_theory=True not satisfiable, Z3 not satisfiable
x = 1, x = 2: sympy satisfiable, with use_lra_theory=True not satisfiable, Z3 not satisfiable
x < y, y < x: sympy satisfiable, with use_lra_theory=True not satisfiable, Z3 not satisfiable
x > 0, x < 1 for integers: sympy satisfiable, with use_lra_theory=True satisfiable, Z3 not satisfiable'
import sympy
import z3
from sympy.logic.inference import satisfiable

def say(holds):
    return "satisfiable" if holds else "not satisfiable"

def by_z3(*conditions):
    solver = z3.Solver()
    solver.add(*conditions)
    return solver.check() == z3.sat

print("sympy", sympy.__version__, "Z3", z3.get_version_string())
x, y = sympy.symbols("x y", real=True)
i = sympy.Symbol("x", integer=True)
u, v, j = z3.Real("x"), z3.Real("y"), z3.Int("x")
for name, formula, conditions in (
    ("x > 0, x < 0", (x > 0) & (x < 0), (u > 0, u < 0)),
    ("x > 0, x <= 0", (x > 0) & (x <= 0), (u > 0, u <= 0)),
    ("x = 1, x = 2", sympy.Eq(x, 1) & sympy.Eq(x, 2), (u == 1, u == 2)),
    ("x < y, y < x", (x < y) & (y < x), (u < v, v < u)),
    ("x > 0, x < 1 for integers", (i > 0) & (i < 1), (j > 0, j < 1)),
):
    plain, theory = satisfiable(formula), satisfiable(formula, use_lra_theory=True)
    print(f"{name}: sympy {say(plain)}, with use_lra_theory=True {say(theory)}, Z3 {say(by_z3(*conditions))}")
PY
