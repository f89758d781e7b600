#!/usr/bin/env bash
# Guess: a constant on the left side of a row of an LP file, 3 x + 2 <= 8, is subtracted from the right side, or the file is refused.
# True:  it is subtracted by none of six. Xpress 9.9.1 leaves it out, without a word: 3 x <= 8. Gurobi 13.0.3 and COPT 8.0.7 take it for the
#        name of a variable from 0 on: a positive one is then 0, which is 3 x <= 8 again, and a negative one, 3 x - 2 <= 7, lets the
#        row bind nothing. HiGHS 1.16.0, SCIP and CPLEX 22.2.0.1 refuse the file. (Of constants in the objective see
#        gurobi_lp_constant.sh.)
# Hurts: those who write rows as formulas give them, such as 1 - x + y: three optima, of which none is right.
. "$(dirname "$0")/readers.bash"
readers
problem() { printf 'Maximize\n obj: x\nSubject To\n c: %s\n d: x <= 50\nEnd\n' "$1"; }
problem "3 x + 2 <= 8" > 1.lp
problem "3 x <= 6" > 2.lp
problem "3 x - 2 <= 7" > 3.lp
problem "3 x <= 9" > 4.lp
optima 1.lp 2.lp 3.lp 4.lp | seen 'HiGHS 1.16.0: refused, 2, refused, 3
SCIP 10 (PySCIPOpt 6.3.0): refused, 2, refused, 3
Gurobi 13.0.3: 2.66667, 2, 50, 3
CPLEX 22.2.0.1: refused, 2, refused, 3
COPT 8.0.7: 2.66667, 2, 50, 3
Xpress 9.9.1: 2.66667, 2, 2.33333, 3'
