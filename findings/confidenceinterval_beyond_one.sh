#!/usr/bin/env bash
# Guess: a package for the confidence intervals of precision, recall and F1 keeps them between 0 and 1, and gives a perfect system on a few
#        items an interval that is not a point.
# True:  confidenceinterval 1.0.5 has Wilson's interval for accuracy, 0.61 to 1 for 6 right of 6. Those of averages over classes are by the
#        normal distribution: a perfect system has 0.54 to 1.46 for macro F1 and 1 to 1 for micro F1, a macro F1 of 0.60 has 0.05 to 1.15.
#        Macro precision and its limits are NaN as soon as one class is never predicted, where macro F1 is a number.
# Hurts: those who report intervals of small test sets: the same perfect answers are known to the point or not at all,
#        and a table has limits of 146 %.
. "$(dirname "$0")/common.bash"
pypi confidenceinterval==1.0.5 numpy==2.4.6 scipy==1.17.1 scikit-learn==1.9.1 statsmodels==0.15.0 pandas==3.1.1
python - <<'PY' 2>/dev/null | seen 'confidenceinterval 1.0.5
accuracy of a perfect system: 1.00, from 0.61 to 1.00
macro F1 of a perfect system: 1.00, from 0.54 to 1.46
macro F1: 0.60, from 0.05 to 1.15
macro precision: nan, from nan to nan
micro F1 of a perfect system: 1.00, from 1.00 to 1.00
micro F1: 0.83, from 0.54 to 1.13
micro precision: 0.83, from 0.54 to 1.13'
from importlib.metadata import version

import confidenceinterval

print("confidenceinterval", version("confidenceinterval"))
gold, system = [0, 1, 0, 1, 2, 0], [0, 1, 0, 1, 1, 0]


def show(text, measured):
    """Print a score and its interval."""
    value, (low, high) = measured
    print(f"{text}: {value:.2f}, from {low:.2f} to {high:.2f}")


show("accuracy of a perfect system", confidenceinterval.accuracy_score(gold, gold))
for average in ("macro", "micro"):
    show(f"{average} F1 of a perfect system", confidenceinterval.f1_score(gold, gold, average=average))
    show(f"{average} F1", confidenceinterval.f1_score(gold, system, average=average))
    show(f"{average} precision", confidenceinterval.precision_score(gold, system, average=average))
PY
