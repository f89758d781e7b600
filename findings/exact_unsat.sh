#!/usr/bin/env bash
# Guess: a pseudo-Boolean optimiser that has found and proved an optimum says so, or SAT.
# True:  Exact 2.2.1 (made after RoundingSat) answers UNSAT: nothing better is left. The optimum is in getBestSoFar().
#        A problem without a solution gets the same word. Asked again with toOptimum(), it says UNSAT and 0.
# Hurts: those who take the word for "no solution", as in the competitions.
. "$(dirname "$0")/common.bash"
pypi exact==2.2.1
python - <<'PY' | seen "Exact 2.2.1
at most one of x, y: UNSAT, has a solution: True, best 3, toOptimum ('UNSAT', 0)
and at least two: UNSAT, has a solution: False"
from importlib.metadata import version

import exact

print("Exact", version("exact"))
for what, least in (("at most one of x, y", 0), ("and at least two", 2)):
    solver = exact.Exact()
    solver.addVariable("x")
    solver.addVariable("y")
    solver.addConstraint([(1, "x"), (1, "y")], True, least, True, 1)
    solver.setObjective([(3, "x"), (2, "y")], False)
    answer = solver.runFull(True)
    print(f"{what}: {answer}, has a solution: {solver.hasSolution()}", end="")
    print(f", best {solver.getBestSoFar()}, toOptimum {solver.toOptimum()}" if solver.hasSolution() else "")
PY
