#!/usr/bin/env bash
# Guess: an objective that replaces another keeps the sense of the model unless one is given: a maximum stays a maximum.
# True:  setObjective of PySCIPOpt 6.3.0 and set_objective of PyOptInterface 0.6.1 minimise unless told otherwise each time, whatever
#        the sense was. setObjective of Gurobi 13.0.3, COPT 8.0.7, Xpress 9.9.1 and highspy 1.16.0 keeps it.
# Hurts: those who solve one model for several objectives, or move a model from Gurobi to SCIP: the least is reported as "optimal".
. "$(dirname "$0")/common.bash"
pypi pyscipopt==6.3.0 pyoptinterface==0.6.1 highsbox==1.15.1 gurobipy==13.0.3 coptpy==8.0.7 xpress==9.9.1 highspy==1.16.0 numpy==2.4.6
cat > try.py <<'PY'
import sys


def scip():
    import pyscipopt

    model = pyscipopt.Model()
    model.hideOutput()
    x = model.addVar(lb=0, ub=5)
    model.setObjective(x, "maximize")
    model.optimize()
    first = model.getVal(x)
    model.freeTransform()
    model.setObjective(2 * x)
    model.optimize()
    return first, model.getVal(x), model.getStatus()


def pyoptinterface():
    import pyoptinterface
    from pyoptinterface import highs

    model = highs.Model()
    model.set_model_attribute(pyoptinterface.ModelAttribute.Silent, True)
    x = model.add_variable(lb=0, ub=5)
    model.set_objective(1 * x, pyoptinterface.ObjectiveSense.Maximize)
    model.optimize()
    first = model.get_value(x)
    model.set_objective(2 * x)
    model.optimize()
    return first, model.get_value(x), model.get_model_attribute(pyoptinterface.ModelAttribute.TerminationStatus).name


def gurobi():
    import gurobipy

    model = gurobipy.Model(env=gurobipy.Env(params={"OutputFlag": 0}))
    x = model.addVar(ub=5)
    model.setObjective(x, gurobipy.GRB.MAXIMIZE)
    model.optimize()
    first = x.X
    model.setObjective(2 * x)
    model.optimize()
    return first, x.X, model.Status == gurobipy.GRB.OPTIMAL and "optimal"


def copt():
    import coptpy

    model = coptpy.Envr().createModel()
    model.setParam(coptpy.COPT.Param.Logging, 0)
    x = model.addVar(ub=5)
    model.setObjective(x, coptpy.COPT.MAXIMIZE)
    model.solve()
    first = x.x
    model.setObjective(2 * x)
    model.solve()
    return first, x.x, model.status == coptpy.COPT.OPTIMAL and "optimal"


def by_xpress():
    import xpress

    model = xpress.problem()
    model.controls.outputlog = 0
    x = model.addVariable(ub=5)
    model.setObjective(x, sense=xpress.ObjSense.MAXIMIZE)
    model.optimize()
    first = model.getSolution(x)
    model.setObjective(2 * x)
    model.optimize()
    return first, model.getSolution(x), model.attributes.solstatus == xpress.SolStatus.OPTIMAL and "optimal"


def by_highspy():
    import highspy

    model = highspy.Highs()
    model.silent()
    x = model.addVariable(0, 5)
    model.maximize(x)
    first = model.val(x)
    model.setObjective(2 * x)
    model.solve()
    return first, model.val(x), model.getModelStatus() == highspy.HighsModelStatus.kOptimal and "optimal"


first, second, status = globals()[sys.argv[1]]()
print(f"{sys.argv[1]}: greatest x {first:g}, then 2 x without a sense: x = {second:g}, {str(status).lower()}", file=open("seen.txt", "a"))
PY
for layer in scip pyoptinterface gurobi copt by_xpress by_highspy; do
    python -W ignore try.py "$layer" > talk.txt 2>&1 || { cat talk.txt >&2; exit 1; }
done
seen 'scip: greatest x 5, then 2 x without a sense: x = 0, optimal
pyoptinterface: greatest x 5, then 2 x without a sense: x = 0, optimal
gurobi: greatest x 5, then 2 x without a sense: x = 5, optimal
copt: greatest x 5, then 2 x without a sense: x = 5, optimal
by_xpress: greatest x 5, then 2 x without a sense: x = 5, optimal
by_highspy: greatest x 5, then 2 x without a sense: x = 5, optimal' < seen.txt
