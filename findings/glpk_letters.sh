#!/usr/bin/env bash
# Guess: a binary variable may be called i or g in an LP file, and PuLP would rename it if not.
# True:  GLPK 5.0 takes such a word at the beginning of a line for the heading Integers or Generals, and PuLP 3.3.1 writes
#        one name in a line and renames nothing. The variable and all that follow then are any whole numbers, or not
#        restricted at all: "Optimal", with 6 as the value of a binary variable. e is taken for End (an error).
# Hurts: programs over the variables of AMRs, which are letters: i / i, g / girl, e / eat-01.
. "$(dirname "$0")/common.bash"
debian glpk-utils=5.0-1 libglpk40=5.0-1
pypi pulp==3.3.1
python -W ignore - <<'PY' | seen 'PuLP 3.3.1
a, h, z: Optimal 6, values 1 1 1
a, i, z: Optimal 15, values 1 6 0
a, g, z: Optimal 15, values 1 6 0'
import pulp

print("PuLP", pulp.__version__)
for names in ("ahz", "aiz", "agz"):
    problem = pulp.LpProblem("p", pulp.LpMaximize)
    x = [pulp.LpVariable(name, cat="Binary") for name in names]
    problem += 3 * x[0] + 2 * x[1] + x[2]
    problem += x[0] + x[1] + x[2] <= 7
    status = pulp.LpStatus[problem.solve(pulp.GLPK_CMD(msg=0))]
    values = " ".join(f"{each.value():g}" for each in x)
    print(f"{', '.join(names)}: {status} {pulp.value(problem.objective):g}, values {values}")
PY
