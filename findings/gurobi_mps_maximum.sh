#!/usr/bin/env bash
# Guess: a maximum that Gurobi writes as MPS is a maximum for other programs, or they refuse the file.
# True:  Gurobi 13.0.3 writes "OBJSENSE MAX" on one line. CPLEX 22.2.0.1 passes over that and minimises: 0 instead of 2. With MAX
#        on a line of its own, as HiGHS and COPT write it, all six maximise.
# Hurts: those who hand models from one program to another: the least instead of the most.
. "$(dirname "$0")/readers.bash"
readers
printf 'Maximize\n obj: x\nSubject To\n c: x + y <= 2\nEnd\n' > p.lp
python - > /dev/null <<'PY'
import gurobipy

gurobipy.read("p.lp").write("gurobi.mps")
PY
sed 's/^OBJSENSE MAX/OBJSENSE\n    MAX/' gurobi.mps > lines.mps
{
    grep OBJSENSE gurobi.mps
    optima p.lp gurobi.mps lines.mps
} | seen 'OBJSENSE MAX
HiGHS 1.16.0: 2, 2, 2
SCIP 10 (PySCIPOpt 6.3.0): 2, 2, 2
Gurobi 13.0.3: 2, 2, 2
CPLEX 22.2.0.1: 2, 0, 2
COPT 8.0.7: 2, 2, 2
Xpress 9.9.1: 2, 2, 2'
