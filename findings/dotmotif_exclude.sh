#!/usr/bin/env bash
# Guess: exclude_automorphisms=True gives one of the matches that a symmetric motif has several times, and every match of a
#        motif whose constraints tell its nodes apart.
# True:  DotMotif 0.18.0 looks at the edges of the motif only. Nodes that would be interchangeable without their constraints
#        are matched in one order, whatever the constraints say: "want-01 with two children, of which one is girl" is not
#        found, as girl would have to come first. Which half of the matches is lost depends on the names of the host's nodes.
# Hurts: those who search meaning graphs, where concepts and roles make nearly every pattern asymmetric.
. "$(dirname "$0")/common.bash"
pypi dotmotif==0.18.0 networkx==3.6.1 grandiso==2.2.0
python - <<'PY' | seen 'DotMotif 0.18.0 networkx 3.6.1
no constraint, exclude_automorphisms=False: matches [2, 2] if the boy is b and the girl g, [2, 2] if y and x
no constraint, exclude_automorphisms=True: matches [1, 1] if the boy is b and the girl g, [1, 1] if y and x
a concept, exclude_automorphisms=False: matches [1, 1] if the boy is b and the girl g, [1, 1] if y and x
a concept, exclude_automorphisms=True: matches [0, 0] if the boy is b and the girl g, [1, 1] if y and x
two concepts, exclude_automorphisms=False: matches [1, 1] if the boy is b and the girl g, [1, 1] if y and x
two concepts, exclude_automorphisms=True: matches [0, 0] if the boy is b and the girl g, [1, 1] if y and x
two roles, exclude_automorphisms=False: matches [1, 1] if the boy is b and the girl g, [1, 1] if y and x
two roles, exclude_automorphisms=True: matches [0, 0] if the boy is b and the girl g, [1, 1] if y and x'
from importlib.metadata import version

import networkx
from dotmotif import GrandIsoExecutor, Motif, NetworkXExecutor


def host(boy, girl):
    graph = networkx.DiGraph()
    graph.add_node("w", concept="want-01")
    graph.add_node(boy, concept="boy")
    graph.add_node(girl, concept="girl")
    graph.add_edge("w", boy, role="ARG0")
    graph.add_edge("w", girl, role="ARG1")
    return graph


print("DotMotif", version("dotmotif"), "networkx", networkx.__version__)
for title, motif in (
    ("no constraint", "A -> B\nA -> C"),
    ("a concept", 'A -> B\nA -> C\nB.concept = "girl"'),
    ("two concepts", 'A -> B\nA -> C\nB.concept = "girl"\nC.concept = "boy"'),
    ("two roles", 'A -> B [role="ARG1"]\nA -> C [role="ARG0"]'),
):
    for excluded in (False, True):
        found = []
        for names in (("b", "g"), ("y", "x")):
            for executor in (NetworkXExecutor, GrandIsoExecutor):
                found.append(len(executor(graph=host(*names)).find(Motif(motif, exclude_automorphisms=excluded))))
        print(f"{title}, exclude_automorphisms={excluded}: matches {found[:2]} if the boy is b and the girl g, {found[2:]} if y and x")
PY
