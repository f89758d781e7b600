#!/usr/bin/env bash
# Guess: a product of three variables is turned into products of two so that the optimum stays: the strength of what ties the new
#        variable to its product is chosen by the model, or what is broken is reported.
# True:  compile of pyqubo 1.5.0 takes the strength 5, whatever the coefficients are. Of 30abc - 20(a + b + c), least at two of the
#        three (-40), the optimum of the QUBO is all three, where it is -30; the energy of the decoded sample is -55, and no constraint
#        is called broken. With strength=100 it is -40. qubovert 1.2.5 chooses by the coefficients.
# Hurts: those who write a match of two edges as a product of more than two choices: a wrong optimum, of an energy that nothing has.
. "$(dirname "$0")/common.bash"
pypi pyqubo==1.5.0 dimod==0.12.23 qubovert==1.2.5 numpy==2.4.6
python - <<'PY' | seen 'pyqubo 1.5.0 qubovert 1.2.5
by default, chosen: 3 energy: -55 by the formula: -30 broken: {}
strength=100 chosen: 2 energy: -40 by the formula: -40 broken: {}
qubovert, chosen: 2 energy: -40'
from importlib.metadata import version

import dimod
import pyqubo
import qubovert

print("pyqubo", version("pyqubo"), "qubovert", version("qubovert"))
a, b, c = map(pyqubo.Binary, "abc")
energy = 30 * a * b * c - 20 * a - 20 * b - 20 * c
for options in ({}, {"strength": 100}):
    model = energy.compile(**options)
    best = model.decode_sample(dimod.ExactSolver().sample(model.to_bqm()).first.sample, vartype="BINARY")
    chosen = [best.sample[name] for name in "abc"]
    print(*[f"{name}={value}" for name, value in options.items()] or ["by default,"], "chosen:", sum(chosen), "energy:", int(best.energy), "by the formula:", 30 * (sum(chosen) == 3) - 20 * sum(chosen), "broken:", best.constraints(only_broken=True))
model = qubovert.PUBO({tuple("abc"): 30, ("a",): -20, ("b",): -20, ("c",): -20})
qubo = model.to_qubo()
best = qubo.solve_bruteforce()
print("qubovert, chosen:", sum(model.convert_solution(best).values()), "energy:", qubo.value(best))
PY
