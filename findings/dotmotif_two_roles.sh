#!/usr/bin/env bash
# Guess: two lines with one pair of nodes and two roles ask for two edges, in a graph that has parallel edges.
# True:  DotMotif 0.18.0 makes them one edge, and in a MultiDiGraph only the first of the two roles counts. b has ARG0 and
#        ARG1 of w, and g has ARG1: "ARG1 and ARG0" matches both of them, "ARG0 and ARG1" b alone, and "ARG1 and ARG2" both,
#        though ARG2 is nowhere. Both executors agree.
# Hurts: those who search for nodes that have two roles of another: reflexives, control.
. "$(dirname "$0")/common.bash"
pypi dotmotif==0.18.0 networkx==3.6.1 grandiso==2.2.0
python - <<'PY' | seen 'DotMotif 0.18.0 networkx 3.6.1
ARG0 | B is | b | b | expected | b
ARG1 | B is | b g | b g | expected | b g
ARG0 | ARG1 | B is | b | b | expected | b
ARG1 | ARG0 | B is | b g | b g | expected | b
ARG1 | ARG2 | B is | b g | b g | expected | nothing
ARG2 | ARG1 | B is | nothing | nothing | expected | nothing'
from importlib.metadata import version

import networkx
from dotmotif import GrandIsoExecutor, Motif, NetworkXExecutor

roles_of = {"b": {"ARG0", "ARG1"}, "g": {"ARG1"}}
host = networkx.MultiDiGraph()
for child in roles_of:
    for role in sorted(roles_of[child]):
        host.add_edge("w", child, role=role)
print("DotMotif", version("dotmotif"), "networkx", networkx.__version__)
for roles in (["ARG0"], ["ARG1"], ["ARG0", "ARG1"], ["ARG1", "ARG0"], ["ARG1", "ARG2"], ["ARG2", "ARG1"]):
    motif = Motif("\n".join(f'A -> B [role="{role}"]' for role in roles))
    found = [sorted(match["B"] for match in executor(graph=host).find(motif)) for executor in (NetworkXExecutor, GrandIsoExecutor)]
    print(*roles, "B is", *(" ".join(each) or "nothing" for each in found), "expected", " ".join(b for b in "bg" if set(roles) <= roles_of[b]) or "nothing", sep=" | ")
PY
