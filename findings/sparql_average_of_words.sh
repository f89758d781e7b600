#!/usr/bin/env bash
# Guess: the average of numbers among which there is a word has no value, as SPARQL has it: an error within an aggregate is one of all of it.
# True:  so it is in pyoxigraph 0.5.13. rdflib 7.6.0 averages the numbers alone, 3 of 2, 4 and "unknown", and the average of nodes is 0.
#        GROUP_CONCAT, which is for texts, joins numbers and addresses of nodes in rdflib and has no value in pyoxigraph; with STR
#        both join them.
# Hurts: those who average scores from files, or list the roles of a node in one cell.
. "$(dirname "$0")/common.bash"
pypi rdflib==7.6.0 pyoxigraph==0.5.13
python - <<'PY' | seen 'rdflib 7.6.0 pyoxigraph 0.5.13
SELECT (AVG(?s) AS ?r) { ?x :score ?s } rdflib: 3, pyoxigraph: none
SELECT (AVG(?x) AS ?r) { ?x :score ?s } rdflib: 0, pyoxigraph: none
SELECT (GROUP_CONCAT(?s) AS ?r) { :a :size ?s } rdflib: 7, pyoxigraph: none
SELECT (GROUP_CONCAT(?p) AS ?r) { :b ?p 4 } rdflib: score, pyoxigraph: none
SELECT (GROUP_CONCAT(STR(?p)) AS ?r) { :b ?p 4 } rdflib: score, pyoxigraph: score'
from importlib.metadata import version

import pyoxigraph
import rdflib

DATA = '@prefix : <http://example.org/> . :a :score 2 . :b :score 4 . :c :score "unknown" . :a :size 7 .'
QUERIES = (
    "SELECT (AVG(?s) AS ?r) { ?x :score ?s }",
    "SELECT (AVG(?x) AS ?r) { ?x :score ?s }",
    "SELECT (GROUP_CONCAT(?s) AS ?r) { :a :size ?s }",
    "SELECT (GROUP_CONCAT(?p) AS ?r) { :b ?p 4 }",
    "SELECT (GROUP_CONCAT(STR(?p)) AS ?r) { :b ?p 4 }",
)
graph = rdflib.Graph().parse(data=DATA, format="turtle")
store = pyoxigraph.Store()
store.load(DATA, format=pyoxigraph.RdfFormat.TURTLE)


def value(answer):
    (term,) = next(iter(answer))
    return "none" if term is None else (str(term) if isinstance(term, str) else term.value).replace("http://example.org/", "")


print("rdflib", version("rdflib"), "pyoxigraph", version("pyoxigraph"))
for query in QUERIES:
    text = "PREFIX : <http://example.org/> " + query
    print(f"{query} rdflib: {value(graph.query(text))}, pyoxigraph: {value(store.query(text))}")
PY
