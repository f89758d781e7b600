#!/usr/bin/env bash
# Guess: Maximise at the head of an LP file is Maximize, or is refused.
# True:  SCIP (PySCIPOpt 6.3.0) reads on until it finds a heading that it knows, Subject To: the objective is lost, and 0 is optimal, of
#        Maximise as of Minimise. HiGHS 1.16.0 and COPT 8.0.7 read both as meant; Gurobi 13.0.3, CPLEX 22.2.0.1 and Xpress 9.9.1
#        refuse the file. With z, in capital letters or small ones, all six agree.
# Hurts: those who write LP files by hand or by a program of their own, in British spelling: any solution is optimal.
. "$(dirname "$0")/readers.bash"
readers
problem() { printf '%s\n obj: x + y\nSubject To\n c: x + y <= 3\n d: x + y >= 1\nEnd\n' "$1"; }
for word in Maximize MAXIMIZE Maximise Minimize Minimise; do problem $word > $word.lp; done
optima Maximize.lp MAXIMIZE.lp Maximise.lp Minimize.lp Minimise.lp | seen 'HiGHS 1.16.0: 3, 3, 3, 1, 1
SCIP 10 (PySCIPOpt 6.3.0): 3, 3, 0, 1, 0
Gurobi 13.0.3: 3, 3, refused, 1, refused
CPLEX 22.2.0.1: 3, 3, refused, 1, refused
COPT 8.0.7: 3, 3, 3, 1, 1
Xpress 9.9.1: 3, 3, refused, 1, refused'
