#!/usr/bin/env bash
# Guess: of a system and its copy neither is more probably the better one: 0.5 and 0.5, or all the probability is where they are equal.
# True:  two_on_multiple of baycomp 1.0.3 without a region of equivalence (rope=0) gives the one that comes first more than 0.6, and the
#        other the rest, whichever comes first, with 3 data sets and with 30. With rope=0.01 equality has all. two_on_single says
#        0.5 and 0.5.
# Hurts: those who compare variants of which most items are equal, and name their own system first.
. "$(dirname "$0")/common.bash"
pypi baycomp==1.0.3
python -W ignore - <<'PY' | seen 'baycomp 1.0.3
3 data sets: first more than 0.6, second less than 0.4
30 data sets: first more than 0.6, second less than 0.4
rope 0.01: 0.0 1.0 0.0
one data set: 0.5 0.5'
from importlib.metadata import version

import baycomp
import numpy

print("baycomp", version("baycomp"))
for times in (1, 10):
    scores = numpy.array([0.9, 0.8, 0.7] * times)
    first, *_, second = baycomp.two_on_multiple(scores, scores.copy())
    assert first > 0.6 and second < 0.4, (first, second)
    print(f"{len(scores)} data sets: first more than 0.6, second less than 0.4")
scores = numpy.array([0.9, 0.8, 0.7])
print("rope 0.01:", *(float(one) for one in baycomp.two_on_multiple(scores, scores.copy(), rope=0.01)))
print("one data set:", *(float(one) for one in baycomp.two_on_single(scores, scores.copy())))
PY
