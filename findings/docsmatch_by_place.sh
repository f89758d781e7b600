#!/usr/bin/env bash
# Guess: DocSmatch (Naseem et al. 2022) is Smatch of document AMRs by a faster search, so both find the same matches.
# True:  docAMR 0.1.1 lets a node match only nodes of the sentence at the same place. Of the 14 triples of a document of
#        three sentences 6 match the same document with a title before them, by smatch 1.0.4 11 (all but three :snt); of
#        a sentence's 4 triples 1 matches the document that begins with it, by smatch 3.
# Hurts: those who compare documents that were split into sentences differently, or parsers that drop a sentence.
. "$(dirname "$0")/common.bash"
pypi docAMR==0.1.1 smatch==1.0.4 penman==1.3.1
python - <<'PY' 2>/dev/null | seen 'itself: DocSmatch (14, 14, 14), smatch (14, 14, 14)
with a title: DocSmatch (6, 14, 16), smatch (11, 14, 16)
its first sentence: DocSmatch (1, 4, 14), smatch (3, 4, 14)'
import random

import smatch
from docSmatch import smatch as docsmatch

sentences = ["(b / bark-01 :ARG0 (d / dog))", "(s / sleep-01 :ARG0 (c / cat))", "(f / fly-01 :ARG1 (k / kite))"]
title = "(a / animal)"


def document(sentences):
    return f"(m / document {' '.join(f':snt{at} {text}' for at, text in enumerate(sentences, 1))})"


for name, one, other in (
    ("itself", document(sentences), document(sentences)),
    ("with a title", document(sentences), document([title, *sentences])),
    ("its first sentence", sentences[0], document(sentences)),
):
    random.seed(0)
    counts, _ = docsmatch.get_amr_match(one, other)
    docsmatch.match_triple_dict.clear()
    found = max(smatch.get_amr_match(one, other) for _ in range(5) if not smatch.match_triple_dict.clear())
    print(f"{name}: DocSmatch {counts}, smatch {found}")
PY
