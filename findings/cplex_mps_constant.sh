#!/usr/bin/env bash
# Guess: a maximum that CPLEX writes as MPS, which has minima only, is the minimum of its negative: of a maximum of 13 it is -13.
# True:  CPLEX 22.2.0.1 negates the coefficients and keeps the constant of the objective as it is: of the most of 3 x + 2 y + 10 the file
#        has the least of -3 x - 2 y + 10, which is 7. That is so of a file that DOcplex 2.32.264 exports, too. Without a constant it is
#        -3 for 3. A minimum with a constant, and any LP file, come back with the value that they had. (Gurobi, to which constants of LP
#        files are variables, is left out.)
# Hurts: those who compare optima or bounds across programs: no sign makes 13 of 7.
. "$(dirname "$0")/readers.bash"
readers
pip --disable-pip-version-check -qq install docplex==2.32.264
problem() { printf '%s\n obj: 3 x + 2 y%s\nSubject To\n c: x + y = 1\nBinary\n x y\nEnd\n' "$1" "$2"; }
problem Maximize " + 10" > most.lp
problem Maximize "" > plain.lp
problem Minimize " + 10" > least.lp
python - > /dev/null 2>&1 <<'PY'
import cplex
from docplex.mp.model import Model

for name in ("most", "plain", "least"):
    program = cplex.Cplex(name + ".lp")
    program.write(name + ".mps")
program = Model()
x, y = program.binary_var(name="x"), program.binary_var(name="y")
program.add(x + y == 1)
program.maximize(3 * x + 2 * y + 10)
program.export_as_mps("docplex.mps")
PY
{
    grep -E ' obj  ' most.mps
    echo "most.lp most.mps docplex.mps plain.lp plain.mps least.lp least.mps"
    optima most.lp most.mps docplex.mps plain.lp plain.mps least.lp least.mps | grep -v Gurobi
} | sed 's/ *$//; s/  */ /g' | seen ' N obj
 x obj -3
 y obj -2
 rhs obj -10
most.lp most.mps docplex.mps plain.lp plain.mps least.lp least.mps
HiGHS 1.16.0: 13, 7, 7, 3, -3, 12, 12
SCIP 10 (PySCIPOpt 6.3.0): 13, 7, 7, 3, -3, 12, 12
CPLEX 22.2.0.1: 13, 7, 7, 3, -3, 12, 12
COPT 8.0.7: 13, 7, 7, 3, -3, 12, 12
Xpress 9.9.1: 13, 7, 7, 3, -3, 12, 12'
