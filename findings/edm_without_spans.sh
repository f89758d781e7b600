#!/usr/bin/env bash
# Guess: Elementary Dependency Match scores EDS or DMRS by their nodes and edges, whether or not they have character spans.
# True:  PyDelphin 1.11.0 names nodes by their spans alone. Without spans all nodes have the same name: "the dog bites the man"
#        and "the man bites the dog" score 1. And a graph with spans scores 0 against itself without.
# Hurts: those who score graphs from generators, or that came through a format without spans (PENMAN without :lnk).
. "$(dirname "$0")/common.bash"
pypi pydelphin==1.11.0
python - <<'PY' | seen 'PyDelphin 1.11.0
with spans, turned 0.667
without spans, turned 1.0
with spans and without 0.0'
from importlib.metadata import version

from delphin import edm
from delphin.codecs import eds

print("PyDelphin", version("pydelphin"))
spans = "{e: e:_bite_v_1<8:13>[ARG1 x, ARG2 y] x:_dog_n_1<4:7>[] y:_man_n_1<18:21>[]}"
dog = eds.decode(spans)
turned = eds.decode(spans.replace("ARG1 x, ARG2 y", "ARG1 y, ARG2 x"))
bare_dog, bare_turned = (eds.decode(eds.encode(graph, lnk=False)) for graph in (dog, turned))
for name, one, other in (
    ("with spans, turned", dog, turned),
    ("without spans, turned", bare_dog, bare_turned),
    ("with spans and without", dog, bare_dog),
):
    print(name, round(edm.compute([one], [other]).fscore, 3))
PY
