#!/usr/bin/env bash
# Guess: enumerate(block=1) of RC2, which is for maximal satisfiable subsets, lists each of them once, and only them.
# True:  it forbids the subset that was found, not what lies within it: of three soft clauses, of which the first two exclude one
#        another, python-sat 1.9.dev24 lists six subsets with block=1, {3} after {1, 3} among them. block=-1, which is for minimal
#        correction subsets, lists the two maximal ones.
# Hurts: those who list all optimal or all maximal alignments, or count them.
. "$(dirname "$0")/common.bash"
pypi python-sat==1.9.dev24
python - <<'PY' | seen 'python-sat 1.9.dev24
block=1: subsets 6, different 6, maximal 2, costs [1, 1, 2, 2, 2, 3]
block=-1: subsets 2, different 2, maximal 2, costs [1, 1]'
import pysat
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

print("python-sat", pysat.__version__)
for block in (1, -1):
    formula = WCNF()
    formula.append([-1, -2])
    formula.extend([[1], [2], [3]], weights=[1, 1, 1])
    with RC2(formula) as solver:
        subsets = [({literal for literal in model if literal > 0}, solver.cost) for model in solver.enumerate(block=block)]
    maximal = [subset for subset, _ in subsets if not any(subset < other for other, _ in subsets)]
    print(f"block={block}: subsets {len(subsets)}, different {len({frozenset(subset) for subset, _ in subsets})}, maximal {len(maximal)}, costs {sorted(cost for _, cost in subsets)}")
PY
