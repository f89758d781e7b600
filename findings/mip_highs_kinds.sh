#!/usr/bin/env bash
# Guess: a variable that was added to python-mip as binary says so, after reading an LP file, too.
# True:  with HiGHS, python-mip 2.0.0 calls it 'I', and after reading an LP file with a section of binaries 'C' with
#        num_int 0, although it is solved as binary. With CBC it is 'B' each time.
# Hurts: those who round, branch or export by var_type, and those who take num_int 0 for a linear program.
. "$(dirname "$0")/common.bash"
pypi mip==2.0.0 highsbox==1.15.1 cbcbox==2.935
python - 2> log <<'PY' | grep -E '^[pCH]' | seen "python-mip 2.0.0
CBC: added ['B', 'B', 'B'], read ['B', 'B', 'B'] num_int 3, values of 0 or 1: True
HiGHS: added ['I', 'I', 'I'], read ['C', 'C', 'C'] num_int 0, values of 0 or 1: True"
import mip

print("python-mip", mip.__version__)
for solver in (mip.CBC, mip.HIGHS):
    model = mip.Model(sense=mip.MAXIMIZE, solver_name=solver)
    model.verbose = 0
    x = [model.add_var(name, var_type=mip.BINARY) for name in "xyz"]
    for one, other in ((0, 1), (1, 2), (0, 2)):  # the relaxation sets all to 0.5
        model += x[one] + x[other] <= 1
    model.objective = mip.xsum(x)
    model.write("p.lp")
    again = mip.Model(solver_name=solver)
    again.verbose = 0
    again.read("p.lp")
    again.optimize()
    kinds = [variable.var_type for variable in again.vars]
    whole = all(abs(variable.x - round(variable.x)) < 1e-9 for variable in again.vars)
    print(f"{solver}: added {[each.var_type for each in x]}, read {kinds} num_int {again.num_int}, values of 0 or 1: {whole}")
PY
