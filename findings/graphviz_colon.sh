#!/usr/bin/env bash
# Guess: node(name) and edge(name, ...) of one name mean one node, and a label is shown as it is.
# True:  node() of the package graphviz 0.21 quotes "12:30", and edge() takes what is behind the colon for a port: the edge leads to
#        another node, 12, which has no label. A label between < and > is markup, and a backslash begins an escape;
#        graphviz.escape() is for both, and not for the colon.
# Hurts: those who name nodes by values (times, ratios, verses) or by roles with their colon.
. "$(dirname "$0")/common.bash"
pypi graphviz==0.21
python - <<'PY' | seen 'graphviz 0.21
node "12:30" [label=noon]
edge b -> 12:30
edge of :ARG0 b -> "":ARG0
label [label=<b>]
label escaped [label="<b>"]
node escaped and edge escaped x -> 12:30'
import graphviz

def lines(*calls):
    graph = graphviz.Digraph()
    for name, *arguments in calls:
        getattr(graph, name)(*arguments)
    return [line.strip() for line in graph.source.splitlines()[1:-1]]

print("graphviz", graphviz.__version__)
node, edge = lines(("node", "12:30", "noon"), ("edge", "b", "12:30"))
print("node", node)
print("edge", edge)
print("edge of :ARG0", *lines(("edge", "b", ":ARG0")))
print("label", lines(("node", "n", "<b>"))[0].split(" ", 1)[1])
print("label escaped", lines(("node", "n", graphviz.escape("<b>")))[0].split(" ", 1)[1])
print("node escaped and edge escaped", *lines(("edge", "x", graphviz.escape("12:30"))))
PY
