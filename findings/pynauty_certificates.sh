#!/usr/bin/env bash
# Guess: two graphs with equal certificates are isomorphic, colours included.
# True:  pynauty 2.8.8.1's certificate does not say how many vertices each colour has: two graphs without edges have equal certificates, one
#        coloured and one not, though isomorphic() says False. (isomorphic() compares the sizes of colours first.)
# Hurts: those who use certificates as keys to find equal graphs among many: concepts as colours, and unequal graphs are one.
. "$(dirname "$0")/common.bash"
pypi pynauty==2.8.8.1
python - <<'PY' | seen 'pynauty 2.8.8.1
no edges equal certificates: True isomorphic: False
a star equal certificates: False isomorphic: False'
from importlib.metadata import version

import pynauty

print("pynauty", version("pynauty"))
for name, edges, one, other in (
    ("no edges", {}, [{0, 1}], [{0}, {1}]),
    ("a star", {0: [1, 2, 3]}, [{0}, {1, 2, 3}], [{0, 1, 2, 3}]),
):
    size = 1 + max(map(max, one))
    graphs = [pynauty.Graph(size, adjacency_dict=edges, vertex_coloring=colours) for colours in (one, other)]
    print(name, "equal certificates:", len(set(map(pynauty.certificate, graphs))) == 1, "isomorphic:", pynauty.isomorphic(*graphs))
PY
