#!/usr/bin/env bash
# Guess: after a linear program is solved to optimality, mip_gap is 0 and mip_dual_bound the optimum.
# True:  highspy 1.15.1 leaves them at inf and 0; with one integer variable they are 0 and the optimum. The program
#        below has the optimum 3, so that 0 is no bound of anything.
# Hurts: those who read bounds off relaxations, or log the gap of models of which some have no integers left.
. "$(dirname "$0")/common.bash"
pypi highspy==1.15.1
python - <<'PY' | seen 'HiGHS 1.15.1
continuous: status Optimal, value 3, mip_gap inf, mip_dual_bound 0
integer: status Optimal, value 3, mip_gap 0, mip_dual_bound 3'
import highspy

print("HiGHS", highspy.Highs().version())
for kind in ("continuous", "integer"):
    highs = highspy.Highs()
    highs.silent()
    x = highs.addVariable(ub=3) if kind == "continuous" else highs.addIntegral(ub=3)
    highs.maximize(x)
    info = highs.getInfo()
    status = highs.modelStatusToString(highs.getModelStatus())
    print(f"{kind}: status {status}, value {info.objective_function_value:g}, ", end="")
    print(f"mip_gap {info.mip_gap:g}, mip_dual_bound {info.mip_dual_bound:g}")
PY
