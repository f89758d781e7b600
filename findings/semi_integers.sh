#!/usr/bin/env bash
# Guess: a variable that is both a general integer and semicontinuous is 0 or a whole number from 2 to 10, or is refused.
# True:  for Xpress 9.9.1 the later of the two sections of an LP file decides, without a word: General and Semi-continuous make fractions
#        (2.5 instead of 2.7), and Semi-continuous and General make a whole number from 2 to 10 that is not 0 (2 instead of 1). The
#        second of these is so for Gurobi 13.0.3, too. HiGHS 1.16.0 reads LP files as meant, and makes fractions of an MPS file (a bound
#        SC between the markers of integers). SCIP and CPLEX 22.2.0.1 are right each time; COPT 8.0.7 refuses the section, and
#        passes over the bound (see mps_semicontinuous.sh).
# Hurts: those who model "none, or at least two": a wrong optimum.
. "$(dirname "$0")/readers.bash"
readers
problem() { # the cost of y, the least sum, and the two sections
    printf 'Minimize\n obj: x + %s y\nSubject To\n c: x + y >= %s\nBounds\n 2 <= x <= 10\n y <= 5\n%s\n x\n%s\n x\nEnd\n' "$@"
}
columns() { # the same as MPS
    printf 'NAME t\nROWS\n N obj\n G c\nCOLUMNS\n    M "MARKER" "INTORG"\n    x obj 1\n    x c 1\n    M "MARKER" "INTEND"\n    y obj %s\n    y c 1\n' "$1" | tr '"' "'"
    printf 'RHS\n    RHS c %s\nBOUNDS\n LO b x 2\n SC b x 10\n UP b y 5\nENDATA\n' "$2"
}
problem 1.4 2.5 General Semi-continuous > whole1.lp
problem 1.4 2.5 Semi-continuous General > whole2.lp
columns 1.4 2.5 > whole.mps
problem 1 1 General Semi-continuous > none1.lp
problem 1 1 Semi-continuous General > none2.lp
columns 1 1 > none.mps
optima whole1.lp whole2.lp whole.mps none1.lp none2.lp none.mps | seen 'HiGHS 1.16.0: 2.7, 2.7, 2.5, 1, 1, 1
SCIP 10 (PySCIPOpt 6.3.0): 2.7, 2.7, 2.7, 1, 1, 1
Gurobi 13.0.3: 2.7, 2.7, 2.7, 1, 2, 1
CPLEX 22.2.0.1: 2.7, 2.7, 2.7, 1, 1, 1
COPT 8.0.7: refused, refused, 2.7, refused, refused, 2
Xpress 9.9.1: 2.5, 2.7, refused, 1, 2, refused'
