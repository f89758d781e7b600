#!/usr/bin/env bash
# Guess: a variable that is declared with the range 0 to 2 has three values.
# True:  in omega 0.4.0 the range is a hint that fixes the number of bits: declared (0, 2), x has the four values of two bits.
#        TRUE has 16 models over two such variables, not 9, "x = 3" has some, "\A x: x <= 2" is false, and x <= 2 is not TRUE. What
#        keeps to the range is a formula of its own: with it the numbers are right.
# Hurts: those who count or quantify over labels or nodes: wrong counts and false theorems wherever a range is no power of two.
. "$(dirname "$0")/common.bash"
pypi omega==0.4.0 dd==0.6.0
python - <<'PY' | seen 'omega 0.4.0 dd 0.6.0
0 to 2: TRUE has 16 models, 9 within the range; x = y has 4 models, 3 within the range; x > 2 has 4 models, 0 within the range; all x are at most 2: False
0 to 3: TRUE has 16 models, 16 within the range; x = y has 4 models, 4 within the range; x > 3 has 0 models, 0 within the range; all x are at most 3: True
0 to 4: TRUE has 64 models, 25 within the range; x = y has 8 models, 5 within the range; x > 4 has 24 models, 0 within the range; all x are at most 4: False'
from importlib.metadata import version

from omega.symbolic.fol import Context

print("omega", version("omega"), "dd", version("dd"))
for high in (2, 3, 4):
    context = Context()
    context.declare(x=(0, high), y=(0, high))
    within = context.add_expr(f"x \\in 0..{high} /\\ y \\in 0..{high}")
    print(f"0 to {high}:", end=" ")
    for formula in ("TRUE", "x = y", f"x > {high}"):
        node = context.add_expr(formula)
        print(f"{formula} has {context.count(node, care_vars=['x', 'y'])} models, {context.count(node & within, care_vars=['x', 'y'])} within the range", end="; ")
    print(f"all x are at most {high}:", context.add_expr(f"\\A x: x <= {high}") == context.true)
PY
