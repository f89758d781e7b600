#!/usr/bin/env bash
# Guess: a sum that is given as a list of variables and coefficients has a variable that is there twice with both coefficients.
# True:  LpAffineExpression([(x, 1), (x, 2)]) of PuLP 3.3.2 is 2 x, as the list becomes a dictionary; the optimum that is called
#        "Optimal" is that of another objective. lpSum of the products and lpDot say 3 x.
# Hurts: those who list a term for each matched triple: two triples of one pair of nodes count once.
. "$(dirname "$0")/common.bash"
pypi pulp==3.3.2
python - <<'PY' | seen 'PuLP 3.3.2
pairs: 2*x + 2*y, lpSum: 3*x + 2*y, lpDot: 3*x + 2*y
2 x + 1 x or 2.5 y, by pairs: Optimal, chosen: y
2 x + 1 x or 2.5 y, by lpSum: Optimal, chosen: x'
import pulp

print("PuLP", pulp.__version__)
x, y = (pulp.LpVariable(name, cat="Binary") for name in "xy")
terms = [(x, 1), (x, 2), (y, 2)]
print(f"pairs: {pulp.LpAffineExpression(terms)}, lpSum: {pulp.lpSum(factor * one for one, factor in terms)}, lpDot: {pulp.lpDot(*zip(*terms))}")
terms = [(x, 2), (x, 1), (y, 2.5)]
for name, objective in (("pairs", pulp.LpAffineExpression(terms)), ("lpSum", pulp.lpSum(factor * one for one, factor in terms))):
    problem = pulp.LpProblem(name, pulp.LpMaximize)
    problem += objective
    problem += x + y <= 1
    status = problem.solve(pulp.PULP_CBC_CMD(msg=False))
    print(f"2 x + 1 x or 2.5 y, by {name}: {pulp.LpStatus[status]}, chosen:", *(one.name for one in (x, y) if one.value() > 0.5))
PY
