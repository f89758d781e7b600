#!/usr/bin/env bash
# Guess: a matching is of least weight, and an edge that no matching needs changes nothing.
# True:  PyMatching 2.4.0 rounds all weights to steps that depend on the largest one. Beside an edge of weight 10 million, elsewhere,
#        a way of weight 3.2 is taken instead of one of 3.0, and 1.3 instead of 0.7; the weight that it gives is neither. It warns only
#        above 16777215.
# Hurts: those who write a large weight for "never": a matching that is not of least weight.
. "$(dirname "$0")/common.bash"
pypi pymatching==2.4.0 numpy==2.4.6 scipy==1.17.1 networkx==3.6.1 matplotlib==3.11.2
python - <<'PY' | seen 'pymatching 2.4.0
beside 1e+03: 3.0 is taken, of 3.2 and 3.0; it says 3.00
beside 1e+03: 0.7 is taken, of 1.3 and 0.7; it says 0.70
beside 1e+06: 3.0 is taken, of 3.2 and 3.0; it says 2.98
beside 1e+06: 0.7 is taken, of 1.3 and 0.7; it says 0.72
beside 1e+07: 3.2 is taken, of 3.2 and 3.0; it says 2.98
beside 1e+07: 1.3 is taken, of 1.3 and 0.7; it says 1.19'
from importlib.metadata import version

import pymatching

print("pymatching", version("pymatching"))
for large in (1e3, 1e6, 1e7):
    for direct, around in ((3.2, 3.0), (1.3, 0.7)):
        graph = pymatching.Matching()
        graph.add_edge(0, 1, weight=direct, fault_ids={0})
        graph.add_edge(0, 2, weight=around / 2, fault_ids={1})
        graph.add_edge(2, 1, weight=around / 2, fault_ids={2})
        graph.add_edge(3, 4, weight=large, fault_ids={3})
        edges, weight = graph.decode([1, 1, 0, 0, 0], return_weight=True)
        taken = edges[0] * direct + (edges[1] + edges[2]) * around / 2
        print(f"beside {large:.0e}: {taken:.1f} is taken, of {direct} and {around}; it says {weight:.2f}")
PY
