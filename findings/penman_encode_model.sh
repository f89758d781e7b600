#!/usr/bin/env bash
# Guess: penman.encode writes a graph that was decoded with the AMR model so that it reads as the same graph again.
# True:  with penman 1.3.1 encode has a model of its own, by default one that knows no role of AMR. It writes :consist-of-of,
#        the converse of consist-of, as :consist, and :prep-on-behalf-of-of as :prep-on-behalf. Read with the AMR model, these
#        are other triples. With model=model in both calls all is as it was.
# Hurts: those who decode AMRs with the model, change the graph or its top, and encode it.
. "$(dirname "$0")/common.bash"
pypi penman==1.3.1
python - <<'PY' | seen "penman 1.3.1
(g / gold :consist-of-of (r / ring)) default: (g / gold :consist (r / ring)) same triples False
(g / gold :consist-of-of (r / ring)) AMR: (g / gold :consist-of-of (r / ring)) same triples True
(a / act :prep-on-behalf-of-of (p / person)) default: (a / act :prep-on-behalf (p / person)) same triples False
(a / act :ARG0-of (p / play-01)) default: (a / act :ARG0-of (p / play-01)) same triples True"
from importlib.metadata import version

import penman
from penman.models.amr import model

print("penman", version("penman"))
RING, ACT, PLAY = "(g / gold :consist-of-of (r / ring))", "(a / act :prep-on-behalf-of-of (p / person))", "(a / act :ARG0-of (p / play-01))"
for text, name, chosen in ((RING, "default", None), (RING, "AMR", model), (ACT, "default", None), (PLAY, "default", None)):
    graph = penman.decode(text, model=model)
    plain = penman.Graph(graph.triples, top=graph.top)
    written = penman.encode(plain, model=chosen, indent=None)
    again = penman.decode(written, model=model)
    print(text, f"{name}: {written}", "same triples", {*again.triples} == {*graph.triples})
PY
