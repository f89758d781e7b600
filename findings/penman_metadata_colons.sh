#!/usr/bin/env bash
# Guess: the sentence of an AMR, after # ::snt, goes to the end of its line or to the next key, which stands after a blank; two colons
#        within a word belong to the word.
# True:  penman 1.3.1 begins a key at any two colons: of "use std::vector now" the sentence is "use std", and a key vector has the
#        value "now"; of the id x::y the id is x. encode writes three lines of these, so that the sentence stays cut.
# Hurts: those who take sentences or ids from graphs on programs, or of corpora whose ids have such colons: two graphs may get one id.
. "$(dirname "$0")/common.bash"
pypi penman==1.3.1
python - <<'PY' | seen "penman 1.3.1
# ::id 1 ::snt one sentence: {'id': '1', 'snt': 'one sentence'}
  written:
    # ::snt one sentence
    # ::id 1
# ::id 1 ::snt use std::vector now: {'id': '1', 'snt': 'use std', 'vector': 'now'}
  written:
    # ::vector now
    # ::snt use std
    # ::id 1
# ::id x::y: {'id': 'x', 'y': ''}
  written:
    # ::y
    # ::id x
# ::id x::z: {'id': 'x', 'z': ''}
  written:
    # ::z
    # ::id x"
from importlib.metadata import version

import penman

print("penman", version("penman"))
for comments in ("# ::id 1 ::snt one sentence", "# ::id 1 ::snt use std::vector now", "# ::id x::y", "# ::id x::z"):
    graph = penman.decode(f"{comments}\n(a / alpha)")
    print(f"{comments}: {dict(sorted(graph.metadata.items()))}")
    print("  written:", *penman.encode(graph).splitlines()[:-1], sep="\n    ")
PY
