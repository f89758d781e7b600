#!/usr/bin/env bash
# Guess: [ x^2 ] in the objective of an LP file is x^2, and [ x^2 ] / 2 half of it.
# True:  CPLEX 22.2.0.1 and Xpress 9.9.1 halve both (CPLEX warns of a "deprecated format"), SCIP refuses the first, and for HiGHS,
#        Gurobi and COPT it is x^2. Beside a linear part the optimum moves: x^2 - 3 x is least at 1.5, x^2 / 2 - 3 x at 3.
# Hurts: those who write quadratic assignment as LP and compare programs, or add a linear part to it.
. "$(dirname "$0")/readers.bash"
readers
printf 'Minimize\n obj: [ x^2 ]\nSubject To\n c: x + y >= 2\n d: y <= 0\nEnd\n' > square.lp
printf 'Minimize\n obj: [ x^2 ] / 2\nSubject To\n c: x + y >= 2\n d: y <= 0\nEnd\n' > half.lp
printf 'Minimize\n obj: - 3 x + [ x^2 ]\nSubject To\n c: x + y <= 9\nEnd\n' > both.lp
optima square.lp half.lp both.lp | seen 'HiGHS 1.16.0: 4, 2, -2.25
SCIP 10 (PySCIPOpt 6.3.0): refused, 2, refused
Gurobi 13.0.3: 4, 2, -2.25
CPLEX 22.2.0.1: 2, 2, -4.5
COPT 8.0.7: 4, 2, -2.25
Xpress 9.9.1: 2, 2, -4.5'
