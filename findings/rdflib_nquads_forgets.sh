#!/usr/bin/env bash
# Guess: parse adds to a Dataset what the file says, and leaves there what was there.
# True:  the N-Quads parser of rdflib 7.6.0 empties the default graph of a Dataset first, whatever format had filled it, and even
#        where the file has named graphs only. Named graphs stay. Turtle, TriG and JSON-LD add.
# Hurts: those who collect graphs from several files: of those in the default graph the last N-Quads file remains.
. "$(dirname "$0")/common.bash"
pypi rdflib==7.6.0
python -W ignore - <<'PY' | seen 'rdflib 7.6.0, after a second file with one more triple:
turtle, then turtle: 2 in the default graph
turtle, then trig: 2 in the default graph
turtle, then json-ld: 2 in the default graph
turtle, then nquads: 1 in the default graph
nquads, then nquads: 1 in the default graph
turtle, then nquads with a named graph: 0 in the default graph, 1 in the named'
import rdflib

triple = "<http://example.org/%s> <http://example.org/p> <http://example.org/o>"
texts = dict.fromkeys(("turtle", "trig", "nquads"), f"{triple} .\n")
texts["json-ld"] = '{"@id": "http://example.org/%s", "http://example.org/p": {"@id": "http://example.org/o"}}'
texts["nquads with a named graph"] = f"{triple} <http://example.org/g> .\n"

print("rdflib", rdflib.__version__ + ", after a second file with one more triple:")
for first, second in (
    ("turtle", "turtle"),
    ("turtle", "trig"),
    ("turtle", "json-ld"),
    ("turtle", "nquads"),
    ("nquads", "nquads"),
    ("turtle", "nquads with a named graph"),
):
    data = rdflib.Dataset()
    for subject, kind in (("a", first), ("b", second)):
        data.parse(data=texts[kind] % subject, format=kind.split()[0])
    named = len(data.graph(rdflib.URIRef("http://example.org/g")))
    print(f"{first}, then {second}: {len(data.default_graph)} in the default graph" + f", {named} in the named" * named)
PY
