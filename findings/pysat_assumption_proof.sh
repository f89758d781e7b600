#!/usr/bin/env bash
# Guess: a proof that a solver logged while it solved under assumptions does not claim more than was shown.
# True:  with python-sat 1.9.dev17 the proof of Glucose and MapleChrono ends in the empty clause although the
#        formula is satisfiable and only the assumption is refuted. CaDiCaL's and Lingeling's do not.
# Hurts: those who hand proofs of incremental runs to a proof checker, or read "0" at the end as unsatisfiable.
. "$(dirname "$0")/common.bash"
pypi python-sat==1.9.dev17
python - <<'PY' | seen "python-sat 1.9.dev17
cadical195: satisfiable True, under -3 False, proof ['2 0', '3 0']
lingeling: satisfiable True, under -3 False, proof ['2 0', '3 0']
glucose4: satisfiable True, under -3 False, proof ['2 0', '0']
maplechrono: satisfiable True, under -3 False, proof ['2 0', '0']"
import pysat
from pysat.solvers import Solver

FORMULA = [[1, 2], [-1, 2], [-2, 3]]
print("python-sat", pysat.__version__)
for name in ("cadical195", "lingeling", "glucose4", "maplechrono"):
    with Solver(name, bootstrap_with=FORMULA) as solver:
        satisfiable = solver.solve()
    with Solver(name, with_proof=True, bootstrap_with=FORMULA) as solver:
        assumed = solver.solve(assumptions=[-3])
        print(f"{name}: satisfiable {satisfiable}, under -3 {assumed}, proof {solver.get_proof()}")
PY
