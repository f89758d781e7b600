#!/usr/bin/env bash
# Guess: an MPS file may give a quadratic objective as one half of its matrix (QUADOBJ) or as the whole (QMATRIX); what gives both
#        halves in the former, or one in the latter, is read in one way, or refused.
# True:  of both halves in QUADOBJ the term xy counts twice for HiGHS 1.16.0, SCIP, Gurobi 13.0.3 and COPT 8.0.7, and once for Xpress
#        9.9.1; CPLEX 22.2.0.1 refuses. Of one half in QMATRIX it counts half for SCIP and COPT, and once for Xpress; HiGHS, Gurobi and
#        CPLEX refuse. A section QSECTION, as other programs write it, is one half for HiGHS and Gurobi; Xpress skips it, prints "Error"
#        and solves what is left, as linear.
# Hurts: those who write quadratic assignment as MPS: three optima of one file.
. "$(dirname "$0")/readers.bash"
readers
problem() { # a heading and the entries of xy and yx, of x^2 + xy + y^2 - 4x - 4y
    printf 'NAME t\nROWS\n N obj\n L c\nCOLUMNS\n    x obj -4\n    x c 1\n    y obj -4\n    y c 1\nRHS\n    RHS c 9\n%s\n    x x 2\n%s    y y 2\nENDATA\n' "$1" "$2"
}
problem QUADOBJ $'    x y 1\n' > 1.mps
problem QMATRIX $'    x y 1\n    y x 1\n' > 2.mps
problem QUADOBJ $'    x y 1\n    y x 1\n' > 3.mps
problem QMATRIX $'    x y 1\n' > 4.mps
problem "QSECTION obj" $'    x y 1\n' > 5.mps
optima 1.mps 2.mps 3.mps 4.mps 5.mps | sed 's/-5.33333/-16\/3/g' | seen 'HiGHS 1.16.0: -16/3, -16/3, -4, refused, -16/3
SCIP 10 (PySCIPOpt 6.3.0): -16/3, -16/3, -4, -6.4, refused
Gurobi 13.0.3: -16/3, -16/3, -4, refused, -16/3
CPLEX 22.2.0.1: -16/3, -16/3, refused, refused, refused
COPT 8.0.7: -16/3, -16/3, -4, -6.4, refused
Xpress 9.9.1: -16/3, -16/3, -16/3, -16/3, -36'
