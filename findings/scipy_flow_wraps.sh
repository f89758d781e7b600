#!/usr/bin/env bash
# Guess: maximum_flow takes whole numbers as they are: fractions are refused, so a number that is too large is refused, too.
# True:  maximum_flow of scipy 1.17.1 cuts capacities of 64 bits to 32, without a word: one of 2^31 - 1 carries as much, one of 2^31
#        carries nothing, and one of 2^32 + 7 carries 7. Flows add up beyond 2^31 all the same.
# Hurts: those who scale capacities to whole numbers, or write a large number for infinity: a cut of 0.
. "$(dirname "$0")/common.bash"
pypi scipy==1.17.1 networkx==3.6.1
python - <<'PY' | seen 'scipy 1.17.1 networkx 3.6.1
capacity 2147483647 scipy 2147483647 networkx 2147483647
capacity 2147483648 scipy 0 networkx 2147483648
capacity 4294967303 scipy 7 networkx 4294967303
two ways of 2147483647: scipy 4294967294
capacity 1.5: ValueError'
import networkx
import numpy
import scipy
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_flow

def flow(capacities, target):
    return maximum_flow(csr_array(numpy.array(capacities)), 0, target).flow_value

print("scipy", scipy.__version__, "networkx", networkx.__version__)
for capacity in (2**31 - 1, 2**31, 2**32 + 7):
    graph = networkx.DiGraph()
    graph.add_edge(0, 1, capacity=capacity)
    print("capacity", capacity, "scipy", flow([[0, capacity], [0, 0]], 1), "networkx", networkx.maximum_flow_value(graph, 0, 1))
most = 2**31 - 1
print(f"two ways of {most}: scipy", flow([[0, most, most, 0], [0, 0, 0, most], [0, 0, 0, most], [0, 0, 0, 0]], 3))
try:
    flow([[0, 1.5], [0, 0]], 1)
except ValueError as error:
    print("capacity 1.5:", type(error).__name__)
PY
