#!/usr/bin/env bash
# Guess: "if solve(formula):" asks whether the formula is satisfiable, as the call answers yes or no; a model, where one is returned, is
#        true, and no model is false.
# True:  what Z3 5.4.0, cvc5 1.4.2, clingo 5.8.3, pycosat 0.6.6 and pycryptosat 5.17.0 return is true in either case: an object without
#        a truth value of its own, the text "UNSAT", or the pair (False, None). python-sat 1.9.dev24, pySMT 0.9.6 and sympy 1.14.0 do
#        what one would guess. dd 0.6.0 errs in the other direction: pick of a tautology is {}, a model that fixes no variable, which
#        is false, as is the None of a contradiction.
# Hurts: those who try several solvers in one loop: every formula is satisfiable, and every equivalence refuted.
. "$(dirname "$0")/common.bash"
pypi z3-solver==5.4.0.0 cvc5==1.4.2 clingo==5.8.3 pycosat==0.6.6 pycryptosat==5.17.0 python-sat==1.9.dev24 PySMT==0.9.6 sympy==1.14.0 dd==0.6.0
python - <<'PY' | seen 'Z3              a: yes   a and not a: yes (unsat)
cvc5            a: yes   a and not a: yes (unsat)
clingo          a: yes   a and not a: yes (UNSAT)
pycosat         a: yes   a and not a: yes (UNSAT)
pycryptosat     a: yes   a and not a: yes ((False, None))
python-sat      a: yes   a and not a: no (False)
pySMT           a: yes   a and not a: no (False)
sympy           a: yes   a and not a: no (False)
dd              a: yes   a and not a: no (None)
dd: the model of a or not a is {}: no'
import clingo
import cvc5
import pycosat
import pycryptosat
import z3
from dd.autoref import BDD
from pysat.solvers import Solver
from pysmt.shortcuts import And, Not, Symbol, is_sat
from sympy.abc import a as letter
from sympy.logic.inference import satisfiable

CLAUSES = {True: [[1]], False: [[1], [-1]]}


def by_z3(possible):
    solver, a = z3.Solver(), z3.Bool("a")
    solver.add(a if possible else z3.And(a, z3.Not(a)))
    return solver.check()


def by_cvc5(possible):
    terms = cvc5.TermManager()
    solver, a = cvc5.Solver(terms), terms.mkConst(terms.getBooleanSort(), "a")
    solver.assertFormula(a)
    if not possible:
        solver.assertFormula(terms.mkTerm(cvc5.Kind.NOT, a))
    return solver.checkSat()


def by_clingo(possible):
    control = clingo.Control()
    control.add("base", [], "a." if possible else "a. :- a.")
    control.ground([("base", [])])
    return control.solve()


def by_pycryptosat(possible):
    solver = pycryptosat.Solver()
    solver.add_clauses(CLAUSES[possible])
    return solver.solve()


def by_dd(possible):
    diagrams = BDD()
    diagrams.declare("a")
    return diagrams.pick(diagrams.add_expr("a" if possible else r"a /\ ~a"))


ASKED = {
    "Z3": by_z3,
    "cvc5": by_cvc5,
    "clingo": by_clingo,
    "pycosat": lambda possible: pycosat.solve(CLAUSES[possible]),
    "pycryptosat": by_pycryptosat,
    "python-sat": lambda possible: Solver("cadical195", bootstrap_with=CLAUSES[possible]).solve(),
    "pySMT": lambda possible: is_sat(Symbol("a") if possible else And(Symbol("a"), Not(Symbol("a"))), solver_name="z3"),
    "sympy": lambda possible: satisfiable(letter if possible else letter & ~letter),
    "dd": by_dd,
}
for name, solve in ASKED.items():
    print(f"{name:15}", *(f"{text}: {'yes' if solve(possible) else 'no'}" for text, possible in (("a", True), ("  a and not a", False))), f"({solve(False)})")
diagrams = BDD()
diagrams.declare("a")
model = diagrams.pick(diagrams.true)
print(f"dd: the model of a or not a is {model}:", "yes" if model else "no")
PY
