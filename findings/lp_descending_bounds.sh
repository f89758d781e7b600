#!/usr/bin/env bash
# Guess: 5 >= x >= 1 among the bounds of an LP file is 1 <= x <= 5, as it reads.
# True:  Gurobi 13.0.3 takes the first number for the lower bound, whatever sign stands between: 5 <= x <= 1, and there is no solution.
#        HiGHS 1.16.0, SCIP, CPLEX 22.2.0.1, COPT 8.0.7 and Xpress 9.9.1 read it as it is written. Of a single bound, 5 >= x, so does
#        Gurobi.
# Hurts: those who write bounds from the top downwards: "infeasible" of a problem that has solutions.
. "$(dirname "$0")/readers.bash"
readers
problem() { printf 'Maximize\n obj: x\nSubject To\n c: x + y <= 9\nBounds\n %s\nEnd\n' "$1"; }
problem "1 <= x <= 5" > 1.lp
problem "5 >= x >= 1" > 2.lp
problem "5 >= x" > 3.lp
{
    optima 1.lp 2.lp 3.lp
    python - <<'PY'
import gurobipy

with gurobipy.Env(params={"OutputFlag": 0}) as quiet:
    program = gurobipy.read("2.lp", quiet)
    x = program.getVarByName("x")
    print(f"Gurobi: x from {x.LB:g} to {x.UB:g}")
PY
} | seen 'HiGHS 1.16.0: 5, 5, 5
SCIP 10 (PySCIPOpt 6.3.0): 5, 5, 5
Gurobi 13.0.3: 5, no solution, 5
CPLEX 22.2.0.1: 5, 5, 5
COPT 8.0.7: 5, 5, 5
Xpress 9.9.1: 5, 5, 5
Gurobi: x from 5 to 1'
