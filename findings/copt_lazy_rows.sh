#!/usr/bin/env bash
# Guess: lazy constraints are constraints: a solver may look at them late, and a solution satisfies them.
# True:  COPT 8.0.7 passes over them where no variable is an integer: the maximum is 10 instead of 3, "optimal", from the section of an LP
#        file as from that of an MPS file. With one binary variable, also one that is in no other row, they hold. SCIP, Gurobi 13.0.3,
#        CPLEX 22.2.0.1 and Xpress 9.9.1 say 3 each time; HiGHS 1.16.0 refuses the section of an LP file and reads that of an MPS file.
# Hurts: those who solve the relaxation of such a model for a bound: it is the bound of another problem.
. "$(dirname "$0")/readers.bash"
readers
printf 'Maximize\n obj: x\nSubject To\n c: x + y <= 10\nLazy Constraints\n l: x <= 3\nEnd\n' > 1.lp
printf 'Maximize\n obj: x\nSubject To\n c: x + y <= 10\nLazy Constraints\n l: x <= 3\nBinary\n b\nEnd\n' | sed 's/obj: x/obj: x + 0 b/' > 2.lp
printf 'NAME t\nOBJSENSE\n    MAX\nROWS\n N obj\n L c\nLAZYCONS\n L l\nCOLUMNS\n    x obj 1\n    x c 1\n    x l 1\n    y c 1\nRHS\n    RHS c 10\n    RHS l 3\nENDATA\n' > 3.mps
optima 1.lp 2.lp 3.mps | seen 'HiGHS 1.16.0: refused, refused, 3
SCIP 10 (PySCIPOpt 6.3.0): 3, 3, 3
Gurobi 13.0.3: 3, 3, 3
CPLEX 22.2.0.1: 3, 3, 3
COPT 8.0.7: 10, 3, 10
Xpress 9.9.1: 3, 3, 3'
