#!/usr/bin/env bash
# Guess: SCIP 10, which has an exact mode and writes certificates (VIPR), has both in the wheel of PySCIPOpt.
# True:  in PySCIPOpt 6.3.0 the method enableExactSolving and parameters of exact constraints are there, the mode is not: SCIP "was
#        compiled without exact solve support", and no parameter names a certificate.
# Hurts: those who plan to have integer programs proved by pip install.
. "$(dirname "$0")/common.bash"
pypi pyscipopt==6.3.0
python - <<'PY' 2>&1 | sed 's/^\[[^]]*\] //' | seen 'PySCIPOpt 6.3.0 SCIP 10
parameters with exact: True
with certificate: 0
ERROR: SCIP was compiled without exact solve support: cannot enable exact solving mode.
Exception: SCIP: unspecified error!'
import pyscipopt

model = pyscipopt.Model()
model.hideOutput()
names = list(model.getParams())
print("PySCIPOpt", pyscipopt.__version__, "SCIP", f"{model.version():.0f}", flush=True)
print("parameters with exact:", sum("exact" in name for name in names) > 0, flush=True)
print("with certificate:", sum("certificate" in name for name in names), flush=True)
try:
    model.enableExactSolving(True)
except Exception as error:
    print("Exception:", error)
PY
