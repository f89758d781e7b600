#!/usr/bin/env bash
# Guess: a soft clause of weight 0 changes nothing, and one of negative weight is handled, or refused.
# True:  WCNF.append of python-sat 1.9.dev24 makes a clause of weight 0 hard (weight=0 counts as no weight): the optimum
#        rises, or there is none. A negative weight it keeps, and RC2 then returns a model that is not optimal, with its
#        cost; the optimum, with a negative value, is found by trying all. In a file a negative weight is turned round, and the
#        constant is lost: the reported cost is larger by it.
# Hurts: those who compute weights: a difference of two counts, or a similarity that is 0.
. "$(dirname "$0")/common.bash"
pypi python-sat==1.9.dev24
python - <<'PY' | seen 'python-sat 1.9.dev24
soft 0 -1 0 1 -2 0 optimum 0
append hard [[1, 2], [-1]] soft [[-2]] [1] cost 1
file hard [[1, 2]] soft [[-2], [1]] [1, 0] cost 0
soft -3 1 0 1 -2 0 1 2 0 optimum -2
append hard [[1, 2]] soft [[1], [-2], [2]] [-3, 1, 1] cost 1
file hard [[1, 2]] soft [[-2], [2], [-1]] [1, 1, 3] cost 1'
from itertools import product

import pysat
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF


def best(hard, soft):
    """Return the smallest sum of weights of violated soft clauses over all assignments of two variables."""
    def holds(clause, signs):
        return any(signs[abs(literal) - 1] == (literal > 0) for literal in clause)
    return min(sum(weight for clause, weight in soft if not holds(clause, signs))
               for signs in product((True, False), repeat=2) if all(holds(clause, signs) for clause in hard))


print("python-sat", pysat.__version__)
for soft in ([([-1], 0), ([-2], 1)], [([1], -3), ([-2], 1), ([2], 1)]):
    built = WCNF()
    built.append([1, 2])
    for clause, weight in soft:
        built.append(clause, weight=weight)
    lines = [f"{weight} {' '.join(map(str, clause))} 0" for clause, weight in soft]
    read = WCNF(from_string="\n".join(["h 1 2 0", *lines]) + "\n")
    print("soft", *lines, "optimum", best([[1, 2]], soft))
    for name, formula in (("append", built), ("file", read)):
        solver = RC2(formula)
        solver.compute()
        print(name, "hard", formula.hard, "soft", formula.soft, formula.wght, "cost", solver.cost)
PY
