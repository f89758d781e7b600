#!/usr/bin/env bash
# Guess: after "total = part; total += z" the expression "part" is what it was, as it is with numbers.
# True:  += changes the expression itself, and so part, in PuLP 3.3.2, highspy 1.16.0, Gurobi 13.0.3, COPT 8.0.7, Xpress 9.9.1,
#        PySCIPOpt 6.3.0, DOcplex 2.32.264, CP-SAT of OR-Tools 9.15 and dimod 0.12.23. In python-mip 2.0.0, MathOpt, PyOptInterface
#        0.6.1, CVXPY 1.9.3, PICOS 2.6.2, Pyomo 6.10.1 and linopy 0.10.1 it makes another one.
# Hurts: those who build an objective from the sum of a part and use that sum again, as a constraint or to show its value; and those
#        who move a model from one layer to another.
. "$(dirname "$0")/common.bash"
pypi pulp==3.3.2 mip==2.0.0 highsbox==1.15.1 cbcbox==2.935 highspy==1.16.0 xpress==9.9.1 picos==2.6.2 cvxopt==1.3.3 linopy==0.10.1 pyoptinterface==0.6.1 ortools==9.15.6755 dimod==0.12.23 gurobipy==13.0.3 coptpy==8.0.7 pyscipopt==6.3.0 docplex==2.32.264 cvxpy==1.9.3 pyomo==6.10.1 numpy==2.4.6
cat > try.py <<'PY'
import sys


def pulp():
    import pulp

    return [pulp.LpVariable(name) for name in "xyz"]


def mip():
    import mip

    global model
    model = mip.Model(solver_name="CBC")
    return [model.add_var(name) for name in "xyz"]


def highspy():
    import highspy

    global model
    model = highspy.Highs()
    return [model.addVariable(name=name) for name in "xyz"]


def xpress():
    import xpress

    global model
    model = xpress.problem()
    return [model.addVariable(name=name) for name in "xyz"]


def picos():
    import picos

    return [picos.RealVariable(name) for name in "xyz"]


def linopy():
    import linopy

    model = linopy.Model()
    return [model.add_variables(name=name) for name in "xyz"]


def pyoptinterface():
    from pyoptinterface import highs

    global model
    model = highs.Model()
    return [model.add_variable(name=name) for name in "xyz"]


def pywraplp():
    from ortools.linear_solver import pywraplp

    global model
    model = pywraplp.Solver.CreateSolver("SCIP")
    return [model.NumVar(0, 9, name) for name in "xyz"]


def cp_sat():
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    return [model.new_int_var(0, 9, name) for name in "xyz"]


def mathopt():
    from ortools.math_opt.python import mathopt

    global model
    model = mathopt.Model()
    return [model.add_variable(name=name) for name in "xyz"]


def dimod():
    import dimod

    return [dimod.Binary(name) for name in "xyz"]


def gurobipy():
    import gurobipy

    global model
    model = gurobipy.Model(env=gurobipy.Env(params={"OutputFlag": 0}))
    return [model.addVar(name=name) for name in "xyz"]


def coptpy():
    import coptpy

    global model
    model = coptpy.Envr().createModel()
    return [model.addVar(name=name) for name in "xyz"]


def pyscipopt():
    import pyscipopt

    global model
    model = pyscipopt.Model()
    return [model.addVar(name) for name in "xyz"]


def docplex():
    from docplex.mp.model import Model

    global model
    model = Model()
    return [model.continuous_var(name=name) for name in "xyz"]


def cvxpy():
    import cvxpy

    return [cvxpy.Variable(name=name) for name in "xyz"]


def pyomo():
    import pyomo.environ

    global model
    model = pyomo.environ.ConcreteModel()
    for name in "xyz":
        model.add_component(name, pyomo.environ.Var())
    return [model.x, model.y, model.z]


x, y, z = globals()[sys.argv[1]]()
part = x + y
total = part
total += z
print(f"{sys.argv[1]}:", "one expression, changed" if part is total else "two expressions", file=open("seen.txt", "a"))
PY
for layer in pulp highspy gurobipy coptpy xpress pyscipopt docplex cp_sat dimod mip mathopt pyoptinterface cvxpy picos pyomo linopy; do
    python -W ignore try.py "$layer" > talk.txt 2>&1 || { cat talk.txt >&2; exit 1; }
done
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
