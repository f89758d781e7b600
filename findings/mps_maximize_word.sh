#!/usr/bin/env bash
# Guess: a program that reads OBJSENSE MAX as a maximum reads OBJSENSE MAXIMIZE as one, too, or refuses it.
# True:  HiGHS 1.16.0 reads the former on one line as a maximum and the latter as a minimum, without a word; on two lines it reads both. So
#        a maximum that Xpress 9.9.1 writes as MPS is 0 instead of 2 for HiGHS, and for CPLEX 22.2.0.1, which passes over both words on
#        one line (see gurobi_mps_maximum.sh). SCIP, Gurobi 13.0.3, COPT 8.0.7 and Xpress maximise.
# Hurts: those who hand models from one program to another: the least instead of the most.
. "$(dirname "$0")/readers.bash"
readers
printf 'Maximize\n obj: x\nSubject To\n c: x + y <= 2\nEnd\n' > p.lp
python - > /dev/null 2>&1 <<'PY'
import xpress

program = xpress.problem()
program.readProb("p.lp", "")
program.writeProb("xpress.mps", "")
PY
sed 's/^OBJSENSE.*/OBJSENSE MAX/' xpress.mps > word.mps
sed 's/^OBJSENSE.*/OBJSENSE\n    MAXIMIZE/' xpress.mps > lines.mps
{
    grep OBJSENSE xpress.mps
    optima p.lp xpress.mps word.mps lines.mps
} | seen 'OBJSENSE  MAXIMIZE
HiGHS 1.16.0: 2, 0, 2, 2
SCIP 10 (PySCIPOpt 6.3.0): 2, 2, 2, 2
Gurobi 13.0.3: 2, 2, 2, 2
CPLEX 22.2.0.1: 2, 0, 0, 2
COPT 8.0.7: 2, 2, 2, 2
Xpress 9.9.1: 2, 2, 2, 2'
