#!/usr/bin/env bash
# Guess: the rows of the section User Cuts of an LP file follow from the others, so that with them or without them the optimum is the same.
# True:  SCIP (PySCIPOpt 6.3.0) takes the last row before that section for a cut, too, and does not check it: of two variables that
#        exclude one another both are chosen, 5 instead of 3, "optimal", without a word. Other rows hold. HiGHS 1.16.0 refuses the
#        section; the other four say 3. For Lazy Constraints, which are checked, all five say 3.
# Hurts: those who add cuts of their own, such as cliques of couples that exclude one another: a wrong optimum.
. "$(dirname "$0")/readers.bash"
readers
problem() { printf 'Maximize\n obj: 3 x + 2 y\nSubject To\n c: x + y <= 1\n%sBinary\n x y\nEnd\n' "$1"; }
problem "" > 1.lp
problem $'User Cuts\n l: 2 x + 2 y <= 3\n' > 2.lp
problem $'Lazy Constraints\n l: 2 x + 2 y <= 3\n' > 3.lp
{
    optima 1.lp 2.lp 3.lp
    python - <<'PY'
import pyscipopt

program = pyscipopt.Model()
program.hideOutput()
program.readProblem("2.lp")
print("checked by SCIP:", {row.name: row.isChecked() for row in program.getConss()})
PY
} | seen 'HiGHS 1.16.0: 3, refused, refused
SCIP 10 (PySCIPOpt 6.3.0): 3, 5, 3
Gurobi 13.0.3: 3, 3, 3
CPLEX 22.2.0.1: 3, 3, 3
COPT 8.0.7: 3, 3, 3
Xpress 9.9.1: 3, 3, 3
checked by SCIP: {'\''c'\'': False, '\''l'\'': False}'
