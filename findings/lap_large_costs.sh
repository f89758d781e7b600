#!/usr/bin/env bash
# Guess: lap.lapjv finds an optimal assignment for any finite costs.
# True:  lap 0.5.13 holds 1000000 for infinity (lap.LARGE). With costs above it the assignment need not be optimal, and
#        nothing says so: 13000000 instead of 7000000 for two by two. Of 100 random square matrices each, all are solved with
#        costs below 1e6 and many are not with costs below 1e7, 1e9 or 1e12; divided by the largest cost all are. lapx 0.11.1,
#        its fork, and scipy 1.17.1 solve all of them.
# Hurts: those who scale similarities to large integers, forbid couples by a large cost, or subtract from a large number.
. "$(dirname "$0")/common.bash"
pypi lap==0.5.13 scipy==1.17.1 numpy==2.4.6
mv venv first && pypi lapx==0.11.1 scipy==1.17.1 numpy==2.4.6
cat > solve.py <<'PY'
import sys

import lap
import numpy
from scipy.optimize import linear_sum_assignment


def value(costs, matrix):
    """Return the sum of `costs` over the assignment that lap finds for `matrix`."""
    return costs[numpy.arange(len(costs)), lap.lapjv(matrix)[1]].sum()


def best(costs):
    return costs[linear_sum_assignment(costs)].sum()


costs = numpy.array([[2e6, 1e7], [3e6, 5e6]])
print(sys.argv[1], "LARGE", lap.LARGE, "costs", costs.astype(int).tolist(), "value", int(value(costs, costs)), "optimum", int(best(costs)))
for largest in (1e3, 1e6, 1e7, 1e9, 1e12):
    worse = divided = 0
    for seed in range(100):
        costs = numpy.random.default_rng(seed).random((6, 6)) * largest
        least = best(costs) * (1 + 1e-9)
        worse += value(costs, costs) > least
        divided += value(costs, costs / largest) > least
    print(f"costs below {largest:.0e}: not optimal {worse} of 100, divided by {largest:.0e}: {divided}")
PY
{
    first/bin/python solve.py "lap 0.5.13"
    python solve.py "lapx 0.11.1"
} | seen 'lap 0.5.13 LARGE 1000000 costs [[2000000, 10000000], [3000000, 5000000]] value 13000000 optimum 7000000
costs below 1e+03: not optimal 0 of 100, divided by 1e+03: 0
costs below 1e+06: not optimal 0 of 100, divided by 1e+06: 0
costs below 1e+07: not optimal 42 of 100, divided by 1e+07: 0
costs below 1e+09: not optimal 34 of 100, divided by 1e+09: 0
costs below 1e+12: not optimal 33 of 100, divided by 1e+12: 0
lapx 0.11.1 LARGE 1000000 costs [[2000000, 10000000], [3000000, 5000000]] value 7000000 optimum 7000000
costs below 1e+03: not optimal 0 of 100, divided by 1e+03: 0
costs below 1e+06: not optimal 0 of 100, divided by 1e+06: 0
costs below 1e+07: not optimal 0 of 100, divided by 1e+07: 0
costs below 1e+09: not optimal 0 of 100, divided by 1e+09: 0
costs below 1e+12: not optimal 0 of 100, divided by 1e+12: 0'
