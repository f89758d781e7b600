#!/usr/bin/env bash
# Guess: a constant in the objective survives writeLP and writeMPS, or is refused.
# True:  PuLP 3.3.1 leaves it out of both files without a word; pulp.value(problem.objective) has it. So the value that
#        another solver prints for the file is another one.
# Hurts: those who compare bounds of an exported file with values computed in PuLP.
. "$(dirname "$0")/common.bash"
pypi pulp==3.3.1
python -W ignore - <<'PY' | seen 'PuLP 3.3.1
in PuLP: Optimal 13
LP: OBJ: 3 x
MPS, lines with 10: 0
read again: 3.0*x'
import pulp

problem = pulp.LpProblem("p", pulp.LpMaximize)
x = pulp.LpVariable("x", cat="Binary")
problem += 3 * x + 10
problem.writeLP("p.lp")
problem.writeMPS("p.mps")
print("PuLP", pulp.__version__)
print("in PuLP:", pulp.LpStatus[problem.solve(pulp.PULP_CBC_CMD(msg=0))], f"{pulp.value(problem.objective):g}")
print("LP:", next(line.strip() for line in open("p.lp") if line.startswith("OBJ")))
print("MPS, lines with 10:", sum("10" in line or "1.0000000000e+01" in line for line in open("p.mps")))
print("read again:", pulp.LpProblem.fromMPS("p.mps")[1].objective)
PY
