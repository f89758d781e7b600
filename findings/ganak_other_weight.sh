#!/usr/bin/env bash
# Guess: a literal without a weight weighs 1.
# True:  in pyganak 2.8.0 it does as long as its negation has none either; where the negation weighs w, it weighs 1 - w, even
#        below 0: x1 or x2 with weights 3 and 5 counts -7, where PySDD 1.0.6 counts 23. With all four weights they agree.
# Hurts: those who weigh by counts or scores, and give the weights of the positive literals only.
. "$(dirname "$0")/common.bash"
pypi pyganak==2.8.0 pysdd==1.0.6
python - <<'PY' | seen 'pyganak 2.8.0 PySDD 1.0.6
weights {}: Ganak 3, PySDD 3; by hand with 1 for the others 3, with 1 - w 3
weights {1: 0.5}: Ganak 1.5, PySDD 2; by hand with 1 for the others 2, with 1 - w 1.5
weights {1: 3, 2: 5}: Ganak -7, PySDD 23; by hand with 1 for the others 23, with 1 - w -7
weights {1: 3, 2: 5, -1: 1, -2: 1}: Ganak 23, PySDD 23; by hand with 1 for the others 23, with 1 - w 23'
from importlib.metadata import version

import pyganak
from pysdd.sdd import SddManager

def ganak(weights):
    counter = pyganak.WeightedCounter()
    counter.add_clause([1, 2])
    for literal, weight in weights.items():
        counter.set_lit_weight(literal, weight)
    return counter.count()

def sdd(weights):
    manager = SddManager(var_count=2)
    counter = (manager.literal(1) | manager.literal(2)).wmc(log_mode=False)
    for literal, weight in weights.items():
        counter.set_literal_weight(literal, weight)
    return counter.propagate()

def by_hand(weights, other):
    weigh = lambda literal: weights.get(literal, other(weights[-literal]) if -literal in weights else 1)
    return sum(weigh(one) * weigh(two) for one, two in ((1, 2), (1, -2), (-1, 2)))

print("pyganak", version("pyganak"), "PySDD", version("pysdd"))
for weights in ({}, {1: 0.5}, {1: 3, 2: 5}, {1: 3, 2: 5, -1: 1, -2: 1}):
    ones, rest = by_hand(weights, lambda weight: 1), by_hand(weights, lambda weight: 1 - weight)
    print(f"weights {weights}: Ganak {ganak(weights):g}, PySDD {sdd(weights):g};", end=" ")
    print(f"by hand with 1 for the others {ones:g}, with 1 - w {rest:g}")
PY
