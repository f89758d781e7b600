#!/usr/bin/env bash
# Guess: where an MPS file states an upper bound only, the lower bound is 0: with UP -2 there is no solution; so says the LP format.
# True:  for Gurobi 13.0.3, CPLEX 22.2.0.1 and COPT 8.0.7 the variable then has no lower bound, and there is an optimum; HiGHS 1.16.0
#        and SCIP keep 0, and there is none; Xpress 9.9.1 refuses the file. In LP, x <= -2 leaves 0 for all six. A line MI before
#        it makes one problem of it.
# Hurts: those who go from LP to MPS, or compare "infeasible" of two programs.
. "$(dirname "$0")/readers.bash"
readers
cat > up.mps <<'MPS'
NAME up
ROWS
 N cost
 G c
COLUMNS
 x cost 1 c 1
RHS
 RHS c -9
BOUNDS
 UP BOUND x -2
ENDATA
MPS
sed 's/^BOUNDS/BOUNDS\n MI BOUND x/' up.mps > mi.mps
printf 'Minimize\n cost: x\nSubject To\n c: x + y >= -9\n d: y <= 0\nBounds\n x <= -2\nEnd\n' > up.lp
optima up.mps mi.mps up.lp | seen 'HiGHS 1.16.0: no solution, -9, no solution
SCIP 10 (PySCIPOpt 6.3.0): no solution, -9, no solution
Gurobi 13.0.3: -9, -9, no solution
CPLEX 22.2.0.1: -9, -9, no solution
COPT 8.0.7: -9, -9, no solution
Xpress 9.9.1: refused, -9, refused'
