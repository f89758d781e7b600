#!/usr/bin/env bash
# Guess: getRunTime is the time of the last run, as the option time_limit limits one run.
# True:  in highspy 1.15.1 the limit is for each run, and getRunTime is the sum over all runs of the object; clearSolver
#        does not set it back.
# Hurts: those who solve a row of problems with one object and report times: each has those before it in it.
. "$(dirname "$0")/common.bash"
pypi highspy==1.15.1
python - <<'PY' | seen 'HiGHS 1.15.1
Time limit reached, in half seconds: 1
Time limit reached, in half seconds: 2
Time limit reached, in half seconds: 3
after clearSolver: 3'
import random

import highspy

random.seed(1)
highs = highspy.Highs()
highs.silent()
x = [highs.addBinary() for _ in range(120)]
for _ in range(20):
    highs.addConstr(sum(random.randint(20, 90) * each for each in x) <= 1680)
highs.setOptionValue("time_limit", 0.5)
print("HiGHS", highs.version())
for run in range(3):
    highs.maximize(sum(random.randint(20, 90) * each for each in x))
    print(f"{highs.modelStatusToString(highs.getModelStatus())}, in half seconds: {highs.getRunTime() / 0.5:.0f}")
highs.clearSolver()
print(f"after clearSolver: {highs.getRunTime() / 0.5:.0f}")
PY
