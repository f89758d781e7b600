#!/usr/bin/env bash
# Guess: a variable in the section Binary of an LP file is 0 or 1, whatever its bounds say besides.
# True:  HiGHS 1.16.0 takes the bounds that stand before the section for those of the variable, and 0 and 1 only where there are none:
#        with x >= -5 it is a whole number from -5 to 1, with "x free" it has no lower end. The other five say 0.
# Hurts: those who state bounds of all variables, or join LP files: a wrong optimum.
. "$(dirname "$0")/readers.bash"
readers
for bound in 'x >= 0' 'x >= -5' 'x free'; do
    printf 'Minimize\n obj: x\nSubject To\n c: x + y >= -9\n d: y <= 0\nBounds\n %s\nBinary\n x\nEnd\n' "$bound" > "$bound.lp"
done
optima 'x >= 0.lp' 'x >= -5.lp' 'x free.lp' | seen 'HiGHS 1.16.0: 0, -5, -9
SCIP 10 (PySCIPOpt 6.3.0): 0, 0, 0
Gurobi 13.0.3: 0, 0, 0
CPLEX 22.2.0.1: 0, 0, 0
COPT 8.0.7: 0, 0, 0
Xpress 9.9.1: 0, 0, 0'
