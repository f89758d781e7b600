#!/usr/bin/env bash
# Guess: (a @ b) @ c, where @ is equivalence, is an equivalence of the formula a @ b and c, true for four of eight assignments.
# True:  @ of python-sat 1.9.dev24 joins its sides into one Equals(a, b, c), "all three are equal", which is true for two. So does
#        Equals with merge=True; Equals(Equals(a, b), c) has four. The exclusive or, joined in the same way, has four either way, as
#        one of three is odd whatever the brackets. With a == b, formulas are compared: False.
# Hurts: those who turn formulas with brackets into Python's operators: "it is a match exactly if (both nodes match or neither)" is
#        another one.
. "$(dirname "$0")/common.bash"
pypi python-sat==1.9.dev24 sympy==1.14.0
python - <<'PY' | seen 'python-sat 1.9.dev24
(a @ b) @ c is a @ b @ c, models: 2
Equals(Equals(a, b), c) is (a @ b) @ c, models: 4
Equals(Equals(a, b), c, merge=True) is a @ b @ c, models: 2
(a ^ b) ^ c is a ^ b ^ c, models: 4
XOr(XOr(a, b), c) is (a ^ b) ^ c, models: 4
sympy 1.14.0 models of Equivalent(Equivalent(a, b), c): 4'
import pysat
import sympy
from pysat.formula import Atom, Equals, Formula, XOr
from pysat.solvers import Solver

print("python-sat", pysat.__version__)
formulas = {
    "(a @ b) @ c": lambda a, b, c: (a @ b) @ c,
    "Equals(Equals(a, b), c)": lambda a, b, c: Equals(Equals(a, b), c),
    "Equals(Equals(a, b), c, merge=True)": lambda a, b, c: Equals(Equals(a, b), c, merge=True),
    "(a ^ b) ^ c": lambda a, b, c: (a ^ b) ^ c,
    "XOr(XOr(a, b), c)": lambda a, b, c: XOr(XOr(a, b), c),
}
for name, make in formulas.items():
    Formula.cleanup()
    formula = make(*map(Atom, "abc"))
    formula.clausify()
    with Solver("cadical195", bootstrap_with=list(formula)) as solver:
        models = {tuple(map(str, Formula.formulas(model, atoms_only=True))) for model in solver.enum_models()}
    print(f"{name} is {formula}, models: {len(models)}")
a, b, c = sympy.symbols("a b c")
formula = sympy.Equivalent(sympy.Equivalent(a, b), c)
values = [sympy.true, sympy.false]
print("sympy", sympy.__version__, "models of Equivalent(Equivalent(a, b), c):", sum(formula.subs({a: x, b: y, c: z}) == sympy.true for x in values for y in values for z in values))
PY
