#!/usr/bin/env bash
# Guess: two circuits side by side, with a latch or an output of one name, are refused, or keep both apart under new names.
# True:  c | d of py-aiger 8.1.0 takes them for one, without a word. Of two outputs called a the one of d is left; which is left
#        depends on the order. Two delays with a latch l each, one beginning with 0 and one with 1, are one latch of which both outputs
#        read: the first output was 0 in c and is 1. Inputs of one name are shared, which is what they are for.
# Hurts: those who put together a circuit from parts made alike, a part for each edge or rule: it is smaller, and computes something
#        else.
. "$(dirname "$0")/common.bash"
pypi py-aiger==8.1.0
python - <<'PY' | seen 'py-aiger 8.1.0
and, or: a of 1 and 0: 1
or, and: a of 1 and 0: 0
i: latches l outputs oi=0 oi=1
j: latches l outputs oj=1 oj=0
both: latches l outputs oi=1 oj=1 oi=0 oj=0'
from importlib.metadata import version

import aiger

print("py-aiger", version("py-aiger"))
x, y = aiger.atoms("x", "y")
for name, left, right in (("and, or", (x & y).with_output("a").aig, (x | y).with_output("a").aig), ("or, and", (x | y).with_output("a").aig, (x & y).with_output("a").aig)):
    both = left | right
    print(f"{name}:", *both.outputs, "of 1 and 0:", int(both({"x": True, "y": False})[0]["a"]))
latch = {name: aiger.delay(inputs=[name], initials=[initial], latches=["l"], outputs=["o" + name]) for name, initial in (("i", False), ("j", True))}
STEPS = [{"i": True, "j": False}, {"i": True, "j": False}]
for name, one in {**latch, "both": latch["i"] | latch["j"]}.items():
    values = [state for state, _ in one.simulate(STEPS)]
    print(f"{name}: latches", *sorted(one.latches), "outputs", *(f"{output}={int(value[output])}" for value in values for output in sorted(value)))
PY
