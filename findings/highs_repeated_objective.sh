#!/usr/bin/env bash
# Guess: a variable that an objective names twice in an LP file counts twice, as in a row.
# True:  HiGHS 1.15.1 sums the terms of a row, with a warning, but keeps only one of them in the objective, without a
#        word: it calls 1 optimal where SCIP finds the maximum, 2. (GLPK 5.0 refuses the file.)
# Hurts: whoever writes an objective term by term, such as one term for each matched triple.
. "$(dirname "$0")/common.bash"
pypi highspy==1.15.1 pyscipopt==6.3.0
cat > twice.lp <<'LP'
Maximize
 obj: x + x + y
Subject To
 one: x + y <= 1
Binary
 x y
End
LP
cat > row.lp <<'LP'
Maximize
 obj: x + y
Subject To
 one: x + x + y <= 2
Binary
 x y
End
LP
python - <<'PY' | seen 'HiGHS 1.15.1 twice.lp: kOk, costs 1 1, row 1 1, optimum 1
HiGHS 1.15.1 row.lp: kWarning, costs 1 1, row 2 1, optimum 1
SCIP by PySCIPOpt 6.3.0 twice.lp: optimum 2
SCIP by PySCIPOpt 6.3.0 row.lp: optimum 1'
import highspy
import pyscipopt

for name in ("twice.lp", "row.lp"):
    highs = highspy.Highs()
    highs.silent()
    status = highs.readModel(name)
    highs.run()
    costs = " ".join(f"{cost:g}" for cost in highs.getLp().col_cost_)
    row = " ".join(f"{value:g}" for value in highs.getLp().a_matrix_.value_)
    print(f"HiGHS {highs.version()} {name}: {status.name}, costs {costs}, row {row}, ", end="")
    print(f"optimum {highs.getObjectiveValue():g}")
for name in ("twice.lp", "row.lp"):
    scip = pyscipopt.Model()
    scip.hideOutput()
    scip.readProblem(name)
    scip.optimize()
    print(f"SCIP by PySCIPOpt {pyscipopt.__version__} {name}: optimum {scip.getObjVal():g}")
PY
