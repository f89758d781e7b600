#!/usr/bin/env bash
# Guess: a decision diagram of a Boolean function stays that function when the manager gets one more variable, on which it does not
#        depend.
# True:  in OxiDD 0.13.0 that holds for BDDManager and BCDDManager. In ZBDDManager, whose functions are used through the same methods,
#        the new variable is false in every older function: "x0 or x1" has 3 models of 3 variables, and the same formula made
#        afterwards 6; the older true() is not true any more. And sat_count_float of more variables than there are is 0.
# Hurts: those who add variables while they build (a clause, a node or a role at a time), and take the zero-suppressed kind as it is
#        smaller.
. "$(dirname "$0")/common.bash"
pypi oxidd==0.13.0
python - <<'PY' | seen 'oxidd 0.13.0
BDDManager: models of 2 variables 3, of 3 before there are 3 6; of 3 afterwards 6, made afterwards 6, equal True, with the third True, true is true True
BCDDManager: models of 2 variables 3, of 3 before there are 3 6; of 3 afterwards 6, made afterwards 6, equal True, with the third True, true is true True
ZBDDManager: models of 2 variables 3, of 3 before there are 3 0; of 3 afterwards 3, made afterwards 6, equal False, with the third False, true is true False'
from importlib.metadata import version

from oxidd.bcdd import BCDDManager
from oxidd.bdd import BDDManager
from oxidd.zbdd import ZBDDManager

print("oxidd", version("oxidd"))
for kind in (BDDManager, BCDDManager, ZBDDManager):
    manager = kind(1000, 1000, 1)
    manager.add_vars(2)
    older, true = manager.var(0) | manager.var(1), manager.true()
    print(f"{kind.__name__}: models of 2 variables {older.sat_count(2)}, of 3 before there are 3 {older.sat_count_float(3):g};", end=" ")
    manager.add_vars(1)
    newer = manager.var(0) | manager.var(1)
    print(f"of 3 afterwards {older.sat_count(3)}, made afterwards {newer.sat_count(3)}, equal {older == newer}, with the third {(older & manager.var(2)).satisfiable()}, true is true {true == manager.true()}")
PY
