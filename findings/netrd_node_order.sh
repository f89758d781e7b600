#!/usr/bin/env bash
# Guess: a distance of two networkx graphs compares nodes of one name, or does not look at names; the order in which nodes were added
#        does not matter, and a graph and itself are at 0.
# True:  netrd 0.3.0 compares matrices, whose rows are in the order in which each graph lists its nodes. Two graphs that
#        networkx calls equal are at 0.60 by Hamming and 0.67 by Jaccard, and at more than 0 by seven other distances. Those of
#        degrees, of portraits and NetSimile are 0, as they should be.
# Hurts: those who compare predicted graphs with true ones, which were built in another order: equal graphs seem far apart.
. "$(dirname "$0")/common.bash"
pypi --no-deps netrd==0.3.0 networkx==3.6.1 numpy==2.4.6 scipy==1.17.1 scikit-learn==1.9.1 joblib==1.6.0 cloudpickle==3.1.3 threadpoolctl==3.8.0 narwhals==2.29.0 ortools==9.15.6755 protobuf==6.33.6 absl-py==2.5.1 immutabledict==4.3.1 typing_extensions==4.16.0 pandas==3.1.1 python-dateutil==2.9.0.post0 six==1.17.0
python -W ignore - <<'PY' | seen 'netrd 0.3.0
equal nodes and edges: True
Hamming in one order 0.00, in two orders 0.60
JaccardDistance in one order 0.00, in two orders 0.67
Frobenius in one order 0.00, in two orders 3.46
DeltaCon in one order 0.00, in two orders 0.97
GraphDiffusion in one order 0.00, in two orders 0.67
ResistancePerturbation in one order 0.00, in two orders 3.34
QuantumJSD in one order 0.00, in two orders 0.08
PolynomialDissimilarity in one order 0.00, in two orders 0.20
HammingIpsenMikhailov in one order 0.00, in two orders 0.42
DegreeDivergence in one order 0.00, in two orders 0.00
PortraitDivergence in one order 0.00, in two orders 0.00
NetSimile in one order 0.00, in two orders 0.00'
from importlib.metadata import version

import networkx
from netrd import distance

EDGES = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (3, 4)]
NAMES = "Hamming", "JaccardDistance", "Frobenius", "DeltaCon", "GraphDiffusion", "ResistancePerturbation", "QuantumJSD", "PolynomialDissimilarity", "HammingIpsenMikhailov", "DegreeDivergence", "PortraitDivergence", "NetSimile"


def graph(order):
    made = networkx.Graph()
    made.add_nodes_from(order)
    made.add_edges_from(EDGES)
    return made


print("netrd", version("netrd"))
one, other = graph([0, 1, 2, 3, 4]), graph([4, 2, 0, 3, 1])
print("equal nodes and edges:", networkx.utils.graphs_equal(one, other))
for name in NAMES:
    measure = getattr(distance, name)()
    print(f"{name} in one order {abs(measure.dist(one, graph([0, 1, 2, 3, 4]))):.2f}, in two orders {abs(measure.dist(one, other)):.2f}")
PY
