#!/usr/bin/env bash
# Guess: an RDF graph that is written as JSON-LD and read again is isomorphic to itself, however its blank nodes are linked.
# True:  rdflib 7.6.0 begins at URIs and at blank nodes that nothing points to. Where each blank node is pointed to, there is
#        no such beginning: "[]" is written, without a word. Turtle, N-Triples and RDF/XML keep the graph; with a URI that
#        points to it JSON-LD does, too.
# Hurts: those who store meaning graphs with blank nodes as variables: a dog whose owner it bites is a cycle.
. "$(dirname "$0")/common.bash"
pypi rdflib==7.6.0
python -W ignore - <<'PY' | seen 'rdflib 7.6.0
the dog bites its owner: 4 triples json-ld 0 turtle 4 nt 4 xml 4
the same with a root: 5 triples json-ld 5 turtle 5 nt 5 xml 5
a dog bites a man: 5 triples json-ld 5 turtle 5 nt 5 xml 5'
import rdflib
from rdflib.compare import isomorphic

print("rdflib", rdflib.__version__)
owner = "_:b a :owner ; :bitten-by _:d . _:d a :dog ; :poss _:b ."
for name, text in (
    ("the dog bites its owner", owner),
    ("the same with a root", owner + " :root :top _:b ."),
    ("a dog bites a man", "_:b a :bite-01 ; :ARG0 [ a :dog ] ; :ARG1 [ a :man ] ."),
):
    graph = rdflib.Graph().parse(data="@prefix : <http://example.org/> . " + text, format="turtle")
    print(f"{name}: {len(graph)} triples", end="")
    for kind in ("json-ld", "turtle", "nt", "xml"):
        read = rdflib.Graph().parse(data=graph.serialize(format=kind), format=kind)
        assert isomorphic(graph, read) == (len(graph) == len(read))
        print("", kind, len(read), end="")
    print()
PY
