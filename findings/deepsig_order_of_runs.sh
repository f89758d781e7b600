#!/usr/bin/env bash
# Guess: two systems, trained from five seeds each, are two samples to a test of significance of a library for such runs: in which order
#        their scores are listed changes nothing.
# True:  permutation_test of deepsig 1.2.8 exchanges the scores that stand at the same place, as for items that both systems answered. With
#        both lists in order the better system has p = 0.03, with one of them backwards 0.4. Its bootstrap_test says 0.4 of either, and its
#        documentation says nothing of pairs.
# Hurts: those who compare runs that belong to no pairs: whether the difference is significant is up to how the scores were sorted.
. "$(dirname "$0")/common.bash"
pypi deepsig==1.2.8 dill==0.4.1 joblib==1.6.0 numpy==2.4.6 pandas==3.1.1 scipy==1.17.1 tqdm==4.70.1
python - <<'PY' 2>/dev/null | seen 'deepsig 1.2.8
permutation_test: both in order 0.03, one backwards 0.4
bootstrap_test: both in order 0.4, one backwards 0.4'
from importlib.metadata import version

import numpy
from deepsig import bootstrap_test, permutation_test

print("deepsig", version("deepsig"))
better, other = numpy.array([0.52, 0.60, 0.71, 0.80, 0.93]), numpy.array([0.50, 0.59, 0.70, 0.78, 0.90])
for test in (permutation_test, bootstrap_test):
    values = [test(better, second, num_samples=10000, seed=1) for second in (other, other[::-1])]
    print(f"{test.__name__}: both in order {values[0]:.1g}, one backwards {values[1]:.1g}")
PY
