#!/usr/bin/env bash
# Guess: partial_wasserstein moves the mass m that is asked for, at the least cost, whatever the sign of the costs: with
#        similarities negated it is the best partial matching of that size.
# True:  with negative costs POT 0.9.7.post1 moves all the mass, whatever m is, without a word: 1.0 where 0.25 is asked for.
#        With 1 added to all costs, which changes no plan's rank among those of mass m, it moves m.
# Hurts: those who align a share of the nodes of two graphs by similarities (embeddings, kernels).
. "$(dirname "$0")/common.bash"
pypi pot==0.9.7.post1 numpy==2.4.6 scipy==1.17.1
python - <<'PY' | seen 'POT 0.9.7.post1
m 0.25 negated similarities moved 1.0 similarity per mass 0.75
m 0.25 1 - similarities moved 0.25 similarity per mass 0.9
m 0.5 negated similarities moved 1.0 similarity per mass 0.75
m 0.5 1 - similarities moved 0.5 similarity per mass 0.85
m 0.75 negated similarities moved 1.0 similarity per mass 0.75
m 0.75 1 - similarities moved 0.75 similarity per mass 0.8'
import numpy
import ot

print("POT", ot.__version__)
similarities = numpy.array([[0.9, 0.1, 0.3, 0.2], [0.2, 0.8, 0.1, 0.4], [0.3, 0.2, 0.7, 0.1], [0.1, 0.4, 0.2, 0.6]])
uniform = numpy.ones(4) / 4
for mass in (0.25, 0.5, 0.75):
    for title, costs in (("negated similarities", -similarities), ("1 - similarities", 1 - similarities)):
        plan = ot.partial.partial_wasserstein(uniform, uniform, costs, m=mass)
        moved = round(float(plan.sum()), 6)
        print("m", mass, title, "moved", moved, "similarity per mass", round(float((plan * similarities).sum() / moved), 3))
PY
