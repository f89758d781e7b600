#!/usr/bin/env bash
# Guess: a variable in the section Integers of an LP file is a whole number from 0 on, as one in the section Generals.
# True:  for CPLEX 22.2.0.1 and Xpress 9.9.1 it is 0 or 1 if it has no bounds of its own, and nothing is said; for the other
#        four it has no end. A bound that says no more than the default, x >= 0, makes it 4 for all six.
# Hurts: those who write LP files by hand or take the longer word for the clearer one: a wrong optimum.
. "$(dirname "$0")/readers.bash"
readers
for section in Generals Integers; do
    printf 'Maximize\n obj: x\nSubject To\n c: x + y <= 4.5\n%s\n x\nEnd\n' $section > $section.lp
done
printf 'Maximize\n obj: x\nSubject To\n c: x + y <= 4.5\nBounds\n x >= 0\nIntegers\n x\nEnd\n' > bound.lp
optima Generals.lp Integers.lp bound.lp | seen 'HiGHS 1.16.0: 4, 4, 4
SCIP 10 (PySCIPOpt 6.3.0): 4, 4, 4
Gurobi 13.0.3: 4, 4, 4
CPLEX 22.2.0.1: 4, 1, 4
COPT 8.0.7: 4, 4, 4
Xpress 9.9.1: 4, 1, 4'
