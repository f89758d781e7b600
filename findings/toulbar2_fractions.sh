#!/usr/bin/env bash
# Guess: costs with fractions are added as they are, or are refused by a model that was made without a number of decimals.
# True:  pytoulbar2 1.4.0.1 rounds the least cost of a function, and what the others are above it, to `resolution` decimals,
#        without a word. Without resolution 0.6 and 0.4 are both 0, and the optimum that is proved is 0.6, "of cost 0"; with
#        1, 0.26 is an optimum of 0.26 and 0.24. With all decimals the optimum and its cost are right.
# Hurts: those who hand over similarities or logarithms of probabilities: a proved optimum of other costs.
. "$(dirname "$0")/common.bash"
pypi pytoulbar2==1.4.0.1
python - <<'PY' | seen 'pytoulbar2 1.4.0.1
costs 0.6 0.4 resolution None solution 0.6 reported 0.0 optimum 0.4
costs 0.6 0.4 resolution 1 solution 0.4 reported 0.4 optimum 0.4
costs 0.6 0.4 resolution 2 solution 0.4 reported 0.4 optimum 0.4
costs 0.26 0.24 resolution None solution 0.26 reported 0.0 optimum 0.24
costs 0.26 0.24 resolution 1 solution 0.26 reported 0.2 optimum 0.24
costs 0.26 0.24 resolution 2 solution 0.24 reported 0.24 optimum 0.24
costs 1.9 1.1 resolution None solution 1.1 reported 1.0 optimum 1.1
costs 1.9 1.1 resolution 1 solution 1.1 reported 1.1 optimum 1.1
costs 1.9 1.1 resolution 2 solution 1.1 reported 1.1 optimum 1.1
costs -0.4 -0.6 resolution None solution -0.4 reported -1.0 optimum -0.6
costs -0.4 -0.6 resolution 1 solution -0.6 reported -0.6 optimum -0.6
costs -0.4 -0.6 resolution 2 solution -0.6 reported -0.6 optimum -0.6'
from importlib.metadata import version

import pytoulbar2

print("pytoulbar2", version("pytoulbar2"))
for costs in ([0.6, 0.4], [0.26, 0.24], [1.9, 1.1], [-0.4, -0.6]):
    for resolution in (None, 1, 2):
        model = pytoulbar2.CFN(**({} if resolution is None else {"resolution": resolution}))
        model.AddVariable("x", range(2))
        model.AddFunction(["x"], costs)
        (value,), cost, _ = model.Solve()
        print("costs", *costs, "resolution", resolution, "solution", costs[value], "reported", cost, "optimum", min(costs))
PY
