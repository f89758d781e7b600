#!/usr/bin/env bash
# Guess: satisfy_count is the number of assignments that satisfy a formula, or "the cardinality of the set of all satisfying
#        input points", as its documentation says.
# True:  pyeda 0.29.0 counts the points that satisfy_all lists, and those may be partial: that of ab+cd leaves out variables
#        that are free, and so 3 are counted instead of 7. How many depends on the form: a formula in CNF has all. A
#        binary decision diagram counts its paths: 2 instead of 3 for a+b.
# Hurts: those who count models, or weigh formulas by them; exercises on #SAT.
. "$(dirname "$0")/common.bash"
pypi pyeda==0.29.0
python - <<'PY' | seen 'pyeda 0.29.0
a | b: 3 assignments, satisfy_count 3, of its CNF 3, of its diagram 2
a & b | c & d: 7 assignments, satisfy_count 3, of its CNF 7, of its diagram 3
a ^ b: 2 assignments, satisfy_count 2, of its CNF 2, of its diagram 2
a & b | ~a & c: 4 assignments, satisfy_count 2, of its CNF 4, of its diagram 2'
from importlib.metadata import version
from itertools import product

from pyeda.inter import expr, expr2bdd

print("pyeda", version("pyeda"))
for text in ("a | b", "a & b | c & d", "a ^ b", "a & b | ~a & c"):
    formula = expr(text)
    names = sorted(formula.support, key=str)
    true = sum(formula.restrict(dict(zip(names, row))).is_one() for row in product((0, 1), repeat=len(names)))
    cnf = formula.to_cnf()
    print(f"{text}: {true} assignments, satisfy_count {formula.satisfy_count()}, of its CNF {cnf.satisfy_count()},", end=" ")
    print("of its diagram", expr2bdd(formula).satisfy_count())
PY
