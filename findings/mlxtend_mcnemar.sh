#!/usr/bin/env bash
# Guess: two systems that are right and wrong on the same items do not differ: the p-value of McNemar's test is 1.
# True:  mcnemar of mlxtend 0.25.0, which corrects for continuity unless told otherwise, has 1 / 0 there: its statistic is infinite and
#        p is 0, the most significant difference there is. For 3 items against 3 p is 0.68. exact=True says 1 for both, as mcnemar of
#        statsmodels 0.15.0 does.
# Hurts: those who compare variants of a system, many of which decide alike.
. "$(dirname "$0")/common.bash"
pypi mlxtend==0.25.0 statsmodels==0.15.0 scikit-learn==1.9.1 numpy==2.4.6 scipy==1.17.1
python -W ignore - <<'PY' | seen 'mlxtend 0.25.0 statsmodels 0.15.0
a copy: [[10, 0], [0, 10]], statistic inf, p 0; exact 1; statsmodels 1
3 against 3: [[7, 3], [3, 7]], statistic 0.167, p 0.683; exact 1; statsmodels 1'
from importlib.metadata import version

import numpy
from mlxtend.evaluate import mcnemar, mcnemar_table
from statsmodels.stats import contingency_tables

print("mlxtend", version("mlxtend"), "statsmodels", version("statsmodels"))
truth = numpy.array([1] * 20)
system = numpy.array([1] * 10 + [0] * 10)
for name, other in (("a copy", system), ("3 against 3", numpy.array([0] * 3 + [1] * 10 + [0] * 7))):
    table = mcnemar_table(truth, system, other)
    statistic, p = mcnemar(table)
    print(f"{name}: {table.tolist()}, statistic {statistic:.3g}, p {p:.3g}; exact {mcnemar(table, exact=True)[1]:.3g}; statsmodels {contingency_tables.mcnemar(table).pvalue:.3g}")
PY
