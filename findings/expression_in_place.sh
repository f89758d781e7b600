#!/usr/bin/env bash
# Guess: after "total = part; total += z" the expression "part" is what it was, as it is with numbers.
# True:  += changes the expression itself, and so part, in PuLP 3.3.2, highspy 1.16.0, Gurobi 13.0.3, COPT 8.0.7, Xpress 9.9.1,
#        PySCIPOpt 6.3.0, DOcplex 2.32.264, CP-SAT of OR-Tools 9.15 and dimod 0.12.23. In python-mip 2.0.0, MathOpt, PyOptInterface
#        0.6.1, CVXPY 1.9.3, PICOS 2.6.2, Pyomo 6.10.1 and linopy 0.10.1 it makes another one.
# Hurts: those who build an objective from the sum of a part and use that sum again, as a constraint or to show its value; and those
#        who move a model from one layer to another.
. "$(dirname "$0")/layers.bash"
layers pulp highspy gurobipy coptpy xpress pyscipopt docplex cp_sat dimod mip mathopt pyoptinterface cvxpy picos pyomo linopy <<'PY'
part = x + y
total = part
total += z
said = "one expression, changed" if part is total else "two expressions"
PY
seen 'pulp: one expression, changed
highspy: one expression, changed
gurobipy: one expression, changed
coptpy: one expression, changed
xpress: one expression, changed
pyscipopt: one expression, changed
docplex: one expression, changed
cp_sat: one expression, changed
dimod: one expression, changed
mip: two expressions
mathopt: two expressions
pyoptinterface: two expressions
cvxpy: two expressions
picos: two expressions
pyomo: two expressions
linopy: two expressions' < seen.txt
