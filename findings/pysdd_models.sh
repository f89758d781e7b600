#!/usr/bin/env bash
# Guess: models() of a formula lists as many models as model_count says.
# True:  PySDD 1.0.6 counts over the variables that the formula mentions, and lists over those below the node of the vtree that
#        the formula happens to use: of eight variables, 1 or 2, 1 or 3, and 1 or 5 have 3 models each, and 3, 12 and 192 are
#        listed; with a vtree of another kind always 192. global_model_count is over all variables.
# Hurts: those who list alignments or optima by a diagram: copies that differ in variables that matter nothing, and how many
#        there are changes with the order of variables.
. "$(dirname "$0")/common.bash"
pypi pysdd==1.0.6
python - <<'PY' | seen 'PySDD 1.0.6
balanced: 1 or 2: counted 3, listed 3, global 192; 1 or 3: counted 3, listed 12, global 192; 1 or 5: counted 3, listed 192, global 192
right: 1 or 2: counted 3, listed 192, global 192; 1 or 3: counted 3, listed 192, global 192; 1 or 5: counted 3, listed 192, global 192
left: 1 or 2: counted 3, listed 3, global 192; 1 or 3: counted 3, listed 6, global 192; 1 or 5: counted 3, listed 24, global 192'
from importlib.metadata import version

from pysdd.sdd import SddManager, Vtree

print("PySDD", version("pysdd"))
for kind in ("balanced", "right", "left"):
    manager = SddManager.from_vtree(Vtree(var_count=8, vtree_type=kind))
    told = []
    for other in (2, 3, 5):
        formula = manager.literal(1) | manager.literal(other)
        listed = len(list(formula.models()))
        total = formula.global_model_count()
        told.append(f"1 or {other}: counted {formula.model_count()}, listed {listed}, global {total}")
    print(f"{kind}:", "; ".join(told))
PY
