#!/usr/bin/env bash
# Guess: two variables with one name are refused, or get names of their own when the problem is written.
# True:  PySCIPOpt 6.3.0 takes them and solves them as two; the LP file it writes has one name for both, and SCIP itself reads that
#        as one variable: another optimum. Names with blanks are taken, too, and SCIP then cannot read its LP file.
# Hurts: those who name variables by concepts, or by a pair of words.
. "$(dirname "$0")/common.bash"
pypi pyscipopt==6.3.0
python - <<'PY' 2>/dev/null | seen 'PySCIPOpt 6.3.0
boy girl optimum 3.0 of its file 3.0 variables 2
boy boy optimum 3.0 of its file 0.0 variables 1
a boy a girl optimum 3.0 of its file: SCIP: read error!'
import pyscipopt

print("PySCIPOpt", pyscipopt.__version__)
for names in (("boy", "girl"), ("boy", "boy"), ("a boy", "a girl")):
    model = pyscipopt.Model()
    model.hideOutput()
    x, y = (model.addVar(name, vtype="B") for name in names)
    model.addCons(x + y <= 1)
    model.setObjective(3 * x + 2 * y, "maximize")
    model.writeProblem("p.lp", verbose=False)
    model.optimize()
    again = pyscipopt.Model()
    again.hideOutput()
    try:
        again.readProblem("p.lp")
        again.optimize()
        print(*names, "optimum", model.getObjVal(), "of its file", abs(again.getObjVal()), "variables", again.getNVars(transformed=False))
    except OSError as error:
        print(*names, "optimum", model.getObjVal(), "of its file:", error)
PY
