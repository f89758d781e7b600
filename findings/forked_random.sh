#!/usr/bin/env bash
# Guess: a seed that is set before processes are started makes their random numbers repeatable, and those of two processes differ;
#        random and numpy.random are alike in that.
# True:  neither is right for both. Forked processes of Python 3.11 have the state of numpy.random (2.4.6) as it was: all draw the same
#        numbers. random is seeded again in each: they differ, and differ in the next run, too, whatever seed was set. So they do in
#        joblib 1.6.0 with backend="multiprocessing"; its default starts new processes, which inherit no seed.
# Hurts: parallel restarts of a search and bootstraps: ten times the same sample, or results that a seed does not bring back.
. "$(dirname "$0")/common.bash"
pypi numpy==2.4.6 joblib==1.6.0
cat > draws.py <<'PY'
import random
from multiprocessing import get_context
from time import sleep

import joblib
import numpy


def draw(_):
    sleep(0.5)  # so that each process has one
    return random.random(), float(numpy.random.random())


def alone(pipe):
    pipe.send(draw(0))


def forked():
    context, pairs = get_context("fork"), []
    for _ in range(2):
        ours, theirs = context.Pipe()
        process = context.Process(target=alone, args=(theirs,))
        process.start()
        pairs.append(ours.recv())
        process.join()
    return pairs


def by_joblib(backend):
    return joblib.Parallel(n_jobs=2, backend=backend, batch_size=1)(joblib.delayed(draw)(number) for number in range(2))


print("numpy", numpy.__version__, "joblib", joblib.__version__)
for name, run in (("fork", forked), ("joblib multiprocessing", lambda: by_joblib("multiprocessing")), ("joblib by default", lambda: by_joblib(None))):
    runs = []
    for _ in range(2):
        random.seed(1)
        numpy.random.seed(1)
        runs.append(run())
    for place, library in enumerate(("random", "numpy.random")):
        first, second = ([pair[place] for pair in pairs] for pairs in runs)
        print(f"{name}, {library}: the two processes equal {first[0] == first[1]}, the two runs equal {first == second}")
PY
python -W ignore draws.py | seen 'numpy 2.4.6 joblib 1.6.0
fork, random: the two processes equal False, the two runs equal False
fork, numpy.random: the two processes equal True, the two runs equal True
joblib multiprocessing, random: the two processes equal False, the two runs equal False
joblib multiprocessing, numpy.random: the two processes equal True, the two runs equal True
joblib by default, random: the two processes equal False, the two runs equal False
joblib by default, numpy.random: the two processes equal False, the two runs equal False'
