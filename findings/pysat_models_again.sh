#!/usr/bin/env bash
# Guess: enum_models lists as many models of an encoded cardinality constraint as there are assignments of its literals, since
#        the auxiliary variables follow from them.
# True:  the encodings of python-sat 1.9.dev24 let auxiliary variables vary. At most one of four has 5 assignments;
#        enum_models lists 5 with the pairwise encoding and the ladder, 8 with the sequential counter, and 32 with the
#        totalizer. The assignments are the right ones. Negating each assignment of the literals alone, in place of the whole
#        model, lists 5 each time.
# Hurts: those who count or sample optimal alignments by a SAT solver.
. "$(dirname "$0")/common.bash"
pypi python-sat==1.9.dev24
python - <<'PY' | seen 'python-sat 1.9.dev24
pairwise: auxiliary variables 0, models 5, assignments 5, without them 5
ladder: auxiliary variables 5, models 5, assignments 5, without them 5
seqcounter: auxiliary variables 3, models 8, assignments 5, without them 5
kmtotalizer: auxiliary variables 6, models 8, assignments 5, without them 5
totalizer: auxiliary variables 8, models 32, assignments 5, without them 5
sortnetwrk: auxiliary variables 10, models 32, assignments 5, without them 5'
import pysat
from pysat.card import CardEnc, EncType
from pysat.solvers import Solver

print("python-sat", pysat.__version__)
literals = [1, 2, 3, 4]
for name in ("pairwise", "ladder", "seqcounter", "kmtotalizer", "totalizer", "sortnetwrk"):
    formula = CardEnc.atmost(literals, bound=1, encoding=getattr(EncType, name))
    with Solver("cadical153", bootstrap_with=formula) as solver:
        models = [tuple(model[:4]) for model in solver.enum_models()]
    projected = 0
    with Solver("cadical153", bootstrap_with=formula) as solver:
        while solver.solve():
            solver.add_clause([-literal for literal in solver.get_model()[:4]])
            projected += 1
    print(f"{name}: auxiliary variables {max(formula.nv - 4, 0)}, models {len(models)}, assignments {len(set(models))}, without them {projected}")
PY
