#!/usr/bin/env bash
# Guess: 2 <= x <= 3 with a variable of a model is both bounds, or is refused, as Python asks the first one for its truth value; so is
#        x == y == z.
# True:  for PuLP 3.3.2, python-mip 2.0.0, Xpress 9.9.1, PICOS 2.6.2, linopy 0.10.1, PyOptInterface 0.6.1, pywraplp of OR-Tools 9.15 and
#        dimod 0.12.23 it is x <= 3: a constraint counts as true, and the last one is left. highspy 1.16.0 alone makes both. Of x == y == z
#        y == z is left in eight (in highspy, too, and not in dimod, where it is False), and x == y in CP-SAT and MathOpt, which refuse
#        the bounds. Gurobi, COPT, PySCIPOpt, DOcplex, CVXPY and Pyomo refuse both.
# Hurts: those who move a model from highspy to another library, or write bounds as in books: half of a constraint is not there.
. "$(dirname "$0")/layers.bash"
layers pulp mip highspy xpress picos linopy pyoptinterface pywraplp cp_sat mathopt dimod gurobipy coptpy pyscipopt docplex cvxpy pyomo <<'PY'
import re

parts = []


def part(constraint):
    parts.append(constraint)
    return constraint


def left(what):
    parts.clear()
    try:
        result = what()
    except Exception:
        return "refused"
    if re.search(r"\b2\b.*\b3\b", str(result), re.DOTALL):
        return "both"
    return "False" if result is False else ("the first", "the last")[[one is result for one in parts].index(True)]


said = "2 <= x <= 3 " + left(lambda: part(2 <= x) and part(x <= 3)) + ", x == y == z " + left(lambda: part(x == y) and part(y == z))
PY
seen 'pulp: 2 <= x <= 3 the last, x == y == z the last
mip: 2 <= x <= 3 the last, x == y == z the last
highspy: 2 <= x <= 3 both, x == y == z the last
xpress: 2 <= x <= 3 the last, x == y == z the last
picos: 2 <= x <= 3 the last, x == y == z the last
linopy: 2 <= x <= 3 the last, x == y == z the last
pyoptinterface: 2 <= x <= 3 the last, x == y == z the last
pywraplp: 2 <= x <= 3 the last, x == y == z the last
cp_sat: 2 <= x <= 3 refused, x == y == z the first
mathopt: 2 <= x <= 3 refused, x == y == z the first
dimod: 2 <= x <= 3 the last, x == y == z False
gurobipy: 2 <= x <= 3 refused, x == y == z refused
coptpy: 2 <= x <= 3 refused, x == y == z refused
pyscipopt: 2 <= x <= 3 refused, x == y == z refused
docplex: 2 <= x <= 3 refused, x == y == z refused
cvxpy: 2 <= x <= 3 refused, x == y == z refused
pyomo: 2 <= x <= 3 refused, x == y == z refused' < seen.txt
