#!/usr/bin/env bash
# Guess: Python's and, or, not and in with expressions of CPMpy do what they say, or are refused.
# True:  CPMpy 1.1.1 refuses to take x != 1 or x <= 1 for a truth value, but not x == 1, which is false. So (x == 1) and (y ==
#        1) is x == 1, with "or" it is y == 1, "not" gives True, x in [1, 2] False, and all(...) of equations is False.
# Hurts: those who write a condition of two alignments as people write it: half of it is lost, and the model has more
#        solutions.
. "$(dirname "$0")/common.bash"
pypi cpmpy==1.1.1 ortools==9.15.6755
python - <<'PY' | seen 'CPMpy 1.1.1
(x == 1) & (y == 1) is (x == 1) and (y == 1) solutions xy: 11
(x == 1) and (y == 1) is x == 1 solutions xy: 10 11 12
(x == 1) | (y == 1) is (x == 1) or (y == 1) solutions xy: 01 10 11 12 21
(x == 1) or (y == 1) is y == 1 solutions xy: 01 11 21
~(x == 1) is not(x == 1) solutions xy: 00 01 02 20 21 22
not (x == 1) is True solutions xy: 00 01 02 10 11 12 20 21 22
x in [1, 2] is False solutions xy: none
all([x == 1, y == 1]) is False solutions xy: none
(x <= 1) and (y == 1) is refused'
from importlib.metadata import version

import cpmpy

x, y = cpmpy.intvar(0, 2, name="x"), cpmpy.intvar(0, 2, name="y")


def solutions(constraint):
    found = []
    cpmpy.Model([x >= 0, y >= 0, constraint]).solveAll(display=lambda: found.append(f"{x.value()}{y.value()}"))
    return " ".join(sorted(found)) or "none"


print("CPMpy", version("cpmpy"))
for text in ("(x == 1) & (y == 1)", "(x == 1) and (y == 1)", "(x == 1) | (y == 1)", "(x == 1) or (y == 1)", "~(x == 1)", "not (x == 1)", "x in [1, 2]", "all([x == 1, y == 1])", "(x <= 1) and (y == 1)"):
    try:
        constraint = eval(text)
    except ValueError:
        print(text, "is refused")
        continue
    print(text, "is", constraint, "solutions xy:", solutions(constraint))
PY
