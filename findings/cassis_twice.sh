#!/usr/bin/env bash
# Guess: an annotation that is added to a CAS a second time is there once, as it is one object; and what a span covers are the others.
# True:  dkpro-cassis 0.12.0 lists it twice, also after it has been written as XMI or JSON and read, and remove takes one of the two away.
#        select_covered and select_covering of an annotation list it itself, with those of the same span.
# Hurts: those who count annotations for agreement, or look for the parts of each span: every span has a part.
. "$(dirname "$0")/common.bash"
pypi dkpro-cassis==0.12.0
python - <<'PY' | seen "dkpro-cassis 0.12.0
covered by city ['city', 'state'] covered by sleep ['sleep-01']
covering state ['city', 'state']
added again ['city', 'state', 'sleep-01', 'sleep-01']
by XMI ['city', 'state', 'sleep-01', 'sleep-01']
by JSON ['city', 'state', 'sleep-01', 'sleep-01']
removed ['city', 'state', 'sleep-01']"
from importlib.metadata import version

import cassis

print("dkpro-cassis", version("dkpro-cassis"))
types = cassis.TypeSystem()
Node = types.create_type("graph.Node")
types.create_feature(Node, "concept", "uima.cas.String")
cas = cassis.Cas(types)
cas.sofa_string = "New York sleeps"
cas.sofa_mime = "text/plain"
city, state, sleep = Node(begin=0, end=8, concept="city"), Node(begin=4, end=8, concept="state"), Node(begin=9, end=15, concept="sleep-01")
cas.add_all([city, state, sleep])


def concepts(found):
    return [node.concept for node in found]


print("covered by city", concepts(cas.select_covered(Node, city)), "covered by sleep", concepts(cas.select_covered(Node, sleep)))
print("covering state", concepts(cas.select_covering(Node, state)))
cas.add(sleep)
print("added again", concepts(cas.select(Node)))
print("by XMI", concepts(cassis.load_cas_from_xmi(cas.to_xmi(), typesystem=types).select("graph.Node")))
print("by JSON", concepts(cassis.load_cas_from_json(cas.to_json()).select("graph.Node")))
cas.remove(sleep)
print("removed", concepts(cas.select(Node)))
PY
