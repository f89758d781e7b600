#!/usr/bin/env bash
# Guess: a generator of lazy constraints that never adds one changes nothing.
# True:  with python-mip 2.0.0 and CBC (cbcbox 2.935) this problem then ends as OPTIMAL, with a bound equal to its value, at
#        1832; the optimum, by CBC without the generator and by HiGHS, is 1842. Of nine problems made alike it was one.
# Hurts: those who solve by lazy constraints (connectedness, cycles): a wrong optimum that looks proved.
. "$(dirname "$0")/common.bash"
pypi mip==2.0.0 highsbox==1.15.1 cbcbox==2.935
python - <<'PY' | grep -v '^$' | seen 'python-mip 2.0.0 cbcbox 2.935 highsbox 1.15.1
HIGHS plain OPTIMAL 1842 
CBC plain OPTIMAL 1842 
CBC lazy OPTIMAL 1832 1832'
import random
from importlib.metadata import version

import mip


class Nothing(mip.ConstrsGenerator):
    """Add no constraint."""

    def generate_constrs(self, model, depth=0, npass=0):
        """Do nothing."""


print("python-mip", version("mip"), "cbcbox", version("cbcbox"), "highsbox", version("highsbox"))
for solver, generator in (("HIGHS", None), ("CBC", None), ("CBC", Nothing())):
    random.seed(3)
    model = mip.Model(solver_name=solver, sense=mip.MAXIMIZE)
    model.verbose = 0
    taken = [model.add_var(var_type=mip.BINARY) for _ in range(40)]
    for _ in range(6):
        model += mip.xsum(random.randint(10, 50) * each for each in taken) <= 500
    model.objective = mip.xsum(random.randint(50, 150) * each for each in taken)
    if generator:
        model.lazy_constrs_generator = generator
    status = model.optimize()
    print(solver, "lazy" if generator else "plain", status.name, round(model.objective_value), round(model.objective_bound) if generator else "")
PY
