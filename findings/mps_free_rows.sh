#!/usr/bin/env bash
# Guess: a second free row of an MPS file (N) is not used, unless a section OBJNAME says that it is the objective.
# True:  HiGHS 1.16.0 takes the right side of the second free row for the constant of the objective: -13 instead of -9, without a word. The
#        section OBJNAME is passed over by HiGHS, without a word, and by Gurobi 13.0.3, which warns that it takes the first of the free
#        rows: the objective is another one. SCIP, CPLEX 22.2.0.1 and COPT 8.0.7 heed it, and Xpress 9.9.1 refuses the file.
# Hurts: those who keep several objectives in one file: a wrong value, or the optimum of another objective.
. "$(dirname "$0")/readers.bash"
readers
problem() { # a section, the sign of the first and the second free row, and a line of the right sides
    printf 'NAME t\n%sROWS\n N one\n N two\n L c\nCOLUMNS\n    x one %s\n    x two %s\n    x c 1\nRHS\n    RHS c 9\n%sENDATA\n' "$1" "$2" "$3" "$4"
}
problem "" -1 1 "" > 1.mps
problem "" -1 1 $'    RHS two 4\n' > 2.mps
problem $'OBJNAME\n    two\n' 1 -1 "" > 3.mps
optima 1.mps 2.mps 3.mps | seen 'HiGHS 1.16.0: -9, -13, 0
SCIP 10 (PySCIPOpt 6.3.0): -9, -9, -9
Gurobi 13.0.3: -9, -9, 0
CPLEX 22.2.0.1: -9, -9, -9
COPT 8.0.7: -9, -9, -9
Xpress 9.9.1: -9, -9, refused'
