#!/usr/bin/env bash
# Guess: the proof log of a solver of this family has the format of today's VeriPB, and every step is a rule that can be
#        checked, against a formula file that is OPB.
# True:  Exact 2.2.1 writes format 1.1; it introduces what defines its new variables by steps "a", which are assumed and
#        not checked; the formula beside it puts the objective before a first line that counts 0 variables and
#        0 constraints, negates the objective of a maximum, and renames all variables.
# Hurts: those who want to have an optimum checked by a program that is not the solver.
. "$(dirname "$0")/common.bash"
pypi exact==2.2.1
python - <<'PY'
import exact

solver = exact.Exact([("proof-log", "log")])
for name in "abc":
    solver.addVariable(name)
for one, other in ("ab", "bc", "ca"):
    solver.addConstraint([(1, one), (1, other)], False, 0, True, 1)
solver.setObjective([(1, name) for name in "abc"], False)
solver.runFull(True)
PY
{
    pip list 2>/dev/null | grep -i '^exact ' | tr -s ' '
    cat log.formula
    head -1 log.proof
    echo "steps assumed: $(grep -c '^a ' log.proof), contradictions: $(grep -c '^c ' log.proof)"
} | seen 'Exact 2.2.1
min: +1 ~x1 +1 ~x2 +1 ~x3 ;
* #variable= 0 #constraint= 0
+1 ~x1 +1 ~x2 >= 1 ;
+1 ~x2 +1 ~x3 >= 1 ;
+1 ~x1 +1 ~x3 >= 1 ;
pseudo-Boolean proof version 1.1
steps assumed: 6, contradictions: 1'
