# shellcheck shell=bash
# Sourced by findings on modelling layers: 17 libraries in the versions below, and three variables x, y, z of a model of each.
. "$(dirname "$0")/common.bash"

layers() { # install the libraries, and run the Python of the input on x, y, z of each that is named; it sets `said`
    pypi pulp==3.3.2 mip==2.0.0 highsbox==1.15.1 cbcbox==2.935 highspy==1.16.0 xpress==9.9.1 picos==2.6.2 cvxopt==1.3.3 linopy==0.10.1 pyoptinterface==0.6.1 ortools==9.15.6755 dimod==0.12.23 gurobipy==13.0.3 coptpy==8.0.7 pyscipopt==6.3.0 docplex==2.32.264 cvxpy==1.9.3 pyomo==6.10.1 numpy==2.4.6
    cat > layers.py <<'PY'
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
PY
    { printf 'import sys\n\nimport layers\n\nx, y, z = getattr(layers, sys.argv[1])()\n'; cat; } > try.py
    printf 'print(f"{sys.argv[1]}: {said}", file=open("seen.txt", "a"))\n' >> try.py
    for layer in "$@"; do
        python -W ignore try.py "$layer" > talk.txt 2>&1 || { cat talk.txt >&2; exit 1; }
    done
}
