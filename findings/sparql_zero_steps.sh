#!/usr/bin/env bash
# Guess: a path of any number of steps, :next*, has each node once that can be reached, and where it begins, as SPARQL has it (a set), also if
#        the graph does not mention the node that a query names.
# True:  rdflib 7.6.0 has the beginning twice if a cycle leads back to it: COUNT(*) is 4 for a ring of three. So it is with :next? for a
#        loop; where neither end is fixed, each couple is there once. pyoxigraph 0.5.13 has each node once, and nothing for a node that
#        the graph does not mention, of which rdflib has that node, as SPARQL does.
# Hurts: those who count what a node leads to in graphs with cycles, or join by paths with nodes that may be missing.
. "$(dirname "$0")/common.bash"
pypi rdflib==7.6.0 pyoxigraph==0.5.13
python - <<'PY' | seen 'rdflib 7.6.0 pyoxigraph 0.5.13
?y { :a :next* ?y } rdflib: a a b c, pyoxigraph: a b c
?y { ?y :next* :a } rdflib: a a b c, pyoxigraph: a b c
?y { :a :next+ ?y } rdflib: a b c, pyoxigraph: a b c
?y { :z :next? ?y } rdflib: z z, pyoxigraph: z
?y { :p :next* ?y } rdflib: p q r s, pyoxigraph: p q r s
(COUNT(*) AS ?n) { :a :next* ?y } rdflib: 4, pyoxigraph: 3
(COUNT(*) AS ?n) { ?x :next* ?y FILTER(?x = :a) } rdflib: 3, pyoxigraph: 3
?y { :a :next/:next* ?y } rdflib: a b b c, pyoxigraph: a b c
?y { :new :next* ?y } rdflib: new, pyoxigraph: none
?y { VALUES ?x { :new :p } ?x :next? ?y } rdflib: new p q r, pyoxigraph: p q r'
from importlib.metadata import version

import pyoxigraph
import rdflib

DATA = "@prefix : <http://example.org/> . :a :next :b . :b :next :c . :c :next :a . :z :next :z . :p :next :q, :r . :q :next :s . :r :next :s ."
graph = rdflib.Graph().parse(data=DATA, format="turtle")
store = pyoxigraph.Store()
store.load(DATA, format=pyoxigraph.RdfFormat.TURTLE)


def rows(answer):
    names = ((str(term) if isinstance(term, str) else term.value).removeprefix("http://example.org/") for (term,) in answer)
    return " ".join(sorted(names)) or "none"


print("rdflib", version("rdflib"), "pyoxigraph", version("pyoxigraph"))
for select, pattern in (
    ("?y", ":a :next* ?y"),
    ("?y", "?y :next* :a"),
    ("?y", ":a :next+ ?y"),
    ("?y", ":z :next? ?y"),
    ("?y", ":p :next* ?y"),
    ("(COUNT(*) AS ?n)", ":a :next* ?y"),
    ("(COUNT(*) AS ?n)", "?x :next* ?y FILTER(?x = :a)"),
    ("?y", ":a :next/:next* ?y"),
    ("?y", ":new :next* ?y"),
    ("?y", "VALUES ?x { :new :p } ?x :next? ?y"),
):
    text = f"PREFIX : <http://example.org/> SELECT {select} {{ {pattern} }}"
    print(f"{select} {{ {pattern} }} rdflib: {rows(graph.query(text))}, pyoxigraph: {rows(store.query(text))}")
PY
