#!/usr/bin/env bash
# Guess: "optimal" means that no solution is better; a search that ended at a gap says so.
# True:  under a gap limit CP-SAT (OR-Tools 9.15), HiGHS 1.15.1 and python-mip 2.0.0 (with CBC) say OPTIMAL of solutions that are
#        not; only their bound, which differs from the value, tells. SCIP (PySCIPOpt 6.3.0) says "gaplimit". Gaps are not
#        only chosen: python-mip has one of 0.0001 unless told otherwise, as HiGHS has.
# Hurts: those who take the status for a proof of optimality, or compare optima of two programs.
. "$(dirname "$0")/common.bash"
pypi ortools==9.15.6755 pyscipopt==6.3.0 mip==2.0.0 highsbox==1.15.1 cbcbox==2.935
cat > problem.py <<'PY'
import random

random.seed(1)
weights = [random.randint(50, 150) for _ in range(60)]
rows = [[random.randint(10, 50) for _ in range(60)] for _ in range(5)]
PY
cat > cp_sat.py <<'PY'
from ortools import __version__
from ortools.sat.python import cp_model
from problem import rows, weights

print("CP-SAT of OR-Tools", __version__)
for gap in (0.0, 0.2):
    model = cp_model.CpModel()
    taken = [model.new_bool_var("") for _ in weights]
    for row in rows:
        model.add(sum(map(int.__mul__, row, taken) if False else (size * bit for size, bit in zip(row, taken))) <= 700)
    model.maximize(sum(weight * bit for weight, bit in zip(weights, taken)))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.relative_gap_limit = gap
    status = solver.solve(model)
    print(f"gap {gap}:", solver.status_name(status), "value is bound:", solver.objective_value == solver.best_objective_bound)
PY
cat > others.py <<'PY'
import mip
import pyscipopt
from problem import rows, weights

for solver in ("HIGHS", "CBC"):
    for gap in (0.0, 0.2):
        model = mip.Model(solver_name=solver, sense=mip.MAXIMIZE)
        model.verbose = 0
        taken = [model.add_var(var_type=mip.BINARY) for _ in weights]
        for row in rows:
            model += mip.xsum(size * bit for size, bit in zip(row, taken)) <= 700
        model.objective = mip.xsum(weight * bit for weight, bit in zip(weights, taken))
        model.max_mip_gap = gap
        status = model.optimize()
        print(f"python-mip {solver} gap {gap}:", status.name, "value is bound:", abs(model.objective_value - model.objective_bound) < 0.5)
print("gap unless told otherwise:", mip.Model(solver_name="CBC").max_mip_gap)
for gap in (0.0, 0.2):
    model = pyscipopt.Model()
    model.hideOutput()
    model.setParam("limits/gap", gap)
    taken = [model.addVar(vtype="B") for _ in weights]
    for row in rows:
        model.addCons(pyscipopt.quicksum(size * bit for size, bit in zip(row, taken)) <= 700)
    model.setObjective(pyscipopt.quicksum(weight * bit for weight, bit in zip(weights, taken)), "maximize")
    model.optimize()
    print(f"SCIP gap {gap}:", model.getStatus(), "value is bound:", abs(model.getObjVal() - model.getDualbound()) < 0.5)
PY
sed -i 's/sum(map(int.__mul__, row, taken) if False else (size \* bit for size, bit in zip(row, taken)))/sum(size * bit for size, bit in zip(row, taken))/' cp_sat.py
{ python cp_sat.py; python others.py | grep -v '^$'; } | seen 'CP-SAT of OR-Tools 9.15.6755
gap 0.0: OPTIMAL value is bound: True
gap 0.2: OPTIMAL value is bound: False
python-mip HIGHS gap 0.0: OPTIMAL value is bound: True
python-mip HIGHS gap 0.2: OPTIMAL value is bound: False
python-mip CBC gap 0.0: OPTIMAL value is bound: True
python-mip CBC gap 0.2: OPTIMAL value is bound: False
gap unless told otherwise: 0.0001
SCIP gap 0.0: optimal value is bound: True
SCIP gap 0.2: gaplimit value is bound: False'
