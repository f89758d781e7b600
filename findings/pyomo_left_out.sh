#!/usr/bin/env bash
# Guess: a Pyomo model with logical constraints, disjunctions or complementarities is solved with them, or refused until it is
#        transformed.
# True:  both interfaces of Pyomo 6.10.1 to HiGHS (highs, appsi_highs) leave such constraints out and end as optimal: 1 for a
#        variable that is said to be false, 5 for "x <= 2 or x <= 3" and for "x is 0 or 2". The LP writer refuses all three.
#        After a transformation (core.logical_to_linear, gdp.bigm) the optima of the first two are 0 and 3.
# Hurts: those who state "if this node is matched, so is that one" and forget the transformation: a proved optimum of another
#        problem.
. "$(dirname "$0")/common.bash"
pypi pyomo==6.10.1 highspy==1.15.1 sympy==1.14.0 numpy==2.4.6
python - <<'PY' | grep -v '^Running HiGHS\|^Includes third-party' | seen 'Pyomo 6.10.1 highspy 1.15.1
maximise x, not x: highs optimal 1.0, appsi_highs optimal 1.0, writing LP is refused, transformed 0.0
maximise x, x <= 2 or x <= 3: highs optimal 5.0, appsi_highs optimal 5.0, writing LP is refused, transformed 3.0
maximise x, x is 0 or 2: highs optimal 5.0, appsi_highs optimal 5.0, writing LP is refused'
from importlib.metadata import version

import pyomo.environ as pyomo
from pyomo.gdp import Disjunction
from pyomo.mpec import Complementarity, complements


def false_variable():
    """Return a model that maximises the binary variable of a Boolean one that has to be false."""
    model = pyomo.ConcreteModel()
    model.truth = pyomo.BooleanVar()
    model.x = pyomo.Var(within=pyomo.Binary)
    model.truth.associate_binary_var(model.x)
    model.rule = pyomo.LogicalConstraint(expr=pyomo.lnot(model.truth))
    return model


def bounded(rule):
    model = pyomo.ConcreteModel()
    model.x = pyomo.Var(bounds=(0, 5))
    model.rule = rule(model.x)
    return model


models = {
    "not x": (false_variable, "core.logical_to_linear"),
    "x <= 2 or x <= 3": (lambda: bounded(lambda x: Disjunction(expr=[x <= 2, x <= 3])), "gdp.bigm"),
    "x is 0 or 2": (lambda: bounded(lambda x: Complementarity(expr=complements(x <= 2, x >= 0))), None),
}
print("Pyomo", version("pyomo"), "highspy", version("highspy"))
for name, (build, transformation) in models.items():
    print("maximise x,", name, end=": ")
    for solver in ("highs", "appsi_highs"):
        model = build()
        model.value = pyomo.Objective(expr=model.x, sense=pyomo.maximize)
        status = pyomo.SolverFactory(solver).solve(model).solver.termination_condition
        print(solver, status, pyomo.value(model.x), end=", ")
    try:
        model.write("model.lp")
    except ValueError:
        print("writing LP is refused", end="")
    if transformation:
        pyomo.TransformationFactory(transformation).apply_to(model)
        pyomo.SolverFactory("highs").solve(model)
        print(", transformed", abs(round(pyomo.value(model.x), 6)), end="")
    print()
PY
