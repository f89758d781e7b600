#!/usr/bin/env bash
# Guess: a graph for whole numbers refuses capacities with fractions, as a float is no int.
# True:  Graph[int] of PyMaxflow 1.3.2 and QPBOInt of thinqpbo 0.1.5 drop the fraction without a word: 0.9 is 0. The flow is 0, and the
#        cut is not a least one.
# Hurts: those who take similarities or probabilities as capacities: a wrong optimum.
. "$(dirname "$0")/common.bash"
pypi PyMaxflow==1.3.2 thinqpbo==0.1.5 numpy==2.4.6
python - <<'PY' | seen 'PyMaxflow 1.3.2 thinqpbo 0.1.5
Graph[float] of capacities 0.3 0.9: flow 0.3, cut 0.3
Graph[int] of capacities 0.3 0.9: flow 0, cut 0.9
QPBODouble of costs 0.9 0.3: energy 0.3, cost 0.3
QPBOInt of costs 0.9 0.3: energy 0, cost 0.9'
from importlib.metadata import version

import maxflow
import thinqpbo

print("PyMaxflow", version("PyMaxflow"), "thinqpbo", version("thinqpbo"))
for number in (float, int):
    graph = maxflow.Graph[number]()
    graph.add_nodes(1)
    graph.add_tedge(0, 0.3, 0.9)
    flow = graph.maxflow()
    side = graph.get_segment(0)
    print(f"Graph[{number.__name__}] of capacities 0.3 0.9: flow {flow:g}, cut {(0.9, 0.3)[side]}")
for kind in ("QPBODouble", "QPBOInt"):
    graph = getattr(thinqpbo, kind)()
    graph.add_node(1)
    graph.add_unary_term(0, 0.9, 0.3)
    graph.solve()
    graph.compute_weak_persistencies()
    label = graph.get_label(0)
    print(f"{kind} of costs 0.9 0.3: energy {graph.compute_twice_energy() / 2:g}, cost {(0.9, 0.3)[label]}")
PY
