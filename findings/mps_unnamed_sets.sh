#!/usr/bin/env bash
# Guess: the name of a set of bounds or right sides may be left blank in an MPS file, as its columns say where a field is, or the file is
#        refused; and any name will do, that of a variable, too.
# True:  Xpress 9.9.1 takes the next word for the name, and goes on with a warning that is one of several: the bound of 4 is not there (9
#        instead of 4), and all right sides are 0. COPT 8.0.7 loses the bound, too, and refuses right sides. CPLEX 22.2.0.1 refuses
#        both; HiGHS 1.16.0, SCIP and Gurobi 13.0.3 read them. If the set has the name of a variable, HiGHS reads a bound of that
#        variable, and no number, without a word: x = 0.
# Hurts: those who read the older collections of problems, or write such files themselves: a wrong optimum.
. "$(dirname "$0")/readers.bash"
readers
problem() { # the names of both sets
    printf 'NAME          T\nOBJSENSE\n    MAX\nROWS\n N  OBJ\n L  C\nCOLUMNS\n    X         OBJ              1.0   C                1.0\n    Y         C                1.0\n'
    printf 'RHS\n    %-8s  C                9.0\nBOUNDS\n UP %-8s  X                4.0\nENDATA\n' "$1" "$2"
}
problem RHS BND > named.mps
problem RHS "" > bounds.mps
problem "" BND > sides.mps
problem RHS X > variable.mps
{
    grep -A1 BOUNDS bounds.mps
    optima named.mps bounds.mps sides.mps variable.mps
} | seen 'BOUNDS
 UP           X                4.0
HiGHS 1.16.0: 4, 4, 4, 0
SCIP 10 (PySCIPOpt 6.3.0): 4, 4, 4, 4
Gurobi 13.0.3: 4, 4, 4, 4
CPLEX 22.2.0.1: 4, refused, refused, 4
COPT 8.0.7: 4, 9, refused, 4
Xpress 9.9.1: 4, 9, 0, 4'
