#!/usr/bin/env bash
# Guess: a name with a space, New York, is refused where a file cannot hold it, or changed, or at least read back by the program that wrote
#        it.
# True:  PySCIPOpt 6.3.0 writes it into an MPS file as it is, and reads it as New: that variable has no coefficients any more, and the
#        maximum is 1 instead of 3, "optimal", without a word. Xpress 9.9.1 reads it so, too, with a warning. HiGHS 1.16.0, Gurobi 13.0.3,
#        CPLEX 22.2.0.1 and COPT 8.0.7 refuse the file. With New_York all six agree.
# Hurts: those who name variables by concepts, names or values, and store or hand on their models: a wrong optimum.
. "$(dirname "$0")/readers.bash"
readers
python - <<'PY'
import pyscipopt

for path, name in (("space.mps", "New York"), ("line.mps", "New_York")):
    program = pyscipopt.Model()
    program.hideOutput()
    city, other = program.addVar(name, vtype="B", obj=2), program.addVar("c", vtype="B", obj=1)
    program.addCons(city + other <= 2, name="r")
    program.setMaximize()
    program.writeProblem(path, verbose=False)
PY
{
    grep -h York space.mps | sed 's/  */ /g; s/ $//'
    optima space.mps line.mps
} | seen ' New York Obj 2 r 1
 BV Bound New York
HiGHS 1.16.0: refused, 3
SCIP 10 (PySCIPOpt 6.3.0): 1, 3
Gurobi 13.0.3: refused, 3
CPLEX 22.2.0.1: refused, 3
COPT 8.0.7: refused, 3
Xpress 9.9.1: 1, 3'
