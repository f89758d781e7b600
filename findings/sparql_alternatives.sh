#!/usr/bin/env bash
# Guess: a path with alternatives, :ARG0|:mod, has a row for each way, as SPARQL has it (it is a union), so that two relations between two
#        nodes are two rows, as they are with the union written out.
# True:  so it is in rdflib 7.6.0. pyoxigraph 0.5.13 gives one row for the path and two for the union, so that COUNT(*) differs; through a
#        sequence of two relations it gives two rows, one for each node on the way, as rdflib does.
# Hurts: those who count relations or re-entrancies of meaning graphs by paths, and move a query from one program to the other.
. "$(dirname "$0")/common.bash"
pypi rdflib==7.6.0 pyoxigraph==0.5.13
python - <<'PY' | seen 'rdflib 7.6.0 pyoxigraph 0.5.13
:w :ARG0|:mod :b: rdflib 2, pyoxigraph 1
{ :w :ARG0 :b } UNION { :w :mod :b }: rdflib 2, pyoxigraph 2
:w ?p :b FILTER (?p IN (:ARG0, :mod)): rdflib 2, pyoxigraph 2
:w (:ARG1|:ARG2)/:ARG0 :b: rdflib 2, pyoxigraph 2'
from importlib.metadata import version

import pyoxigraph
import rdflib

DATA = "@prefix : <http://example.org/> . :w :ARG0 :b ; :mod :b ; :ARG1 :g ; :ARG2 :h . :g :ARG0 :b . :h :ARG0 :b ."
PATTERNS = ":w :ARG0|:mod :b", "{ :w :ARG0 :b } UNION { :w :mod :b }", ":w ?p :b FILTER (?p IN (:ARG0, :mod))", ":w (:ARG1|:ARG2)/:ARG0 :b"
graph = rdflib.Graph().parse(data=DATA, format="turtle")
store = pyoxigraph.Store()
store.load(DATA, format=pyoxigraph.RdfFormat.TURTLE)

print("rdflib", version("rdflib"), "pyoxigraph", version("pyoxigraph"))
for pattern in PATTERNS:
    text = f"PREFIX : <http://example.org/> SELECT (COUNT(*) AS ?rows) {{ {pattern} }}"
    (one,), (other,) = next(iter(graph.query(text))), next(iter(store.query(text)))
    print(f"{pattern}: rdflib {one}, pyoxigraph {other.value}")
PY
