#!/usr/bin/env bash
# Guess: a predicted span that equals a true one counts as correct, whatever else is predicted, and which true span a
#        prediction is compared with does not depend on the order.
# True:  nervaluate 1.2.1 goes through the predictions by place and gives each a true span that it overlaps, which is then
#        used up. A prediction that begins earlier takes the true span away from the one that equals it: strict and exact have
#        0 correct instead of 1. A prediction that begins later does not.
# Hurts: those who score spans of concepts, arguments or mentions that may overlap.
. "$(dirname "$0")/common.bash"
pypi nervaluate==1.2.1
python - <<'PY' | seen 'nervaluate 1.2.1
true X-3-8 predicted X-3-8: strict 1 correct of 1, exact 1 correct of 1, F1 1.0
true X-3-8 predicted Y-0-4 X-3-8: strict 0 correct of 1, exact 0 correct of 1, F1 0
true X-3-8 predicted X-0-4 X-3-8: strict 0 correct of 1, exact 0 correct of 1, F1 0
true X-3-8 predicted X-3-8 Y-7-9: strict 1 correct of 1, exact 1 correct of 1, F1 0.67
true Y-0-4 X-3-8 predicted X-3-8: strict 1 correct of 2, exact 1 correct of 2, F1 0.67'
from importlib.metadata import version

from nervaluate import Evaluator


def spans(text):
    return [{"label": label, "start": int(start), "end": int(end)} for label, start, end in (each.split("-") for each in text.split())]


print("nervaluate", version("nervaluate"))
for true, predicted in (("X-3-8", "X-3-8"), ("X-3-8", "Y-0-4 X-3-8"), ("X-3-8", "X-0-4 X-3-8"), ("X-3-8", "X-3-8 Y-7-9"), ("Y-0-4 X-3-8", "X-3-8")):
    overall = Evaluator([spans(true)], [spans(predicted)], tags=["X", "Y"]).evaluate()["overall"]
    print("true", true, "predicted", predicted + ":", *(f"{way} {overall[way].correct} correct of {overall[way].possible}," for way in ("strict", "exact")), "F1", round(overall["strict"].f1, 2))
PY
