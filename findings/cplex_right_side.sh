#!/usr/bin/env bash
# Guess: a row with a variable on its right side, x <= 3 y, is sorted out, or the file is refused; two numbers, 2 3 x, are refused, too.
# True:  CPLEX 22.2.0.1 reads x <= 3, and of x <= 8 - 2 it reads x <= 8; that "characters after RHS value are ignored" is a warning among
#        others, and the file counts as read. The numbers are one: 23 x, without a warning. All of the other five refuse the three.
# Hurts: those who write rows as formulas give them, or lose a sign between two numbers: a wrong optimum where others find the mistake.
. "$(dirname "$0")/readers.bash"
readers
problem() { printf 'Maximize\n obj: x\nSubject To\n c: %s\n d: x + y <= 8\nEnd\n' "$1"; }
problem "x <= 3 y" > 1.lp
problem "x - 3 y <= 0" > 2.lp
problem "x <= 8 - 2" > 3.lp
problem "2 3 x <= 46" > 4.lp
optima 1.lp 2.lp 3.lp 4.lp | seen 'HiGHS 1.16.0: refused, 6, refused, refused
SCIP 10 (PySCIPOpt 6.3.0): refused, 6, refused, refused
Gurobi 13.0.3: refused, 6, refused, refused
CPLEX 22.2.0.1: 3, 6, 8, 2
COPT 8.0.7: refused, 6, refused, refused
Xpress 9.9.1: refused, 6, refused, refused'
