#!/usr/bin/env bash
# Guess: "x in [y, z]" says whether a variable of a model is in a list, or is refused, as == makes a constraint; list.remove(x) removes
#        x.
# True:  for PuLP 3.3.2, python-mip 2.0.0, highspy 1.16.0, Xpress 9.9.1, PICOS 2.6.2, linopy 0.10.1, PyOptInterface 0.6.1 and pywraplp
#        of OR-Tools 9.15 every variable is in every list that is not empty: a constraint counts as true. index finds the first and
#        remove takes the first away. By CP-SAT, MathOpt and dimod 0.12.23 the answer is right; Gurobi, COPT, PySCIPOpt, DOcplex, CVXPY
#        and Pyomo refuse.
# Hurts: those who keep lists of variables, chosen or free ones, without names: another variable is removed. Sets and dictionaries are
#        right.
. "$(dirname "$0")/layers.bash"
layers pulp mip highspy xpress picos linopy pyoptinterface pywraplp cp_sat mathopt dimod gurobipy coptpy pyscipopt docplex cvxpy pyomo <<'PY'
try:
    among = x in [y, z]
    rest = [y, z, x]
    rest.remove(x)
    said = f"in [y, z] {among}, in [] {x in []}, at place {[y, z, x].index(x)}; remove leaves {' '.join(name for name, one in zip('xyz', (x, y, z)) if any(one is other for other in rest))}; in {{y, z}} {x in dict.fromkeys([y, z]) if x.__hash__ else '-'}"
except Exception:
    said = "refused"
PY
seen 'pulp: in [y, z] True, in [] False, at place 0; remove leaves x z; in {y, z} False
mip: in [y, z] True, in [] False, at place 0; remove leaves x z; in {y, z} False
highspy: in [y, z] True, in [] False, at place 0; remove leaves x z; in {y, z} False
xpress: in [y, z] True, in [] False, at place 0; remove leaves x z; in {y, z} False
picos: in [y, z] True, in [] False, at place 0; remove leaves x z; in {y, z} False
linopy: in [y, z] True, in [] False, at place 0; remove leaves x z; in {y, z} -
pyoptinterface: in [y, z] True, in [] False, at place 0; remove leaves x z; in {y, z} False
pywraplp: in [y, z] True, in [] False, at place 0; remove leaves x z; in {y, z} False
cp_sat: in [y, z] False, in [] False, at place 2; remove leaves y z; in {y, z} False
mathopt: in [y, z] False, in [] False, at place 2; remove leaves y z; in {y, z} False
dimod: in [y, z] False, in [] False, at place 2; remove leaves y z; in {y, z} -
gurobipy: refused
coptpy: refused
pyscipopt: refused
docplex: refused
cvxpy: refused
pyomo: refused' < seen.txt
