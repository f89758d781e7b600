#!/usr/bin/env bash
# Guess: a variable in the sections Binary and General of an LP file is 0 or 1, as both are so, whichever of the two comes first.
# True:  for COPT 8.0.7 the later section decides: after Binary and General x has no upper end, and is 9, without a word; after General
#        and Binary it is 1. For HiGHS 1.16.0, SCIP, Gurobi 13.0.3, CPLEX 22.2.0.1 and Xpress 9.9.1 it is 1 in both.
# Hurts: those who list all integers in one section and the binary ones in another, or join LP files: a wrong optimum.
. "$(dirname "$0")/readers.bash"
readers
problem() { printf 'Maximize\n obj: x\nSubject To\n c: x + y <= 9\n%s\n x\n%s\n x\nEnd\n' "$@"; }
problem General Binary > 1.lp
problem Binary General > 2.lp
optima 1.lp 2.lp | seen 'HiGHS 1.16.0: 1, 1
SCIP 10 (PySCIPOpt 6.3.0): 1, 1
Gurobi 13.0.3: 1, 1
CPLEX 22.2.0.1: 1, 1
COPT 8.0.7: 1, 9
Xpress 9.9.1: 1, 1'
