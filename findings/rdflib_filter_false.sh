#!/usr/bin/env bash
# Guess: FILTER(false) leaves nothing, as do FILTER(0) and FILTER(""), and "?u || true" is true whatever ?u is, as SPARQL has it.
# True:  so it is in pyoxigraph 0.5.13. In rdflib 7.6.0 a filter that is a constant lets every row through, whatever the constant is, and a
#        row without a value of ?u is dropped by "?u || true", "true || ?u" and "!(?u && false)", though not by "?u = 1 || true". Filters
#        on a variable that has the value false, 0 or "" are right.
# Hurts: those who write queries by program, where a condition may be left as true or false, and those who test flags that are optional.
. "$(dirname "$0")/common.bash"
pypi rdflib==7.6.0 pyoxigraph==0.5.13
python - <<'PY' | seen 'rdflib 7.6.0 pyoxigraph 0.5.13
FILTER(?n) rdflib: be, pyoxigraph: be
FILTER(!?n) rdflib: acd, pyoxigraph: acd
FILTER(true) rdflib: abcde, pyoxigraph: abcde
FILTER(false) rdflib: abcde, pyoxigraph: none
FILTER(0) rdflib: abcde, pyoxigraph: none
FILTER("") rdflib: abcde, pyoxigraph: none
FILTER(?u || true) rdflib: e, pyoxigraph: abcde
FILTER(true || ?u) rdflib: e, pyoxigraph: abcde
FILTER(!(?u && false)) rdflib: e, pyoxigraph: abcde
FILTER(?u = 1 || true) rdflib: abcde, pyoxigraph: abcde
FILTER(?u || ?x = :a) rdflib: e, pyoxigraph: ae'
from importlib.metadata import version

import pyoxigraph
import rdflib

DATA = '@prefix : <http://example.org/> . :a :n 0 . :b :n 3 . :c :n "" . :d :n false . :e :n true . :e :sure true .'
graph = rdflib.Graph().parse(data=DATA, format="turtle")
store = pyoxigraph.Store()
store.load(DATA, format=pyoxigraph.RdfFormat.TURTLE)


def rows(answer):
    return "".join(sorted((term if isinstance(term, str) else term.value)[-1] for (term,) in answer)) or "none"


print("rdflib", version("rdflib"), "pyoxigraph", version("pyoxigraph"))
for condition in ("?n", "!?n", "true", "false", "0", '""', "?u || true", "true || ?u", "!(?u && false)", "?u = 1 || true", "?u || ?x = :a"):
    text = f"PREFIX : <http://example.org/> SELECT ?x {{ ?x :n ?n OPTIONAL {{ ?x :sure ?u }} FILTER({condition}) }}"
    print(f"FILTER({condition}) rdflib: {rows(graph.query(text))}, pyoxigraph: {rows(store.query(text))}")
PY
