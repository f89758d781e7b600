#!/usr/bin/env bash
# Guess: a subquery is evaluated by itself, as SPARQL has it, and then joined: ?x :size ?s with a subquery for the greatest size as ?s
#        finds the nodes of that size, wherever it is written.
# True:  for rdflib 7.6.0 the values outside go into a subquery that is written after them: each node has its own size as the greatest,
#        and all are found; and the number of all nodes is 1, not 4, as each is counted by itself. If the subquery
#        comes first, the answer is right, as in pyoxigraph 0.5.13 in both orders. A BIND in braces is overruled, too.
# Hurts: those who ask for the best score of each item, or the node with most edges.
. "$(dirname "$0")/common.bash"
pypi rdflib==7.6.0 pyoxigraph==0.5.13
python - <<'PY' | seen "rdflib 7.6.0 pyoxigraph 0.5.13
SELECT ?x { ?x :size ?s . { SELECT (MAX(?t) AS ?s) { ?y :size ?t } } } rdflib ['a', 'b', 'c', 'd'], pyoxigraph ['b', 'd']
SELECT ?x { { SELECT (MAX(?t) AS ?s) { ?y :size ?t } } ?x :size ?s } rdflib ['b', 'd'], pyoxigraph ['b', 'd']
SELECT ?x ?n { ?x :size 3 . { SELECT (COUNT(?x) AS ?n) { ?x :size ?t } } } rdflib ['b 1', 'd 1'], pyoxigraph ['b 4', 'd 4']
SELECT ?x { ?x :size ?s . { BIND (3 AS ?s) } } rdflib ['a', 'b', 'c', 'd'], pyoxigraph ['b', 'd']"
from importlib.metadata import version

import pyoxigraph
import rdflib

DATA = "@prefix : <http://example.org/> . :a :size 1 . :b :size 3 . :c :size 2 . :d :size 3 ."
QUERIES = (
    "SELECT ?x { ?x :size ?s . { SELECT (MAX(?t) AS ?s) { ?y :size ?t } } }",
    "SELECT ?x { { SELECT (MAX(?t) AS ?s) { ?y :size ?t } } ?x :size ?s }",
    "SELECT ?x ?n { ?x :size 3 . { SELECT (COUNT(?x) AS ?n) { ?x :size ?t } } }",
    "SELECT ?x { ?x :size ?s . { BIND (3 AS ?s) } }",
)
graph = rdflib.Graph().parse(data=DATA, format="turtle")
store = pyoxigraph.Store()
store.load(DATA, format=pyoxigraph.RdfFormat.TURTLE)


def rows(answer):
    return sorted(" ".join((str(term) if isinstance(term, str) else term.value).replace("http://example.org/", "") for term in row) for row in answer)


print("rdflib", version("rdflib"), "pyoxigraph", version("pyoxigraph"))
for query in QUERIES:
    text = "PREFIX : <http://example.org/> " + query
    print(query, f"rdflib {rows(graph.query(text))}, pyoxigraph {rows(store.query(text))}")
PY
