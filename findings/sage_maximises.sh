#!/usr/bin/env bash
# Guess: a linear program minimises unless told otherwise, and its variables are at least 0, as in files of the LP format.
# True:  MixedIntegerLinearProgram of Sage (passagemath-polyhedra 10.8.13) maximises, and its variables have no bounds: the value of
#        3 x + 2 y where one of the two is chosen is 3, and the least x with x >= -3 is -3.
# Hurts: those who move a model from a library that minimises, as PuLP, python-mip and highspy do: a wrong optimum.
. "$(dirname "$0")/common.bash"
pypi passagemath-polyhedra==10.8.13 passagemath-glpk==10.8.13
python - 2>/dev/null <<'PY' | seen "passagemath-polyhedra 10.8.13 passagemath-glpk 10.8.13
3 x + 2 y with x + y = 1  3.0
3 x + 2 y with x + y = 1 {'maximization': False} 2.0
least x with x >= -3: -3.0"
from importlib.metadata import version

from sage.numerical.mip import MixedIntegerLinearProgram

print("passagemath-polyhedra", version("passagemath-polyhedra"), "passagemath-glpk", version("passagemath-glpk"))
for options in ({}, {"maximization": False}):
    program = MixedIntegerLinearProgram(solver="GLPK", **options)
    chosen = program.new_variable(binary=True)
    program.set_objective(3 * chosen[0] + 2 * chosen[1])
    program.add_constraint(chosen[0] + chosen[1] == 1)
    print("3 x + 2 y with x + y = 1", options or "", program.solve())
program = MixedIntegerLinearProgram(solver="GLPK", maximization=False)
x = program.new_variable()
program.set_objective(x[0])
program.add_constraint(x[0] >= -3)
print("least x with x >= -3:", program.solve())
PY
