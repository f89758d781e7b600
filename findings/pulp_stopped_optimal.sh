#!/usr/bin/env bash
# Guess: solve() returns 1, and status is "Optimal", only where an optimum has been proved; a search that was stopped is "Not Solved" or
#        a status of its own.
# True:  with the CBC that PuLP 3.3.1 brings, a search that was stopped with a solution is "Optimal", too: here after the first
#        solution, 14 below the optimum. Only sol_status tells: 2, "Solution Found", instead of 1. There is no bound to compare with.
# Hurts: those who test status, as PuLP's own examples do: with a limit of time any solution is optimal.
. "$(dirname "$0")/common.bash"
pypi pulp==3.3.1
python - <<'PY' 2>/dev/null | seen 'PuLP 3.3.1
no limit: solve 1, status Optimal, sol_status Optimal Solution Found, the optimum
first solution: solve 1, status Optimal, sol_status Solution Found, less than the optimum'
import random

import pulp

def solved(*options):
    chance = random.Random(3)
    problem = pulp.LpProblem("p", pulp.LpMaximize)
    x = [pulp.LpVariable(f"x{i}", cat="Binary") for i in range(40)]
    problem += pulp.lpSum(chance.randint(20, 99) * one for one in x)
    for _ in range(5):
        weights = [chance.randint(10, 99) for _ in x]
        problem += pulp.lpSum(weight * one for weight, one in zip(weights, x)) <= sum(weights) // 2
    status = problem.solve(pulp.PULP_CBC_CMD(msg=0, options=list(options)))
    words = f"solve {status}, status {pulp.LpStatus[problem.status]}, sol_status {pulp.LpSolution[problem.sol_status]}"
    return words, problem.objective.value()

print("PuLP", pulp.__version__)
words, optimum = solved()
print(f"no limit: {words}, the optimum")
words, value = solved("maxSolutions 1")
print(f"first solution: {words},", "less than the optimum" if value < optimum else "the optimum")
PY
