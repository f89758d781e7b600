#!/usr/bin/env bash
# Guess: a package that installs beside numpy 2 works with it, or fails when it is imported.
# True:  pcst-fast 1.0.10, whose wheel was made for numpy 1 and asks for no version of it, returns as many vertices and edges as it
#        found, and all of them are 0. With numpy 1.26.4 they are the ones.
# Hurts: those who look for a Steiner tree of concepts: the answer has the right size, and is one vertex.
. "$(dirname "$0")/common.bash"
pypi pcst-fast==1.0.10 numpy==2.4.6
cat > path.py <<'PY'
from importlib.metadata import version

import numpy
from pcst_fast import pcst_fast

edges = numpy.array([[0, 1], [1, 2], [2, 3]])
vertices, chosen = pcst_fast(edges, numpy.array([10.0, 0.0, 0.0, 10.0]), numpy.array([3.0, 3.0, 3.0]), -1, 1, "strong", 0)
print("pcst-fast", version("pcst-fast"), "numpy", numpy.__version__, "vertices", sorted(map(int, vertices)), "edges", sorted(map(int, chosen)))
PY
{
    python path.py
    pip --disable-pip-version-check -qq install numpy==1.26.4
    python path.py
} | seen 'pcst-fast 1.0.10 numpy 2.4.6 vertices [0, 0, 0, 0] edges [0, 0, 0]
pcst-fast 1.0.10 numpy 1.26.4 vertices [0, 1, 2, 3] edges [0, 1, 2]'
