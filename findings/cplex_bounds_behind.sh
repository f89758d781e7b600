#!/usr/bin/env bash
# Guess: the section Bounds of an LP file may stand behind General or Binary, or the file is refused.
# True:  CPLEX 22.2.0.1 goes on with the list of the section before it. It warns that "Bounds" and "5" are no variables, and the file counts
#        as read: the bounds are not there (9 instead of 5), and behind Binary the variables that they are about become binary (2
#        instead of 6). HiGHS 1.16.0 and Xpress 9.9.1 read them; SCIP does, too; Gurobi 13.0.3 and COPT 8.0.7 refuse the file.
# Hurts: those who write sections in another order than the usual one, or add bounds at the end: a wrong optimum.
. "$(dirname "$0")/readers.bash"
readers
problem() { printf 'Maximize\n obj: x + y\nSubject To\n c: x + y <= 9\n%s%s%sEnd\n' "$@"; }
problem $'General\n x\n' $'Bounds\n x <= 5\n y <= 0\n' "" > 1.lp
problem $'Bounds\n x <= 5\n y <= 0\n' $'General\n x\n' "" > 2.lp
problem $'Binary\n x\n' $'Bounds\n y <= 5\n' "" > 3.lp
problem $'Bounds\n y <= 5\n' $'Binary\n x\n' "" > 4.lp
optima 1.lp 2.lp 3.lp 4.lp | seen 'HiGHS 1.16.0: 5, 5, 6, 6
SCIP 10 (PySCIPOpt 6.3.0): 5, 5, 6, 6
Gurobi 13.0.3: refused, 5, refused, 6
CPLEX 22.2.0.1: 9, 5, 2, 6
COPT 8.0.7: refused, 5, refused, 6
Xpress 9.9.1: 5, 5, 6, 6'
