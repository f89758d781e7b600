#!/usr/bin/env bash
# Guess: gSpan lists every connected pattern that is in as many graphs as min_support says, of directed graphs, too.
# True:  gspan-mining 0.2.3 never lists one of two arrows that meet in a node: of two graphs that are both boy <- want,
#        boy <- sleep it lists the nodes and the single arrows, and not the whole. Two arrows in a row, or out of a node, it
#        lists or not, by the order of the labels. The same graphs as undirected ones are listed whole each time.
# Hurts: those who mine AMRs or other meaning graphs: a re-entrancy is a node at which arrows meet.
. "$(dirname "$0")/common.bash"
# the newest pandas that has DataFrame.append
pypi gspan-mining==0.2.3 pandas==1.5.3 numpy==1.26.4 networkx==3.6.1
python -W ignore - <<'PY' | seen 'gspan-mining 0.2.3, the whole pattern in 27 labellings
a > b < c: listed 0, undirected 27
c > b > a: listed 18, undirected 27
a < b > c: listed 22, undirected 27'
import contextlib
import io
from importlib.metadata import version
from itertools import product

from gspan_mining.gspan import gSpan

def is_listed(labels, edges, undirected):
    """Mine two equal graphs, and return whether a pattern with both edges is listed."""
    lines = [f"v {node} {label}" for node, label in enumerate(labels)] + [f"e {source} {target} x" for source, target in edges]
    with open("graphs", "w") as file:
        print("t # 0", *lines, "t # 1", *lines, "t # -1", sep="\n", file=file)
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        gSpan("graphs", min_support=2, is_undirected=undirected).run()
    return any(pattern.count("\ne ") == 2 for pattern in told.getvalue().split("t # "))

print("gspan-mining", version("gspan-mining") + ", the whole pattern in 27 labellings")
labellings = list(product(("boy", "sleep", "want"), repeat=3))
for name, edges in (
    ("a > b < c", [(0, 1), (2, 1)]),
    ("c > b > a", [(2, 1), (1, 0)]),
    ("a < b > c", [(1, 0), (1, 2)]),
):
    directed, undirected = (sum(is_listed(labels, edges, kind) for labels in labellings) for kind in (False, True))
    print(f"{name}: listed {directed}, undirected {undirected}")
PY
