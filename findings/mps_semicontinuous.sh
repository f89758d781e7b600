#!/usr/bin/env bash
# Guess: a semicontinuous variable of an MPS file (a bound SC), which is 0 or from 2 to 10, is read as one, or the file is refused.
# True:  COPT 8.0.7 passes over such a bound, without a word: the variable is continuous, from 2 on, and has no upper end. The least of
#        x + y is 2 instead of 1 (x = 0), the most 30 instead of 15. HiGHS 1.16.0, SCIP, Gurobi 13.0.3, CPLEX 22.2.0.1 and Xpress 9.9.1
#        agree. The section Semi-continuous of an LP file COPT refuses.
# Hurts: those who hand models with such variables on as MPS: a wrong optimum.
. "$(dirname "$0")/readers.bash"
readers
problem() { # a sense, the kind of the row and its right side
    printf 'NAME t\nOBJSENSE\n    %s\nROWS\n N obj\n %s c\nCOLUMNS\n    x obj 1\n    x c 1\n    y obj 1\n    y c 1\n' "$1" "$2"
    printf 'RHS\n    RHS c %s\nBOUNDS\n LO b x 2\n SC b x 10\n UP b y 5\nENDATA\n' "$3"
}
problem MIN G 1 > least.mps
problem MAX L 30 > most.mps
printf 'Minimize\n obj: x + y\nSubject To\n c: x + y >= 1\nBounds\n 2 <= x <= 10\n y <= 5\nSemi-continuous\n x\nEnd\n' > least.lp
optima least.mps most.mps least.lp | seen 'HiGHS 1.16.0: 1, 15, 1
SCIP 10 (PySCIPOpt 6.3.0): 1, 15, 1
Gurobi 13.0.3: 1, 15, 1
CPLEX 22.2.0.1: 1, 15, 1
COPT 8.0.7: 2, 30, refused
Xpress 9.9.1: 1, 15, 1'
