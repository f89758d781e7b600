#!/usr/bin/env bash
# Guess: a distance of graphs is the same from either side.
# True:  the Ipsen-Mikhailov distance of netrd 0.3.0 is not where the graphs have unlike numbers of nodes: a triangle with a tail of one
#        edge, and of two, are at 0.68 one way and 0.59 the other. Of graphs of one size it is, and so is NetSimile's.
# Hurts: those who fill half of a matrix of distances, or compare predicted graphs with true ones.
. "$(dirname "$0")/common.bash"
pypi --no-deps netrd==0.3.0 networkx==3.6.1 numpy==2.4.6 scipy==1.17.1 scikit-learn==1.9.1 joblib==1.6.0 cloudpickle==3.1.3 threadpoolctl==3.8.0 narwhals==2.29.0 ortools==9.15.6755 protobuf==6.33.6 absl-py==2.5.1 immutabledict==4.3.1 typing_extensions==4.16.0 pandas==3.1.1 python-dateutil==2.9.0.post0 six==1.17.0
python -W ignore - <<'PY' | seen 'netrd 0.3.0
one edge, two edges: IpsenMikhailov 0.68 one way, 0.59 the other
one edge, two edges: NetSimile 10.24 one way, 10.24 the other
one edge, one edge and a diagonal: IpsenMikhailov 0.83 one way, 0.83 the other
one edge, one edge and a diagonal: NetSimile 9.43 one way, 9.43 the other'
from importlib.metadata import version

import networkx
from netrd.distance import IpsenMikhailov, NetSimile

print("netrd", version("netrd"))
triangle = [(0, 1), (1, 2), (2, 0), (2, 3)]
GRAPHS = {"one edge": triangle, "two edges": [*triangle, (3, 4)], "one edge and a diagonal": [*triangle, (3, 0)]}
graphs = {name: networkx.Graph(edges) for name, edges in GRAPHS.items()}
for first, second in (("one edge", "two edges"), ("one edge", "one edge and a diagonal")):
    for measure in (IpsenMikhailov(), NetSimile()):
        there, back = measure.dist(graphs[first], graphs[second]), measure.dist(graphs[second], graphs[first])
        print(f"{first}, {second}: {type(measure).__name__} {there:.2f} one way, {back:.2f} the other")
PY
