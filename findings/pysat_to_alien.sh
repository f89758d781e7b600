#!/usr/bin/env bash
# Guess: what to_alien of a WCNF writes, as OPB or LP, has the optimum of the formula, perhaps up to a constant.
# True:  python-sat 1.9.dev24 gives each soft clause of two or more literals a new variable, and writes it into the clause with both
#        signs: "x3 + x1 + x2 - x3 >= 0" is always true, so that the clause counts as satisfied. With "not 1", "not 2" and 1 or 2 of
#        the weight 3 the cost is 3; by the files, which minimise less the weights that are satisfied, it is 3 - 3 = 0. Soft literals
#        are as they should be.
# Hurts: those who compare MaxSAT solvers with those for integer programs on one formula: another problem.
. "$(dirname "$0")/common.bash"
pypi python-sat==1.9.dev24 pyscipopt==6.3.0 numpy==2.4.6
python - <<'PY' | seen 'python-sat 1.9.dev24
1 or 2, weight 3: RC2 3, opb -3, lp -3
min: -3 x3 ;
-1 x1 >= 0 ;
-1 x2 >= 0 ;
+1 x3 +1 x1 +1 x2 -1 x3 >= 0 ;
1, weight 3; not 3, weight 1: RC2 3, opb 0, lp 0'
import pysat
import pyscipopt
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

print("python-sat", pysat.__version__)


def costs(soft):
    formula = WCNF()
    formula.extend([[-1], [-2]])
    for clause, weight in soft:
        formula.append(clause, weight=weight)
    with RC2(formula) as solver:
        solver.compute()
        found = [f"RC2 {solver.cost}"]
    for kind in ("opb", "lp"):
        with open(f"formula.{kind}", "w") as file:
            formula.to_alien(file, format=kind)
        program = pyscipopt.Model()
        program.hideOutput()
        program.readProblem(f"formula.{kind}")
        program.optimize()
        found.append(f"{kind} {program.getObjVal():g}")
    return ", ".join(found)


print("1 or 2, weight 3:", costs([([1, 2], 3)]))
print(*(line for line in open("formula.opb").read().splitlines() if line.endswith(";")), sep="\n")
print("1, weight 3; not 3, weight 1:", costs([([1], 3), ([-3], 1)]))
PY
